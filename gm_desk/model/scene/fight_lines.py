"""The log entries about a fight: its turns, markers and costs; they count as long as the moments that wrote them."""

from collections.abc import Callable, Sequence

from msgspec import Struct, structs
from PySide6.QtGui import QUndoCommand
from typing_extensions import override

from gm_desk.core.characters import harm
from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.errors import TurnError
from gm_desk.core.rules.dice import Dice
from gm_desk.core.rules.house import House
from gm_desk.core.scenes import staging
from gm_desk.core.scenes.order import Battle
from gm_desk.core.scenes.scene import NOT_BEGUN, Cost, Marker, Moment, Scene, TurnCost
from gm_desk.core.scenes.staging import left_by_back, returned_to
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import menu_text
from gm_desk.model.log.entries import Roll
from gm_desk.model.log.logged_edits import line_about
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.undo import LogStep
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.conditions import CONDITION
from gm_desk.model.scene.initiative import total_of
from gm_desk.model.scene.row import stem_of
from gm_desk.store.journal.entries import TURN, Entry, Event, Harmed

DUE = "scene"
"""The kind of log entries about events in a scene."""


def note(scene: Scene | None, kind: str, words: Sequence[str], house: House, *, secret: bool = False) -> Roll:
    """Return a log entry about a scene."""
    return Roll(Draft("", "" if scene is None else scene.name), Event(kind, tuple(words)), house, {}, secret=secret)


def news(
    before: Scene | None,
    after: Scene,
    due: Sequence[Marker],
    battle: Battle,
    name_of: Callable[[str], str],
    house: House,
) -> list[Roll]:
    """Return the log entries of a new moment: the order of a turn or phase that begins, and the markers due."""
    word = battle.rules.word
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
    """Return the cost of a condition as text: "Jaqui: bleeding 2 damage", "Lao: burning 1d6, 3 times"."""
    often = f", {cost.times} times" if cost.times > 1 else ""
    return f"{name}: {cost.name.casefold()} {cost.dice or f'{cost.amount} damage'}{often}"


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
    then = None if before is None else before.now
    earlier = [] if before is None else staging.happened(before, battle)
    known = [one for one in earlier if then is not None and staging.is_told(one, then)]
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


class StrikeStep(QUndoCommand):
    """An undo step that strikes entries out, or restores them if they are struck."""

    def __init__(self, log: RollLog, entries: Sequence[Entry], text: str) -> None:
        """Use entries as they are now."""
        super().__init__(menu_text(text))
        self._log = log
        self._entries = entries

    @override
    def redo(self) -> None:
        for entry in self._entries:
            self._log.revise(entry, _turned(entry))

    @override
    def undo(self) -> None:
        for entry in self._entries:
            self._log.revise(_turned(entry), entry, back=True)


class MomentStep(Struct, frozen=True):
    """A step of a fight in the log: the lines of its moment, and those that stay if that is taken back.

    `ended` are the lines of the conditions that end with it.
    """

    lines: Sequence[Roll] = ()
    staying: Sequence[Roll] = ()
    ended: Sequence[Roll] = ()


