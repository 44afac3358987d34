"""Edits of several characters at once, and of groups, each one undo step."""

import re
from collections.abc import Callable, Sequence

from msgspec import structs

from gm_desk.core.characters.roster import (
    Character,
    CharacterKind,
    Group,
    name_or_count,
    numbered,
    place_in_gang,
    valid_name,
)
from gm_desk.core.errors import RulesError
from gm_desk.core.wording.phrases import plural
from gm_desk.model.card import attack_edits
from gm_desk.model.roster import edits
from gm_desk.model.roster.document import RosterDocument

MOST_COPIES = 50


def duplicate_times(document: RosterDocument, ids: Sequence[str], times: int) -> list[str]:
    """Insert numbered, independent copies after each original; return their ids, none if that was refused.

    Of a character that stands for five (×5), four copies make five characters that stand for one each.
    """
    if not 1 <= times <= MOST_COPIES:
        raise RulesError("times", f"1 to {MOST_COPIES} copies can be made at once")
    originals, roster, made = document.all_existing(ids), document.roster, list[str]()
    for original in originals:
        last, taken = original, {one.name for one in roster.characters}
        single = structs.replace(original, number=1) if original.number == times + 1 else original
        roster = roster.with_character(single)
        for _ in range(times):
            copy = single.copied(numbered(original.name, taken), document.new_id)
            after = place_in_gang(copy.name, roster.characters, copy.group) or last.id
            roster = roster.with_character(copy, after=after)
            last = copy
            taken.add(copy.name)
            made.append(copy.id)
    text = f"duplicate {name_or_count(originals)} {plural(times, 'time')}"
    return made if document.change(roster, text) else []


def add_skills(document: RosterDocument, ids: Sequence[str], line: str) -> bool:
    """Add the skills of a line to each character, or set existing ones; return whether that was done."""
    if len(ids) == 1:
        return bool(edits.add_skill(document, ids[0], line))
    several, names = document.all_existing(ids), [typed.name for typed in edits.typed_skills(document, line)]
    what = document.system.spelled(names[0]) if len(names) == 1 else f"{len(names)} skills"
    text = f"set {what} of {name_or_count(several)}"
    return _change(document, several, lambda one: edits.with_skills_added(document, one, line)[0], text)


def add_attack(document: RosterDocument, ids: Sequence[str], line: str) -> bool:
    """Add the attacks of a line to each character; return whether that was done."""
    if len(ids) == 1:
        return bool(attack_edits.add_attack(document, ids[0], line))
    several = document.all_existing(ids)
    added = attack_edits.read_attacks(document, line)
    what = added[0].name if len(added) == 1 else f"{len(added)} attacks"
    text = f"add {what} to {name_or_count(several)}"
    return _change(document, several, lambda one: attack_edits.with_attacks_added(document, one, line)[0], text)


def reload(document: RosterDocument, ids: Sequence[str], name: str) -> bool:
    """Refill the magazines of all attacks of a name; return whether that was done."""
    several = document.all_existing(ids)
    return _change(
        document,
        several,
        lambda one: attack_edits.with_full_magazines(one, name),
        f"reload {name} of {name_or_count(several)}",
    )


def add_tag(document: RosterDocument, ids: Sequence[str], text: str) -> None:
    """Add a tag to every character without it."""
    tag, several = valid_name(text), document.all_existing(ids)
    _change(document, several, lambda one: _tagged(one, tag), f"tag {name_or_count(several)} “{tag}”")


def remove_tag(document: RosterDocument, ids: Sequence[str], tag: str) -> None:
    """Remove a tag from every character."""
    several = document.all_existing(ids)
    _change(document, several, lambda one: _untagged(one, tag), f"take the tag “{tag}” from {name_or_count(several)}")


def set_kinds(document: RosterDocument, ids: Sequence[str], kind: CharacterKind) -> None:
    """Set whether players or the GM run the characters."""
    several = document.all_existing(ids)
    one_word, many_words = ("a player character", "player characters") if kind == "pc" else ("an NPC", "NPCs")
    text = f"make {name_or_count(several)} {one_word if len(several) == 1 else many_words}"
    _change(document, several, lambda one: structs.replace(one, kind=kind), text)


def _change(
    document: RosterDocument, several: Sequence[Character], how: Callable[[Character], Character], text: str
) -> bool:
    """Change each of the characters, as one step; return whether that was done."""
    after = {one.id: changed for one in several if (changed := how(one)) != one}
    characters = tuple(after.get(one.id, one) for one in document.roster.characters)
    about = several[0].id if len(several) == 1 else ""
    return document.change(structs.replace(document.roster, characters=characters), text, about)


def _tagged(character: Character, tag: str) -> Character:
    if tag.casefold() in map(str.casefold, character.tags):
        return character
    return structs.replace(character, tags=(*character.tags, tag))


def _untagged(character: Character, tag: str) -> Character:
    return structs.replace(character, tags=tuple(old for old in character.tags if old.casefold() != tag.casefold()))


COLOURS = {
    "Blue": "#4a80b5",
    "Teal": "#2f8a82",
    "Green": "#4f8a4b",
    "Ochre": "#a07a2c",
    "Orange": "#c06a35",
    "Red": "#c25a66",
    "Violet": "#8f6bb8",
    "Grey": "#7b8490",
}
"""Colours that are readable in the dark and the light theme."""


def set_group_colour(document: RosterDocument, group_id: str, colour: str) -> None:
    """Set the colour of a group, "#rrggbb" or "" for none; raise RulesError for any other text."""
    group = _group(document, group_id)
    if colour and not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        raise RulesError("colour", f"“{colour}” is not a colour like #4a80b5")
    after = document.roster.with_group(structs.replace(group, colour=colour))
    document.change(after, f"set colour of {group.name}")


def move_group(document: RosterDocument, group_id: str, before: str = "") -> None:
    """Move a group before another one, or to the end."""
    group = _group(document, group_id)
    if before == group_id:
        return
    others = [one for one in document.roster.groups if one.id != group_id]
    place = next((place for place, one in enumerate(others) if one.id == before), len(others))
    others.insert(place, group)
    document.change(structs.replace(document.roster, groups=tuple(others)), f"move group {group.name}")


def shift_group(document: RosterDocument, group_id: str, steps: int) -> None:
    """Move a group up (negative `steps`) or down, as far as possible."""
    ids = [one.id for one in document.roster.groups if one.id != group_id]
    place = max(0, place_of_group(document, group_id) + steps)
    move_group(document, group_id, next(iter(ids[place:]), ""))


def place_of_group(document: RosterDocument, group_id: str) -> int:
    """Return the position of a group, from 0."""
    return document.roster.groups.index(_group(document, group_id))


def _group(document: RosterDocument, group_id: str) -> Group:
    group = document.roster.group(group_id)
    if group is None:
        raise RulesError("group", "it is no longer in the roster")
    return group
