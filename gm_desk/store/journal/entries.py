"""Entries of the journal, their revisions, and searching them."""

import re
import unicodedata
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from msgspec import UNSET, Struct, UnsetType, structs

from gm_desk.core.combat.targets import TargetsRecord
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.errors import RulesError
from gm_desk.core.rules.dice import Needs
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.rules.requests import Request
from gm_desk.core.systems.protocol import Result
from gm_desk.core.systems.registry import RULES

if TYPE_CHECKING:
    from gm_desk.core.drafts.verdict import Verdict

OF_REVISIONS = {"id", "entry", "time", "back"}
"""The fields of a revision that are not changes of the entry."""
EVENING_ENDS_AFTER = 6 * 60 * 60 * 1000

DiceThrown = dict[str, tuple[int, ...]]


TURN = "turn"
"""The kind of an event that begins a turn of a fight, or ends the fight."""
FIGHT_IS_OVER = "the fight is over"
FIRST_TURNS = frozenset({"turn 1", "round 1"})
"""How the event of the first turn begins, as which a fight begins."""


class Event(Struct, frozen=True, tag_field="request", tag="event"):
    """An event without a roll; it takes the place of a request in an entry.

    `words` are texts that describe it ("9 damage", "1 wound"), `kind` is its subject ("damage").
    """

    kind: str
    words: tuple[str, ...]


class Harmed(Struct, frozen=True, omit_defaults=True):
    """The character harmed or healed by an entry, and the change of each count of their health.

    `roll` is the id of the roll that caused it, if there is one, and `others` are further characters.
    """

    character: str
    changes: dict[str, int]
    roll: str = ""
    others: "tuple[Harmed, ...]" = ()

    @property
    def everybody(self) -> "tuple[Harmed, ...]":
        """An entry for each character whose health changed."""
        return tuple(one for one in (self, *self.others) if one.changes)


class Override(Struct, frozen=True):
    """The GM's own verdict, which replaces that of the dice: any text, and its grade if it is one."""

    words: str
    grade: Grade | None = None


