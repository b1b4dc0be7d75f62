"""Shells complete what they have read from `victor completion`."""

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import ROOT

from victor.commands import COMMANDS, completion
from victor.output import OUTPUTS

# A line as typed, and what there is to choose from for its last word.
LINES = {
    "victor cl": {"clean"},
    "victor --ver": {"--version"},
    "victor clean --form": {"--format"},
    "victor clean --format mark": {"markdown"},
    "victor clean -o x --to par": {"parquet"},
    "victor evaluate --scores words,ch": {"words,characters"},
    "victor clean --keep title,ca": {"title,caption"},
    "victor clean --drop c": {"caption", "comment", "code"},
    "victor learn --weights ": {"auto", "convention", "all"},
    "victor configs boilerpipe-t": {"boilerpipe-threshold", "boilerpipe-tree"},
    "victor completion ": {"bash", "zsh", "fish"},
    "victor clean some": {"some page.html"},
    "victor clean --model some": {"some page.html", "some.model"},
}  # fmt: skip


@pytest.fixture(scope="module")
def scripts(tmp_path_factory):
    """A folder with the scripts, named by shell, a page and a model."""
    folder = tmp_path_factory.mktemp("scripts")
    for shell in completion.SHELLS:
        command = [sys.executable, "-m", "victor", "completion", shell]
        made = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
        (folder / shell).write_text(made.stdout)
    shutil.copy(folder / "zsh", folder / "_victor")
    (folder / "some page.html").touch()
    return folder


def ask(scripts, shell, code):
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    command = [shell, "-c", f"source ./{shell}; {code}"]
    found = subprocess.run(command, cwd=scripts, capture_output=True, text=True, check=False)
    assert not found.stderr
    return {line.partition("\t")[0] for line in found.stdout.splitlines()}


@pytest.mark.parametrize("line", [line for line in LINES if "some" not in line])
def test_bash_knows_commands_options_and_values(scripts, line):
    words = " ".join(f"'{word}'" for word in line.split(" "))
    code = f"COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _victor"
    assert ask(scripts, "bash", code + "; printf '%s\\n' \"${COMPREPLY[@]}\"") == LINES[line]


@pytest.mark.parametrize("line", LINES)
def test_fish_knows_commands_options_and_values(scripts, line):
    (scripts / "some.model").mkdir(exist_ok=True)
    wanted = {one + "/" * one.endswith(".model") for one in LINES[line]}
    if line.endswith(" some"):
        wanted = {"some page.html", "some.model/"}
    assert ask(scripts, "fish", f"complete -C '{line}'") == wanted


class Terminal:
    """A shell on a terminal, to which keys are sent."""

    def __init__(self, command, folder):
        self.process, self.screen = pty.fork()
        if not self.process:
            os.chdir(folder)
            os.execvpe(command[0], command, {**os.environ, "TERM": "dumb", "PS1": "> "})

    def send(self, keys, until, seconds=20):
        """Type, and wait until a file is there."""
        os.write(self.screen, keys.encode())
        end = time.monotonic() + seconds
        while not until.exists() and time.monotonic() < end:
            if select.select([self.screen], [], [], 0.05)[0]:
                os.read(self.screen, 4096)

    def close(self):
        os.kill(self.process, 9)
        os.waitpid(self.process, 0)
        os.close(self.screen)


# Typed with the tabulator key: what the line becomes.
TYPED = {
    "victor cle\t": "victor clean",
    "victor clean --form\tmark\t": "victor clean --format markdown",
    "victor clean --format=mark\t": "victor clean --format markdown",
    "victor clean --keep title,ca\t": "victor clean --keep title,caption",
    "victor clean some\\ \t": "victor clean some\\ page.html",
    "victor configs keep\t": "victor configs keep-everything",
}
SETUP = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source ./bash; bind -x '\"\\C-t\": "
             "printf %s \"$READLINE_LINE\" > line; mv line typed'; touch ready"),
    "zsh": (["zsh", "-f", "-i"], "autoload -U compinit; compinit -u -D; source ./zsh;"
            " show() { print -rn -- $BUFFER > line; mv line typed }; zle -N show;"
            " bindkey '^I' complete-word; bindkey '^T' show; touch ready"),
    "a file of zsh": (["zsh", "-f", "-i"], "fpath=($PWD $fpath); autoload -U compinit;"
            " compinit -u -D; show() { print -rn -- $BUFFER > line; mv line typed }; zle -N show;"
            " bindkey '^I' complete-word; bindkey '^T' show; touch ready"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("typed", TYPED)
@pytest.mark.parametrize("shell", SETUP)
def test_the_tabulator_key_completes(scripts, tmp_path, shell, typed):
    command, setup = SETUP[shell]
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    shutil.copytree(scripts, tmp_path, dirs_exist_ok=True)
    terminal = Terminal(command, tmp_path)
    try:
        terminal.send(setup + "\n", tmp_path / "ready")
        terminal.send(typed + "\x14", tmp_path / "typed")
    finally:
        terminal.close()
    line = Path(tmp_path, "typed").read_text()
    # zsh adds what may follow and removes it again if something else does.
    assert line.replace("=", " ").rstrip(" ,") == TYPED[typed]


def test_scripts_name_every_command_format_and_option():
    found = completion.commands()
    assert found[0].operands[0].words == COMMANDS
    for write in (completion.bash, completion.zsh, completion.fish):
        text = write(found)
        for name in (*COMMANDS, *OUTPUTS, "leave-out", "ignore-robots"):
            assert name in text


def test_another_shell_is_refused(cli):
    status, _, error = cli("completion", "powershell")
    assert status == 2
    assert "bash" in error
