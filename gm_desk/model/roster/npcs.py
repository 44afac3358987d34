"""NPCs created from templates, and the findings of the prep check; each change is a named undo step."""

from collections.abc import Sequence

from msgspec import Struct, structs

from gm_desk.core.characters import prep_check
from gm_desk.core.characters.naming import Culture, free_name, name_for, numbered_names, propose
from gm_desk.core.characters.prep_check import Finding
from gm_desk.core.characters.roster import Character, place_in_gang, valid_name
from gm_desk.core.rules.dice import Dice
from gm_desk.core.systems.registry import RULES
from gm_desk.model.roster import edits
from gm_desk.model.roster.document import RosterDocument

MOST_COPIES = 30
BEST_SKILLS = 3
TWIN = "twin"
"""The id of the finding that another character of the group has the same name."""


class Checked(Struct, frozen=True):
    """The result of the prep check for a character: the open findings, and the number of dismissed ones."""

    standing: tuple[Finding, ...] = ()
    dismissed: int = 0


# --- NPCs from templates ---------------------------------------------------------------------------------------------


def template_summary(template: Character) -> str:
    """Return a template in one line: its threat level or concept, best skills and first attack."""
    best = sorted(template.skills, key=lambda skill: -skill.rating)[:BEST_SKILLS]
    skills = ", ".join(f"{skill.name} {skill.rating}" for skill in best)
    attack = " ".join(f"{one.name} {one.damage}".strip() for one in template.attacks[:1])
    return " · ".join(part for part in (template.threat_level or template.concept, skills, attack) if part)


def proposal(
    document: RosterDocument, template: Character, cultures: Sequence[Culture], copies: int, chance: Dice
) -> str:
    """Return a proposed name for an NPC from a template, or the stem of the names of several."""
    if copies > 1:
        return template.name
    return name_for(template, cultures, _names(document), chance)


def another(document: RosterDocument, cultures: Sequence[Culture], besides: str, chance: Dice) -> str:
    """Return a proposed personal name, other than the one proposed before."""
    return propose(cultures, [*_names(document), besides], chance)


def names_of(document: RosterDocument, text: str, copies: int) -> list[str]:
    """Return the names of the NPCs that would be created; raise EmptyNameError."""
    return numbered_names(valid_name(text), copies, _names(document))


def make_npcs(
    document: RosterDocument,
    template: Character,
    text: str,
    copies: int = 1,
    *,
    group: str = "",
    named: str = "",
    after: str = "",
) -> list[str]:
    """Add independent NPCs from a template, as one step; return their ids, none if that was refused.

    They are put into a `group`, or into the one that is `named`, which is added if missing; numbered ones are put with
    the rest of their gang.
    """
    names = names_of(document, text, copies)
    roster = document.roster
    if named.strip():
        roster, group = edits.with_group_named(document, named)
    made: list[str] = []
    for name in names:
        npc = structs.replace(template.copied(name, document.new_id), group=group)
        gang = place_in_gang(name, roster.characters, group)
        roster = roster.with_character(npc, after=gang or (made[-1] if made else after))
        made.append(npc.id)
    what = names[0] if copies == 1 else f"{copies} NPCs, {names[0]} to {names[-1]}"
    return made if document.change(roster, f"add {what}", made[0]) else []


def _names(document: RosterDocument) -> list[str]:
    return [one.name for one in document.roster.characters]


# --- The prep check --------------------------------------------------------------------------------------------------


def checked(document: RosterDocument, character_id: str) -> Checked:
    """Return the findings about a character, none if it does not exist."""
    character = document.character(character_id)
    return _checked(document, character, document.twins()) if character else Checked()


def next_to_check(document: RosterDocument, after: str) -> str:
    """Return the id of the next character with open findings, group by group and cyclically, or ""."""
    roster, twins = document.roster, document.twins()
    everyone = [one for members in roster.grouped().values() for one in members]
    here = next((place for place, one in enumerate(everyone, 1) if one.id == after), 0)
    walk = (*everyone[here:], *everyone[:here])
    return next((one.id for one in walk if _checked(document, one, twins).standing), "")


def fix(document: RosterDocument, character_id: str, finding_id: str) -> None:
    """Apply the fix of a finding, if it is still found and has a fix."""
    character = document.existing(character_id)
    found = checked(document, character_id).standing
    after = next((one.fix for one in found if one.id == finding_id), None)
    if after is not None:
        document.change_character(after, f"fix {_difference(character, after)} of {character.name}")


def fix_all(document: RosterDocument, character_id: str) -> None:
    """Apply the fixes of all open findings, as one step."""
    character = document.existing(character_id)
    system = document.system
    after = prep_check.fixed(character, system, RULES[system.id], document.house)
    twin = next((one.fix for one in checked(document, character_id).standing if one.id == TWIN), None)
    if twin is not None:
        after = structs.replace(after, name=twin.name)
    document.change_character(after, f"fix all of {character.name}")


def dismiss(document: RosterDocument, character_id: str, finding_id: str) -> None:
    """Dismiss a finding, so that it is not listed again."""
    character = document.existing(character_id)
    document.change_character(prep_check.dismissed(character, finding_id), f"dismiss a warning for {character.name}")


def recall(document: RosterDocument, character_id: str) -> None:
    """List the dismissed findings again."""
    character = document.existing(character_id)
    document.change_character(prep_check.recalled(character), f"restore the warnings for {character.name}")


def _checked(document: RosterDocument, character: Character, twins: frozenset[str]) -> Checked:
    system = document.system
    found = prep_check.check(character, system, RULES[system.id], document.house)
    if character.id in twins:
        other = structs.replace(character, name=free_name(character.name, _names(document)))
        found.append(Finding(TWIN, f"The name {character.name} is used twice in this group", other))
    standing = prep_check.open_findings(character, found)
    return Checked(tuple(standing), len(found) - len(standing))


def _difference(before: Character, after: Character) -> str:
    """Return the subject of a fix: the key of a number, the name of a skill, or "the name"."""
    keys = [key for key, value in after.stats.items() if before.stats.get(key) != value]
    skills = [skill.name for skill in after.skills if skill not in before.skills]
    return next(iter([*keys, *skills]), "the name")
