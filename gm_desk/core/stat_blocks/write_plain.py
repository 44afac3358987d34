"""A character as plain text for the clipboard, with its current condition first; `own_markdown` reads it back."""

import re
from collections.abc import Iterator

from gm_desk.core.characters.harm import tracks
from gm_desk.core.characters.roster import Character, clean
from gm_desk.core.notation.text import entity, spell
from gm_desk.core.rules.house import House
from gm_desk.core.stat_blocks.own_markdown import ATTACK, KIND, LABELLED, PART
from gm_desk.core.stat_blocks.write_markdown import BULLET, COUNTS, UNSAFE, Labelled, attack_line, fields_of
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import minus

NEEDLESS = re.compile(r"(\\\\)|\\([`*\[\]|<~_]|&(?!\#[0-9]{1,7};))")
"""A backslash that plain text does not need, and one that is a character of the text."""
DOT = "•"
NOTES = "Notes"


def plain_of(character: Character, system: System) -> str:
    """Return a character as plain text with a final line end, including its current damage and points."""
    number = f" × {character.number}" if character.number > 1 else ""
    lines = [_name(character.name), f"{character.kind.upper()}{number} · {system.name}"]
    lines += [BULLET.join(f"{label}: {_bare(value)}" for label, value in line) for line in _fields(character, system)]
    for attack in character.attacks:
        text = f"{spell(attack.name, ':')}: {attack_line(attack, character, system)}"
        lines.append(f"{ATTACK.title()}: {_bare(text)}")
    lines += [f"{NOTES}:", *_notes(character.notes)] if character.notes else []
    return "".join(f"{line}\n" for line in lines)


def _fields(character: Character, system: System) -> Iterator[Labelled]:
    """Yield the lines of labelled values; damage and the like come first, with their effects."""
    known_tracks = {track.name: track for track in tracks(character, system, RULES[system.id], House())}
    lines = fields_of(character, system, tracks=True)
    health = [line for line in lines if line[0][0] in COUNTS]
    for line in health:
        found: Labelled = []
        for label, value in line:
            track = known_tracks.get(label)
            what = track and (track.state or (minus(track.modifier) if track.modifier else ""))
            found.append((label, f"{value} ({what})" if what else value))
        yield found
    yield from (line for line in lines if line not in health)


def _name(name: str) -> str:
    """Return a name, escaped so that it is read neither as a heading nor as the text below one."""
    plain = _bare(spell(name))
    special = plain.startswith("#") or KIND.fullmatch(plain)
    return entity(plain[0]) + plain[1:] if special else plain


def _bare(written: str) -> str:
    """Return a value of our Markdown without the backslashes that plain text does not need."""
    return NEEDLESS.sub(lambda found: found[1] or found[2], written).replace(DOT, entity(DOT))


def _notes(notes: str) -> list[str]:
    """Return notes; only text that would be read as something else is escaped."""
    text = clean(notes)
    inner = text.strip("\n")
    before = len(text) - len(text.lstrip("\n")) if inner else len(text)
    after = len(text) - len(text.rstrip("\n")) if inner else 0
    lines = [_line(UNSAFE.sub(lambda found: entity(found[0]), line)) for line in inner.split("\n")]
    lines[0] = entity("\n") * before + lines[0]
    lines[-1] += entity("\n") * after
    return lines


def _line(line: str) -> str:
    """Return a line of notes; trailing spaces and markup at its beginning are escaped."""
    words = line.strip(" \t")
    if words and (PART.fullmatch(words) or KIND.fullmatch(words) or LABELLED.match(words) or line[0] == ">"):
        place = line.index(words[0])
        line = line[:place] + entity(line[place]) + line[place + 1 :]
    return line[:-1] + entity(line[-1]) if line[-1:] in {" ", "\t"} else line
