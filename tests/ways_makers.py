"""Ways in and out that are simpler than the program's: a block begins with "== Name", a line with "?" says nothing."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from gm_desk.core.characters.roster import Character, NewId, Skill
from gm_desk.core.stat_blocks.source import Block, Pasted, Span
from gm_desk.core.systems.definition import System
from gm_desk.model.exchange.ways import ExchangeWays, Stream
from gm_desk.store.disk.errors import UnreadableFileError
from gm_desk.store.exchange.accounts import Brought, FieldAccount, Incoming, Refused

FIRST = {"== ": "ep2", "=1 ": "ep1"}
DOCKER = "Seen at the docks.\n== Dockside Enforcer\nGuns 65\nInfiltrate 40\n? smells of fish 🐟\nFray 60\n"
PAIR = f"{DOCKER}== Dock Dog\n? barks\nAthletics 50\n"


def read(text: str, systems: Sequence[System], new_id: NewId, system: str = "") -> Pasted:
    blocks: list[Block] = []
    beside: list[Span] = []
    lines: list[tuple[str, Span]] = []
    place = 0
    for line in [*text.splitlines(keepends=True), "== end"]:
        if line[:3] in FIRST:
            if lines and lines[0][0][:3] in FIRST:
                blocks.append(_block(lines, text, new_id, system))
            elif lines:
                beside.append(Span(lines[0][1].start, lines[-1][1].end))
            lines = []
        lines.append((line.rstrip("\r\n"), Span(place, place + len(line.rstrip("\r\n")))))
        place += len(line)
    assert systems
    return Pasted(text, tuple(blocks), tuple(beside))


def _block(lines: Sequence[tuple[str, Span]], text: str, new_id: NewId, system: str) -> Block:
    span = Span(lines[0][1].start, lines[-1][1].end)
    left = [(line, part) for line, part in lines[1:] if line.startswith("?")]
    words = [line.rpartition(" ") for line, _ in lines[1:] if line and not line.startswith("?")]
    character = Character(
        id=new_id(),
        name=lines[0][0][3:],
        skills=tuple(Skill(id=new_id(), name=name, rating=int(rating)) for name, _, rating in words),
        rep={"c-rep": 30} if "rich" in text else {},
        notes="\n".join(line for line, _ in left),
        source=text[span.start : span.end],
    )
    doubts = ("The block breaks off.",) if text.endswith("…") else ()
    return Block(character, system or FIRST[lines[0][0][:3]], span, tuple(part for _, part in left), doubts)


def looks_like(text: str) -> bool:
    return "\n" in text and any(line[:3] in FIRST for line in text.splitlines())


class Lines:
    """Read a line at a time: a name, or "!" and why it is refused."""

    def __init__(self, lines: list[str], new_id: NewId) -> None:
        self.lines = lines
        self.new_id = new_id
        self.total, self.done = len(lines), 0

    def __iter__(self) -> Iterator[Incoming]:
        for number, line in enumerate(self.lines, 1):
            self.done = number
            if line.startswith("!"):
                yield Refused(f"line {number}", line[1:])
            else:
                fields = (FieldAccount(("name",), line),), (FieldAccount(("img",), "a picture of the tabletop's own"),)
                yield Brought(Character(id=self.new_id(), name=line), "ep2", "Foundry actor", *fields)


def bring(path: Path, systems: Sequence[System], new_id: NewId) -> Stream:
    assert systems
    content = path.read_bytes()
    if b"\0" in content:
        raise UnreadableFileError(path, "it is no file of characters")
    return Lines(content.decode().splitlines(), new_id)


def spell(characters: Sequence[Character], system: System, shape: str) -> bytes:
    if shape in {"md", "txt"}:
        return "".join(f"{shape} {one.name} {one.health.damage}\n" for one in characters).encode()
    return msgspec.json.encode([system.id, shape, [one.name for one in characters]])


FAKES = ExchangeWays(read, looks_like, bring, spell)
