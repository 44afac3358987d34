"""Conditions as text, and conditions set, changed and removed by the GM, for one character or several at once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import Signal

from gm_desk.core.characters.roster import Character, FindCharacter, name_or_count
from gm_desk.core.scenes.conditions import Duration, turns_of, value_of
from gm_desk.core.scenes.conditions_in_force import ConditionInForce, in_force_of, kinds_of
from gm_desk.core.systems.combat import ConditionKind
from gm_desk.core.wording.phrases import plural, signed
from gm_desk.model.log.logged_edits import LoggedEdits, is_hidden, line_about

if TYPE_CHECKING:
    from gm_desk.core.notation.condition import TypedCondition
    from gm_desk.core.rules.house import House
    from gm_desk.core.scenes.condition_edits import ConditionEnd
    from gm_desk.core.scenes.conditions import ActiveCondition
    from gm_desk.core.scenes.scene import Scene
    from gm_desk.model.log.entries import Roll

GONE = "a removed character"


def pill_text(one: ConditionInForce, system: str) -> str:
    """Return a condition as it is shown on a pill: "Stunned 2", "Impaired 20 · 2", "Shock resisted −20", "Prone"."""
    faded = _faded(one)
    if faded:
        return f"{one.name} {faded}"
    left = _left_in_short(one, system)
    between = " · " if one.kind.levels else " "
    return f"{one.name}{between}{left}" if left else one.name


def spoken_condition(one: ConditionInForce, system: str, find: FindCharacter) -> str:
    """Return a condition as a screen reader should read it: "stunned, 2 turns left", "prone"."""
    left = left_in_words(one, system, find)
    return ", ".join(part for part in (one.name.casefold(), _faded(one), left) if part)


def left_in_words(one: ConditionInForce, system: str, find: FindCharacter) -> str:
    """Return the time left of a condition: "2 turns left", "until Jaqui acts"; "" if it lasts until removed."""
    span, left = one.condition.span, one.left
    if span is None or left is None:
        return ""
    if _ends_by_acting(span):
        return f"until {_name(span.whose, find)} acts"
    unit = _unit(system) if span.unit == "turn" else "phase"
    if _is_long(left, span, system):
        return f"{_minutes(left, system)} minutes left"
    return f"{plural(left, unit)} left"


def tip_of_condition(one: ConditionInForce, system: str, find: FindCharacter) -> str:
    """Return the effects of a condition, its time left and whose turns count, as lines."""
    from gm_desk.core.wording.reference import effects_in_words

    left, span = left_in_words(one, system, find), one.condition.span
    if left and span is not None and not _ends_by_acting(span):
        left = f"{left}, counted at the {span.at} of the turns of {_name(span.whose, find)}"
    faded = _faded(one)
    lines = [
        one.name,
        f"Now {faded}" if faded else "",
        left or "Until it is removed",
        *effects_in_words(one.kind, one.condition.level),
        one.kind.hint,
    ]
    return "\n".join(line[:1].upper() + line[1:] for line in lines if line)


def end_in_words(end: "ConditionEnd", kind: ConditionKind, system: str, find: FindCharacter) -> str:
    """Return an end for the log: "3 turns", "until the end of Jaqui’s turn"; "" for one by removal."""
    whose = _name(end.whose, find) if end.whose else ""
    match end.unit:
        case "removed":
            return ""
        case "action":
            return f"until {whose or 'the next action'}{' acts' if whose else ''}"
        case "turn" if kind.fades:
            return "fading"
        case unit:
            words = _unit(system) if unit == "turn" else unit
            counted = plural(end.count, words)
            if not whose or unit == "minute":
                return counted
            return f"until the {end.at} of {whose}’s {words}" if end.count == 1 else f"{counted} of {whose}’s"


def _faded(one: ConditionInForce) -> str:
    """Return the current modifier of a condition that fades, "" for any other."""
    values = [value_of(effect, one.condition, one.kind, one.now) for effect in one.kind.effects if one.kind.fades]
    return signed(max(values, key=abs)) if any(values) else ""


def _left_in_short(one: ConditionInForce, system: str) -> str:
    """Return the number of turns left, or of minutes if there are many."""
    span, left = one.condition.span, one.left
    if span is None or left is None or _ends_by_acting(span):
        return ""
    return f"{_minutes(left, system)} min" if _is_long(left, span, system) else str(left)


def _is_long(left: int, span: Duration, system: str) -> bool:
    """Return whether more than a minute is left."""
    return span.unit == "turn" and left > turns_of(1, system)


def _minutes(left: int, system: str) -> int:
    """Return turns as minutes, rounded up."""
    return -(-left // turns_of(1, system))


def _ends_by_acting(span: Duration) -> bool:
    return span.at == "start" and span.count == span.gone + 1


def _unit(system: str) -> str:
    return "round" if system == "kaiser" else "turn"


def _name(character_id: str, find: FindCharacter) -> str:
    character = find(character_id)
    return GONE if character is None else character.name


CONDITION = "condition"
"""The kind of events about conditions in the log."""

Change = tuple[Character, Character, tuple[str, ...]]
"""A character before and after, and the texts for the log."""


class ConditionEdits(LoggedEdits):
    """The edits of conditions by the GM, for one character or several at once.

    Each change is one undo step, with a line in the log for each character whose conditions it changes, a secret one
    if the next roll would be `secret`, or for a character hidden in the current scene. `changed` carries a description
    of the change.
    """

    changed = Signal(str)

    @property
    def kinds(self) -> list[ConditionKind]:
        """The kinds of conditions that can be set: the system's and the roster's own, by name."""
        kinds = kinds_of(self._document.roster, self._document.system).values()
        return sorted(kinds, key=lambda kind: kind.name.casefold())

    def kind(self, kind_id: str) -> ConditionKind | None:
        """Return a kind of condition by its id."""
        return kinds_of(self._document.roster, self._document.system).get(kind_id)

    def in_force(self, character_id: str) -> list[ConditionInForce]:
        """Return the current conditions of a character."""
        character = self._document.character(character_id)
        return [] if character is None else in_force_of(character, self._document.roster, self._document.system)

    def read(self, line: str, end: "ConditionEnd | None" = None) -> "TypedCondition":
        """Return the condition of a typed line, with an `end` that was chosen instead of typed.

        Raise BadConditionError with the reason if it is invalid.
        """
        from gm_desk.core.notation.condition import read_condition

        roster = self._document.roster
        return read_condition(line, self.kinds, roster.characters, roster.system, end)

    def set_typed(self, ids: Sequence[str], line: str, end: "ConditionEnd | None" = None) -> bool:
        """Set the condition of a typed line; return whether that was done."""
        typed = self.read(line, end)
        return self.set(ids, typed.kind, typed.level, typed.end)

    def set(self, ids: Sequence[str], kind: ConditionKind, level: int, end: "ConditionEnd") -> bool:
        """Set a condition in place of one of its kind; return whether that was done.

        Raise BadConditionError for an impossible level or end.
        """
        from gm_desk.core.notation.condition import checked_level
        from gm_desk.core.scenes import condition_edits

        document, level = self._document, checked_level(kind, level)
        named = f"{kind.name} {level}" if level else kind.name
        lasts = self._end_in_words(end, kind)
        words = tuple(word for word in (named.casefold(), lasts) if word)
        changes: list[Change] = []
        for one in document.all_existing(ids):
            after = condition_edits.with_condition(document.roster, one, kind, level, end, document.new_id)
            changes.append((one, after, words))
        return self._change(changes, f"set {named.casefold()} for {_whom(changes)}")

    def remove(self, ids: Sequence[str], kind_id: str) -> bool:
        """Remove the conditions of a kind from characters; return whether that was done."""
        changes: list[Change] = []
        name = kind_id
        for one in self._document.all_existing(ids):
            gone = [known for known in self.in_force(one.id) if known.kind.id == kind_id]
            if gone:
                name = gone[0].condition.name.casefold()
                changes.append(_without(one, gone))
        return self._change(changes, f"remove {name} from {_whom(changes)}")

    def remove_all(self, ids: Sequence[str]) -> bool:
        """Remove all conditions from characters; return whether that was done."""
        found = ((one, self.in_force(one.id)) for one in self._document.all_existing(ids))
        changes = [_without(one, gone) for one, gone in found if gone]
        return self._change(changes, f"remove all conditions from {_whom(changes)}")

    def _change(self, changes: Sequence[Change], text: str) -> bool:
        """Change characters and log the changes, as one undo step; return whether that was done."""
        from gm_desk.store.journal.entries import Event

        lines = [self._line(one, Event(CONDITION, words)) for _, one, words in changes]
        done = self._change_and_log([one for _, one, _ in changes], lines, text)
        if done and changes:
            self.changed.emit(f"{text[:1].upper()}{text[1:]}")
        return done

    def _end_in_words(self, end: "ConditionEnd", kind: ConditionKind) -> str:
        """Return an end for the log, which does not name anybody hidden."""
        known = structs.replace(end, whose="") if is_hidden(end.whose, self._document.roster.on_stage) else end
        return end_in_words(known, kind, self._document.roster.system, self._document.character)


def end_of(character: Character, condition: "ActiveCondition", scene: "Scene | None", house: "House") -> "Roll":
    """Return the log entry for the end of a condition, a secret one for a character hidden in a scene."""
    from gm_desk.store.journal.entries import Event

    return line_about(character, Event(CONDITION, (f"{condition.name.casefold()} is over",)), scene, house)


def _without(one: Character, gone: Sequence[ConditionInForce]) -> Change:
    """Return a character without conditions, with the texts for the log."""
    from gm_desk.core.scenes import condition_edits

    names = " or ".join(known.name.casefold() for known in gone)
    return one, condition_edits.without_conditions(one, [known.condition.id for known in gone]), (f"no longer {names}",)


def _whom(changes: Sequence[Change]) -> str:
    """Return whose conditions change: "Lao Qing", "3 characters"."""
    return name_or_count([one for one, _, _ in changes]) if changes else "nobody"
