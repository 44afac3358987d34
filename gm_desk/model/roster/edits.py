"""The edits a GM makes to a roster, each a named undo step.

Every function refuses bad input (RulesError) before anything has changed.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from gm_desk.core.characters.roster import (
    MOST_CHECK,
    Character,
    CharacterKind,
    Group,
    Roster,
    Skill,
    beside_gangs,
    clean,
    name_or_count,
    numbered,
    place_in_gang,
    valid_name,
)
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Points
from gm_desk.core.drafts import spending
from gm_desk.core.errors import RulesError
from gm_desk.core.notation import points as points_line
from gm_desk.core.notation.numbers import read_number
from gm_desk.core.notation.points import is_amounts_line, read_amounts
from gm_desk.core.rules.house import ROSTER_SETTINGS, House
from gm_desk.model.roster.document import RosterDocument

if TYPE_CHECKING:
    from gm_desk.core.notation.skill import TypedSkill


NEW_CHARACTER = "New character"
NEW_GROUP = "New group"


def rename_roster(document: RosterDocument, text: str) -> None:
    """Rename the roster; raise EmptyNameError for an empty name."""
    name = valid_name(text)
    document.change(structs.replace(document.roster, name=name), f"rename roster to {name}")


def add_character(document: RosterDocument, group: str, *, after: str = "") -> str:
    """Add a new character without any values; return its id, or "" if refused."""
    taken = {one.name for one in document.roster.characters}
    name = numbered(NEW_CHARACTER, taken) if NEW_CHARACTER in taken else NEW_CHARACTER
    character = Character(id=document.new_id(), name=name, group=group)
    made = document.change(document.roster.with_character(character, after=after), "new character", character.id)
    return character.id if made else ""


def duplicate_characters(document: RosterDocument, ids: Sequence[str]) -> list[str]:
    """Insert a copy after each original, as one step; return the ids of the copies, none if that was refused."""
    originals, roster = [document.existing(one) for one in ids], document.roster
    copies = []
    for original in originals:
        name = numbered(original.name, {one.name for one in roster.characters})
        copies.append(original.copied(name, document.new_id))
        after = place_in_gang(name, roster.characters, original.group) or original.id
        roster = roster.with_character(copies[-1], after=after)
    made = [copy.id for copy in copies]
    return made if document.change(roster, f"duplicate {name_or_count(originals)}", _only(made)) else []


def remove_characters(document: RosterDocument, ids: Sequence[str]) -> bool:
    """Remove characters from the roster as one step; return whether they were removed."""
    gone, roster = [document.existing(one) for one in ids], document.roster
    for one in gone:
        roster = roster.without_character(one.id)
    return document.change(roster, f"remove {name_or_count(gone)}", _only(ids))


def rename_character(document: RosterDocument, character_id: str, text: str) -> None:
    """Rename a character, who moves to the gang of that name; raise EmptyNameError for an empty name."""
    character, name = document.existing(character_id), valid_name(text)
    roster = document.roster.with_character(structs.replace(character, name=name))
    if name != character.name:
        roster = beside_gangs(roster, {character_id})
    document.change(roster.named_in_scenes(character_id), f"rename {character.name}", character_id)


def set_concept(document: RosterDocument, character_id: str, text: str) -> None:
    """Set the concept of a character: a few words on who it is."""
    character = document.existing(character_id)
    document.change_character(structs.replace(character, concept=clean(text)), f"set concept of {character.name}")


def set_notes(document: RosterDocument, character_id: str, text: str) -> None:
    """Set the notes of a character."""
    character = document.existing(character_id)
    document.change_character(structs.replace(character, notes=clean(text)), f"edit notes of {character.name}")


def set_kind(document: RosterDocument, character_id: str, kind: CharacterKind) -> None:
    """Set whether a character is a PC or an NPC."""
    character = document.existing(character_id)
    word = "a player character" if kind == "pc" else "an NPC"
    document.change_character(structs.replace(character, kind=kind), f"make {character.name} {word}")


def set_aptitude(document: RosterDocument, character_id: str, aptitude: str, text: str) -> None:
    """Set an aptitude or a resistance from typed text; an empty text removes it.

    The check of an aptitude is typed after a slash if it differs from the usual one: "25/95".
    """
    character = document.existing(character_id)
    rating, check = typed_aptitude(document, aptitude, text)
    changed = character.with_stat(aptitude, rating).with_check(aptitude, check)
    pool = document.system.pool_of(aptitude)
    if pool is not None:
        changed = spending.with_number_of(changed, pool, rating)
    document.change_character(changed, f"set {aptitude} of {character.name}")


def typed_aptitude(document: RosterDocument, aptitude: str, text: str) -> tuple[int | None, int | None]:
    """Return a typed aptitude or resistance, and its check if that is typed and differs from the usual one."""
    times = document.system.check if aptitude in document.system.aptitudes else 0
    typed, slash, words = text.partition("/") if times else (text, "", "")
    rating = read_stat(document, aptitude, typed)
    check = read_number("check", words, MOST_CHECK) if slash else None
    return rating, None if rating is None or check == rating * times else check


def read_stat(document: RosterDocument, key: str, text: str) -> int | None:
    """Return a typed number of the stat block within the system's bounds, or None for an empty text."""
    least, most = document.system.bounds(key)
    pool = document.system.pool_of(key)
    if pool is not None and pool.most is not None:
        most = pool.most
    return read_number(key, text, most, least) if text.strip() else None


