"""Health on the card: damage and healing as undo steps, and wounds and thresholds as text."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, structs
from PySide6.QtCore import QObject

from gm_desk.core.characters import harm, values
from gm_desk.core.characters.harm import INJURIES, Kind, Suffered, Track
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.values import Vitals
from gm_desk.core.errors import UnknownArmorError
from gm_desk.core.systems.registry import RULES
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.wording import signed
from gm_desk.model.roster.document import RosterDocument

if TYPE_CHECKING:
    from gm_desk.core.notation.points import TypedHarm
    from gm_desk.model.log.entries import Roll


class Healed(Struct, frozen=True):
    """A character before and after a change to its health, and the texts for the log."""

    before: Character
    after: Character
    words: tuple[str, ...]


class HealthEdits(QObject):
    """Damage and healing typed or chosen apart from a roll, for one character or several at once.

    Each change is one undo step. The log gets an entry for each character whose health it changes, a secret one if the
    next roll would be `secret`, or for a character hidden in the current scene. A change that the roster refuses is not
    logged.
    """

    def __init__(
        self, document: RosterDocument, log: RollLog, secret: Callable[[], bool], parent: QObject | None = None
    ) -> None:
        """Change the roster of `document` and write to its `log`."""
        super().__init__(parent)
        self._document = document
        self._log = log
        self._secret = secret

    def read(self, ids: Sequence[str], kind: Kind, line: str) -> list[Suffered]:
        """Return the effect of a line typed on a track on each character; raise RulesError if it is invalid.

        Each character's own armor counts. If only some of them lack the named armor, they have none; if all lack it,
        the line is invalid.
        """
        from gm_desk.core.notation.points import read_harm

        typed = read_harm(line)
        return self._each(self._document.all_existing(ids), typed, kind)

    def suffer(self, ids: Sequence[str], kind: Kind, line: str) -> list[Suffered]:
        """Apply a line typed on a track; return the effect on each character, an empty list if it was refused."""
        from gm_desk.core.characters.naming import name_or_count
        from gm_desk.core.notation.points import read_harm

        befores, done = self._document.all_existing(ids), self.read(ids, kind, line)
        changes = [_typed(before, one) for before, one in zip(befores, done, strict=True)]
        several = f"{_action(read_harm(line), kind)} {name_or_count(befores)}"
        text = several if len(done) > 1 else f"{', '.join(done[0].words)} of {befores[0].name}"
        return done if self._change(changes, kind, text) else []

    def heal_all(self, ids: Sequence[str], kind: Kind) -> None:
        """Clear a track, and with it the wounds or traumas that it caused."""
        from gm_desk.core.characters.naming import name_or_count

        several = self._document.all_existing(ids)
        changes = [_healed(one, harm.without_harm(one, [kind])) for one in several]
        self._change(changes, kind, f"heal all {kind} of {name_or_count(several)}")

    def heal_wound(self, ids: Sequence[str], kind: Kind) -> None:
        """Heal one wound or, on the stress track, one trauma."""
        from gm_desk.core.characters.naming import name_or_count

        several, injury = self._document.all_existing(ids), INJURIES[kind]
        changes = [_healed(one, harm.heal_wound(one, kind)) for one in several]
        self._change(changes, kind, f"heal a {injury.name} of {name_or_count(several)}")

    def why_no_healing(self, ids: Sequence[str]) -> str:
        """Return the reason why there is nothing to heal, or ""."""
        from gm_desk.core.characters.naming import name_or_count

        several = self._document.all_existing(ids)
        hurt = any(_healed(one, harm.without_harm(one)).after != one for one in several)
        return "" if hurt else f"{name_or_count(several)}: nothing to heal"

    def heal(self, ids: Sequence[str]) -> None:
        """Clear all damage, stress and fatigue of characters, as one undo step."""
        from gm_desk.core.characters.naming import name_or_count

        several = self._document.all_existing(ids)
        changes = [_healed(one, harm.without_harm(one)) for one in several]
        self._change(changes, "health", f"heal {name_or_count(several)}")

    def ignore(self, ids: Sequence[str], kind: Kind, count: int) -> None:
        """Set how many wounds or, on the stress track, traumas the characters ignore; this is not logged."""
        from gm_desk.core.characters.naming import name_or_count

        several, injury, roster = self._document.all_existing(ids), INJURIES[kind], self._document.roster
        for one in several:
            roster = roster.with_character(values.ignoring(one, kind, count))
        text = f"ignore {counted(count, injury.name)} of {name_or_count(several)}"
        self._document.change(roster, text, ids[0] if len(ids) == 1 else "")

    def _each(self, several: Sequence[Character], typed: "TypedHarm", kind: Kind) -> list[Suffered]:
        """Return the effect of a typed line on each character."""
        rules, house = RULES[self._document.system.id], self._document.house
        for word in typed.armor:
            if not any(_has_armor(one, word) for one in several):
                harm.armor_against(several[0], [word])
        own = [
            structs.replace(typed, armor=tuple(word for word in typed.armor if _has_armor(one, word)))
            for one in several
        ]
        return [harm.suffered(one, theirs, kind, rules, house) for one, theirs in zip(several, own, strict=True)]

    def _change(self, changes: Sequence[Healed], kind: str, text: str) -> bool:
        """Change characters and log the changes, the first one on top, as one undo step.

        Return whether the change was made.
        """
        from gm_desk.model.roll.undo import change_and_log

        roster = self._document.roster
        for one in changes:
            roster = roster.with_character(one.after)
        to_log = [self._line(one, kind) for one in changes if one.words]
        about = changes[0].after.id if len(changes) == 1 else ""
        return change_and_log(self._document, self._log, roster, to_log, text, about)

    def _line(self, done: Healed, kind: str) -> "Roll":
        """Return the log entry for one character."""
        from gm_desk.model.scene.conditions import line_about
        from gm_desk.store.journal.entries import Event, Harmed

        who, changed = done.after, harm.changes_between(done.before, done.after)
        scene, house = self._document.roster.on_stage, self._document.house
        harmed = Harmed(who.id, changed)
        return line_about(who, Event(kind, done.words), scene, house, secret=self._secret(), harmed=harmed)


def counted(count: int, name: str) -> str:
    """Return a number of wounds or traumas as text."""
    return f"{count or 'no'} {name}{'' if count == 1 else 's'}"


def _typed(before: Character, done: Suffered) -> Healed:
    """Return a typed change with its texts; healing or setting that changed nothing has none."""
    idle = done.way != "deal" and done.character == before
    return Healed(before, done.character, () if idle else done.words)


def _healed(before: Character, after: Character) -> Healed:
    """Return a healing with its texts, "heals 9 damage", "1 wound"; none if nothing was healed."""
    words = harm.counted_changes(harm.changes_between(before, after))
    return Healed(before, after, tuple(f"heals {word}" if place == 0 else word for place, word in enumerate(words)))


def _has_armor(character: Character, armor: str) -> bool:
    """Return whether a character has the typed armor."""
    try:
        harm.armor_against(character, [armor])
    except UnknownArmorError:
        return False
    return True


def _action(typed: "TypedHarm", kind: Kind) -> str:
    """Return the action on several characters as text: "deal 9 damage to"."""
    match typed.way:
        case "deal":
            return f"deal {typed.amount} {kind} to"
        case "heal":
            return f"heal {typed.amount} {kind} of"
        case "set":
            return f"set {kind} to {typed.amount} for"


DOT = "●"
MOST_DOTS = 4


def marks(injuries: int, modifier: int) -> str:
    """Return wounds as dots, or as a number if there are many, and their modifier: "●● −20"."""
    dots = DOT * injuries if injuries <= MOST_DOTS else f"{injuries}{DOT}"
    return " ".join(part for part in (dots, signed(modifier) if modifier else "") if part)


def standing(health: Vitals) -> list[str]:
    """Return the state of a character's health as texts: percentage left, wounds, traumas, modifier, condition."""
    injuries = ((health.injuries - health.traumas, "wound"), (health.traumas, "trauma"))
    hurt = [counted(number, name) for number, name in injuries if number]
    costs = [signed(health.modifier)] if health.modifier else []
    left = [] if health.left is None else [f"{round(health.left * 100)}% left"]
    return [*left, *hurt, *costs, *([health.state] if health.state else [])]


