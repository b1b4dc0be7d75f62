"""The labels and the cursor of a page, and the actions, which map a state to a new one.

Actions apply to the target: the selected blocks, or the block under the cursor. They take the view
even if they do not need it, so that keys can be bound to any of them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from victor.annotate.suggestions import Suggestions, suggestions
from victor.annotate.view import NO_LABEL, SIMILAR, PageView
from victor.errors import pluralize

Action = tuple[str, int]  # "target", "similar", "rest" or "accept", and a label
START_THRESHOLD = 0.9


@dataclass(frozen=True)
class Step:
    """A change that can be undone."""

    changes: tuple[tuple[int, int, int], ...]  # block, label before, label after
    at: int  # the cursor before


@dataclass(frozen=True)
class State:
    """The labels of n blocks, the cursor and the selection."""

    labels: tuple[int, ...]  # [n] NO_LABEL for undecided blocks
    suggestions: Suggestions  # given the labels
    at: int = 0  # the block under the cursor
    anchor: int | None = None  # where a selection that ends at the cursor starts
    span: tuple[int, int] | None = None  # a selection independent of the cursor, (start, end)
    past: tuple[Step, ...] = ()
    future: tuple[Step, ...] = ()
    last: Action | None = None  # what `repeat` repeats
    threshold: float = START_THRESHOLD  # suggestions below this are uncertain
    message: str = ""  # for the status line

    @property
    def selection(self) -> tuple[int, int] | None:
        """The selected blocks as (start, end), or None."""
        if self.anchor is not None:
            return min(self.anchor, self.at), max(self.anchor, self.at) + 1
        return self.span

    @property
    def target(self) -> range:
        """The selected blocks, or the block under the cursor; empty on an empty page."""
        low, high = self.selection or (self.at, min(self.at + 1, len(self.labels)))
        return range(low, high)

    @property
    def decided(self) -> int:
        """The number of blocks with a label."""
        return len(self.labels) - self.labels.count(NO_LABEL)


def begin(view: PageView, labels: Sequence[int] | None = None, at: int | None = None) -> State:
    """The initial state of a page.

    By default, the cursor is on the least certain undecided block; without suggestions, on the
    first one.
    """
    known = tuple(labels) if labels is not None else (NO_LABEL,) * len(view)
    state = State(known, suggestions(view, known))
    if at is None:
        certainty = state.suggestions.certainty
        at = min(_undecided(state), key=lambda i: (certainty[i], i), default=0)
    return replace(state, at=max(0, min(at, len(known) - 1)))


# Labelling


def label_target(state: State, view: PageView, label: int) -> State:
    """Label the target and advance the cursor."""
    given = dict.fromkeys(state.target, label)
    return _advance(_changed(state, view, given, ("target", label)), state)


def label_similar(state: State, view: PageView, label: int) -> State:
    """Label all blocks similar to one of the target, and advance the cursor."""
    names = view.kind_names[SIMILAR]
    kinds = {names[i] for i in state.target}
    given = {i: label for i, kind in enumerate(names) if kind in kinds}
    return _advance(_changed(state, view, given, ("similar", label)), state)


def label_rest(state: State, view: PageView, label: int) -> State:
    """Label the undecided blocks of the selection, or of the page if nothing is selected."""
    blocks = range(*state.selection) if state.selection else range(len(state.labels))
    given = {i: label for i in blocks if state.labels[i] == NO_LABEL}
    return _changed(state, view, given, ("rest", label))


def boilerplate(state: State, view: PageView) -> State:
    """Label the undecided blocks of the selection, or of the page, as boilerplate."""
    return label_rest(state, view, view.other)


def clear(state: State, view: PageView) -> State:
    """Remove the target's labels."""
    return _changed(state, view, dict.fromkeys(state.target, NO_LABEL), ("target", NO_LABEL))


def accept(state: State, view: PageView) -> State:
    """Label the target as suggested and advance the cursor."""
    given = _suggested(state, state.target)
    return _advance(_changed(state, view, given, ("accept", NO_LABEL)), state)


def accept_page(state: State, view: PageView) -> State:
    """Accept the suggestions for all undecided blocks."""
    return _changed(state, view, _suggested(state, _undecided(state)), None)


def accept_certain(state: State, view: PageView) -> State:
    """Accept the suggestions for undecided blocks whose certainty reaches the threshold."""
    certainty = state.suggestions.certainty
    sure = (i for i in _undecided(state) if certainty[i] >= state.threshold)
    return _changed(state, view, _suggested(state, sure), None)


def repeat(state: State, view: PageView) -> State:
    """Repeat the last labelling action on the current target."""
    if state.last is None:
        return replace(state, message="nothing to repeat")
    name, label = state.last
    if name == "accept":
        return accept(state, view)
    run = {"target": label_target, "similar": label_similar, "rest": label_rest}[name]
    return run(state, view, label)


