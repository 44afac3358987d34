"""The log entries about a fight: its turns with their order, and the markers that are due."""

from collections.abc import Callable, Sequence

from gm_desk.core.drafts.draft import Draft
from gm_desk.core.rules.house import House
from gm_desk.core.scenes import staging
from gm_desk.core.scenes.battle import Battle, order
from gm_desk.core.scenes.scene import Marker, Moment, Scene
from gm_desk.model.log.entries import Roll
from gm_desk.model.scene.row import stem_of
from gm_desk.store.journal.entries import TURN, Event

DUE = "scene"
"""The kind of log entries about events in a scene."""


def note(scene: Scene | None, kind: str, words: Sequence[str], house: House, *, secret: bool = False) -> Roll:
    """Return a log entry about a scene."""
    return Roll(Draft("", "" if scene is None else scene.name), Event(kind, tuple(words)), house, {}, secret=secret)


def news(before: Scene | None, after: Scene, battle: Battle, name_of: Callable[[str], str], house: House) -> list[Roll]:
    """Return the log entries of a new moment: the order of a turn that begins, and the markers that are due."""
    word, due = battle.rules.word, due_between(before, after, battle)
    begins = after.now is not None and (before is None or before.now is None or before.now.turn < after.now.turn)
    lines = [note(after, DUE, (one.text, f"{word} {one.turn}"), house, secret=one.hidden) for one in due]
    return [*(_order(after, battle, name_of, house) if begins else ()), *lines]


def deed_in_words(names: list[str], verb: str, how: str = "") -> str:
    """Return what fighters do as text: "Eva delays", "Triad mook 1, 2 go first"."""
    ending = "" if len(names) > 1 else "es" if verb == "go" else "s"
    return " ".join(filter(None, (stem_of(names), verb + ending, how)))


def told_in_words(over: Sequence[Roll], due: Sequence[Marker], battle: Battle) -> str:
    """Return ended conditions and due markers as one text: "Jaqui: stunned is over · Turn 4: the lights return"."""
    found: dict[str, list[str]] = {}
    for one in over:
        if isinstance(one.request, Event):
            found.setdefault(one.draft.name, []).extend(one.request.words)
    ends = [f"{name}: {', '.join(words)}" for name, words in found.items()]
    return " · ".join((*ends, *(f"{battle.rules.word.capitalize()} {one.turn}: {one.text}" for one in due)))


def due_between(before: Scene | None, after: Scene, battle: Battle) -> list[Marker]:
    """Return the markers that happen between two moments."""
    known = () if before is None else staging.happened(before, battle)
    return [one for one in staging.happened(after, battle) if one not in known]


def _order(scene: Scene, battle: Battle, name_of: Callable[[str], str], house: House) -> list[Roll]:
    """Return the log entry of a turn that begins, with the turn order, and a secret one for hidden fighters."""
    now = scene.now or Moment()
    in_order = (each for place in order(now, battle) for each in place if battle.able(each))
    seen, unseen = staging.counts_in_words(scene, battle, in_order, name_of)
    line = note(scene, TURN, (f"{battle.rules.word} {now.turn}", *seen), house)
    return [line, *([note(scene, DUE, ("hidden", *unseen), house, secret=True)] if unseen else [])]
