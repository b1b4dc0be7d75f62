"""What has been decided of a page, and the actions on it: a state in, a state out.

A target is what an action is about: the selected blocks, else the block under the cursor.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from victor.annotate.suggestions import Suggestions, suggestions
from victor.annotate.view import LIKE, NONE, PageView
from victor.errors import pluralize

Action = tuple[str, int]  # "decide", "like", "rest" or "accept", and a label's number or NONE
START_THRESHOLD = 0.9


@dataclass(frozen=True)
class Step:
    """What an action changed, to be undone: blocks with their labels before and after."""

    changes: tuple[tuple[int, int, int], ...]
    at: int  # the cursor before


@dataclass(frozen=True)
class State:
    """Labels of n blocks and where the annotator is."""

    labels: tuple[int, ...]  # [n] numbers of labels, NONE where it is not decided
    suggestions: Suggestions  # suggestions, as they are after what has been decided
    at: int = 0  # the block under the cursor
    anchor: int | None = None  # the other end of a selection that grows with the cursor
    span: tuple[int, int] | None = None  # a selection by element, from and up to
    past: tuple[Step, ...] = ()
    future: tuple[Step, ...] = ()
    last: Action | None = None  # what `repeat` does again
    threshold: float = START_THRESHOLD  # certainty from which `accept_certain` accepts
    said: str = ""  # what the last action has to say

    @property
    def selection(self) -> tuple[int, int] | None:
        """The selected blocks, from and up to; none if there is no selection."""
        if self.anchor is not None:
            return min(self.anchor, self.at), max(self.anchor, self.at) + 1
        return self.span

    @property
    def target(self) -> range:
        """The blocks that an action is about."""
        low, high = self.selection or (self.at, min(self.at + 1, len(self.labels)))
        return range(low, high)

    @property
    def decided(self) -> int:
        """How many blocks have a label."""
        return len(self.labels) - self.labels.count(NONE)


def begin(sheet: PageView, labels: Sequence[int] | None = None, at: int | None = None) -> State:
    """A state to go on from: at the place given, else where most is to be done.

    That is the block that is least certain of those not decided; the first if nothing is suggested.
    """
    known = tuple(labels) if labels is not None else (NONE,) * len(sheet)
    state = State(known, suggestions(sheet, known))
    place = _most_doubtful(state) if at is None else at
    return replace(state, at=max(0, min(place, len(known) - 1)))


def _most_doubtful(state: State) -> int:
    return min(_undecided(state), key=lambda i: (state.suggestions.certainty[i], i), default=0)


# Actions that label


def decide(state: State, sheet: PageView, label: int) -> State:
    """Give the target a label, and go on to what comes next."""
    given = dict.fromkeys(state.target, label)
    return _go_on(_changed(state, sheet, given, ("decide", label)), state)


def like(state: State, sheet: PageView, label: int) -> State:
    """Give it to all blocks that are like those of the target, wherever they stand."""
    names = sheet.kind_names[LIKE]
    kinds = {names[i] for i in state.target}
    given = {i: label for i, kind in enumerate(names) if kind in kinds}
    return _go_on(_changed(state, sheet, given, ("like", label)), state)


def rest(state: State, sheet: PageView, label: int) -> State:
    """Give it to all blocks of the page that are not decided, or of the selection."""
    blocks = range(*state.selection) if state.selection else range(len(state.labels))
    given = {i: label for i in blocks if state.labels[i] == NONE}
    return _changed(state, sheet, given, ("rest", label))


def boilerplate(state: State, sheet: PageView) -> State:
    """What is not decided, of the page or the selection, is boilerplate."""
    return rest(state, sheet, sheet.other)


def clear(state: State, sheet: PageView) -> State:
    """Take the target's labels away."""
    return _changed(state, sheet, dict.fromkeys(state.target, NONE), ("decide", NONE))


def accept(state: State, sheet: PageView) -> State:
    """Give the target what the model suggests for it."""
    given = _suggested(state, state.target)
    return _go_on(_changed(state, sheet, given, ("accept", NONE)), state)


def accept_page(state: State, sheet: PageView) -> State:
    """Accept the suggestions for all blocks that are not decided."""
    return _changed(state, sheet, _suggested(state, _undecided(state)), None)


def accept_certain(state: State, sheet: PageView) -> State:
    """The same for those that the model is sure of: the threshold or more."""
    sure = (i for i in _undecided(state) if state.suggestions.certainty[i] >= state.threshold)
    return _changed(state, sheet, _suggested(state, sure), None)


def repeat(state: State, sheet: PageView) -> State:
    """Do with this target what was done with the last one."""
    if state.last is None:
        return replace(state, said="nothing to repeat yet")
    name, label = state.last
    if name == "accept":
        return accept(state, sheet)
    return {"decide": decide, "like": like, "rest": rest}[name](state, sheet, label)


def _undecided(state: State) -> list[int]:
    return [i for i, label in enumerate(state.labels) if label == NONE]