def _undecided(state: State) -> list[int]:
    return [i for i, label in enumerate(state.labels) if label == NO_LABEL]


def _uncertain(state: State) -> list[int]:
    """The undecided blocks with a suggestion below the threshold, or without one."""
    certainty = state.suggestions.certainty
    return [i for i in _undecided(state) if certainty[i] < state.threshold]


def _suggested(state: State, blocks: Iterable[int]) -> dict[int, int]:
    labels = state.suggestions.label
    return {i: labels[i] for i in blocks if labels[i] != NO_LABEL}


def _changed(
    state: State, view: PageView, given: Mapping[int, int], action: Action | None
) -> State:
    """The state after giving labels to blocks, with a step to undo if a label changed."""
    changes = tuple((i, state.labels[i], new) for i, new in given.items() if state.labels[i] != new)
    state = replace(state, last=action or state.last, message=_change_count(len(changes)))
    if not changes:
        return state
    past = (*state.past, Step(changes, state.at))
    return replace(_with_labels(state, view, given), past=past, future=())


def _with_labels(state: State, view: PageView, given: Mapping[int, int]) -> State:
    labels = list(state.labels)
    for i, label in given.items():
        labels[i] = label
    return replace(state, labels=tuple(labels), suggestions=suggestions(view, labels))


def _change_count(blocks: int) -> str:
    return f"{pluralize(blocks, 'block')} changed" if blocks else "nothing changed"


def _advance(state: State, before: State) -> State:
    """The state with no selection and the cursor on the next block to decide.

    That is the next uncertain block, else the next undecided one below, else the block after the
    target. If no block of the target was undecided, it is always the block after the target.
    """
    after, place = before.target.stop, None
    if any(before.labels[i] == NO_LABEL for i in before.target):
        place = _next(_uncertain(state), after)
        if place is None:
            place = next((i for i in _undecided(state) if i >= after), None)
    place = min(after, len(state.labels) - 1) if place is None else place
    return _at(state, max(0, place))


def _next(blocks: Sequence[int], start: int) -> int | None:
    """The first of the sorted blocks from ``start`` on, wrapping around; None if there are none."""
    return next((i for i in blocks if i >= start), blocks[0] if blocks else None)


def undo(state: State, view: PageView) -> State:
    """Undo the last change of labels."""
    if not state.past:
        return replace(state, message="nothing to undo")
    step = state.past[-1]
    back = _with_labels(state, view, {i: old for i, old, _ in step.changes})
    future = (replace(step, at=state.at), *state.future)
    message = f"undone: {_change_count(len(step.changes))}"
    return replace(_at(back, step.at), past=state.past[:-1], future=future, message=message)


def redo(state: State, view: PageView) -> State:
    """Redo the last undone change."""
    if not state.future:
        return replace(state, message="nothing to redo")
    step = state.future[0]
    again = _with_labels(state, view, {i: new for i, _, new in step.changes})
    past = (*state.past, replace(step, at=state.at))
    message = f"redone: {_change_count(len(step.changes))}"
    return replace(_at(again, step.at), past=past, future=state.future[1:], message=message)


def _at(state: State, at: int) -> State:
    return replace(state, at=at, anchor=None, span=None)


# Selecting


def mark(state: State, view: PageView) -> State:
    """Start a selection at the cursor, or cancel one that was started."""
    return replace(state, anchor=state.at if state.anchor is None else None, span=None, message="")


def _select(state: State, span: tuple[int, int] | None) -> State:
    return replace(state, anchor=None, span=span, message="")


def select_all(state: State, view: PageView) -> State:
    """Select the whole page."""
    return _select(state, (0, len(state.labels)))


def unselect(state: State, view: PageView) -> State:
    """Clear the selection."""
    return _select(state, None)


def widen(state: State, view: PageView) -> State:
    """Select the smallest element that contains the selection and is larger."""
    low, high = state.selection or (state.at, state.at + 1)
    wider = (s for s in view.spans if s[0] <= low and high <= s[1] and s != (low, high))
    span = next(wider, None)
    return _select(state, span) if span else replace(state, message="no enclosing element")


def narrow(state: State, view: PageView) -> State:
    """Select the largest element within the selection that contains the cursor and is smaller."""
    low, high = state.selection or (state.at, state.at + 1)
    inside = [s for s in view.spans if low <= s[0] <= state.at < s[1] <= high and s != (low, high)]
    return _select(state, inside[-1] if inside else None)


def select_run(state: State, view: PageView) -> State:
    """Select the blocks around the cursor with the same label, given or suggested."""
    changes = _changes(state)
    low = max((i for i in changes if i <= state.at), default=0)
    high = min((i for i in changes if i > state.at), default=len(state.labels))
    return _select(state, (low, high))


