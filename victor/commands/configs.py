"""List the tasks that are shipped, or show one as it is read.

With a name: the whole configuration, what it extends included.
"""

import argparse


def add(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("name", nargs="?", help="a task, or a configuration file")
    interface = "print the labelling configuration of a Label Studio project for the task's labels"
    parser.add_argument("--label-studio", action="store_true", help=interface)


def run(arguments: argparse.Namespace) -> int:
    """Print the list, or the configuration after checking it."""
    from victor import config, pipeline
    from victor.config import resources
    from victor.errors import VictorError
    from victor.output.label_studio import interface

    if arguments.name:
        task = config.load(arguments.name)
        pipeline.plan(task)
        print(interface(task) if arguments.label_studio else config.dump(task), end="")
        return 0
    if arguments.label_studio:
        raise VictorError("--label-studio: of which task? victor configs NAME --label-studio")
    models = resources.names("models")
    names = resources.names("configs")
    width = max(map(len, names))
    for name in names:
        mark = "*" if name in models else " "
        print(f"{mark} {name:<{width}} {config.load(name).description}")
    print("\n* a model is shipped; the others are for learning")
    return 0
