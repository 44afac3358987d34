"""Adding imported characters to the open roster: adapted to its system, under free names and in a suitable group."""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from gm_desk.core.characters.conversion import convert, renamed_skills, unconverted_parts
from gm_desk.core.characters.naming import Names, numbered_names
from gm_desk.core.characters.roster import Character, NewId, Roster, beside_gangs, name_or_count, place_in_gang
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import one_line, plural, tip_of, visible
from gm_desk.model.item_models import Index, Role, RowChanges
from gm_desk.model.roster import edits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.exchange.accounts import ImportedCharacter, Incoming, Refused, account_text

MOST_APART = 50
"""The most characters that one row becomes; more stay one row."""
PLURAL = re.compile(r"(?:[^\W\d_]{2,}[ -])?[^\W\d_]{3,}(?<![suivSUIV])(?<!ve)(?<![cs]he)(?<!sse)(?<!xe)s")
"""A name that ends like a plural: "Thugs", "Dock guards", but not "Boss" or "Iris"."""


LAST = 10**9 - 1
"""The highest number of a gang."""


class Destination(Struct, frozen=True):
    """The group that characters go to, and the id of the one they follow; "" means no group, or the end.

    `over` is the id of a character whose card is still empty: the first added character replaces it. `named` is the
    name of a group that is added if the roster has none of it, in place of `group`. With `apart`, a row that stands for
    several becomes as many characters.
    """

    group: str = ""
    after: str = ""
    over: str = ""
    named: str = ""
    apart: bool = False


def suiting(roster: Roster, imported: Sequence[Character], group: str, after: str = "") -> Destination:
    """Return where characters go if a group and a character in it are selected.

    NPCs go there only if no player character is in it; otherwise to their gang, or else to the largest group of NPCs.
    """
    chosen = Destination(group, after)
    if any(one.kind == "pc" for one in imported) or not imported:
        return chosen
    members = roster.grouped()
    if (group or after) and all(one.kind != "pc" for one in members.get(group, ())):
        return chosen
    theirs = groups_of_npcs(roster)
    last = f"{_single(imported[0].name)} {LAST}"
    gang = next((one for one in theirs if place_in_gang(last, members[one], one)), "")
    return Destination(gang or next(iter(theirs), ""))


def groups_of_npcs(roster: Roster) -> list[str]:
    """Return the ids of the groups with NPCs and without player characters, the largest first."""
    members = roster.grouped()
    found = [one.id for one in roster.groups if members[one.id] and all(x.kind != "pc" for x in members[one.id])]
    return sorted(found, key=lambda one: len(members[one]), reverse=True)


def count_apart(character: Character) -> int:
    """Return how many characters a row can become: 1 if it stands for one, or for too many."""
    return character.number if character.number <= MOST_APART else 1


def names_apart(character: Character) -> list[str]:
    """Return the names of the characters that a row stands for: "Thug 1" to "Thug 5" of five "Thugs"."""
    return numbered_names(_single(character.name), count_apart(character), ())


def _single(name: str) -> str:
    """Return the name of one of several: "Thug" for "Thugs"."""
    return name[:-1] if PLURAL.fullmatch(name) else name


def apart_in_words(imported: Sequence[Character]) -> str:
    """Return how the rows that stand for several would be called: "5 characters: Thug 1 to Thug 5", or ""."""
    rows = [one for one in imported if count_apart(one) > 1]
    if not rows:
        return ""
    if len(rows) > 1:
        return f"{sum(map(count_apart, rows))} separate characters"
    names = names_apart(rows[0])
    return f"{len(names)} characters: {one_line(names[0], 30)} to {one_line(names[-1], 30)}"


TICKED, UNTICKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked
NAMED = 3
"""Maximum number of files without characters that are named."""


class Fitted(Struct, frozen=True):
    """A character adapted to a roster's system, and the parts that went to its notes instead ("rep, ware").

    `renamed` are its skills that have another name there, each with that name.
    """

    character: Character
    left: str = ""
    renamed: str = ""