def _changes(state: State) -> list[int]:
    """The blocks whose label, given or suggested, differs from that of the previous block."""
    both = zip(state.labels, state.suggestions.label, strict=True)
    labels = [suggested if label == NO_LABEL else label for label, suggested in both]
    return [i for i in range(1, len(labels)) if labels[i] != labels[i - 1]]


# Moving


def move(state: State, to: int, select: bool = False) -> State:
    """Move the cursor, at most to the first or last block.

    Args:
        select: extend the selection to the new place, or start one.
    """
    anchor = state.at if select and state.anchor is None else state.anchor
    at = max(0, min(to, len(state.labels) - 1))
    return replace(state, at=at, anchor=anchor, span=None, message="")


def next_change(state: State, view: PageView) -> State:
    """Move to the next block whose label, given or suggested, differs from the previous one's."""
    return move(state, min((i for i in _changes(state) if i > state.at), default=len(view) - 1))


def previous_change(state: State, view: PageView) -> State:
    """Move back to a block as in :func:`next_change`, else to the first block."""
    return move(state, max((i for i in _changes(state) if i < state.at), default=0))


def next_undecided(state: State, view: PageView) -> State:
    """Move to the next uncertain block, else the next undecided one, wrapping around."""
    return _jump(state, _next(_to_decide(state), state.at + 1), "no undecided blocks")


def previous_undecided(state: State, view: PageView) -> State:
    """Move to the previous uncertain block, else the previous undecided one, wrapping around."""
    blocks = _to_decide(state)
    before = [i for i in blocks if i < state.at] or blocks
    return _jump(state, before[-1] if before else None, "no undecided blocks")


def _to_decide(state: State) -> list[int]:
    """The uncertain blocks except the one under the cursor; if none, the undecided blocks."""
    return [i for i in _uncertain(state) if i != state.at] or _undecided(state)


def next_unique(state: State, view: PageView) -> State:
    """Move to the next block without similar blocks, such as a title, else to the last block."""
    return move(state, next((i for i in _unique(view) if i > state.at), len(view) - 1))


def previous_unique(state: State, view: PageView) -> State:
    """Move back to a block without similar blocks, else to the first block."""
    return move(state, max((i for i in _unique(view) if i < state.at), default=0))


def _unique(view: PageView) -> list[int]:
    counts = Counter(view.kind_names[SIMILAR])
    return [i for i, kind in enumerate(view.kind_names[SIMILAR]) if counts[kind] == 1]


def next_difference(state: State, view: PageView) -> State:
    """Move to the next block labelled differently than the model predicts, wrapping around."""
    blocks = [i for i in range(len(view)) if differs(state, view, i)]
    return _jump(state, _next(blocks, state.at + 1), "no labels that differ from the model's")


def differs(state: State, view: PageView, block: int) -> bool:
    """Whether a block has a label and the model predicts another."""
    label, predicted = state.labels[block], view.suggestion[block]
    return NO_LABEL not in (label, predicted) and label != predicted


def least_certain(state: State, view: PageView) -> State:
    """Move to the undecided block with the least certain suggestion.

    Once all are decided, cycle through all blocks, from the least to the most certain.
    """
    certainty = state.suggestions.certainty
    ranked = [i for i, label in enumerate(state.suggestions.label) if label != NO_LABEL]
    ranked.sort(key=lambda i: (certainty[i], i))
    blocks = [i for i in ranked if state.labels[i] == NO_LABEL and i != state.at]
    if not blocks:
        place = ranked.index(state.at) + 1 if state.at in ranked else 0
        blocks = [*ranked[place:], *ranked[:place]]
    return _jump(state, blocks[0] if blocks else None, "no suggestions")


def search(state: State, view: PageView, wanted: str) -> State:
    """Move to the next block that contains the text, ignoring case, wrapping around."""
    needle = " ".join(wanted.split()).casefold()
    hits = [i for i, text in enumerate(view.folded) if needle in text] if needle else []
    place = _next(hits, state.at + 1)
    if place is None:
        return replace(state, message=f"not found: {wanted}")
    return replace(move(state, place), message=f"match {hits.index(place) + 1} of {len(hits)}")


def _jump(state: State, place: int | None, otherwise: str) -> State:
    return replace(state, message=otherwise) if place is None else move(state, place)


def shift_threshold(state: State, view: PageView, step: float) -> State:
    """Raise or lower the threshold, between 0 and 1, and count the suggestions that reach it."""
    threshold = round(min(1.0, max(0.0, state.threshold + step)), 2)
    suggested = _suggested(state, _undecided(state))
    sure = sum(state.suggestions.certainty[i] >= threshold for i in suggested)
    message = f"threshold {threshold:.0%}: % accepts {pluralize(sure, 'suggestion')}"
    return replace(state, threshold=threshold, message=message)
