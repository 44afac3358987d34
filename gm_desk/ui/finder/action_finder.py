"""The actions that a typed line finds, by the words of what they are called."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from gm_desk.ui.widgets.menus import NATIVE, ActionRow, Choice, RowAction, WindowActions, without_mnemonic

MOST_DIGITS = 6


class ActionTarget(Struct, frozen=True):
    """Hold what a row of the finder does: an action, with one of its choices or with a number where there is one."""

    actions: WindowActions
    row: ActionRow
    choice: Choice | None = None
    number: int | None = None

    def do(self) -> None:
        """Do it."""
        if self.choice is not None:
            self.actions.choose(self.row, self.choice)
        elif self.number is not None:
            self.actions.give_number(self.row, self.number)
        else:
            self.actions[self.row.id].trigger()


class FoundAction(Struct, frozen=True):
    """Hold what is found: its text with the menu inside a menu that it stands in, its name alone, and its keys.

    One that says `why_not` cannot be done now.
    """

    text: str
    name: str
    target: ActionTarget
    keys: str = ""
    why_not: str = ""

    @property
    def beside(self) -> str:
        """Return what stands at the right."""
        return self.why_not or self.keys


class ActionFinder:
    """Find actions by all of the words of a line; what can be chosen is listed once for each line that is typed."""

    def __init__(self, actions: WindowActions) -> None:
        """Find the actions of a window."""
        self._actions = actions
        self._listed: list[tuple[str, FoundAction]] = []

    def begin(self) -> None:
        """List everything anew: what can be done now, and what can be chosen."""
        self._listed = [(found.text.casefold(), found) for found in self._list()]

    def forget(self) -> None:
        """Be ready to list everything anew: what was found is done, or left."""
        self._listed = []

    def find(self, line: str) -> tuple[list[FoundAction], list[FoundAction]]:
        """Return the actions that have every word, and those that cannot be done now; the nearest come first."""
        words = line.casefold().split()
        if not words:
            return [], []
        if not self._listed:
            self.begin()
        found = [one for text, one in self._listed if all(word in text for word in words)]
        found += self._with_number(words)
        found.sort(key=lambda one: _distance(one, words))
        return [one for one in found if not one.why_not], [one for one in found if one.why_not]

    def _list(self) -> Iterator[FoundAction]:
        for action in self._actions.actions.values():
            if action.isVisible() and (action.isEnabled() or action.row.when):
                yield self._plain(action)
        for row in self._actions.rows.values():
            if row.choices:
                yield from self._choices(row)

    def _plain(self, action: RowAction) -> FoundAction:
        name = without_mnemonic(action.text())
        keys = action.shortcut().toString(NATIVE)
        why_not = "" if action.isEnabled() else self._actions.why_not(action.row)
        return FoundAction(
            _within(action.path[1:2], name), name, ActionTarget(self._actions, action.row), keys, why_not
        )

    def _choices(self, row: ActionRow) -> Iterator[FoundAction]:
        if why_not := self._actions.why_not(row):
            yield FoundAction(row.name, row.name, ActionTarget(self._actions, row), why_not=why_not)
            return
        for choice in self._actions.choices(row):
            name, target = without_mnemonic(choice.text), ActionTarget(self._actions, row, choice)
            yield FoundAction(_within((row.name,), name), name, target, choice.beside, choice.why_not)

    def _with_number(self, words: Sequence[str]) -> Iterator[FoundAction]:
        """Find the actions that take the number that stands behind their words."""
        *named, last = words
        if not named or not (last.isascii() and last.isdigit() and len(last) <= MOST_DIGITS):
            return
        for row in self._actions.rows.values():
            if row.number and all(word in row.name.casefold() for word in named):
                name, target = f"{row.name.rstrip('…')} {int(last)}", ActionTarget(self._actions, row, number=int(last))
                yield FoundAction(name, name, target, why_not=self._actions.why_not(row))


def _within(menus: Sequence[str], name: str) -> str:
    return " ▸ ".join([*menus, name])


def _distance(found: FoundAction, words: Sequence[str]) -> int:
    """Return how far an action that has some words is from them: 0 where it is called so, 2 where only its menu is."""
    name = found.name.casefold()
    if name.rstrip("…").split() == list(words):
        return 0
    return 1 if all(word in name for word in words) else 2
