"""`gm-desk convert`: convert character files. Only PDF output needs Qt."""

import argparse
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from msgspec import Struct

from gm_desk.command_line import ALL_GOOD, SOME_BAD, UNUSABLE, say
from gm_desk.core.characters.conversion import convert, unconverted_parts
from gm_desk.core.characters.roster import Character, NewId
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES
from gm_desk.store.disk.files import StoreError, UnreadableFileError, error_in_words, write_atomically
from gm_desk.store.disk.places import slug
from gm_desk.store.exchange.accounts import ImportedCharacter, Refused, account_text, in_brief
from gm_desk.store.exchange.exporting import ExportFormat, formats_of, spelt
from gm_desk.store.exchange.importing import bring
from gm_desk.store.shipped import load_system

PDF = "pdf"
STANDARD = "-"
"""The value of OUT that means standard output."""
EPILOG = """\
IN is a Foundry actor (ep2e, eclipsephase; JSON, or a .db pack), a file of creatures, bots, vehicles or morphs of
EP2-Data, a roster of GM Desk, or a text or PDF with stat blocks or tables (Markdown, HTML, CSV, TSV); for a folder, all
files in it are read.
The extension of OUT sets the format: .json for a roster, .md for Markdown, .txt for plain text, .csv for a table, .pdf
for cards to print; “-” is standard output. With --to ep2e, eclipsephase (version 1.5 and later) or eclipsephase-old
(before 1.5), OUT is a Foundry actor (.json), a pack (.db), or a folder with one file per character.

Text that is not part of a stat block is listed and skipped; --all-text adds it to the notes.

The exit code is 0 if everything was converted, 1 if something was skipped or failed, 2 if nothing was converted.

  gm-desk convert "Guard Dog.md" bestiary.db guards.json
  gm-desk convert guards.json guards.pdf --cards 8 --paper letter
  gm-desk convert guards.json actors/ --to ep2e
"""


class FailureError(Exception):
    """Nothing can be converted; the message says why."""


class Gathered(Struct):
    """The characters read from the files, and the number of entries that could not be read."""

    imported: list[ImportedCharacter]
    refused: int = 0


def main(arguments: list[str]) -> int:
    """Convert the files and return the exit code."""
    asked = _parser().parse_args(arguments)
    try:
        shape = _shape(asked)
        gathered = _gather(asked)
        system = _system(asked, shape, gathered)
        characters = _fitted(gathered, system)
        failed = _write(asked, shape, characters, system)
    except FailureError as failure:
        return say(str(failure), UNUSABLE)
    except StoreError as error:
        return say(f"{error.path} was not written: {error.problem}.", UNUSABLE)
    gathered.refused += failed
    number = len(characters) - failed
    if not number:
        return say("Nothing was converted.", UNUSABLE)
    where = "standard output" if _is_standard(asked) else asked.out
    say(f"{number} character{'s' * (number != 1)} converted to {where}.")
    return SOME_BAD if gathered.refused else ALL_GOOD


def _parser() -> argparse.ArgumentParser:
    """Return the parser of the arguments."""
    parser = argparse.ArgumentParser(
        prog="gm-desk convert",
        description="Convert character files.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", metavar="IN", nargs="+", type=Path, help="files or folders to read")
    parser.add_argument("out", metavar="OUT", type=Path, help="the file, or for Foundry the folder, to write")
    parser.add_argument(
        "--to",
        choices=[str(shape) for shape in ExportFormat] + [PDF],
        help="output format, regardless of the extension of OUT",
    )
    parser.add_argument("--system", choices=tuple(RULES), help="the system of text files, and of the output")
    parser.add_argument("--cards", type=int, choices=(1, 2, 4, 8), default=4, help="cards per page of a PDF (4)")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="paper size of a PDF (a4)")
    parser.add_argument("--report", action="store_true", help="show what became of each field")
    parser.add_argument(
        "--all-text", action="store_true", help="add text that is not part of a stat block to the notes"
    )
    parser.add_argument("--force", action="store_true", help="replace existing files")
    return parser


def _shape(options: argparse.Namespace) -> ExportFormat | str:
    """Return the output format, from --to or else from the suffix of OUT."""
    wanted = (
        options.to
        or options.out.suffix.removeprefix(".").lower()
        or (ExportFormat.ROSTER if _is_standard(options) else "")
    )
    if wanted == PDF:
        if _is_standard(options):
            raise FailureError("A PDF needs a file: give a name instead of “-”.")
        return PDF
    try:
        return ExportFormat(wanted)
    except ValueError:
        raise FailureError(
            f"What should {options.out} be? Its name should end in .json, .md, .txt, .csv or .pdf, or say --to."
        ) from None


def _system(options: argparse.Namespace, shape: ExportFormat | str, gathered: Gathered) -> System:
    """Return the system to write for: the one asked for, or else that of the first character."""
    system = load_system(options.system or gathered.imported[0].system)
    if shape != PDF and shape not in formats_of(system):
        others = " Some are for another system: choose one with --system." if not options.system else ""
        raise FailureError(f"Foundry actors ({shape}) are for Eclipse Phase 2e, not for {system.name}.{others}")
    return system


