"""The search for actions by the words of their names, also for somebody who is named."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from gm_desk.core.characters.roster import Character
from gm_desk.ui.finder.naming import NamedActions, begins_known_words, splits, words_in
from gm_desk.ui.widgets.action_rows import NATIVE, ActionRow, Choice, RowAction, WindowActions, without_mnemonic

MOST_DIGITS = 6
NAMING_A_STEP = frozenset({"window.undo", "window.redo"})
"""The actions whose names name another one, as a step."""


class ActionTarget(Struct, frozen=True):
    """The target of a result: an action, with one of its choices or a number if it needs one.

    If somebody is named, it is for them, whoever is selected.
    """

    actions: WindowActions
    row: ActionRow
    choice: Choice | None = None
    number: int | None = None
    who: Character | None = None
    naming: NamedActions | None = None

    def do(self) -> None:
        """Run the action, for somebody who is named or for those who are selected."""
        if self.who is not None and self.naming is not None:
            self.naming.do(self.who, self._run)
        else:
            self._run()

    def _run(self) -> None:
        if self.choice is not None:
            self.actions.choose(self.row, self.choice)
        elif self.number is not None:
            self.actions.give_number(self.row, self.number)
        elif self.who is not None:
            self.actions.trigger(self.row)
        else:
            self.actions[self.row.id].trigger()


class FoundAction(Struct, frozen=True):
    """An action found: its text including submenus, its name, its keys, and why it is unavailable, if so."""

    text: str
    name: str
    target: ActionTarget
    keys: str = ""
    why_not: str = ""

    @property
    def verb(self) -> str:
        """The first word of its name."""
        return self.name.casefold().partition(" ")[0]

    @property
    def beside(self) -> str:
        """The right-aligned text of the result."""
        return self.why_not or self.keys


class ActionFinder:
    """A search in the window's actions; all choices are collected once, when typing begins."""

    def __init__(self, actions: WindowActions, naming: NamedActions | None = None) -> None:
        """Create the search for a window's actions, some of which can be for somebody who is named."""
        self._actions = actions
        self._naming = naming
        self._listed: list[tuple[str, FoundAction]] = []
        self._words: list[tuple[ActionRow, frozenset[str]]] = []
        self._all_words = ""
        self._before: tuple[str, list[tuple[str, FoundAction]]] = "", []

    def begin(self) -> None:
        """List all actions and choices with their current availability."""
        self._listed = [(f"{found.text} {found.target.row.also}".casefold(), found) for found in self._list()]
        self._words = []
        for row in self._naming.rows if self._naming is not None else ():
            texts = [row.name, *(one.text for _, one in self._listed if one.target.row is row)]
            self._words.append((row, frozenset(word for text in texts for word in words_in(text))))
        self._all_words = " ".join(["", *(word for _, known in self._words for word in known)])
        self._before = "", self._listed

    def forget(self) -> None:
        """Clear the list, so that the next search rebuilds it."""
        self._listed = []
        self._before = "", []

    def find(self, line: str) -> tuple[list[FoundAction], list[FoundAction]]:
        """Return the available and the unavailable actions that match every word, best match first."""
        words = line.casefold().split()
        if not words:
            return [], []
        if not self._listed:
            self.begin()
        found = self._matching(line, words)
        found += self._with_number(words)
        found.sort(key=lambda one: _distance(one, words))
        found = [*self._for_named(words), *found]
        return [one for one in found if not one.why_not], [one for one in found if one.why_not]

    def _matching(self, line: str, words: Sequence[str]) -> list[FoundAction]:
        """Return the actions that match every word; while a line is typed on, only from those that matched before."""
        before, known = self._before
        listed = known if line.startswith(before) else self._listed
        listed = [(text, one) for text, one in listed if _matches(one, text, words)]
        self._before = line, listed
        return [one for _, one in listed]

    def _for_named(self, words: Sequence[str]) -> list[FoundAction]:
        """Return the actions for somebody who is named before or after them, best match first."""
        if not any(f" {word}" in self._all_words for word in words):
            return []
        found: list[tuple[int, FoundAction]] = []
        doubts: dict[str, FoundAction] = {}
        for row, known in self._words if self._naming is not None and len(words) > 1 else ():
            for line in splits(words, known):
                one, doubt = self._naming.find(line.who) if self._naming is not None else (None, "")
                if one is not None:
                    found += [(_distance(each, line.words), each) for each in self._of(row, one, line.words)]
                    break
                if doubt:
                    doubts.setdefault(doubt, FoundAction(row.name, row.name, self._target(row), why_not=doubt))
        found.sort(key=lambda each: each[0])
        return [each for _, each in found] or list(doubts.values())

    def _of(self, row: ActionRow, one: Character, words: Sequence[str]) -> Iterator[FoundAction]:
        """Yield an action for somebody, once for each of its choices that the words allow."""
        if self._naming is None:
            return
        if (why_not := self._naming.why_not(row, one)) or not row.choices:
            yield FoundAction(f"{one.name} · {row.name}", row.name, self._target(row, one), why_not=why_not)
            return
        for choice in self._naming.choices(row, one):
            name = without_mnemonic(choice.text)
            if begins_known_words(words, words_in(f"{row.name} {name}")):
                text, target = _within((f"{one.name} · {row.name}",), name), self._target(row, one, choice)
                yield FoundAction(text, name, target, choice.beside, choice.why_not)

    def _target(self, row: ActionRow, who: Character | None = None, choice: Choice | None = None) -> ActionTarget:
        return ActionTarget(self._actions, row, choice, who=who, naming=self._naming)

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
        """Yield the actions that accept a number, if the last word is one."""
        *named, last = words
        if not named or not (last.isascii() and last.isdigit() and len(last) <= MOST_DIGITS):
            return
        for row in self._actions.rows.values():
            if row.number and all(word in row.name.casefold() for word in named):
                name, target = f"{row.name.rstrip('…')} {int(last)}", ActionTarget(self._actions, row, number=int(last))
                yield FoundAction(name, name, target, why_not=self._actions.why_not(row))


def _within(menus: Sequence[str], name: str) -> str:
    return " ▸ ".join([*menus, name])


def _matches(found: FoundAction, text: str, words: Sequence[str]) -> bool:
    """Return whether every word is in the text of an action; undoing something is not doing it once more."""
    names_a_step = found.target.row.id in NAMING_A_STEP
    return all(word in text for word in words) and (not names_a_step or found.verb.startswith(words[0]))


def _distance(found: FoundAction, words: Sequence[str]) -> int:
    """Return the rank of a match: the full name of an action, its first words, words or parts of it, or its menu."""
    name = found.name.casefold()
    known = [word.strip(":…") for word in name.split()]
    if known == list(words):
        return 0
    if known[: len(words)] == list(words):
        return 1
    if all(word in known for word in words):
        return 2
    return 3 if all(word in name for word in words) else 4
