"""The log entries about a fight: its turns with their order, and the markers that are due."""

from collections.abc import Callable, Sequence

from gm_desk.core.drafts.draft import Draft
from gm_desk.core.rules.house import House
from gm_desk.core.scenes import staging
from gm_desk.core.scenes.battle import Battle
from gm_desk.core.scenes.scene import Marker, Moment, Scene, TurnCost
from gm_desk.model.log.entries import Roll
from gm_desk.model.scene.row import stem_of
from gm_desk.store.journal.entries import TURN, Event

DUE = "scene"
"""The kind of log entries about events in a scene."""


def note(scene: Scene | None, kind: str, words: Sequence[str], house: House, *, secret: bool = False) -> Roll:
    """Return a log entry about a scene."""
    return Roll(Draft("", "" if scene is None else scene.name), Event(kind, tuple(words)), house, {}, secret=secret)


def news(before: Scene | None, after: Scene, battle: Battle, name_of: Callable[[str], str], house: House) -> list[Roll]:
    """Return the log entries of a new moment: the order of a turn or phase that begins, and markers that are due."""
    word, due = battle.rules.word, due_between(before, after, battle)
    lines = [note(after, DUE, (one.text, f"{word} {one.turn}"), house, secret=one.hidden) for one in due]
    return [*(_order(after, battle, name_of, house) if _begins(before, after) else ()), *lines]


def _begins(before: Scene | None, after: Scene) -> bool:
    """Return whether a turn begins between two moments, or a phase of a turn."""
    then = None if before is None else before.now
    return after.now is not None and (then is None or (then.turn, then.phase) < (after.now.turn, after.now.phase))


def turn_in_words(now: Moment, battle: Battle) -> str:
    """Return the turn of a moment with its phase, if there are phases: "Turn 2", "Turn 2, phase 3"."""
    phase = f", phase {now.phase}" if battle.rules.phases > 1 else ""
    return f"{battle.rules.word.capitalize()} {now.turn}{phase}"


def cost_in_words(cost: TurnCost, name: str) -> str:
    """Return the cost of a condition as text: "Jaqui: bleeding 2 damage"."""
    return f"{name}: {cost.name.casefold()} {cost.dice or f'{cost.amount} damage'}"


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
    """Return the log entry of a turn or phase that begins, with its order, and a secret one for hidden fighters."""
    now = scene.now or Moment()
    in_order = (each for place in battle.places(now) for each in place if battle.able(each))
    seen, unseen = staging.counts_in_words(scene, battle, in_order, name_of)
    begins = f"{battle.rules.word} {now.turn}{f', phase {now.phase}' if now.phase > 1 else ''}"
    caught = _surprised(scene, name_of, hidden=False) if (now.turn, now.phase) == (1, 1) else []
    unseen += _surprised(scene, name_of, hidden=True) if (now.turn, now.phase) == (1, 1) else []
    line = note(scene, TURN, (begins, *seen, *caught), house)
    return [line, *([note(scene, DUE, ("hidden", *unseen), house, secret=True)] if unseen else [])]


def _surprised(scene: Scene, name_of: Callable[[str], str], *, hidden: bool) -> list[str]:
    """Return who is surprised and who reacts to a surprise, as text."""
    words = {"surprised": "surprised", "reacting": "reacting to surprise"}
    found = {
        one: [name_of(each.id) for each in scene.fighters if each.surprise == one and each.hidden == hidden]
        for one in words
    }
    return [f"{words[one]}: {', '.join(names)}" for one, names in found.items() if names]