class Revision(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A change of an entry at a time in milliseconds since 1970 (UTC); unset fields are unchanged.

    `picks` are what superior results were spent on, by the ids of their uses. A revision `back` undoes the verdicts
    since the entry was in this state.
    """

    id: str
    entry: str
    time: int
    draft: Draft | UnsetType = UNSET
    request: Request | Event | UnsetType = UNSET
    house: House | UnsetType = UNSET
    dice: DiceThrown | UnsetType = UNSET
    secret: bool | UnsetType = UNSET
    struck: bool | UnsetType = UNSET
    picks: tuple[str, ...] | UnsetType = UNSET
    note: str | UnsetType = UNSET
    override: Override | UnsetType | None = UNSET
    targets: TargetsRecord | UnsetType | None = UNSET
    back: bool = False

    @property
    def changes(self) -> dict[str, Any]:
        """The changes by the names of the entry's fields."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__ if name not in OF_REVISIONS}
        return {name: value for name, value in fields.items() if value is not UNSET}


class Entry(Struct, frozen=True, kw_only=True, dict=True):
    """One roll: `time` is in milliseconds since 1970 (UTC), `dice` are faces by their names in the request.

    Entries of one group roll share a `batch`, those of one evening a `session`. Entries that are `struck` do not
    count. An entry whose request is an event is not a roll: it has no result, no grade and no dice. One against several
    has their `targets`.
    """

    id: str
    batch: str
    session: str
    time: int
    system: str
    draft: Draft
    request: Request | Event
    house: House
    dice: DiceThrown
    by_hand: bool = False
    secret: bool = False
    struck: bool = False
    picks: tuple[str, ...] = ()
    note: str = ""
    override: Override | None = None
    harmed: Harmed | None = None
    targets: TargetsRecord | None = None
    scene: str = ""

    @property
    def event(self) -> Event | None:
        """The event, or None if the entry is a roll."""
        return self.request if isinstance(self.request, Event) else None

    def revised(self, revision: Revision) -> Self:
        """Return the entry with a revision applied."""
        return structs.replace(self, **revision.changes)

    @property
    def judged(self) -> tuple[object, ...]:
        """Everything that its verdict depends on."""
        return self.request, self.house, self.dice, self.override

    @cached_property
    def result(self) -> Result | None:
        """The outcome of the dice, worked out once; None if they are missing or impossible, or if it is not a roll."""
        if isinstance(self.request, Event):
            return None
        try:
            found = RULES[self.system].resolve(self.request, self.dice, self.house)
        except (RulesError, LookupError):
            return None
        return None if isinstance(found, Needs) else found

    @cached_property
    def verdict(self) -> "Verdict":
        """The verdict, worked out once: the GM's, or else that of the dice."""
        from gm_desk.core.drafts.verdict import verdict_of

        return verdict_of(self.result, self.override)

    @property
    def grade(self) -> Grade | None:
        """The current grade, or None."""
        return self.verdict.grade


class StoredEntry(Struct, frozen=True):
    """An entry with its revisions applied, and its previous verdicts, oldest first."""

    entry: Entry
    past: tuple[Entry, ...] = ()

    def revised(self, revision: Revision) -> "StoredEntry":
        """Return the entry with a revision applied; going back removes the verdicts since then."""
        after = self.entry.revised(revision)
        if after.judged == self.entry.judged:
            return StoredEntry(after, self.past)
        past = (*self.past, self.entry)
        places = [place for place, old in enumerate(self.past) if old.judged == after.judged]
        return StoredEntry(after, past[: places[-1]] if revision.back and places else past)


class Naming(Struct, frozen=True, kw_only=True):
    """The name of an evening, at a time in milliseconds since 1970 (UTC); the latest counts, "" removes it."""

    id: str
    session: str
    time: int
    name: str


class Evening(Struct, frozen=True):
    """A session of rolls: its start and end in milliseconds since 1970 (UTC), and its number of rolls."""

    id: str
    name: str
    began: int
    ended: int
    rolls: int


class Search(Struct, frozen=True):
    """The filter of a search; empty fields match every roll.

    `words` are beginnings of words in names, skills and notes; `character` is the id of either side.
    """

    words: str = ""
    character: str = ""
    session: str = ""
    grades: frozenset[Grade] = frozenset()
    secret: bool | None = None

    def finds(self, entry: Entry) -> bool:
        """Return whether a roll matches the search."""
        asked = asked_for(self)
        return self.session in {"", entry.session} and (not asked or has(marks_of(entry), asked))


def rolls_in(entry: Entry) -> int:
    """Return the number of rolls that an entry counts as: 0 for an event, and for a roll struck out or without dice."""
    return int(entry.event is None and not entry.struck and bool(entry.dice))


def characters_of(draft: Draft) -> tuple[str, ...]:
    """Return the ids of those who roll."""
    return (draft.character, draft.side("b").character) if draft.opposed else (draft.character,)


def searchable_text(entry: Entry) -> str:
    """Return the searchable text of a roll: character, ability, opponent, notes and the GM's verdict."""
    draft = entry.draft
    other = (draft.side("b").name, draft.side("b").what) if draft.opposed else ()
    verdict = (entry.override.words,) if entry.override else ()
    happened = entry.event.words if entry.event else ()
    return " ".join((draft.name, draft.weapon, draft.what, *other, *happened, entry.note, *verdict))


def tokens(text: str) -> list[str]:
    """Split text into search words: letters and digits, without case and accents."""
    if not text.isascii():  # most text has no accents, and looking at each letter takes time
        text = "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))
    return re.findall(r"[^\W_]+", text.casefold())


SECRET, OPEN, STRUCK, DICELESS, NO_MARK = ".secret", ".open", ".struck", ".diceless", ".none"
PREFIX = "*"

Alternatives = tuple[str, ...]
"""Marks of which a roll must have one; a mark that ends with an asterisk is a prefix."""


def marks_of(entry: Entry) -> str:
    """Return the index marks of a roll, in order, with a space before and after each."""
    marks = {*tokens(searchable_text(entry)), SECRET if entry.secret else OPEN}
    marks |= {_of_character(one) for one in characters_of(entry.draft) if one}
    if entry.struck and entry.event is None:
        marks.add(STRUCK)
    if not entry.dice and entry.event is None:
        marks.add(DICELESS)
    if entry.grade is not None:
        marks.add(_of_grade(entry.grade))
    return f" {' '.join(sorted(marks))} "


def asked_for(search: Search) -> list[Alternatives]:
    """Return the marks that a roll must have for a search, except for its session; words without letters match none."""
    asked: list[Alternatives] = [(word + PREFIX,) for word in tokens(search.words)]
    if search.words.strip() and not asked:
        asked.append((NO_MARK,))
    if search.character:
        asked.append((_of_character(search.character),))
    if search.grades:
        asked.append(tuple(sorted(map(_of_grade, search.grades))))
    if search.secret is not None:
        asked.append((SECRET if search.secret else OPEN,))
    return list(dict.fromkeys(asked))


def has(marks: str, asked: list[Alternatives]) -> bool:
    """Return whether the marks of a roll match all that are required."""
    return all(any(pattern(one) in marks for one in alternatives) for alternatives in asked)


def _of_character(character: str) -> str:
    """Return the mark of a character; an id with other characters than letters and digits is spelled with those."""
    plain = re.fullmatch(r"[0-9a-z]+", character)
    return f".c{character}" if plain else f".x{character.encode(errors='surrogatepass').hex()}"


def _of_grade(grade: str) -> str:
    return f".g{grade.replace('_', '')}"


def pattern(mark: str) -> str:
    """Return the text that the marks of a roll contain if this mark is one of them."""
    return f" {mark.removesuffix(PREFIX)}" if mark.endswith(PREFIX) else f" {mark} "
