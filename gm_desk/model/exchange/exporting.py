"""The export of characters: formats and file names; copying characters to a roster that is not open."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, structs

from gm_desk.core.characters.conversion import convert, unconverted_parts
from gm_desk.core.characters.roster import Character, Roster, name_or_count, numbered
from gm_desk.core.errors import RulesError
from gm_desk.core.systems.definition import System
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.disk.places import first_free, numbered_paths, slug
from gm_desk.store.exchange.exporting import ExportFormat, spelt
from gm_desk.store.rosters.files import read_roster, write_roster
from gm_desk.store.shipped import load_system


class ExportForm(Struct, frozen=True):
    """A format on offer: its name, its file suffix, and whether each character gets a file of its own."""

    shape: ExportFormat
    name: str
    suffix: str
    each: bool = False
    systems: tuple[str, ...] = ()


MARKDOWN = ExportForm(ExportFormat.MARKDOWN, "Markdown stat block: can be pasted again", "md")
PLAIN = ExportForm(ExportFormat.PLAIN, "Plain text, with current damage", "txt")
FORMS = (
    MARKDOWN,
    PLAIN,
    ExportForm(ExportFormat.ROSTER, "Roster of GM Desk (JSON): complete", "json"),
    ExportForm(ExportFormat.EP2E, "Foundry actor, system “ep2e”", "json", each=True, systems=("ep2",)),
    ExportForm(
        ExportFormat.ECLIPSEPHASE,
        "Foundry actor, system “eclipsephase” 1.5 and later",
        "json",
        each=True,
        systems=("ep2",),
    ),
    ExportForm(
        ExportFormat.OLDER_ECLIPSEPHASE,
        "Foundry actor, system “eclipsephase” before 1.5",
        "json",
        each=True,
        systems=("ep2",),
    ),
    ExportForm(ExportFormat.CSV, "Table (CSV), one character per row, for spreadsheets", "csv"),
)


def forms_for(system: System) -> list[ExportForm]:
    """Return the formats that are available for characters of a system."""
    return [form for form in FORMS if not form.systems or system.id in form.systems]


def files_of(characters: Sequence[Character], system: System, form: ExportForm) -> dict[str, bytes]:
    """Return the content of the files by their names: one for all characters, or one for each."""
    if not form.each or len(characters) == 1:
        return {f"{name_of(characters)}.{form.suffix}": spelt(characters, system, form.shape)}
    made: dict[str, bytes] = {}
    for one in characters:
        names = numbered_paths(Path(f"{slug(one.name)}.{form.suffix}"))
        made[first_free(names, lambda path: path.name in made).name] = spelt([one], system, form.shape)
    return made


def name_of(characters: Sequence[Character]) -> str:
    """Return a file name without suffix: the name of the only character, or the number of characters."""
    return slug(characters[0].name) if len(characters) == 1 else f"{len(characters)}-characters"


def copy_characters(document: RosterDocument, ids: Sequence[str], path: Path) -> str:
    """Copy characters of the open roster to the file of another one; return a message on the result.

    Raise UnreadableFileError, UnwritableFileError, or RulesError if the file is that of the open roster; nothing is
    changed then.
    """
    roster = read_roster(path)
    if roster.id == document.roster.id:
        raise RulesError("roster", f"“{roster.name}” is the roster that is open: duplicate the character instead")
    system, left = load_system(roster.system), list[str]()
    found = [one for one in map(document.character, ids) if one is not None]
    for one in found:
        copy, lines = convert(one, document.system, system, document.new_id)
        roster = roster.with_character(_adapted(copy, one, document.roster, roster))
        left += lines
    write_roster(path, roster)
    message = f"{name_or_count(found)} copied to “{roster.name}”."
    kept = f" Values without a field in {system.name} are in the notes there: {unconverted_parts(left)}."
    return message + (kept if left else "")


def _adapted(copy: Character, original: Character, here: Roster, there: Roster) -> Character:
    """Return a copy with a name that is free in the other roster, in the group of the same name, if any."""
    own = here.group(original.group)
    same = [group.id for group in there.groups if own and group.name.casefold() == own.name.casefold()]
    taken = {one.name for one in there.characters}
    name = numbered(copy.name, taken) if copy.name in taken else copy.name
    return structs.replace(copy, name=name, group=same[0] if same else "")
