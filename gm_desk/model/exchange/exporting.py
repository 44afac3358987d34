"""The export of characters: formats and file names."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from gm_desk.core.characters.roster import Character
from gm_desk.core.systems.definition import System
from gm_desk.store.disk.places import first_free, numbered, slug
from gm_desk.store.exchange.exporting import ExportFormat, spelt


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
        names = numbered(Path(f"{slug(one.name)}.{form.suffix}"))
        made[first_free(names, lambda path: path.name in made).name] = spelt([one], system, form.shape)
    return made


def name_of(characters: Sequence[Character]) -> str:
    """Return a file name without suffix: the name of the only character, or the number of characters."""
    return slug(characters[0].name) if len(characters) == 1 else f"{len(characters)}-characters"