class MomentLog:
    """The writer of steps of a fight to the roster and the log, each as one undo step."""

    def __init__(self, document: RosterDocument, log: RollLog) -> None:
        """Write to a document and a log."""
        self._document = document
        self._log = log

    def write(self, after: Roster, step: MomentStep, text: str) -> Sequence[Roll]:
        """Change the roster and the log, as one undo step; nothing is logged for a change that is refused.

        Return the lines about ended conditions that are new. The entries of a moment that is taken back are struck
        out, and restored when the fight returns to it.
        """
        document, log = self._document, self._log
        turned, ended = self._turned(document.roster.on_stage, after.on_stage, step.ended)
        lines = [*ended, *step.lines, *step.staying]
        if not lines and not turned:
            document.change(after, text)
            return ()
        if not document.allows(after):
            return ()
        with document.stack.macro(text):
            if turned:
                document.stack.push(StrikeStep(log, turned, text))
            entries = log.add(lines) if lines else []
            if entries:
                document.stack.push(LogStep(log, entries, text))
            own = entries[: len(ended) + len(step.lines)]
            document.change(_with_lines(after, [one.id for one in own]), text)
        return ended

    def _turned(
        self, before: Scene | None, after: Scene | None, ended: Sequence[Roll]
    ) -> tuple[list[Entry], Sequence[Roll]]:
        """Return the entries to strike out or to restore, and the lines about ended conditions without these.

        Nothing ends by going back: what follows a condition gives way to it again.
        """
        if after is None:
            return [], ended
        left, found = left_by_back(before, after), returned_to(before, after)
        if left is not None:
            return [one for one in self._entries(left) if not one.struck], ()
        if found is None:
            return [], ended
        over = {(one.draft.character, one.request): one for one in ended}
        back = [one for one in self._entries(found) if one.struck and (not _is_end(one) or _key(one) in over)]
        known = {_key(one) for one in self._entries(found)}
        return back, [one for key, one in over.items() if key not in known]

    def _entries(self, moment: Moment) -> list[Entry]:
        """Return the entries of a moment as they are now."""
        found = (self._log.kept(one) for one in moment.lines)
        return [one.entry for one in found if one is not None]


def _with_lines(roster: Roster, lines: Sequence[str]) -> Roster:
    """Return the roster with entries of the log added to the moment of its current scene."""
    scene = roster.on_stage
    if not lines or scene is None or scene.now is None:
        return roster
    now = structs.replace(scene.now, lines=(*scene.now.lines, *lines))
    return roster.with_scene(structs.replace(scene, now=now))


def _is_end(entry: Entry) -> bool:
    """Return whether an entry is about the end of a condition."""
    return entry.event is not None and entry.event.kind == CONDITION


def _key(entry: Entry) -> tuple[str, object]:
    return entry.draft.character, entry.request


def _turned(entry: Entry) -> Entry:
    return structs.replace(entry, struck=not entry.struck)


def dealt(cost: TurnCost, document: RosterDocument, scene: Scene, dice: Dice) -> tuple[Roster, Roll, str]:
    """Return the roster with a cost applied in the moment of a scene, the entry for the log, and a name for the step.

    Raise TurnError if no fight has begun.
    """
    if scene.now is None:
        raise TurnError("scene", NOT_BEGUN)
    one, rules = document.existing(cost.character), RULES[document.system.id]
    amount = cost.amount or total_of(cost.dice, dice)
    after = harm.suffer(one, amount, "damage", rules, document.house)
    changes = harm.changes_between(one, after.character)
    costs = [Cost(one.id, track, number, cost.condition) for track, number in changes.items()]
    now = structs.replace(scene.now, costs=(*scene.now.costs, *costs))
    roster = document.roster.with_character(after.character)
    roster = roster.with_scene(structs.replace(scene.without_ahead(), now=now))
    name = cost.name.casefold()
    event = Event("damage", (name, *after.words))
    line = line_about(one, event, scene, document.house, harmed=Harmed(one.id, changes))
    return roster, line, f"{name}: {after.words[0]} of {one.name}"


def dismissed(cost: TurnCost, document: RosterDocument, scene: Scene) -> tuple[Roster, str]:
    """Return the roster with a cost counted as dealt without damage, as often as it is due, and a name for the step.

    Raise TurnError if no fight has begun.
    """
    if scene.now is None:
        raise TurnError("scene", NOT_BEGUN)
    nothing = Cost(cost.character, cost.track, 0, cost.condition)
    now = structs.replace(scene.now, costs=(*scene.now.costs, *(nothing for _ in range(cost.times))))
    roster = document.roster.with_scene(structs.replace(scene.without_ahead(), now=now))
    return roster, f"dismiss {cost.name.casefold()} of {document.existing(cost.character).name}"
