"""The tables of a reference list what a system lists."""

from gm_desk.core.wording.reference import tables
from gm_desk.store.shipped import load_system


def a_table(system_id: str, name: str) -> list[str]:
    system = load_system(system_id)
    return tables(system)[name](system).splitlines()


def test_difficulties_are_modifiers_with_a_true_minus_or_numbers_to_reach() -> None:
    assert "| Very Hard | −30 |" in a_table("ep2", "difficulties")
    assert "| Average | 0 |" in a_table("ep2", "difficulties")
    assert "| Divine | 80 |" in a_table("kaiser", "difficulties")


def test_skills_say_what_they_are_linked_to_and_whether_they_can_be_defaulted() -> None:
    assert "| Know: … | COG | Know |" in a_table("ep2", "skills")
    assert "| Exotic Skill: … | – | – |" in a_table("ep2", "skills")
    assert "| Infosec | COG | Technical | no |" in a_table("ep1", "skills")
    assert "| Guns | REF | Combat |" in a_table("ep2", "skills")
    assert "| Fray | REF | Combat | yes |" in a_table("ep1", "skills")


def test_threat_levels_have_ranges_with_and_without_an_end() -> None:
    rows = a_table("ep2", "threat levels")
    assert "| Yellow | 40 | 10–25 | 0–1 |" in rows
    assert "| Ultraviolet | 80+ | 81+ | full pools |" in rows


def test_a_halved_defence_says_so() -> None:
    assert "| Guns | Fray ÷ 2 |" in a_table("ep2", "pairings")