def typed_skills(document: RosterDocument, line: str) -> "list[TypedSkill]":
    """Return the skills of a line like "Guns 65 (Pistols 75), Fray 50", checked against the system's ratings."""
    from gm_desk.core.notation import skill as skill_line

    return skill_line.read_skills(line, document.system.least_rating)


def set_points(document: RosterDocument, character_id: str, kind: str, text: str) -> None:
    """Set a character's points of one kind from typed text, "2/3" or "3"; an empty text removes them.

    A line like "Insight 2/3, Vigor 1" sets several kinds.
    """
    character = document.existing(character_id)
    found = typed_points(document, character, kind, text)
    known = {one.id: one for one in document.system.points}
    after = character
    for key, points in found.items():
        if points is None:
            after = structs.replace(after, points={one: old for one, old in after.points.items() if one != key})
        else:
            after = spending.with_points(after, key, points)
        if key in known and known[key].stat:
            after = after.with_stat(known[key].stat, None if points is None else points.max)
    names = [known[key].name if key in known else key for key in found]
    document.change_character(after, f"set {names[0] if len(names) == 1 else 'points'} of {character.name}")


def typed_points(document: RosterDocument, character: Character, kind: str, text: str) -> dict[str, Points | None]:
    """Return the typed points of each kind that is named, None for an empty one."""
    known = {one.id: one for one in document.system.points}
    if not is_amounts_line(text):
        amounts = {kind: text}
    else:
        names = {name.casefold(): one.id for one in known.values() if not one.shared for name in (one.id, one.name)}
        amounts = read_amounts(text, names | {key.casefold(): key for key in character.points})
    return {
        key: points_line.read_points(amount, character.points.get(key), known[key].most if key in known else None)
        if amount.strip()
        else None
        for key, amount in amounts.items()
    }


def set_threat(document: RosterDocument, group_id: str, now: int, most: int) -> None:
    """Set the Threat that a group shares, at most `most`; a `most` of 0 removes it."""
    group = document.roster.group(group_id)
    if group is not None:
        most = min(MOST_AMOUNT, max(0, most))
        old = group.threat or Points()
        threat = structs.replace(old, now=min(most, max(0, now)), max=most) if most else None
        after = document.roster.with_group(structs.replace(group, threat=threat))
        document.change(after, f"set Threat of {group.name}")


def add_skill(document: RosterDocument, character_id: str, line: str) -> str:
    """Add skills from a line like "Guns 65 (Pistols 75), Fray 50", linked to aptitudes as in the system.

    A skill that the character already has is set to the new rating, and keeps its specialisations if none are typed.
    Return the id of the first skill, or "" if the change was refused.
    """
    before = document.existing(character_id)
    character, added = with_skills_added(document, before, line)
    some_new = any(before.skill(skill.id) is None for skill in added)
    what = added[0].name if len(added) == 1 else f"{len(added)} skills"
    text = f"add {what} to {before.name}" if some_new else f"set {what} of {before.name}"
    return added[0].id if document.change_character(character, text) else ""


def with_skills_added(document: RosterDocument, character: Character, line: str) -> tuple[Character, list[Skill]]:
    """Return the character as `add_skill` would change it, and the skills that the line names."""
    added: list[Skill] = []
    for typed in typed_skills(document, line):
        name = document.system.spelled(typed.name)
        old = character.skill_named(name) or Skill(id=document.new_id(), name=name, rating=typed.rating)
        note = old.note if typed.note is None else typed.note
        skill = structs.replace(_linked(document, old), rating=typed.rating, note=note)
        added.append(skill if typed.specialisations is None else _specialised(skill, typed))
        character = character.with_skill(added[-1])
    return character, added


def set_skill(document: RosterDocument, character_id: str, skill_id: str, line: str) -> None:
    """Set a skill's name, rating and specialisations from a line like "Guns 65 (Pistols 75)"."""
    after = with_skill_set(document, character_id, skill_id, line)
    skill = after.skill(skill_id)
    document.change_character(after, f"set {skill.name if skill else line} of {after.name}")


