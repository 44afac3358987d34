"""Actions for somebody who is named in the finder, whoever is selected."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from gm_desk.core.characters.roster import Character
from gm_desk.core.wording.phrases import sentence
from gm_desk.ui.roster.roster_pane import RosterPane
from gm_desk.ui.widgets.action_rows import ActionRow, Choice, WindowActions

SHORTEST = 2
"""Minimum number of letters that name an action, beside the name of somebody."""
MOST_WORDS = 10
"""Maximum number of words of such a line."""


class NamedActions:
    """The actions on selected characters, which can be run for somebody who is named instead."""

    def __init__(
        self,
        actions: WindowActions,
        roster: RosterPane,
        find: Callable[[str], tuple[Character | None, str]],
        notice: Callable[[str], None],
    ) -> None:
        """Use the actions of a window; `find` returns the character that words name, else why nobody is meant.

        `notice` is called with what was done.
        """
        self._actions = actions
        self._roster = roster
        self._notice = notice
        self.find = find
        self.rows = [row for row in actions.rows.values() if row.person]

    def why_not(self, row: ActionRow, who: Character) -> str:
        """Return why an action is unavailable for somebody, or ""."""
        with self._roster.standing_in(who.id):
            why = self._actions.why_not(row)
        scene = self._roster.document.roster.on_stage
        if row.person == "scene" and scene is not None and scene.fighter(who.id) is None:
            return f"{who.name} is not in the scene"
        return why

    def choices(self, row: ActionRow, who: Character) -> list[Choice]:
        """Return the choices of an action for somebody."""
        with self._roster.standing_in(who.id):
            return self._actions.choices(row)

    def do(self, who: Character, run: Callable[[], None]) -> None:
        """Run an action for somebody, and show what it did."""
        stack = self._roster.document.stack
        before = stack.steps
        with self._roster.standing_in(who.id):
            run()
        if stack.steps != before and stack.canUndo():
            self._notice(sentence(stack.undoText()))


class NamedLine(Struct, frozen=True):
    """A line split into a name and the words of an action."""

    who: str
    words: tuple[str, ...]


def splits(words: Sequence[str], known: Iterable[str]) -> list[NamedLine]:
    """Return the ways to read words as somebody's name beside words that begin some of the `known` ones.

    Those with the shortest names come first.
    """
    others = [place for place, word in enumerate(words) if not begins_known_words((word,), known)]
    if len(others) == len(words) or len(words) > MOST_WORDS:
        return []
    first, last = (others[0], others[-1]) if others else (len(words), -1)
    ends = [(start, end) for start in range(first + 1) for end in range(max(start, last) + 1, len(words) + 1)]
    lines = []
    for start, end in sorted(ends, key=lambda one: one[1] - one[0]):
        rest = (*words[:start], *words[end:])
        if sum(map(len, rest)) >= SHORTEST:
            lines.append(NamedLine(" ".join(words[start:end]), rest))
    return lines


def begins_known_words(words: Iterable[str], known: Iterable[str]) -> bool:
    """Return whether each of the words begins one of those that are known."""
    return all(any(word.startswith(typed) for word in known) for typed in words)


def words_in(text: str) -> list[str]:
    """Return the words of an action's text in lower case, without their punctuation."""
    return [bare for word in text.casefold().split() if (bare := word.strip(":…,▸"))]
