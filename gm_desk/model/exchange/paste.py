"""Reads pasted text: short text at once, long text in a worker."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters.roster import NewId
from gm_desk.core.stat_blocks.source import Block, Pasted, Span, with_all
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import one_line, plural
from gm_desk.model.exchange.arrivals import Fitted, fitted
from gm_desk.model.files.workers import Runner, Task
from gm_desk.store.disk.files import MOST_TEXT_CHARACTERS
from gm_desk.store.exchange.accounts import ImportedCharacter
from gm_desk.store.shipped import load_system

MOST_MARKS = 2_000
GLANCED = 100_000


class Mark(Struct, frozen=True):
    """A span of text in Qt's UTF-16 positions; one that is `beside` belongs to no block."""

    start: int
    end: int
    beside: bool


class PastedReading(Struct, frozen=True):
    """The result of reading a text: its blocks, and the characters they describe."""

    pasted: Pasted
    imported: tuple[ImportedCharacter, ...] = ()

    @property
    def counted(self) -> str:
        """The number of stat blocks, as text."""
        many = len(self.imported)
        return "No stat block" if not many else plural(many, "stat block")

    @property
    def left_out(self) -> str:
        """A message about passages that belong to no block and blocks that could not be read, or ""."""
        beside, failed = len(self.pasted.beside), self.pasted.failed
        problems = [f"“{one_line(one.name, 40)}” could not be read: {one_line(one.why, 80)}." for one in failed]
        if beside and self.imported:
            many = "1 passage is not" if beside == 1 else f"{beside:,} passages are not"
            problems.append(f"{many} part of a stat block; skipped (grey).")
        return " ".join(problems)

    @property
    def underlined(self) -> bool:
        """Whether a block has passages that were not recognised."""
        return any(block.left for block in self.pasted.blocks)

    def with_all(self) -> "PastedReading":
        """Return the result with left-out passages in the notes of the block before them, or of the first block."""
        pasted = with_all(self.pasted)
        kept = zip(self.imported, pasted.blocks, strict=True)
        return PastedReading(
            pasted, tuple(structs.replace(one, character=block.character, block=block) for one, block in kept)
        )


def all_systems() -> dict[str, System]:
    """Return the systems by their ids."""
    return {system: load_system(system) for system in RULES}


def read_pasted(
    text: str,
    systems: Mapping[str, System],
    new_id: NewId,
    system: str = "",
    assigned: Mapping[str, str] | None = None,
) -> PastedReading:
    """Return the result of reading a text, as blocks of a system, or of any system for "".

    `assigned` are the meanings of columns of tables, by heading in lower case.
    """
    from gm_desk.core.stat_blocks.reading import read_blocks

    pasted = read_blocks(text, list(systems.values()), new_id, system, assigned)
    imported = (ImportedCharacter(one.character, one.system, _kind(one, systems), block=one) for one in pasted.blocks)
    return PastedReading(pasted, tuple(imported))


def refusal_of(text: str) -> str:
    """Return why a text is not a stat block and what to do about it, or "" if it looks like one."""
    from gm_desk.core.stat_blocks.reading import looks_like_blocks

    refusal = unreadable(text)
    if refusal or looks_like_blocks(text, list(all_systems().values())) or _has_table(text):
        return refusal
    return (
        f"“{one_line(' '.join(text[:200].split()), 40)}” does not look like a stat block. Copy the whole block, from "
        "its name to its last line, or use “Paste stat block…” (Edit menu) to see what can be read."
    )


def _has_table(text: str) -> bool:
    """Return whether the beginning of a text has a table of characters."""
    from gm_desk.core.tables.reading import TableSearch

    return TableSearch(list(all_systems().values()), str).has_table(text[:GLANCED])


def unreadable(text: str) -> str:
    """Return why a text cannot contain stat blocks and what to do about it, or "" if it can."""
    if not text.strip():
        return "There is no text to paste: copy a stat block first, or type one with “Paste stat block…”."
    if "\0" in text:
        return "The clipboard contains no text: copy the text of a stat block."
    if len(text) > MOST_TEXT_CHARACTERS:
        return f"The copied text is too long ({len(text):,} characters); copy only the stat blocks."
    return ""


def marks_of(pasted: Pasted) -> list[Mark]:
    """Return the spans that were not recognised or belong to no block, in Qt's positions."""
    found = [(span, False) for block in pasted.blocks for span in block.left] + [(span, True) for span in pasted.beside]
    found = sorted(found, key=lambda one: one[0])[:MOST_MARKS]
    places = qt_places(pasted.text, (edge for span, _ in found for edge in (span.start, span.end)))
    return [Mark(places[span.start], places[span.end], beside) for span, beside in found]


