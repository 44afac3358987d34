"""Texts as game masters and books write them are read field by field, and nothing of them is lost or invented."""

import functools
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins

from free_text_cases import cases, summary
from gm_desk.core.characters.roster import Character
from gm_desk.core.stat_blocks.reading import read_blocks
from gm_desk.core.stat_blocks.source import Pasted, cleaned
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import numbered_ids
from thorough import tries

ALL = [load_system(system_id) for system_id in RULES]
CASES = list(cases())
NUMBER = re.compile("[0-9]+")
LIST_NUMBER = re.compile(r"^[ >-]*[0-9]{1,2}[.)][ ]+", re.MULTILINE)
"""The number of an item in a list, which is no part of the item."""
texts = pytest.mark.parametrize(("text", "expected"), [one[1:] for one in CASES], ids=[one[0] for one in CASES])


def read(text: str, system: str = "") -> Pasted:
    return read_blocks(text, ALL, numbered_ids(), system)


@pytest.mark.parametrize("attack", ["Baton, Clubs, 1d10+2, +DB", "Baton: Clubs 50, DV 1d10+2 + DB"])
def test_a_damage_bonus_that_was_read_is_not_noted_as_well(attack: str) -> None:
    character = read(f"Thug: Clubs 50, SOM 20, DUR 30, WT 6\nAttacks:\n- {attack}", "ep1").blocks[0].character
    assert [(one.damage, one.damage_bonus) for one in character.attacks] == [("1d10+2", True)]
    assert character.notes == ""


@pytest.mark.parametrize(
    ("skill", "attack", "system"),
    [
        ("Strike 8", "Fire pot, Strike 7, 4 burn", "kaiser"),
        ("Beam Weapons 60", "Laser, Beam Weapons 50, 2d10", "ep1"),
    ],
)
def test_an_attack_keeps_the_skill_that_it_names_with_a_rating_of_its_own(skill: str, attack: str, system: str) -> None:
    text = f"Tove: {skill}, STR 6, CON 7, DUR 30, LP 60\nAttacks:\n- {attack}"
    (found,) = read(text, system).blocks[0].character.attacks
    assert (f"{found.skill} {found.rating}", found.notes) == (attack.split(", ")[1], "")


@pytest.mark.parametrize(
    "above",
    [
        "== Rook ==",
        "=== Rook ===\n",
        "hey, here's the guy for tonight:\nRook",
        "Here you go:\n**Rook**",
    ],
)
@pytest.mark.parametrize("apart", [", ", "\n"])
def test_the_name_is_a_heading_of_a_wiki_or_below_the_line_that_announces_it(above: str, apart: str) -> None:
    values = ("COG 15", "INT 20", "REF 10", "SAV 25", "SOM 10", "WIL 20", "Guns 55", "Fray 50", "DUR 30", "WT 6")
    (block,) = read(f"{above}\n{apart.join(values)}\n", "ep2").blocks
    assert (block.character.name, block.character.skills[0].rating, block.character.notes) == ("Rook", 55, "")


@pytest.mark.parametrize("written", ["1,200", "1.200", "1’200", "1'200", "1 200", "1\u202f200"])
@pytest.mark.parametrize(("label", "system"), [("DUR", "ep2"), ("Durability", "ep1"), ("LP", "kaiser")])
def test_of_a_value_above_a_thousand_no_part_is_read_as_the_value(written: str, label: str, system: str) -> None:
    skills = "Strike 6, Block 5" if system == "kaiser" else "Fray 50, Infosec 40"
    (block,) = read(f"Leviathan\n{label}: {written}\n{skills}\n", system).blocks
    assert block.character.stats == {}
    assert block.character.notes == f"{label}: 1200"
    assert block.doubts == (f"{label}: 1200 is outside the range 0 to 999",)


@pytest.mark.parametrize("sign", ["-", "–", "—", "−", "\u2012", ":", "="])
@pytest.mark.parametrize("above", ["", "COG 15  INT 20  REF 15  SAV 10  SOM 20  WIL 15\n"])
def test_any_dash_may_be_between_a_label_and_its_value(sign: str, above: str) -> None:
    text = f"Pell\n{above}DUR {sign} 35\nWT {sign} 7\nInit {sign} 7\nSkills: Guns {sign} 50, Athletics {sign} 40\n"
    (block,) = read(text, "ep2").blocks
    character = block.character
    assert [character.stats[key] for key in ("DUR", "WT", "INIT")] == [35, 7, 7]
    assert [(one.name, one.rating) for one in character.skills] == [("Guns", 50), ("Athletics", 40)]
    assert (character.notes, block.doubts) == ("", ())


@functools.cache
def read_case(text: str) -> Pasted:
    """Return what is read from the text of a case, which two tests look at."""
    return read(text)


