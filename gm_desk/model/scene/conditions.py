"""Conditions set, changed and removed by the GM, for one character or several at once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from gm_desk.core.characters.roster import Character, name_or_count
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.scenes.active_conditions import ConditionInForce, in_force_of, kinds_of
from gm_desk.core.systems.combat import ConditionKind
from gm_desk.model.card.health import LoggedEdits

if TYPE_CHECKING:
    from gm_desk.core.notation.condition import TypedCondition
    from gm_desk.core.rules.house import House
    from gm_desk.core.scenes.condition_edits import ConditionEnd
    from gm_desk.core.scenes.conditions import ActiveCondition
    from gm_desk.core.scenes.scene import Scene
    from gm_desk.model.log.entries import Roll
    from gm_desk.store.journal.entries import Event

CONDITION = "condition"
"""The kind of events about conditions in the log."""

Change = tuple[Character, Character, tuple[str, ...]]
"""A character before and after, and the texts for the log."""


class ConditionEdits(LoggedEdits):
    """The edits of conditions by the GM, for one character or several at once.

    Each change is one undo step, with a line in the log for each character whose conditions it changes, a secret one
    if the next roll would be `secret`. `changed` carries a description of the change.
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
        from gm_desk.model.scene.condition_text import end_in_words

        document, level = self._document, checked_level(kind, level)
        named = f"{kind.name} {level}" if level else kind.name
        lasts = end_in_words(end, kind, document.roster.system, document.character)
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


def end_of(character: Character, condition: "ActiveCondition", scene: "Scene | None", house: "House") -> "Roll":
    """Return the log entry for the end of a condition, a secret one for a character hidden in a scene."""
    from gm_desk.store.journal.entries import Event

    return line_about(character, Event(CONDITION, (f"{condition.name.casefold()} is over",)), scene, house)


def line_about(character: Character, happened: "Event", scene: "Scene | None", house: "House") -> "Roll":
    """Return the log entry for what happened to a character, a secret one for a character hidden in a scene."""
    from gm_desk.model.log.entries import Roll

    fighter = None if scene is None else scene.fighter(character.id)
    hidden = fighter is not None and fighter.hidden
    return Roll(Draft(character.id, character.name), happened, house, {}, secret=hidden)


def _without(one: Character, gone: Sequence[ConditionInForce]) -> Change:
    """Return a character without conditions, with the texts for the log."""
    from gm_desk.core.scenes import condition_edits

    names = " or ".join(known.name.casefold() for known in gone)
    return one, condition_edits.without_conditions(one, [known.condition.id for known in gone]), (f"no longer {names}",)


def _whom(changes: Sequence[Change]) -> str:
    """Return whose conditions change: "Lao Qing", "3 characters"."""
    return name_or_count([one for one, _, _ in changes]) if changes else "nobody"
