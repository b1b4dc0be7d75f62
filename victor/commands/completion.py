"""Print a script that completes commands, options and values in a shell.

For bash, add this line to ~/.bashrc: source <(victor completion bash). For zsh, write the script
to a file named _victor in a directory of $fpath; for fish, to
~/.config/fish/completions/victor.fish. Write it again after an upgrade.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

SHELLS = ("bash", "zsh", "fish")
_PATHS = {"CORPUS", "DIR", "FILE", "PAGE", "RESULT"}  # metavars of values that are paths
_LISTS = {"LIST", "NAMES", "ROLES"}  # metavars of comma-separated lists
Words = Iterable[str]


@dataclass(frozen=True)
class Argument:
    """An option, or the positional arguments of a command.

    Args:
        value: the metavar; empty if the option takes no value.
        names: the option strings; empty for positional arguments.
        help: the help text, on one line.
        words: the values to complete, if they are known.
        repeated: whether several values may be given.
    """

    value: str
    names: tuple[str, ...] = ()
    help: str = ""
    words: tuple[str, ...] = ()
    repeated: bool = False

    @property
    def kinds(self) -> set[str]:
        """The alternatives in the metavar, such as ``{"FILE", "DIR"}``."""
        return set(self.value.split("|"))


@dataclass(frozen=True)
class Command:
    """A command; ``victor`` itself has an empty name."""

    name: str
    help: str
    options: tuple[Argument, ...]
    operands: tuple[Argument, ...]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    write = {"bash": bash, "zsh": zsh, "fish": fish}[arguments.shell]
    print(write(commands()))
    return 0


def commands() -> list[Command]:
    """All commands with their arguments, read from the parser; first ``victor`` itself."""
    from victor.commands import parser

    top = parser()
    known = _known()
    (chosen,) = [one for one in top._actions if isinstance(one, argparse._SubParsersAction)]
    named = [_command(one, name, known) for name, one in chosen.choices.items()]
    return [_command(top, "", known), *named]


def _command(parser: argparse.ArgumentParser, name: str, known: dict[str, Words]) -> Command:
    made = [_argument(one, name, known) for one in parser._actions]
    summary = (parser.description or "").partition("\n")[0].rstrip(".")
    options = tuple(one for one in made if one.names)
    return Command(name, summary, options, tuple(one for one in made if not one.names))


def _argument(action: argparse.Action, command: str, known: dict[str, Words]) -> Argument:
    value = "" if action.nargs == 0 else str(action.metavar or action.dest)
    names = tuple(action.option_strings)
    listed = known.get(f"{names[-1] if names else command} {value}", ())
    return Argument(
        value,
        names,
        " ".join((action.help or "").split()) % vars(action),
        tuple(map(str, action.choices or listed)),
        action.nargs in ("+", "*") or isinstance(action, argparse._AppendAction),
    )


def _known() -> dict[str, Words]:
    """The values that are not ``choices`` of a parser, by option or command and metavar."""
    from victor import config
    from victor.annotate.order import ORDERS
    from victor.batch.sinks import SINKS
    from victor.batch.sources import SOURCES
    from victor.config import resources
    from victor.evaluate.evaluation import SCORES
    from victor.output import OUTPUTS
    from victor.output.schema import ROW

    tasks = resources.names("configs")
    return {
        "--config NAME": tasks,
        "configs NAME": tasks,
        "--prefer WHAT": config.PREFERENCES,
        "--keep ROLES": config.ROLES,
        "--drop ROLES": config.ROLES,
        "--format NAME": OUTPUTS,
        "--fields NAMES": ROW,
        "--from NAME": SOURCES,
        "--to NAME": SINKS,
        "--scores LIST": ("all", *SCORES),
        "--order WHAT": ORDERS,
    }


_BASH = """\
# victor completion bash
_victor() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command= words=
  (( COMP_CWORD > 1 )) && command=${{COMP_WORDS[1]}}
  [[ $current == = ]] && current=  # --option=
  [[ $before == = ]] && before=${{COMP_WORDS[COMP_CWORD - 2]}}  # --option=value
  case $command:$before:$current in
{cases}
  esac
  local last=${{current##*,}}  # of a list
  COMPREPLY=($(compgen -W "$words" -P "${{current%"$last"}}" -- "$last"))
}}
complete -o bashdefault -o default -F _victor victor  # files where there are no words"""


