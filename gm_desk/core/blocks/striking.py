"""The skill that an attack of a stat block is made with: what its name or its kind says, where the rating agrees."""

import re
from collections.abc import Iterable, Sequence

from msgspec import structs

from gm_desk.core.roster import Skill
from gm_desk.core.stat_block import Attack
from gm_desk.core.systems.system import System

KINDS = {
    "Infosec": r"hack|mesh|brainware|virus",
    "Guns": r"pistol|rifle|laser|cannon|launcher|gun|seeker|railgun|shredder|agonizer|plasma|torch|beam|particle"
    r"|sprayer|shotgun|stunner|microwave|bolter|bow|missile|smg|firearm",
    "Melee": r"melee|grapp|claw|bite|fang|teeth|baton|blade|knife|sword|whip|tentacle|stomp|sting|spur|buzzsaw|behead"
    r"|saw|drill|punch|kick|fist|unarmed|stab|slash|horn|tail|tusk|pincer|mandible|spike|axe|club|hammer|spear|eelware"
    r"|talon|jaws|snare|crush|slam|cutter",
}


def with_skills(attacks: Iterable[Attack], skills: Sequence[Skill], system: System) -> tuple[Attack, ...]:
    """Name the skill of each attack where it is clear: by what it says, its name, or what kind of weapon it is.

    A skill that has another rating than the attack is not the one, unless one of its specialisations has it.
    """
    return tuple(_with_skill(attack, skills, system) for attack in attacks)


def _with_skill(attack: Attack, skills: Sequence[Skill], system: System) -> Attack:
    """Name the skill of one attack."""
    if attack.rating is None:
        return attack
    said = system.spelled(attack.skill).casefold() if attack.skill else ""
    if said and system.skill_kind(said) is None:
        said = ""
    fitting = [skill for skill in skills if attack.rating in _ratings(skill)]
    named = [skill for skill in fitting if _is_named(skill, attack.name)]
    kind = said or _kind(attack).casefold()
    of_kind = [skill for skill in fitting if skill.name.casefold() == kind]
    found = next(iter(of_kind if said else [*named, *of_kind]), None)
    notes = attack.notes if not attack.skill or said else f"{attack.skill} {attack.notes}".strip()
    return structs.replace(
        attack, skill=found.name if found else "", notes=_said(attack, notes, lost=bool(said and not found))
    )


def _said(attack: Attack, notes: str, *, lost: bool) -> str:
    """Keep a skill that an attack names but the character lacks in its notes."""
    return ", ".join(filter(None, [attack.skill, notes])) if lost else notes


def _ratings(skill: Skill) -> set[int | None]:
    """Give the ratings that a skill may be rolled with."""
    return {skill.rating, *(one.rating for one in skill.specialisations)}


def _is_named(skill: Skill, name: str) -> bool:
    """Tell whether an attack is called like a skill, its field, or what it is better at ("Tentacles")."""
    field = skill.name.partition(":")[2].strip()
    names = [skill.name, field, *(one.name for one in skill.specialisations)]
    words = name.casefold()
    return any(_stem(one) in words for one in names if one)


def _stem(name: str) -> str:
    """Give a name without the ending of its plural."""
    return name.casefold().removesuffix("s")


def _kind(attack: Attack) -> str:
    """Say by the words of an attack what skill such attacks are made with, or nothing."""
    for name, words in KINDS.items():
        if re.search(rf"\b(?:\w*)(?:{words})", attack.name, re.IGNORECASE):
            return name
    if attack.modes or attack.ammo:
        return "Guns"
    return "Melee" if re.search(r"\b(?:touch|reach|grappl)", attack.notes, re.IGNORECASE) else ""
