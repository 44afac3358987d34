"""What a reading of a passage loses, and how far it looks as the books print stat blocks."""

import re
from collections.abc import Collection, Sequence

from gm_desk.core.stat_blocks.names import GENERIC
from gm_desk.core.stat_blocks.sections import APTITUDES as NAMES_OF_APTITUDES
from gm_desk.core.stat_blocks.source import UNNAMED, Block, Span

ORDERLY, MARGIN = 4, 3
"""The aptitudes of a block that seems to be printed, and how many more numbers free text must find to be preferred."""
ODD = 4
"""How many numbers in the notes weigh as much as an attack or a skill that seems to be something else."""
NAME = 3
"""How many numbers in the notes weigh as much as a name that was not found."""
SWALLOWED = re.compile(
    r"\b(?:Armou?r \(|AV [0-9]|DUR [0-9]|WT [0-9]|Skills\b"
    r"|[A-Z][a-z]+ [0-9]{1,3}, ?(?:DV )?[0-9]*d[0-9])"
)
"""Labels, or another attack, in the notes of an attack."""
COUNTED = re.compile(r"^[0-9]{1,3} ?[x×]|\b[x×] ?[0-9]{1,3}\b|\([0-9]{1,3}\)$", re.IGNORECASE)
"""A number of characters in a name."""
VALUED = re.compile(
    r"(?:attacks?|weapons?)\b[^\n]*[0-9]d[0-9]|(?:Pilot|Know|Hardware|Medicine|Exotic Skill|Academics|Art|Interest"
    r"|Language|Profession|Networking): ?[A-Z][^\n0-9,;:]{1,40} [0-9]{2}\b"
    r"|[^\W\d_][^\n0-9,;:()]{1,40}, (?:DV )?[0-9]{0,2}d[0-9]",
    re.IGNORECASE,
)
"""An attack or a skill with a field that was left for the notes."""
NUMBER = re.compile(r"[0-9]+")
APTITUDES = frozenset(NAMES_OF_APTITUDES.values())


def is_complete(block: Block) -> bool:
    """Return whether a block has all that the second edition prints."""
    one = block.character
    aptitudes = sum(key in APTITUDES for key in one.stats)
    return block.system == "ep2" and bool(aptitudes > ORDERLY and "INIT" in one.stats and one.armor and one.skills)


def is_orderly(block: Block) -> bool:
    """Return whether a block has most of what the books print."""
    return is_printed({*block.character.stats, *("AV" for _ in block.character.armor)})


def is_printed(keys: Collection[str]) -> bool:
    """Return whether there are most of the numbers that the books print."""
    return sum(key in APTITUDES for key in keys) >= ORDERLY or ("INIT" in keys and "AV" in keys)


def oddities(blocks: Sequence[Block], pasted: str, *, orderly: bool) -> int:
    """Return how many attacks and skills of some blocks seem to be something else."""
    skills = [skill for one in blocks for skill in one.character.skills]
    names = {skill.name.casefold() for skill in skills}
    odd = sum(NUMBER.search(skill.note) is not None for skill in skills)
    odd += sum(SWALLOWED.search(attack.notes) is not None for one in blocks for attack in one.character.attacks)
    odd += sum(_is_odd(text) for one in blocks for text in (one.character.morph, one.character.concept))
    odd += sum(NUMBER.search(armor.name) is not None for one in blocks for armor in one.character.armor)
    odd += sum(COUNTED.search(one.character.name) is not None for one in blocks)
    odd += sum(one.name.casefold() in names or ":" in one.name for skill in skills for one in skill.specialisations)
    loose = [one.character for one in blocks if not orderly or one.system != "ep2"]
    odd += sum(VALUED.match(pasted, span.start, span.end) is not None for one in blocks for span in one.left)
    return (odd + sum(not attack.damage for one in loose for attack in one.attacks)) * ODD


def _is_odd(text: str) -> bool:
    """Return whether a text field contains the title of something else."""
    return ":" in text or bool(GENERIC & set(text.casefold().split()))


def cost_of(blocks: Sequence[Block], span: Span, pasted: str) -> int:
    """Return how much of a passage some blocks have no field for; a block without a name or skills lacks more."""
    unnamed = sum((one.character.name == UNNAMED) + (not one.character.skills) for one in blocks)
    return lost_numbers(blocks, span, pasted) + unnamed * NAME


def lost_numbers(blocks: Sequence[Block], span: Span, pasted: str) -> int:
    """Return how many numbers of a passage are in no field of some blocks."""
    taken = bytearray(span.end - span.start)
    for block in blocks:
        for part, sign in ((block.span, b"\1"), *((left, b"\0") for left in block.left)):
            start, end = max(part.start, span.start) - span.start, min(part.end, span.end) - span.start
            taken[start:end] = sign * max(0, end - start)
    return sum(not taken[found.start()] for found in NUMBER.finditer(pasted[span.start : span.end]))
