from collections import Counter

from hypothesis import given
from msgspec import structs

from card_makers import printed, words_of
from gm_desk.core.cards.cards import Card, CardTable, HarmLine, Run, Words, briefly, skills_first
from gm_desk.core.cards.sections import card_of
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.systems.registry import SYSTEMS
from gm_desk.store.shipped import load_system
from makers import a_character, a_skill

DOG = a_character(
    name="Guard Dog",
    stats={"DUR": 30, "WT": 6, "SOM": 20, "WIL": 10},
    checks={"SOM": 95},
    skills=(a_skill("Melee", 60, aptitude="SOM"), a_skill("Perceive", 55, aptitude="INT", note="70 by nose")),
    attacks=(Attack(id="bite", name="Bite", damage="2d6"),),
)


def brief(character: Character) -> Card:
    return briefly(card_of(character, load_system("ep2")))


def test_aptitudes_stand_in_a_line_with_the_checks_that_are_unusual() -> None:
    line = next(block.text for block in brief(DOG).blocks if isinstance(block, Words) and "SOM" in block.text)
    assert line.replace("\u00a0", " ").startswith("SOM 20 (check 95) · WIL 10 · checks ×3 · LUC (20)")


def test_skills_run_on_behind_the_attacks_or_before_them() -> None:
    card = brief(DOG)
    assert [type(block) for block in card.blocks if isinstance(block, CardTable | Run)] == [CardTable, Run]
    assert [type(block) for block in skills_first(card).blocks if isinstance(block, CardTable | Run)] == [
        Run,
        CardTable,
    ]
    assert Counter(words_of(skills_first(card))) == Counter(words_of(card))


@given(character=printed)
def test_nothing_else_is_lost(character: Character) -> None:
    bare = structs.replace(character, skills=tuple(structs.replace(one, aptitude="") for one in character.skills))
    for system in SYSTEMS:  # each has the same examples
        card = card_of(bare, load_system(system))
        said = "".join("".join(words_of(briefly(card))).split())
        for word in words_of(card):
            usual = word.startswith(("check ", "× 3: ")) or word in {"Attacks", "–"}
            assert usual or "".join(word.split()) in said


def test_lines_to_write_on_stay() -> None:
    assert len([block for block in brief(DOG).blocks if isinstance(block, HarmLine)]) == 2
