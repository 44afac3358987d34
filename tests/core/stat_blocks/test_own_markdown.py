"""What we write as Markdown is read back whole, whatever a GM has written into it."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from block_makers import characters, read_back, without_ids
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack, Points, Specialisation
from gm_desk.core.rules.health import Health
from gm_desk.core.stat_blocks.own_markdown import is_ours, own_system, read_ours
from gm_desk.core.stat_blocks.source import Span, cleaned
from gm_desk.core.stat_blocks.write_markdown import markdown_of
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import a_character, a_skill, numbered_ids
from test_samples import sample
from thorough import tries

systems = pytest.mark.parametrize("system_id", RULES)
EP2 = load_system("ep2")
ALL = [load_system(system_id) for system_id in RULES]

EDITED = """\
### Brakka

*NPC × 3 · Eclipse Phase 2e*

- **Concept:** Dock hand
- **COG:** 15 (45) • **SOM:** 20 (75) • **REF:** many
- **Damage:** 4 of 30 • **Luck:** 7
- **Skills:** Melee 55 (Hooks 65), Swimming badly, Guns 40
Owes the harbour master a favour.
- **Concept:** Smuggler

**Attacks**

- **Hook:** 60, DV 1d10+2, grapples, AP?; never lets go

**Notes**

> First line.
> Second line.
"""


@systems
@settings(max_examples=tries(60))
@given(character=characters)
def test_what_is_written_is_read_back_whole(system_id: str, character: Character) -> None:
    system = load_system(system_id)
    text = markdown_of(character, system)
    block = read_back(text, system)
    assert is_ours(text)
    assert own_system(text, ALL) == system_id
    assert (block.left, block.doubts) == ((), ())
    assert without_ids(block.character) == without_ids(character)
    assert without_ids(read_back(text.replace("\n", "\r\n"), system).character) == without_ids(character)


@systems
def test_every_sample_comes_back_as_it_was(system_id: str) -> None:
    system = load_system(system_id)
    for character in sample(system_id).characters:
        block = read_back(markdown_of(character, system), system)
        assert without_ids(block.character) == without_ids(character)
        assert (block.left, block.doubts) == ((), ())


def test_a_block_in_the_midst_of_a_text_is_read_alone_and_keeps_its_text() -> None:
    text = markdown_of(a_character(notes="hers"), EP2)
    page = f"Before it.\n\n{text}\nBehind it."
    span = Span(12, 12 + len(text))
    block = read_ours(cleaned(page), page, span, EP2, numbered_ids())
    assert (block.character.name, block.character.notes, block.span) == ("Eva", "hers", span)
    assert block.character.source == text


def test_every_id_is_a_new_one() -> None:
    eva = a_character(attacks=(Attack(id="knife", name="Knife"),))
    read = read_back(markdown_of(eva, EP2), EP2).character
    ids = [read.id, *(one.id for one in read.skills), *(one.id for one in read.attacks)]
    assert len(set(ids)) == 4
    assert all(one.startswith("new-") for one in ids)


def test_what_a_gm_wrote_into_it_is_read_as_far_as_it_can_be() -> None:
    read = read_back(EDITED, EP2).character
    assert (read.name, read.number, read.concept) == ("Brakka", 3, "Dock hand")
    assert read.stats == {"COG": 15, "SOM": 20}
    assert read.checks == {"SOM": 75}
    assert read.health == Health(damage=4)
    assert [(skill.name, skill.rating) for skill in read.skills] == [("Melee", 55), ("Guns", 40)]
    assert read.skills[0].specialisations == (Specialisation(name="Hooks", rating=65),)
    hook = structs.replace(read.attacks[0], id="")
    assert hook == Attack(id="", name="Hook", rating=60, damage="1d10+2", notes="grapples, AP?; never lets go")


def test_what_cannot_be_read_stands_in_the_notes_word_for_word_and_is_doubted() -> None:
    block = read_back(EDITED, EP2)
    left = [
        "**REF:** many",
        "**Damage:** 4 of 30",
        "**Luck:** 7",
        "Swimming badly",
        "Owes the harbour master a favour.",
        "**Concept:** Smuggler",
    ]
    assert [EDITED[span.start : span.end] for span in block.left] == left
    assert block.character.notes == "\n".join(["First line.", "Second line.", *left])
    assert block.doubts == (
        "REF: “many” is not a whole number",
        "Luck: is not known",
        "Skills: “Swimming badly” is not a skill with a rating",
        "Concept: appears twice",
        "damage has a maximum of 30, which does not match any number of the block",
    )


def test_a_block_whose_name_was_taken_out_is_unnamed() -> None:
    block = read_back(markdown_of(a_character(), EP2).replace("### Eva", "###"), EP2)
    assert block.character.name == "Unnamed"
    assert block.doubts == ("the block has no name",)


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("**Skills:** Guns 151", "Skills: 151 is outside the range −100 to 150"),
        ("**DUR:** 1000", "DUR: 1000 is outside the range 0 to 999"),
        ("**Armor:** strong", "Armor: “strong” is not a name and a number"),
        ("**Armor:** 1/2/3", "Armor: “1/2/3” needs 2 values"),
        ("**Body:** pod", "Body: “pod” is not a type of body: biomorph or synthmorph"),
        ("**Points:** Flex", "Points: “Flex” is not a name and a number"),
        ("**Movement:** Walker (4/20", "Movement: “Walker (4/20” is not a movement"),
        ("**DUR:** 30 • **DUR:** 40", "DUR: DUR appears twice"),
        ("**COG:** 15/50 (60)", "COG: “15/50 (60)” has two checks"),
        ("**Damage:** 4 of 40", "damage has a maximum of 40, which does not match any number of the block"),
    ],
)
def test_a_broken_value_is_a_doubt(said: str, problem: str) -> None:
    block = read_back(f"### Eva\n\n*NPC · Eclipse Phase 2e*\n\n- {said}\n", EP2)
    assert block.doubts == (problem,)
    assert len(block.left) == 1
    assert block.character.notes


@settings(max_examples=tries(100))
@given(character=characters, cut=st.integers(0, 400), more=st.text(max_size=8))
def test_whatever_is_done_to_it_the_words_stay_and_nothing_breaks(character: Character, cut: int, more: str) -> None:
    text = markdown_of(character, EP2)
    edited = text[:cut] + more + text[cut + 3 :]
    block = read_back(edited, EP2)
    for span in block.left:
        assert edited[span.start : span.end].strip() in block.character.notes


@pytest.mark.parametrize("text", ["", "### Eva\n\n*pale and thin*", "*NPC · Kaiser*", "### Eva\n- **COG:** 15"])
def test_other_text_is_not_ours(text: str) -> None:
    assert not is_ours(text)
    assert own_system(text, ALL) == ""


def test_an_ordinary_block_needs_no_escapes() -> None:
    for system in ALL:
        for character in sample(system.id).characters:
            assert not re.search(r"\\|&#", markdown_of(character, system))


def test_points_that_are_spent_say_of_how_many() -> None:
    text = markdown_of(a_character(points={"flex": Points(now=0, max=1), "vigor": Points(now=2, max=2)}), EP2)
    assert "- **Points:** Flex 0/1, Vigor 2\n" in text


def test_what_is_unusual_about_a_skill_is_said() -> None:
    guns = a_skill(aptitude="COG", note="50/70", specialisations=(Specialisation(name="Pistols", rating=75),))
    assert "Guns 65 (Pistols 75, 50/70, linked to COG)" in markdown_of(a_character(skills=(guns,)), EP2)


@systems
def test_what_a_page_shows_of_it_is_read_as_well(system_id: str) -> None:
    system = load_system(system_id)
    for character in sample(system_id).characters:
        shown = re.sub(r"\*\*|^### |^> ?|^\*|\*$|^- ", "", markdown_of(character, system), flags=re.MULTILINE)
        assert is_ours(shown)
        block = read_back(shown, system)
        assert without_ids(block.character) == without_ids(character)
        assert (block.left, block.doubts) == ((), ())


def test_paragraphs_of_notes_stay_where_a_page_shows_them_without_marks() -> None:
    text = "Eva\n\nPC · Eclipse Phase 2e\n\nNotes\n\nOne.\n\nTwo: three.\n\n"
    assert read_back(text, EP2).character.notes == "One.\n\nTwo: three."
