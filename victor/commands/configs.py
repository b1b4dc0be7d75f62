"""List the shipped tasks, or print the configuration of one.

With a name, prints the full configuration, including what it extends.
"""

import argparse
from typing import TYPE_CHECKING

from victor.errors import VictorError

if TYPE_CHECKING:
    from victor.config import Task


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="task or configuration file")
    parser.add_argument("--label-studio", action="store_true",
                        help="print the labelling configuration for Label Studio")  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Print the list, or check and print a configuration."""
    from victor import config
    from victor.lookup import as_used
    from victor.output.label_studio import interface

    if arguments.name:
        task = as_used(config.load(arguments.name))
        _check(task)
        print(interface(task) if arguments.label_studio else config.dump(task), end="")
    elif arguments.label_studio:
        raise VictorError("--label-studio needs a task: victor configs NAME --label-studio")
    else:
        _print_names()
    return 0


def _check(task: "Task") -> None:
    """Check that the task is complete, and that the models that it names fit."""
    from victor import pipeline

    plan = pipeline.plan(task)
    plan.start()
    if task.model:
        plan.under(plan.model("model").weights)  # raises if they lack the convention


def _print_names() -> None:
    """Print the names of the shipped tasks, their descriptions, and whether they need learning."""
    from victor import config
    from victor.config import resources
    from victor.plan import is_ready

    names = resources.names("configs")
    width = max(map(len, names))
    for task in map(config.load, names):
        sign = "*" if is_ready(task.name, task) else " "
        print(f"{sign} {task.name:<{width}} {task.description}")
    print("\n* cleans without learning a model first")