def _doubtful(state: State) -> list[int]:
    """The blocks that are not decided and whose suggestion is below the threshold, or missing."""
    certainty = state.suggestions.certainty
    return [i for i in _undecided(state) if certainty[i] < state.threshold]


def _suggested(state: State, blocks: Iterable[int]) -> dict[int, int]:
    return {i: state.suggestions.label[i] for i in blocks if state.suggestions.label[i] != NONE}


def _changed(
    state: State, sheet: PageView, given: Mapping[int, int], action: Action | None
) -> State:
    """The state with labels given to blocks; what they change can be undone."""
    changes = tuple((i, state.labels[i], new) for i, new in given.items() if state.labels[i] != new)
    state = replace(state, last=action or state.last, said=_count(len(changes)))
    if not changes:
        return state
    past = (*state.past, Step(changes, state.at))
    return replace(_with(state, sheet, {i: new for i, _, new in changes}), past=past, future=())


def _with(state: State, sheet: PageView, given: Mapping[int, int]) -> State:
    labels = list(state.labels)
    for i, label in given.items():
        labels[i] = label
    return replace(state, labels=tuple(labels), suggestions=suggestions(sheet, labels))


def _count(blocks: int) -> str:
    return f"{pluralize(blocks, 'block')} changed" if blocks else "nothing changed"


def _go_on(state: State, before: State) -> State:
    """The selection is done with; the cursor goes to the next block that is doubtful.

    Without any, to the next that is not decided. Of blocks that had a label the annotator is
    mending: the cursor goes to the block that follows.
    """
    after = before.target.stop
    fresh = any(before.labels[i] == NONE for i in before.target)
    place = _next(_doubtful(state), after) if fresh else None
    if fresh and place is None:
        place = next((i for i in _undecided(state) if i >= after), None)
    place = min(after, len(state.labels) - 1) if place is None else place
    return replace(state, at=max(0, place), anchor=None, span=None)


def _next(blocks: Sequence[int], start: int) -> int | None:
    """The first of the blocks from ``start`` on, else from the page's start."""
    return next((i for i in blocks if i >= start), blocks[0] if blocks else None)


# Undo and redo


def undo(state: State, sheet: PageView) -> State:
    """Take the last change back."""
    if not state.past:
        return replace(state, said="nothing to undo")
    step = state.past[-1]
    back = _with(state, sheet, {i: old for i, old, _ in step.changes})
    future = (replace(step, at=state.at), *state.future)
    said = f"undone: {_count(len(step.changes))}"
    return replace(_placed(back, step.at), past=state.past[:-1], future=future, said=said)


def redo(state: State, sheet: PageView) -> State:
    """Make the change again that was taken back last."""
    if not state.future:
        return replace(state, said="nothing to redo")
    step = state.future[0]
    again = _with(state, sheet, {i: new for i, _, new in step.changes})
    past = (*state.past, replace(step, at=state.at))
    said = f"done again: {_count(len(step.changes))}"
    return replace(_placed(again, step.at), past=past, future=state.future[1:], said=said)


def _placed(state: State, at: int) -> State:
    return replace(state, at=at, anchor=None, span=None)


# Moving and selecting


def move(state: State, to: int, select: bool = False) -> State:
    """The cursor to a block, or the nearest that there is; a selection grows with it.

    ``select`` begins one where there is none. A selection by element ends.
    """
    anchor = state.at if select and state.anchor is None else state.anchor
    at = max(0, min(to, len(state.labels) - 1))
    return replace(state, at=at, anchor=anchor, span=None, said="")


def mark(state: State, sheet: PageView) -> State:
    """Begin a selection at the cursor, or end it."""
    return replace(state, anchor=state.at if state.anchor is None else None, span=None, said="")


def select_all(state: State, sheet: PageView) -> State:
    """Select the page."""
    return replace(state, anchor=None, span=(0, len(state.labels)), said="")


def unselect(state: State, sheet: PageView) -> State:
    """Select nothing."""
    return replace(state, anchor=None, span=None, said="")


def widen(state: State, sheet: PageView) -> State:
    """Select the element around the selection: the smallest that holds it and more."""
    low, high = state.selection or (state.at, state.at + 1)
    wider = (s for s in sheet.spans if s[0] <= low and high <= s[1] and s != (low, high))
    span = next(wider, None)
    if span is None:
        return replace(state, said="nothing wider")
    return replace(state, anchor=None, span=span, said="")


def narrow(state: State, sheet: PageView) -> State:
    """Select the element below the selection that holds the cursor."""
    low, high = state.selection or (state.at, state.at + 1)
    inside = [s for s in sheet.spans if low <= s[0] <= state.at < s[1] <= high and s != (low, high)]
    return replace(state, anchor=None, span=inside[-1] if inside else None, said="")


def shown(state: State) -> list[int]:
    """[n] each block's label, or what is suggested for it where it has none."""
    both = zip(state.labels, state.suggestions.label, strict=True)
    return [hint if label == NONE else label for label, hint in both]