def fitted(character: Character, system: str, to: System, systems: Mapping[str, System], new_id: NewId) -> Fitted:
    """Return a character adapted to another system; within the same system it stays as it is."""
    own = systems.get(system)
    if own is None or own.id == to.id:
        return Fitted(character)
    copy, lines = convert(character, own, to, new_id)
    return Fitted(copy, unconverted_parts(lines), renamed_skills(lines))


def add_all(
    document: RosterDocument, imported: Sequence[ImportedCharacter], systems: Mapping[str, System], place: Destination
) -> list[str]:
    """Add characters as one step, under free names; return their ids, none if the roster refused the change.

    They are inserted after `place`, or with the rest of their gang.
    """
    over = document.character(place.over)
    bare = over if over is not None and over.bare else None
    roster, group = document.roster, place.group
    if place.named:
        roster, group = edits.with_group_named(document, place.named)
    names = Names(one.name for one in roster.characters if one is not bare)
    group = group if roster.group(group) else ""
    adapted = (fitted(one.character, one.system, document.system, systems, document.new_id) for one in imported)
    several = (_several(one.character, document, apart=place.apart) for one in adapted)
    added = [structs.replace(one, name=names.settle(one.name), group=group) for row in several for one in row]
    if not added:
        return []
    characters = list(roster.characters)
    after = place.after if bare is None else bare.id
    at = next((number for number, one in enumerate(characters, 1) if one.id == after), len(characters))
    if bare is not None:
        added[0] = _filled(bare, added[0])
    characters[at - (bare is not None) : at] = added
    about = added[0].id if len(added) == 1 else ""
    changed = beside_gangs(structs.replace(roster, characters=tuple(characters)), {one.id for one in added})
    return [one.id for one in added] if document.change(changed, f"add {name_or_count(added)}", about) else []


def _several(character: Character, document: RosterDocument, *, apart: bool) -> list[Character]:
    """Return the characters that a row becomes: one, or as many as it stands for, each with its own damage."""
    if not apart or count_apart(character) == 1:
        return [character]
    single = structs.replace(character, number=1)
    first, *others = names_apart(character)
    return [structs.replace(single, name=first), *(single.copied(name, document.new_id) for name in others)]


def _filled(bare: Character, read: Character) -> Character:
    """Return an imported character with the place and the head of one whose card is empty."""
    head = {name: getattr(read, name) or getattr(bare, name) for name in ("concept", "tags", "motivations", "portrait")}
    kind = bare.kind if bare.kind == "pc" else read.kind
    group = read.group or bare.group
    return structs.replace(read, id=bare.id, group=group, kind=kind, colour=read.colour or bare.colour, **head)


class Arrival(Struct, frozen=True):
    """One item of an import, a character or a refused part, and the name of its file."""

    what: Incoming
    file: str = ""

    @property
    def name(self) -> str:
        """The name of the character, or of the refused part."""
        if isinstance(self.what, ImportedCharacter):
            return self.what.character.name
        return ", ".join(part for part in (self.file, self.what.place) if part) or "Not read"

    @property
    def detail(self) -> str:
        """A short import report."""
        if isinstance(self.what, Refused):
            return f"not read: {self.what.why}"
        doubts = len(self.what.block.doubts) if self.what.block else 0
        many = self.what.character.number
        parts = [
            f"{many} of them" * (many > 1),
            self.what.kind,
            plural(doubts, "doubt") * bool(doubts),
        ]
        return " · ".join(filter(None, parts))