def qt_places(text: str, places: Iterable[int]) -> dict[int, int]:
    """Return positions as counted by Qt: a line end counts once, a character beyond 16 bits twice."""
    counted, last, made = 0, 0, dict[int, int]()
    for place in sorted(set(places)):
        span_text = text[last:place]
        counted += len(span_text) + sum(character > "\uffff" for character in span_text) - span_text.count("\r\n")
        made[place], last = counted, place
    return made


def fitted_to(one: ImportedCharacter, to: System, systems: Mapping[str, System], new_id: NewId) -> Fitted:
    """Return a character as it would be in a roster of a system."""
    return fitted(one.character, one.system, to, systems, new_id)


def warnings_about(block: Block, fit: Fitted, to: System, systems: Mapping[str, System]) -> list[str]:
    """Return what a GM should know about a block before it is added, as sentences."""
    own = systems.get(block.system)
    doubts = list(block.doubts)
    if own is not None and own.id != to.id:
        mapped = f" Skills with another name there: {fit.renamed}." if fit.renamed else ""
        kept = f" Values without a field in {to.name} go to the notes: {fit.left}." if fit.left else ""
        doubts.insert(0, f"This block is for {own.name}, but the roster is for {to.name}.{mapped}{kept}")
    if block.left:
        many = "One passage was" if len(block.left) == 1 else f"{len(block.left)} passages were"
        doubts.append(f"{many} not recognised; kept in the notes, word for word.")
    return doubts


def span_of(block: Block, text: str) -> Span:
    """Return the span of a block in Qt's positions."""
    places = qt_places(text, (block.span.start, block.span.end))
    return Span(places[block.span.start], places[block.span.end])


def systems_of(imported: Sequence[ImportedCharacter], systems: Mapping[str, System]) -> str:
    """Return the names of the systems that blocks are of."""
    found = dict.fromkeys(one.system for one in imported)
    return " and ".join(systems[system].name for system in found if system in systems)


def _kind(block: Block, systems: Mapping[str, System]) -> str:
    """Return the kind and the size of a block: "Eclipse Phase 2e, 12 skills, 1 attack"."""
    parts = [systems[block.system].name] if block.system in systems else []
    for name, found in (("skill", block.character.skills), ("attack", block.character.attacks)):
        if found:
            parts.append(plural(len(found), name))
    return ", ".join(parts)


SHORT = 10_000
"""The number of characters that are read without a noticeable delay: about ten stat blocks."""


class TextReading(QObject):
    """A reader of texts; `finished` carries the result of the text that was passed last."""

    finished = Signal(object)

    def __init__(self, systems: Mapping[str, System], new_id: NewId, runner: Runner, parent: QObject) -> None:
        """Begin without a text."""
        super().__init__(parent)
        self._systems, self._new_id = systems, new_id
        self._runner = runner
        self._current: _Work | None = None
        self._next: _Work | None = None

    @property
    def running(self) -> bool:
        """Whether a text is being read."""
        return self._current is not None

    def read(self, text: str, system: str, assigned: Mapping[str, str] | None = None) -> None:
        """Read a text, as blocks of a system, or of any system for "", in place of any earlier one.

        `assigned` are the meanings of columns of tables.
        """
        work = _Work(text, self._systems, self._new_id, system, assigned or {})
        self.stop()
        if self._current is not None:
            self._next = work
        elif len(text) > SHORT:
            self._begin(work)
        else:
            self.finished.emit(work.read())

    def stop(self) -> None:
        """Discard the result of the text that is being read."""
        self._next = None
        if self._current is not None:
            self._current.stopped = True

    def _begin(self, work: "_Work") -> None:
        self._current = work
        self._runner.run(_Work.read, work, self._end)

    def _end(self, task: "Task[PastedReading | None]") -> None:
        """Emit the result, or begin with the text that was passed in the meantime."""
        work, self._current = self._current, None
        if self._next is not None:
            following, self._next = self._next, None
            self._begin(following)
        elif work is not None and not work.stopped and task.error is None and task.result is not None:
            self.finished.emit(task.result)
        if task.error is not None:
            raise task.error


class _Stopped(BaseException):
    """Raised in the worker to stop a reading whose result is no longer needed."""


class _Work:
    """A text to be read in a worker; setting `stopped` ends the reading."""

    def __init__(
        self, text: str, systems: Mapping[str, System], new_id: NewId, system: str, assigned: Mapping[str, str]
    ) -> None:
        self.stopped = False
        self._assigned = assigned
        self._text, self._systems, self._system = text, systems, system
        self._make_id = new_id

    def read(self) -> PastedReading | None:
        """Return the result, or None if it was stopped."""
        try:
            return read_pasted(self._text, self._systems, self._new_id, self._system, self._assigned)
        except _Stopped:
            return None

    def _new_id(self) -> str:
        """Return a new id, or stop the reading; the reader often requests ids."""
        if self.stopped:
            raise _Stopped
        return self._make_id()
