"""List the shipped tasks, or print the configuration of one.

With a name, prints the full configuration, including what it extends.
"""

import argparse


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="task or configuration file")
    parser.add_argument("--label-studio", action="store_true",
                        help="print the labelling configuration for Label Studio")  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Print the list, or check and print a configuration."""
    from victor import config, pipeline
    from victor.config import resources
    from victor.errors import VictorError
    from victor.output.label_studio import interface
    from victor.plan import is_ready

    if arguments.name:
        task = config.load(arguments.name)
        made = pipeline.plan(task)
        made.start()
        if task.model:
            made.under(made.model("model").weights)  # raises if they lack the convention
        print(interface(task) if arguments.label_studio else config.dump(task), end="")
        return 0
    if arguments.label_studio:
        raise VictorError("--label-studio needs a task: victor configs NAME --label-studio")
    names = resources.names("configs")
    width = max(map(len, names))
    for task in map(config.load, names):
        sign = "*" if is_ready(task.name, task) else " "
        print(f"{sign} {task.name:<{width}} {task.description}")
    print("\n* cleans without learning a model first")
    return 0
