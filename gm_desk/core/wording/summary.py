"""A roster as plain text for previews: its groups, their characters, and their best skills."""

from collections.abc import Iterator

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.notation.numbers import minus

BEST = 3
COUNTS = ("damage", "wounds", "stress", "traumas", "fatigue")


def summary(roster: Roster) -> list[str]:
    """Return the lines of a roster: the name of each group, then one line for each of its characters."""
    return list(_lines(roster))


def _lines(roster: Roster) -> Iterator[str]:
    for group_id, name in [*((group.id, group.name) for group in roster.groups), ("", "In no group")]:
        members = roster.members(group_id)
        if group_id or members:
            yield _line(name)
        yield from (f"    {_line(_character(one))}" for one in members)
    if roster.unread:
        yield f"{len(roster.unread)} of its parts cannot be read, and are kept as they are."


def _character(character: Character) -> str:
    """Return a character as a line: "Lao Qing, PC, Enforcer: Guns 65, Fray 60; damage 12"."""
    many = f" × {character.number}" if character.number > 1 else ""
    who = ", ".join(filter(None, [character.name + many, "PC" * (character.kind == "pc"), character.concept]))
    best = sorted(character.skills, key=lambda skill: -skill.rating)[:BEST]
    skills = ", ".join(f"{skill.name} {minus(skill.rating)}" for skill in best)
    suffered = ", ".join(f"{name} {count}" for name in COUNTS if (count := getattr(character.health, name)))
    text = "; ".join(filter(None, [skills, suffered]))
    return f"{who}: {text}" if text else who


def _line(text: str) -> str:
    """Return a text as one line."""
    return " ".join(text.split())
