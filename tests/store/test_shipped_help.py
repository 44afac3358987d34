"""The help tells of everything that a system has, and of every house rule by its name."""

import pytest

from gm_desk.core.rules.house import SETTINGS, House
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.house_rules import settings_of
from gm_desk.store.shipped import Article, load_help, load_system


def rules_of(system_id: str) -> str:
    articles = load_help(load_system(system_id))
    return "\n".join(f"{one.title}\n{one.text}" for one in articles if one.topic.startswith("rules/"))


def listed(system: System) -> list[str]:
    """List everything that a system names and a GM may want to look up."""
    stats = (stat for section in system.sections if section.kind == "numbers" for stat in section.stats)
    return [
        *(one.name for one in system.difficulties),
        *(one.name for one in system.factors),
        *(one.name for one in system.skills),
        *(part for one in system.superior_uses for part in (one.name, one.effect)),
        *(one.name for one in system.points),
        *(one.name for one in system.recharges),
        *(one.name for one in system.threat_levels),
        *system.criticals.success,
        *system.criticals.failure,
        *(f"| {stat.key} | {stat.name} |" for stat in stats),
        *(skill.category for skill in system.skills),
        *(one for pair in system.pairings for one in (pair.ours, *pair.theirs)),
    ]


@pytest.mark.parametrize("system_id", RULES)
def test_the_rules_tell_of_everything_that_the_system_has(system_id: str) -> None:
    text = rules_of(system_id)
    assert [name for name in listed(load_system(system_id)) if name not in text] == []


@pytest.mark.parametrize("system_id", RULES)
def test_the_rules_tell_of_every_house_rule_by_its_name_in_the_dialog(system_id: str) -> None:
    text = rules_of(system_id)
    settings = settings_of(system_id, House())
    assert {one.key for one in settings} >= {*SETTINGS[system_id]}
    assert [one.name for one in settings if f"**{one.name}**" not in text] == []
    assert not [one.key for one in settings if f"`{one.key}`" in text]


@pytest.mark.parametrize("system_id", RULES)
def test_no_place_of_a_table_is_left_open_and_no_article_is_empty(system_id: str) -> None:
    articles = load_help(load_system(system_id))
    assert len({one.topic for one in articles}) == len(articles) > 15
    assert [one.topic for one in articles if not one.text or "\n[" in f"\n{one.text}"] == []


def test_an_article_is_found_by_all_of_its_words_whatever_their_case() -> None:
    article = Article("rules/points", "Pools", "Insight and Moxie")
    assert article.contains("moxie POOL")
    assert article.contains("")
    assert not article.contains("moxie threat")


@pytest.mark.parametrize("system_id", RULES)
@pytest.mark.parametrize("words", ["burst", "armor penetration", "complementary", "taking time", "called shots"])
def test_what_is_asked_in_a_fight_is_found_in_the_rules_of_every_system(system_id: str, words: str) -> None:
    found = [one for one in load_help(load_system(system_id)) if one.contains(words)]
    assert [one for one in found if one.topic.startswith("rules/")]
