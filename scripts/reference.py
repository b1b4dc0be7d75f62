"""The reference of commands in Markdown, from the parser: ``python scripts/reference.py``.

The site shows it in place of the comment ``<!-- commands -->`` (``scripts/site_hooks.py``).
"""

import argparse
import re

from victor.commands import parser


def commands() -> str:
    """A section for each command: what it does, its usage, and a table of its options."""
    (choices,) = (one for one in parser()._actions if isinstance(one, argparse._SubParsersAction))
    return "\n\n".join(_command(name, choices.choices[name]) for name in choices.choices)


def _command(name: str, command: argparse.ArgumentParser) -> str:
    groups = [group for group in command._action_groups if group._group_actions]
    parts = [f"## victor {name}", _description(command), f"```text\n{_usage(command)}\n```"]
    return "\n\n".join([*parts, *(_table(group) for group in groups)])


def _usage(command: argparse.ArgumentParser) -> str:
    """The usage, wrapped at 80 columns whatever the terminal."""
    formatter = argparse.HelpFormatter(command.prog, width=80)
    formatter.add_usage(command.usage, command._actions, command._mutually_exclusive_groups, "")
    return formatter.format_help().strip()


def _description(command: argparse.ArgumentParser) -> str:
    """The help text with its options, files and placeholders as code."""
    text = (command.description or "").strip()
    return re.sub(r"(?<![\w`/])(--?[a-z][\w-]*|@LIST|(?:\.[a-z]+)+\b)", r"`\1`", text)


def _table(group: argparse._ArgumentGroup) -> str:
    """The arguments of a group, without ``--help``."""
    actions = [one for one in group._group_actions if "--help" not in one.option_strings]
    title = {"positional arguments": "argument", "options": "option"}.get(
        group.title or "", f"option: {group.title}"
    )
    rows = [f"| {_name(one)} | {_cell(one.help or '')} |" for one in actions]
    return "\n".join([f"| {title} | |", "|---|---|", *rows]) if rows else ""


def _name(action: argparse.Action) -> str:
    """The argument as typed, with the name of its value."""
    value = "" if action.nargs == 0 else _value(action)
    if not action.option_strings:
        return f"`{_cell(value)}`"
    return ", ".join(f"`{_cell(f'{name} {value}'.strip())}`" for name in action.option_strings)


def _value(action: argparse.Action) -> str:
    if action.metavar or not action.choices:
        return str(action.metavar or action.dest.upper())
    return "{" + ",".join(map(str, action.choices)) + "}"


def _cell(text: str) -> str:
    """A help text as argparse shows it. Vertical bars are in code only, where they are safe."""
    return text.replace("%%", "%")


if __name__ == "__main__":
    print(commands())
