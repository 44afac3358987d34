"""Texts as game masters and books write them, each with the characters that it should be read as."""

import re
from collections.abc import Iterator

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Armor, Attack, Movement
from gm_desk.core.wording.phrases import minus
from makers import CHECKOUT
from pasting import skills_of

TEXTS = CHECKOUT / "tests" / "core" / "free_text" / "texts"


def cases() -> Iterator[tuple[str, str, list[str]]]:
    """Yield the name of each text, the text, and the lines of its characters."""
    for path in sorted(TEXTS.glob("*.txt")):
        for case in re.split(r"^=== ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            name, _, rest = case.partition("\n")
            text, _, said = rest.partition("\n>>>\n")
            yield f"{path.stem}: {name}", text.rstrip("\n"), said.strip("\n").split("\n") if said.strip() else []


def summary(character: Character, system: str) -> str:
    """Return all that was read of a character on one line, without what is empty."""
    number = f" ×{character.number}" if character.number > 1 else ""
    none = "".join(f", {key} none" for key in sorted(getattr(character, "none", ())))
    parts = [
        f"{character.name}{number} [{system}]",
        _pairs(character.stats) + none,
        " ".join(f"{key}^{value}" for key, value in sorted(character.checks.items())),
        _pairs({key: points.max for key, points in character.points.items()}),
        ", ".join(map(_armor, character.armor)),
        ", ".join(map(_move, character.movement)),
        ", ".join(skills_of(character)),
        "; ".join(map(_attack, character.attacks)),
        _pairs({f"{key}-rep": value for key, value in character.rep.items()}),
    ]
    texts = {
        "ware": character.ware,
        "gear": character.gear,
        "traits": character.traits,
        "motivations": character.motivations,
        "morph": character.morph,
        "concept": character.concept,
        "stress": character.stress_test,
        "notes": character.notes.replace("\n", " / "),
    }
    said = (f"{name}: {text if isinstance(text, str) else ', '.join(text)}" for name, text in texts.items() if text)
    return " | ".join(filter(None, [*parts, *said]))


def _pairs(values: object) -> str:
    return ", ".join(f"{key} {value}" for key, value in sorted(dict(values).items()))  # type: ignore[call-overload]


def _armor(armor: Armor) -> str:
    return f"armor {'/'.join(map(str, armor.values.values()))}" + (f" ({armor.name})" if armor.name else "")


def _move(way: Movement) -> str:
    return " ".join(filter(None, ["move", way.name, way.speed, f"{way.base}/{way.full}"]))


def _attack(one: Attack) -> str:
    rating = "" if one.rating is None else minus(one.rating)
    said = (
        *(f"“{one.name}”", one.skill, rating, one.damage, one.against, one.modes),
        *(f"range {one.range}" * bool(one.range), f"ammo {one.ammo.max}" if one.ammo else ""),
        *(f"AP {one.penetration}" * bool(one.penetration), "piercing" * one.armor_piercing, *one.traits),
        f"({one.notes})" * bool(one.notes),
    )
    return " ".join(filter(None, said))
