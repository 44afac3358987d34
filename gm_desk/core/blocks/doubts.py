"""What a GM should look at in a block that was read: that it only overrides another one, or breaks off."""

import re

from gm_desk.core.blocks.lines import is_open
from gm_desk.core.blocks.splitting import OVERRIDES
from gm_desk.core.roster import Character
from gm_desk.core.systems.system import System

FEW = 5
"""Fewer numbers than these are no whole block."""
BESIDE = {"Fray", "Perceive"}
"""Skills that stand above the list of skills as well."""
SKILLS, LIST = re.compile(r"\bskills?\b", re.IGNORECASE), 3
"""What a list of skills is called, and how many make one."""


def doubts_about(character: Character, text: str, system: System, *, named: bool) -> tuple[str, ...]:
    """Say in a sentence each what looks as if it were missing."""
    doubts = [] if named else ["No name stands above it"]
    aptitudes = sum(key.isupper() and len(key) == 3 and key not in {"DUR", "LUC"} for key in character.stats)  # noqa: PLR2004
    numbers = len(character.stats) + len(character.points) + len(character.armor)
    broken = _broken_off(character, text, system)
    if not aptitudes and (OVERRIDES.search(text[:600]) or numbers <= FEW):
        doubts.append("It only overrides another block: what does not stand in it is empty")
    elif broken:
        doubts.append(f"It breaks off: {broken}")
    elif is_open(text):
        doubts.append("It breaks off: its last line is not complete")
    elif not aptitudes:
        doubts.append("It may break off: no aptitudes stand in it")
    elif not character.skills:
        doubts.append("It may break off: no skills stand in it")
    elif not _lists_skills(character, text):
        doubts.append("It may break off: there is no list of skills")
    return tuple(doubts)


def _broken_off(character: Character, text: str, system: System) -> str:
    """Say what is missing behind the aptitude with which a block ends; nothing if that is not so."""
    there = [key for key in system.aptitudes if key in character.stats]
    if not there or _lists_skills(character, text):
        return ""
    behind = system.aptitudes[system.aptitudes.index(there[-1]) + 1 :]
    missing = [key for key in behind if not _is_denied(key, text)]
    return f"{', '.join(missing)} and the skills are missing" if missing else ""


def _lists_skills(character: Character, text: str) -> bool:
    """Tell whether there is a list of skills, and not only some of them with a line of their own."""
    return SKILLS.search(text) is not None or len({skill.name for skill in character.skills} - BESIDE) >= LIST


def _is_denied(key: str, text: str) -> bool:
    """Tell whether a dash says that there is no such aptitude."""
    return re.search(rf"\b{key}[\s:*_]*[—–-]", text) is not None