def bash(found: Sequence[Command]) -> str:
    """The script for bash."""
    return _BASH.format(cases="\n".join(line for one in found for line in _bash_cases(one)))


def _bash_cases(command: Command) -> Iterator[str]:
    for option in command.options:
        if option.words:
            pattern = " | ".join(f"{command.name}:{name}:*" for name in option.names)
            more = "; compopt -o nospace 2> /dev/null" if option.kinds & _LISTS else ""
            yield f"    {pattern}) words='{' '.join(option.words)}'{more} ;;"
    names = " ".join(name for option in command.options for name in option.names)
    yield f"    {command.name}:*:-*) words='{names}' ;;"
    if words := " ".join(word for one in command.operands for word in one.words):
        yield f"    {command.name}:*) words='{words}' ;;"


_ZSH = """\
#compdef victor
# victor completion zsh

_victor_words() {{ compadd -- "$@" || _files }}

_victor() {{
  local curcontext=$curcontext state line
  typeset -A opt_args
  _arguments -C{options} \\
    '1:command:(({commands}))' \\
    '*::argument:->command'
  [[ $state == command ]] || return
  case $words[1] in
{cases}
  esac
}}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then  # a file of $fpath
  _victor "$@"
else
  compdef _victor victor
fi"""


def zsh(found: Sequence[Command]) -> str:
    """The script for zsh."""
    top, *named = found
    listed = " ".join(rf'{one.name}\:"{_escaped(one.help)}"' for one in named)
    cases = (f"    {one.name}) _arguments{''.join(_zsh_specs(one))} ;;" for one in named)
    options = "".join(_zsh_specs(replace(top, operands=())))
    return _ZSH.format(options=options, commands=listed, cases="\n".join(cases))


def _zsh_specs(command: Command) -> Iterator[str]:
    for one in (*command.options, *command.operands):
        value = f":{_escaped(one.value)}:{_zsh_values(one)}" if one.value else ""
        for name in one.names:
            first = "*" if one.repeated else f"({' '.join(one.names)})"
            joint = "" if not one.value else "=" if name.startswith("--") else "+"
            yield _zsh_spec(f"{first}{name}{joint}[{_escaped(one.help)}]{value}")
        if not one.names:
            yield _zsh_spec("*" * one.repeated + value)


def _zsh_spec(text: str) -> str:
    return " \\\n      '" + text.replace("'", "'\\''") + "'"


def _zsh_values(one: Argument) -> str:
    words = " ".join(one.words)
    if one.words:
        return f"_sequence compadd - {words}" if one.kinds & _LISTS else f"_victor_words {words}"
    return "_files -/" if one.kinds == {"DIR"} else "_files" if one.kinds & _PATHS else " "


def _escaped(text: str) -> str:
    """Escape a text for the specification of an argument in zsh."""
    return "".join(f"\\{c}" if c in "\\[]:" else c for c in text)


def fish(found: Sequence[Command]) -> str:
    """The script for fish."""
    top, *named = found
    first = "complete -c victor -n __fish_use_subcommand"
    lines = [
        "# victor completion fish",
        f"{first} -f",
        *(f"{first} {_fish(o)}" for o in top.options),
    ]
    lines += [f"{first} -a {one.name} -d {_fish_quoted(one.help)}" for one in named]
    for one in named:
        within = f"complete -c victor -n '__fish_seen_subcommand_from {one.name}'"
        known = [operand for operand in one.operands if operand.words]
        lines += [f"{within} {_fish(argument)}" for argument in (*one.options, *known)]
    return "\n".join(lines)


def _fish(one: Argument) -> str:
    flags = [f"-{'l' if name.startswith('--') else 's'} {name.lstrip('-')}" for name in one.names]
    if one.value:
        flags.append("-r" if one.kinds & _PATHS else "-x" if one.names else "-f")
    if one.kinds & _LISTS:
        flags.append(f"-a '(__fish_complete_list , \"string split , {','.join(one.words)}\")'")
    elif one.words:
        flags.append(f"-a {_fish_quoted(' '.join(one.words))}")
    return f"{' '.join(flags)} -d {_fish_quoted(one.help)}"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
