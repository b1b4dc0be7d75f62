"""Find the model that a name or path refers to: :func:`model_of`."""

from dataclasses import replace
from pathlib import Path

from victor import config
from victor.config import Task, resources
from victor.errors import VictorError
from victor.labelers.base import Training
from victor.model import Model, find, load
from victor.plan import Plan, plan


def model_of(name: str) -> Model:
    """The model of a name or path.

    Args:
        name: of a shipped model, or of a configuration that names a model or whose labeler needs
            none; or the path of such a configuration or of a model's directory.

    Raises:
        VictorError: there is no such model, or it is damaged.
    """
    if _is_configuration(name):
        return _of_configuration(name)
    return load(find(name, resources.names("configs")))


def _is_configuration(name: str) -> bool:
    """Whether a name or path refers to a configuration without a model of the same name."""
    known = set(resources.names("configs")) - set(resources.names("models"))
    return not Path(name).is_dir() and (name in known or name.lower().endswith((".yaml", ".yml")))


def _fitting(made: Plan) -> str | None:
    """The shipped model with the columns and labels of a task, if any."""
    for name in resources.names("models"):
        model = load(find(name))
        if _layout(plan(model.task)) == _layout(made) and not made.labeler.check(model.weights):
            return name
    return None


def _layout(made: Plan) -> tuple[object, ...]:
    return made.columns, made.task.keys, made.task.labeler.name


def _as_learned(task: Task, model: Model) -> Task:
    """The task, under the convention of a user's model unless the user sets one.

    The convention of a shipped task is one of a shipped model: it ignores what was taught.
    """
    is_shipped = task.model in resources.names("models")
    file = Path(task.place("convention").file)
    is_set = not file.is_relative_to(resources.folder("configs"))
    return task if is_shipped or is_set else config.following(task, model.task.convention or "none")


def as_used(task: Task) -> Task:
    """The task of a configuration with the convention under which it cleans.

    Raises:
        VictorError: the model that it names does not exist or fit.
    """
    return _as_learned(task, plan(task).model("model")) if task.model else task


def _of_configuration(name: str) -> Model:
    """The model of a configuration that names a model, or whose labeler needs no pages.

    Raises:
        VictorError: the labeler needs pages; the message states how to learn a model.
    """
    task = config.load(name)
    made = plan(task)
    if task.model:
        model = made.model("model")
        return replace(model, task=_as_learned(task, model))
    if made.labeler.needs_pages:
        fits = _fitting(made)
        found = f"no model is shipped for {made.task.name!r}; "
        if fits:
            found = f"{name} names no model; add 'model: {fits}', which fits, or "
        raise VictorError(
            f"{found}learn one: "
            f"victor learn --config {name} -o DIR FILE|CORPUS..., then clean with --model DIR"
        )
    weights = made.learn(Training((), ()))
    if wrong := made.labeler.check(weights):
        raise made.task.place("labeler").error(f"{made.task.labeler.name}: {wrong}")
    return Model(made.task, weights, {})