class ArrivalModel(QAbstractListModel):
    """The list of imported items; the ticked characters are to be added."""

    ticked_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin with an empty list."""
        super().__init__(parent)
        self._all: list[Arrival] = []
        self._shown: list[int] = []
        self._keys: list[Hashable] = []
        self._unticked: set[int] = set()
        self._words: tuple[str, ...] = ()

    def show(self, arrivals: Sequence[Arrival]) -> None:
        """List these items instead; if their number is unchanged, rows stay unticked."""
        kept = self._unticked if len(arrivals) == len(self._all) else set[int]()
        self._list([number for number in self._shown if number < len(arrivals)])
        self._all, self._unticked = list(arrivals), kept
        self._list(self._matching(0))
        if self._shown:
            self.dataChanged.emit(self.index(0), self.index(len(self._shown) - 1), [])
        self.ticked_changed.emit()

    def add(self, arrivals: Sequence[Arrival]) -> None:
        """Append to the list."""
        first = len(self._all)
        self._all += arrivals
        more = self._matching(first)
        self._list([*self._shown, *more])
        self.ticked_changed.emit()

    def filter(self, text: str) -> None:
        """List only items whose description contains all these words."""
        self._words = tuple(text.casefold().split())
        self._list(self._matching(0))
        self.ticked_changed.emit()

    def _list(self, numbers: list[int]) -> None:
        RowChanges(self, self._shown, self._keys).become(numbers, [*numbers])

    @property
    def all(self) -> Sequence[Arrival]:
        """All imported items, even if they are not listed now."""
        return self._all

    def at(self, index: Index) -> Arrival | None:
        """Return the item of a row, or None for an invalid index."""
        return self._all[self._shown[index.row()]] if index.isValid() else None

    @property
    def filtered(self) -> bool:
        """Whether a filter is set."""
        return bool(self._words)

    def ticked(self) -> list[ImportedCharacter]:
        """Return the characters to be added, in order: those that are listed and ticked."""
        found = ((number, self._all[number].what) for number in self._shown)
        return [what for number, what in found if isinstance(what, ImportedCharacter) and number not in self._unticked]

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._shown)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        one = self.at(index)
        if one is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Role.NAME:
                return visible(one.name)
            case Role.DETAIL:
                return one.detail
            case Qt.ItemDataRole.ToolTipRole:
                return tip_of(one.detail)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{visible(one.name)}, {one.detail}"
            case Qt.ItemDataRole.CheckStateRole if isinstance(one.what, ImportedCharacter):
                return UNTICKED if self._shown[index.row()] in self._unticked else TICKED
        return None

    @override
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        number = self._shown[index.row()]
        if Qt.CheckState(value) == TICKED:
            self._unticked.discard(number)
        else:
            self._unticked.add(number)
        self.dataChanged.emit(index, index, [role])
        self.ticked_changed.emit()
        return True

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        usual = super().flags(index)
        one = self.at(index)
        return usual | Qt.ItemFlag.ItemIsUserCheckable if one and isinstance(one.what, ImportedCharacter) else usual

    def _matching(self, first: int) -> list[int]:
        """Return the positions of the items from `first` on that match the filter."""
        if not self._words:
            return list(range(first, len(self._all)))
        return [
            number
            for number, one in enumerate(self._all[first:], first)
            if all(word in f"{one.name} {one.detail} {one.file}".casefold() for word in self._words)
        ]


def account_in_words(arrival: Arrival) -> str:
    """Return a report on one arrival."""
    what = arrival.what
    return (
        account_text(what, arrival.file)
        if isinstance(what, ImportedCharacter)
        else f"{arrival.name}\nNot read: {what.why}."
    )


def accounts_in_words(arrivals: Sequence[Arrival]) -> str:
    """Return a report on all arrivals."""
    return "\n\n\n".join(map(account_in_words, arrivals))


def files_without_characters(arrivals: Iterable[Arrival]) -> str:
    """Return a sentence on the files without characters, or "": "“a.json” contains no characters. "."""
    files: dict[str, bool] = {}
    for one in arrivals:
        files[one.file] = files.get(one.file, False) or isinstance(one.what, ImportedCharacter)
    empty = [f"“{one_line(file, 40)}”" for file, brings in files.items() if file and not brings]
    if not empty:
        return ""
    more = f" and {len(empty) - NAMED:,} more" if len(empty) > NAMED else ""
    return f"{', '.join(empty[:NAMED])}{more} {'contains' if len(empty) == 1 else 'contain'} no characters. "


def summed(arrivals: Iterable[Arrival]) -> str:
    """Return the number of imported characters, and of parts that were not read, as text."""
    found = list(arrivals)
    came = sum(isinstance(one.what, ImportedCharacter) for one in found)
    refused = len(found) - came
    counted = plural(came, "character")
    return counted + (f", {plural(refused, 'part')} not read" if refused else "")
