"""The title of an attack in a stat block: its name without the label, the rating and the number beside it."""

import pytest

from gm_desk.core.characters.stat_block import Points
from gm_desk.core.notation.attack_title import AttackTitle, read_attack_title, read_titled_attack
from gm_desk.core.notation.text import TextSpan


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Claws", AttackTitle("Claws")),
        ("Claws 75%", AttackTitle("Claws", 75)),
        ("Claws 5%", AttackTitle("Claws", 5)),
        ("Claws 70", AttackTitle("Claws", 70)),
        ("Rail rifle (55)", AttackTitle("Rail rifle", 55)),
        ("Attack – Spit acid 50%", AttackTitle("Spit acid", 50)),
        ("Light pistol –", AttackTitle("Light pistol")),
        ("Stun grenade x2", AttackTitle("Stun grenade", None, 2)),
        ("Stun grenade (3)", AttackTitle("Stun grenade", None, 3)),
        ("Throwing knives ×4 60%", AttackTitle("Throwing knives", 60, 4)),
    ],
)
def test_label_rating_and_number_are_no_part_of_the_name(title: str, expected: AttackTitle) -> None:
    assert read_attack_title(title) == expected


@pytest.mark.parametrize("title", ["AK 47", "Rifle Mk 12", "Claw x2", "Arms (x4)", "Claws 7", "Attack dog bite"])
def test_other_numbers_and_words_stay_in_the_name(title: str) -> None:
    assert read_attack_title(title) == AttackTitle(title)


def test_the_number_of_grenades_is_their_ammunition() -> None:
    attack = read_titled_attack("Stun grenade x2", TextSpan("DV 2d10"), "1")
    assert (attack.name, attack.rating, attack.ammo) == ("Stun grenade", None, Points(now=2, max=2))


@pytest.mark.parametrize(("title", "text"), [("Claws 70", "60, DV 2d10"), ("Stun grenade x2", "DV 2d10, ammo 4")])
def test_a_title_that_contradicts_the_text_after_it_stays_as_it_is(title: str, text: str) -> None:
    assert read_titled_attack(title, TextSpan(text), "1").name == title