def numbers(character: Character) -> Iterator[str]:
    """Yield the numbers in the fields of a character, except those of texts."""
    yield from map(str, (*character.stats.values(), *character.checks.values(), *character.rep.values()))
    yield from (str(one.max) for one in character.points.values())
    yield from (str(value) for one in character.armor for value in one.values.values())
    yield from (str(value) for one in character.movement for value in (one.base, one.full) if value is not None)
    yield from (str(value) for value in to_builtins(character.health).values() if value)
    yield from (str(abs(one.rating)) for one in character.skills)
    yield from (str(one.rating) for skill in character.skills for one in skill.specialisations if one.rating)
    for attack in character.attacks:
        yield from NUMBER.findall(attack.damage)
        yield from (str(one) for one in (attack.rating, attack.penetration) if one)
        yield from NUMBER.findall(attack.range)
        yield from (str(one) for one in ([attack.ammo.max] if attack.ammo else []))


def invented(text: str, pasted: Pasted) -> set[str]:
    """Return the numbers of characters that the text does not contain."""
    said = {str(int(number)) for number in NUMBER.findall(cleaned(text).text)}
    return {number for block in pasted.blocks for number in numbers(block.character)} - said


def lost(text: str, pasted: Pasted) -> Counter[str]:
    """Return the words of a text with digits that are neither in a character nor beside all blocks."""
    kept = [text[span.start : span.end] for span in (*pasted.beside, *(one.span for one in pasted.failed))]
    for block in pasted.blocks:
        one = block.character
        kept += [summary(one, block.system), " ".join(numbers(one)), str(one.number), " ".join(one.stats)]
    words = {str(int(number)) for part in kept for number in NUMBER.findall(cleaned(part).text)}
    words |= {str(value * 3) for block in pasted.blocks for value in block.character.stats.values()}
    unlisted = LIST_NUMBER.sub("", cleaned(text).text)
    return Counter(one for one in map(str, map(int, NUMBER.findall(unlisted))) if one not in words)


@texts
def test_a_text_is_read_field_by_field(text: str, expected: list[str]) -> None:
    pasted = read_case(text)
    assert [summary(block.character, block.system) for block in pasted.blocks] == expected


@texts
def test_no_number_of_a_text_is_lost_and_none_is_invented(text: str, expected: list[str]) -> None:
    pasted = read_case(text)
    assert len(pasted.blocks) == len(expected)
    assert invented(text, pasted) == set()
    assert not lost(text, pasted)


def test_there_are_texts_of_every_family_and_system() -> None:
    families = Counter(name.partition(":")[0] for name, _, _ in CASES)
    assert families.keys() == {"scribbles", "ep1", "columns", "creatures", "sheets", "kaiser"}
    assert sum(families.values()) > 100
    systems = {line.partition("[")[2].partition("]")[0] for _, _, expected in CASES for line in expected}
    assert systems == {"ep1", "ep2", "kaiser"}


CHANGES = (
    (", ", "; "),
    (", ", "\n"),
    (", ", " • "),
    (", ", " | "),
    (", ", ",\u00a0"),
    (", ", "  "),
    (": ", " - "),
    (": ", " "),
    (" ", "\t"),
    (" ", "\u00a0"),
    ("-", "–"),
    ("–", "—"),
    ("\n", "\n\n"),
    ("\n", "\r\n"),
    ("\n", " "),
    ("\n", "\n- "),
    ("(", "["),
    ("fi", "\ufb01"),
    ("DUR", "Durability"),
    ("40", "40%"),
)


@st.composite
def changed_texts(draw: st.DrawFn) -> str:
    """Draw a text with some signs changed throughout, and lines removed, moved or cut off."""
    text = draw(st.sampled_from(CASES))[1]
    for old, new in draw(st.lists(st.sampled_from(CHANGES), max_size=3)):
        text = text.replace(old, new)
    lines = text.split("\n")
    for _ in range(draw(st.integers(0, 2))):
        place, to = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
        lines.insert(to, lines.pop(place))
    if draw(st.booleans()):
        place = draw(st.integers(0, len(lines) - 1))
        lines[place] = lines[place][: draw(st.integers(0, len(lines[place])))]
    return "\n".join(lines)


@settings(max_examples=tries(300))
@given(changed_texts(), st.sampled_from(["", "ep1", "ep2", "kaiser"]))
def test_whatever_the_layout_no_number_is_invented_or_lost(text: str, system: str) -> None:
    pasted = read(text, system)
    assert invented(text, pasted) == set()
    assert not lost(text, pasted)
    for block in pasted.blocks:
        for span in block.left:
            assert text[span.start : span.end].split("\n", maxsplit=1)[0].strip() in block.character.notes