def suffers(track: Track) -> list[str]:
    """Return the effects of a track, its modifier first: "−20 ●●", "out"."""
    hurt = " ".join(reversed(marks(track.injuries, track.modifier).split(" ")))
    return [part for part in (hurt, track.state) if part]


def coming(track: Track) -> list[str]:
    """Return the thresholds that are not reached yet: "out at 45"."""
    return [f"{one.state} at {one.at}" for one in track.thresholds if track.now < one.at]


def count(track: Track) -> str:
    """Return the damage, and the maximum if there is one: "28 / 45"."""
    return str(track.now) if track.most is None else f"{track.now} / {track.most}"


def spoken(track: Track) -> str:
    """Return a track as a screen reader should read it."""
    injury = INJURIES.get(track.kind)
    hurt = counted(track.injuries, injury.name) if injury and track.injuries else ""
    costs = signed(track.modifier) if track.modifier else ""
    parts = (f"{track.name} {count(track).replace('/', 'of')}", hurt, costs, track.state, *coming(track))
    return ", ".join(part for part in parts if part)


def thresholds(track: Track) -> str:
    """Return the thresholds of a track and the effect of a single hit as text."""
    injury = INJURIES.get(track.kind)
    leaves = [f"a {injury.name} for every {track.threshold} of one hit"] if injury and track.threshold else []
    return ", ".join([*(f"{one.state} at {one.at}" for one in track.thresholds), *leaves])
