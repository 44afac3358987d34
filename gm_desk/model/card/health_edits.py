"""Damage, healing and rests by the GM, apart from a roll, as undo steps."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from gm_desk.core.characters import harm, values
from gm_desk.core.characters.harm import INJURIES, Suffered, TrackKind, TypedHarm
from gm_desk.core.characters.roster import Character, name_or_count
from gm_desk.core.drafts import spending
from gm_desk.core.drafts.rejudging import roll_missing
from gm_desk.core.errors import UnknownArmorError
from gm_desk.core.notation.points import read_harm
from gm_desk.core.rules.dice import Dice
from gm_desk.core.rules.outcomes import DiceTotal
from gm_desk.core.rules.requests import DiceSum
from gm_desk.core.systems.definition import Recharge
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import plural
from gm_desk.model.log.logged_edits import LoggedEdits
from gm_desk.model.roster.document import RosterDocument

if TYPE_CHECKING:
    from gm_desk.model.log.entries import Roll


class Healed(Struct, frozen=True):
    """A character before and after a change to its health, and the texts for the log."""

    before: Character
    after: Character
    words: tuple[str, ...]


class HealthEdits(LoggedEdits):
    """Damage and healing typed or chosen apart from a roll, for one character or several at once.

    The log gets an entry for each character whose health a change affects. A change that the roster refuses is not
    logged.
    """

    def read(self, ids: Sequence[str], kind: TrackKind, line: str) -> list[Suffered]:
        """Return the effect of a line typed on a track on each character; raise RulesError if it is invalid.

        Each character's own armor counts. If only some of them lack the named armor, they have none; if all lack it,
        the line is invalid.
        """
        return self._each(self._document.all_existing(ids), read_harm(line), kind)

    def suffer(self, ids: Sequence[str], kind: TrackKind, line: str) -> list[Suffered]:
        """Apply a line typed on a track; return the effect on each character, an empty list if it was refused."""
        befores, typed = self._document.all_existing(ids), read_harm(line)
        done = self._each(befores, typed, kind)
        changes = [_typed(before, one) for before, one in zip(befores, done, strict=True)]
        several = f"{_action(typed, kind)} {name_or_count(befores)}"
        text = several if len(done) > 1 else f"{', '.join(done[0].words)} of {befores[0].name}"
        return done if self._change(changes, kind, text) else []

    def heal_all(self, ids: Sequence[str], kind: TrackKind) -> None:
        """Clear a track, and with it the wounds or traumas that it caused."""
        several = self._document.all_existing(ids)
        changes = [_healed(one, harm.without_harm(one, [kind])) for one in several]
        self._change(changes, kind, f"heal all {kind} of {name_or_count(several)}")

    def heal_wound(self, ids: Sequence[str], kind: TrackKind) -> None:
        """Heal one wound or, on the stress track, one trauma."""
        several, injury = self._document.all_existing(ids), INJURIES[kind]
        changes = [_healed(one, harm.heal_wound(one, kind)) for one in several]
        self._change(changes, kind, f"heal a {injury.name} of {name_or_count(several)}")

    def injure(self, ids: Sequence[str], kind: TrackKind, line: str) -> None:
        """Add wounds or, on the stress track, traumas, or heal them: "2", "heal 1"."""
        typed, several, injury = read_harm(line), self._document.all_existing(ids), INJURIES[kind]
        words = plural(typed.amount, injury.name)
        if typed.way == "heal":
            changes = [_healed(one, harm.heal_wound(one, kind, typed.amount)) for one in several]
        else:
            hurt = [(one, harm.injured(one, kind, typed.amount)) for one in several]
            changes = [Healed(one, after, (f"takes {words}",) if after != one else ()) for one, after in hurt]
        self._change(changes, kind, f"{'heal' if typed.way == 'heal' else 'add'} {words} of {name_or_count(several)}")

    def why_no_healing(self, ids: Sequence[str]) -> str:
        """Return the reason why there is nothing to heal, or ""."""
        several = self._document.all_existing(ids)
        hurt = any(_healed(one, harm.without_harm(one)).after != one for one in several)
        return "" if hurt else f"{name_or_count(several)}: nothing to heal"

    def heal(self, ids: Sequence[str]) -> None:
        """Clear all damage, stress and fatigue of characters, as one undo step."""
        several = self._document.all_existing(ids)
        changes = [_healed(one, harm.without_harm(one)) for one in several]
        self._change(changes, "health", f"heal {name_or_count(several)}")

    def ignore(self, ids: Sequence[str], kind: TrackKind, count: int) -> None:
        """Set how many wounds or, on the stress track, traumas the characters ignore; this is not logged."""
        several, injury, roster = self._document.all_existing(ids), INJURIES[kind], self._document.roster
        for one in several:
            roster = roster.with_character(values.ignoring(one, kind, count))
        text = f"ignore {plural(count, injury.name, 'no')} of {name_or_count(several)}"
        self._document.change(roster, text, ids[0] if len(ids) == 1 else "")

    def _each(self, several: Sequence[Character], typed: TypedHarm, kind: TrackKind) -> list[Suffered]:
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
        """Change characters and log the changes, as one undo step; return whether that was done."""
        to_log = [self._healing(one, kind) for one in changes if one.words]
        return self._change_and_log([one.after for one in changes], to_log, text)

    def _healing(self, done: Healed, kind: str) -> "Roll":
        """Return the log entry for the changed health of one character."""
        from gm_desk.store.journal.entries import Event, Harmed

        changed = harm.changes_between(done.before, done.after)
        return self._line(done.after, Event(kind, done.words), Harmed(done.after.id, changed))


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


def _action(typed: TypedHarm, kind: TrackKind) -> str:
    """Return the action on several characters as text: "deal 9 damage to"."""
    match typed.way:
        case "deal":
            return f"deal {typed.amount} {kind} to"
        case "heal":
            return f"heal {typed.amount} {kind} of"
        case "set":
            return f"set {kind} to {typed.amount} for"


class Rested(Struct, frozen=True):
    """The result of a rest: the dice rolled for it, and a sentence with the number of points regained."""

    faces: tuple[str, ...]
    says: str


def recharge(document: RosterDocument, dice: Dice, characters: Sequence[str], rest: Recharge) -> Rested | None:
    """Restore points of characters: the total of the rest's dice for each of them, or all.

    Return None, without rolling, if the roster cannot be changed.
    """
    before = after = document.roster
    if not document.may_change():
        return None
    faces: tuple[int, ...] = ()
    for character_id in characters:
        back = None
        if rest.dice:
            back, thrown = _roll(document, dice, rest.dice)
            faces += thrown
        after = spending.rested(after, character_id, back)
    count = spending.points_in(after) - spending.points_in(before)
    who = _names(document, characters)
    document.change(after, f"{rest.name.lower()} of {who} ({count})", characters[0] if len(characters) == 1 else "")
    return Rested(tuple(map(str, faces)), f"{rest.name} of {who}: {_regained(count)}")


def _roll(document: RosterDocument, dice: Dice, expression: str) -> tuple[int, tuple[int, ...]]:
    """Roll the dice of a rest; return their total and faces."""
    rules = RULES[document.system.id]
    result, thrown = roll_missing(rules, DiceSum(expression), {}, document.house, dice)
    total = result.total if isinstance(result, DiceTotal) else 0
    return total, thrown.get("rolls", ())


def _names(document: RosterDocument, characters: Sequence[str]) -> str:
    """Return the name of the only character, or the number of characters."""
    only = document.character(characters[0]) if len(characters) == 1 else None
    return only.name if only else f"{len(characters)} characters"


def _regained(count: int) -> str:
    """Return the number of points regained as text."""
    return f"{plural(count, 'point', 'no')} regained"
