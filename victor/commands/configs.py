"""List the tasks that are shipped, or show one as it is read.

With a name: the whole configuration, what it extends included.
"""

import argparse


def add(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("name", nargs="?", help="a task, or a configuration file")


def run(arguments: argparse.Namespace) -> int:
    """Print the list, or the configuration after checking it."""
    from victor import config, pipeline, resources

    if arguments.name:
        task = config.load(arguments.name)
        pipeline.plan(task)
        print(config.dump(task), end="")
        return 0
    models = resources.names("models")
    for name in resources.names("configs"):
        if not name.startswith("_"):
            task = config.load(name)
            mark = "*" if name in models else " "
            print(f"{mark} {name:<16} {task.description}")
    print("\n* a model is shipped; the others are for learning")
    return 0