def select_run(state: State, sheet: PageView) -> State:
    """Select the blocks around the cursor that have its label, given or suggested."""
    labels = shown(state)
    low = high = state.at
    while low > 0 and labels[low - 1] == labels[state.at]:
        low -= 1
    while high + 1 < len(labels) and labels[high + 1] == labels[state.at]:
        high += 1
    return replace(state, anchor=None, span=(low, high + 1), said="")


def next_change(state: State, sheet: PageView) -> State:
    """On to where another label begins, given or suggested; at last to the page's end."""
    labels = shown(state)
    changes = (i for i in range(state.at + 1, len(labels)) if labels[i] != labels[i - 1])
    return move(state, next(changes, len(labels) - 1))


def previous_change(state: State, sheet: PageView) -> State:
    """Back to where a label begins."""
    labels = shown(state)
    changes = (i for i in range(state.at - 1, 0, -1) if labels[i] != labels[i - 1])
    return move(state, next(changes, 0))


def next_undecided(state: State, sheet: PageView) -> State:
    """On to the next block that is doubtful, else not decided; from the page's end to its start."""
    return _found(state, _next(_wanting(state), state.at + 1), "decided")


def previous_undecided(state: State, sheet: PageView) -> State:
    """Back to the one before this."""
    blocks = _wanting(state)
    before = [i for i in blocks if i < state.at] or blocks
    return _found(state, before[-1] if before else None, "decided")


def _wanting(state: State) -> list[int]:
    """The doubtful blocks other than that under the cursor; without any, those not decided."""
    return [i for i in _doubtful(state) if i != state.at] or _undecided(state)


def next_lone(state: State, sheet: PageView) -> State:
    """On to the next block that no other block is like, as titles are, to the page's end."""
    return move(state, next((i for i in _lone(sheet) if i > state.at), len(sheet) - 1))


def previous_lone(state: State, sheet: PageView) -> State:
    """Back to one, to the page's start."""
    return move(state, max((i for i in _lone(sheet) if i < state.at), default=0))


def _lone(sheet: PageView) -> list[int]:
    counts = Counter(sheet.kind_names[LIKE])
    return [i for i, kind in enumerate(sheet.kind_names[LIKE]) if counts[kind] == 1]


def next_differing(state: State, sheet: PageView) -> State:
    """On to the next block whose label is not the model's."""
    wrong = [i for i in range(len(sheet)) if differs(state, sheet, i)]
    after = [i for i in wrong if i > state.at] or wrong
    return _found(state, after[0] if after else None, "as the model has it")


def differs(state: State, sheet: PageView, block: int) -> bool:
    """Whether a block's label is not the one that the model suggests."""
    label, suggestion = state.labels[block], sheet.suggestion[block]
    return NONE not in (label, suggestion) and label != suggestion


def least_certain(state: State, sheet: PageView) -> State:
    """On to the block that the model knows least of, among those that are not decided.

    Where all are decided, to the one that it knows next to least of after this one.
    """
    suggestions = state.suggestions
    known = [i for i, label in enumerate(suggestions.label) if label != NONE]
    known.sort(key=lambda i: (suggestions.certainty[i], i))
    unknown = [i for i in known if state.labels[i] == NONE and i != state.at]
    if not unknown:
        place = known.index(state.at) + 1 if state.at in known else 0
        unknown = [*known[place:], *known[:place]]
    return _found(state, unknown[0] if unknown else None, "without a suggestion")


def search(state: State, sheet: PageView, wanted: str) -> State:
    """On to the next block with this text, whatever its case, from the page's end to its start."""
    needle = " ".join(wanted.split()).casefold()
    hits = [i for i, text in enumerate(sheet.folded) if needle in text] if needle else []
    after = [i for i in hits if i > state.at] or hits
    if not after:
        return replace(state, said=f"not found: {wanted}")
    return replace(move(state, after[0]), said=f"{hits.index(after[0]) + 1} of {len(hits)}")


def _found(state: State, place: int | None, all_are: str) -> State:
    if place is None:
        return replace(state, said=f"all blocks are {all_are}")
    return move(state, place)


def surer(state: State, sheet: PageView) -> State:
    """Accept less: the threshold goes up by a twentieth, to 100 %."""
    return _threshold(state, sheet, 0.05)


def less_sure(state: State, sheet: PageView) -> State:
    """Accept more: the threshold goes down, to 0."""
    return _threshold(state, sheet, -0.05)


def _threshold(state: State, sheet: PageView, step: float) -> State:
    threshold = round(min(1.0, max(0.0, state.threshold + step)), 2)
    sure = sum(state.suggestions.label[i] != NONE and state.suggestions.certainty[i] >= threshold
               for i in _undecided(state))  # fmt: skip
    said = f"{threshold:.0%} and more: {pluralize(sure, 'block')} not decided"
    return replace(state, threshold=threshold, said=said)