def _gather(options: argparse.Namespace) -> Gathered:
    """Read all files, and report each character on standard error."""
    numbers, gathered = count(1), Gathered([])
    systems = [load_system(system) for system in RULES]
    for path in _files(options.files):
        try:
            parts = bring(path, systems, lambda: f"{next(numbers):x}", options.system or "", all_text=options.all_text)
        except UnreadableFileError as error:
            gathered.refused += 1
            say(f"{path} was not read: {error.problem}.")
            continue
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one file, the others are read
            gathered.refused += 1
            say(f"{path} was not read: {error or type(error).__name__}.")
            continue
        if not parts.total:
            gathered.refused += 1
            say(f"{path} contains no characters.")
        for part in parts:
            if isinstance(part, Refused):
                gathered.refused += 1
                say(f"{path}, {part.place or 'the whole file'}: not read: {part.why}.")
            else:
                gathered.imported.append(part)
                say(account_text(part, path.name) if options.report else in_brief(part))
    if not gathered.imported:
        raise FailureError("Nothing was converted.")
    return gathered


def _files(paths: Sequence[Path]) -> list[Path]:
    """Return the files, including those in folders at any depth; names that begin with a dot are skipped."""
    found: list[Path] = []
    for path in paths:
        inside = sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]
        found += [one for one in inside if not path.is_dir() or not _is_hidden(one.relative_to(path))]
        if not inside:
            say(f"{path} contains no files.")
    return found


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _fitted(gathered: Gathered, system: System) -> list[Character]:
    """Return the characters converted to the system; one that cannot be converted is reported and skipped."""
    numbers, found = count(1), list[Character]()
    for one in gathered.imported:
        try:
            found.append(_fitting(one, system, lambda: f"{next(numbers):x}"))
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one character, the others are written
            gathered.refused += 1
            say(f"{one.character.name} was not converted: {error or type(error).__name__}.")
    if not found:
        raise FailureError("Nothing was converted.")
    return found


def _fitting(imported: ImportedCharacter, system: System, new_id: NewId) -> Character:
    """Return a character converted to the system, with new ids, as files may share theirs."""
    own = load_system(imported.system)
    copy, left = convert(imported.character, own, system, new_id)
    if left:
        say(f"{copy.name}: values without a field in {system.name} are in the notes: {unconverted_parts(left)}.")
    return copy


def _write(options: argparse.Namespace, shape: ExportFormat | str, characters: list[Character], system: System) -> int:
    """Write the output and return the number of characters that could not be written."""
    if _is_standard(options):
        sys.stdout.buffer.write(spelt(characters, system, ExportFormat(shape)))
    elif shape == PDF:
        _refuse_over(options.out, options)
        _write_pdf(options, characters, system)
    elif ExportFormat(shape).is_foundry and options.out.suffix.lower() not in {".json", ".db"}:
        return _write_each(options, ExportFormat(shape), characters, system)
    else:
        if ExportFormat(shape).is_foundry and options.out.suffix.lower() == ".json" and len(characters) > 1:
            raise FailureError(
                f"Foundry takes one actor from a .json file; for {len(characters)} name a folder, or a .db."
            )
        _refuse_over(options.out, options)
        _put(options.out, spelt(characters, system, ExportFormat(shape)))
    return 0


def _write_each(options: argparse.Namespace, shape: ExportFormat, characters: list[Character], system: System) -> int:
    """Write one file per character to a folder; report those that fail and return their number."""
    names = file_names([character.name for character in characters])
    targets = [options.out / f"{name}{shape.suffix}" for name in names]
    for target in targets:
        _refuse_over(target, options)
    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FailureError(f"The folder {options.out} could not be created: {error_in_words(error)}.") from error
    failed = 0
    for target, character in zip(targets, characters, strict=True):
        try:
            _put(target, spelt([character], system, shape))
        except StoreError as error:
            failed += 1
            say(f"{character.name}: {error.path} was not written: {error.problem}.")
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one character, the others are written
            failed += 1
            say(f"{character.name} was not written: {error or type(error).__name__}.")
    return failed


def file_names(names: Sequence[str]) -> list[str]:
    """Return a distinct file name for each character name; existing numbers have precedence over added ones."""
    own = [slug(name) for name in names]
    theirs = set(own)
    used, last, found = set[str](), dict[str, int](), list[str]()
    for name in own:
        free = name
        while free in used or (free != name and free in theirs):
            last[name] = last.get(name, 1) + 1
            free = f"{name}-{last[name]}"
        used.add(free)
        found.append(free)
    return found


def _put(path: Path, content: bytes) -> None:
    """Write a file; a missing folder is an error, because its name is probably misspelt."""
    if not path.parent.is_dir():
        raise FailureError(f"There is no folder {path.parent}.")
    write_atomically(path, content, private=False)


def _write_pdf(options: argparse.Namespace, characters: list[Character], system: System) -> None:
    """Write the cards as PDF; only this needs Qt."""
    import os

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        from PySide6.QtGui import QGuiApplication

        from gm_desk.ui.printing.printer import write_cards_pdf
    except ImportError as error:
        raise FailureError(f"Cards cannot be drawn without Qt: {error}.") from error
    application = QGuiApplication.instance() or QGuiApplication([])
    write_cards_pdf(options.out, characters, system, options.cards, options.paper)
    del application


def _refuse_over(path: Path, options: argparse.Namespace) -> None:
    if path.exists() and not options.force:
        raise FailureError(f"{path} exists already; use --force to replace it.")


def _is_standard(options: argparse.Namespace) -> bool:
    return str(options.out) == STANDARD