def with_skill_set(document: RosterDocument, character_id: str, skill_id: str, line: str) -> Character:
    """Return the character as `set_skill` would change it; raise RulesError if that is impossible."""
    from gm_desk.core.notation import skill as skill_line
    from gm_desk.core.notation.skill import write_note

    character = document.existing(character_id)
    old = character.skill(skill_id)
    behind = write_note(old.note) if old else ""
    kept = old.note if old and behind and line.rstrip().endswith(behind) else ""  # left unparsed
    typed = skill_line.read_skill(line.rstrip().removesuffix(behind) if kept else line, document.system.least_rating)
    twin = character.skill_named(typed.name)
    if old is None:
        raise RulesError("skill", f"{character.name} no longer has it")
    if twin is not None and twin.id != skill_id:
        raise RulesError("name", f"{character.name} has {twin.name} already")
    note = typed.note or ""
    skill = _specialised(structs.replace(old, name=typed.name, rating=typed.rating, note=kept or note), typed)
    if typed.name.casefold() != old.name.casefold():
        skill = _linked(document, structs.replace(skill, aptitude="", category=""))
    return character.with_skill(skill)


def remove_skill(document: RosterDocument, character_id: str, skill_id: str) -> None:
    """Remove a skill from a character."""
    character = document.existing(character_id)
    skill = character.skill(skill_id)
    if skill is not None:
        document.change_character(character.without_skill(skill_id), f"remove {skill.name} of {character.name}")


def add_group(document: RosterDocument) -> str:
    """Add a new group; return its id, or "" if refused."""
    taken = {group.name for group in document.roster.groups}
    name = numbered(NEW_GROUP, taken) if NEW_GROUP in taken else NEW_GROUP
    group = Group(id=document.new_id(), name=name)
    return group.id if document.change(document.roster.with_group(group), "new group") else ""


def group_characters(document: RosterDocument, ids: Sequence[str], text: str) -> str:
    """Put characters into a new group, or into that of this name, as one step; return its id, or "" if refused."""
    movers = [document.existing(one) for one in ids]
    roster, group_id = with_group_named(document, text)
    for mover in movers:
        roster = roster.moved(mover.id, group_id, "")
    return group_id if document.change(roster, f"group {name_or_count(movers)} as {valid_name(text)}") else ""


def with_group_named(document: RosterDocument, text: str) -> tuple[Roster, str]:
    """Return the roster with a group of a name, which is added if missing, and its id."""
    name = valid_name(text)
    old = next((one for one in document.roster.groups if one.name.casefold() == name.casefold()), None)
    group = old or Group(id=document.new_id(), name=name)
    return document.roster.with_group(group), group.id


def rename_group(document: RosterDocument, group_id: str, text: str) -> None:
    """Rename a group; raise EmptyNameError for an empty name."""
    group, name = document.roster.group(group_id), valid_name(text)
    if group is not None:
        after = document.roster.with_group(structs.replace(group, name=name))
        document.change(after, f"rename {group.name}")


def remove_group(document: RosterDocument, group_id: str) -> None:
    """Remove a group; its characters remain, without a group."""
    group = document.roster.group(group_id)
    if group is not None:
        document.change(document.roster.without_group(group_id), f"remove group {group.name}")


def move_characters(document: RosterDocument, ids: Sequence[str], group_id: str, before: str = "") -> None:
    """Move characters, in this order, into a group, `before` another character or to the end, as one step."""
    movers, roster = [document.existing(one) for one in ids], document.roster
    if list(ids) == [before]:
        return
    if before in ids:
        members = [one.id for one in roster.members(group_id)]
        below = members[members.index(before) :] if before in members else []
        before = next((one for one in below if one not in ids), "")
    for mover in movers:
        roster = roster.moved(mover.id, group_id, before)
    document.change(roster, f"move {name_or_count(movers)}", _only(ids))


def _only(ids: Sequence[str]) -> str:
    """Return the id of the only character changed, or "" if there are several."""
    return ids[0] if len(ids) == 1 else ""


def _linked(document: RosterDocument, skill: Skill) -> Skill:
    """Return a skill with the aptitude and category that the system lists for it, if it has none yet."""
    kind = document.system.skill_kind(skill.name)
    if kind is None or skill.aptitude:
        return skill
    return structs.replace(skill, aptitude=kind.aptitude, category=kind.category)


def _specialised(skill: Skill, typed: "TypedSkill") -> Skill:
    """Return a skill with the specialisations typed; those it already has keep their other fields."""
    known = {one.name.casefold(): one for one in skill.specialisations}
    made = (
        structs.replace(known.get(one.name.casefold(), one), name=one.name, rating=one.rating)
        for one in typed.specialisations or ()
    )
    return structs.replace(skill, specialisations=tuple(made))


def set_house(document: RosterDocument, house: House) -> None:
    """Set the house rules; only unknown settings and those that differ from the book's are stored."""
    if house == document.house:
        return
    roster, fields, book = document.roster, ROSTER_SETTINGS[document.roster.system], House()
    changed = {key: getattr(house, field) for key, field in fields.items()}
    wanted = {key: value for key, value in changed.items() if value != getattr(book, fields[key])}
    kept = {key: wanted.get(key, value) for key, value in roster.house.items() if key in wanted or key not in fields}
    document.change(structs.replace(roster, house=kept | wanted), "set house rules")
