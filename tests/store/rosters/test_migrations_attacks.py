"""Attacks of rosters that an earlier version wrote: what their notes say about armor counts, and no byte is changed."""

from pathlib import Path

import pytest

from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts.attack_damage import AttackContext, Choices, damage_request
from gm_desk.core.drafts.attacks import Strike
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import Ep1Damage, Ep2Damage
from gm_desk.core.systems.registry import RULES
from gm_desk.store.rosters.files import decode_roster, encode_roster
from gm_desk.store.shipped import load_system
from makers import PAST


def the_file(system: str) -> Path:
    return PAST / f"roster-1-attacks-{system}.json"


def the_roster(system: str) -> Roster:
    return decode_roster(the_file(system).read_bytes(), the_file(system))


def context(system: str) -> AttackContext:
    oku, guard = the_roster(system).characters
    return AttackContext(oku, guard, load_system(system), RULES[system], House())


def lowered(system: str) -> dict[str, int | bool]:
    """Return for each attack of the file what lowers the armor of the guard."""
    found: dict[str, int | bool] = {}
    for attack in the_roster(system).characters[0].attacks:
        request = damage_request(attack, Strike(hit=True), (), context(system), Choices())
        assert isinstance(request, Ep1Damage | Ep2Damage)
        found[attack.name] = request.piercing if isinstance(request, Ep2Damage) else request.penetration
        assert (request.armor, request.threshold) == (7, 8)
    return found


def test_an_ap_number_in_the_notes_of_the_first_edition_counts() -> None:
    assert lowered("ep1") == {"Rail carbine": 5, "Claws": 2, "Scalpel": 0, "Pistol": 0}


def test_the_words_and_the_mark_of_the_second_edition_count() -> None:
    assert lowered("ep2") == {"Rail gun": True, "Saw": True, "Pistol": False}


@pytest.mark.parametrize("system", ["ep1", "ep2"])
def test_the_file_is_written_again_as_it_was(system: str) -> None:
    assert encode_roster(the_roster(system)) == the_file(system).read_bytes()
