"""Health: what is suffered and healed, each one undo step with a name."""

import pytest
from msgspec import structs

from gm_desk.core.characters.stat_block import Armor
from gm_desk.core.errors import BadHarmError, RulesError, UnknownArmorError
from gm_desk.core.rules.health import Health
from gm_desk.model.roster.document import RosterDocument
from model_makers import LAO, MOOK, a_document, a_roster, harming, the

pytestmark = pytest.mark.usefixtures("qapp")


def a_table(health: Health | None = None) -> RosterDocument:
    """Lao Qing has DUR 45, WT 9 and a vest."""
    roster = a_roster()
    lao = next(one for one in roster.characters if one.id == LAO)
    vest = Armor(values={"energy": 6, "kinetic": 12}, name="vest")
    stats = {**lao.stats, "DUR": 45, "WT": 9}
    return a_document(
        roster.with_character(structs.replace(lao, stats=stats, armor=(vest,), health=health or Health()))
    )


def health(document: RosterDocument) -> Health:
    return the(document, LAO).health


def test_what_was_suffered_names_the_step() -> None:
    document = a_table()
    (done,) = harming(document).suffer([LAO], "damage", "30 kinetic")
    assert done.words == ("18 damage", "armor stops 12", "2 wounds")
    assert health(document) == Health(damage=18, wounds=2)
    assert document.stack.undoText() == "18 damage, armor stops 12, 2 wounds of Lao Qing"
    document.stack.undo()
    assert health(document) == Health()


@pytest.mark.parametrize(("line", "error"), [("x", BadHarmError), ("7 plasma", UnknownArmorError)])
def test_what_is_no_harm_changes_nothing(line: str, error: type[RulesError]) -> None:
    document = a_table()
    with pytest.raises(error):
        harming(document).suffer([LAO], "damage", line)
    assert document.stack.count() == 0


def test_reading_a_line_deals_nothing() -> None:
    document = a_table()
    assert harming(document).read([LAO], "damage", "45")[0].became == "out"
    assert health(document) == Health()


def test_one_track_is_healed_without_the_other() -> None:
    document = a_table(Health(damage=20, wounds=2, stress=5, traumas=1))
    harming(document).heal_wound([LAO], "damage")
    assert document.stack.undoText() == "heal a wound of Lao Qing"
    assert health(document).wounds == 1
    harming(document).heal_all([LAO], "damage")
    assert document.stack.undoText() == "heal all damage of Lao Qing"
    assert health(document) == Health(stress=5, traumas=1)


def test_wounds_are_ignored() -> None:
    document = a_table(Health(wounds=2))
    harming(document).ignore([LAO], "damage", 1)
    assert document.stack.undoText() == "ignore 1 wound of Lao Qing"
    assert health(document).ignored_wounds == 1
    harming(document).ignore([LAO], "stress", 0)
    assert document.stack.count() == 1


def test_several_are_healed_as_one_step() -> None:
    document = a_table(Health(damage=20, wounds=2, stress=5, ignored_wounds=1))
    harming(document).suffer([MOOK], "damage", "9")
    before = document.roster
    harming(document).heal([LAO, MOOK])
    assert health(document) == Health(ignored_wounds=1)
    assert the(document, MOOK).health == Health()
    assert document.stack.undoText() == "heal 2 characters"
    document.stack.undo()
    assert document.roster == before
    harming(document).heal([LAO])
    assert document.stack.undoText() == "heal Lao Qing"


def test_healing_who_is_unhurt_is_no_step() -> None:
    document = a_table()
    harming(document).heal([LAO])
    assert document.stack.count() == 0


def test_whoever_is_gone_suffers_nothing() -> None:
    with pytest.raises(RulesError, match="no longer in the roster"):
        harming(a_table()).suffer(["nobody"], "damage", "7")


def test_wounds_are_added_and_healed_by_number_without_damage() -> None:
    document = a_table()
    harming(document).injure([LAO, MOOK], "damage", "2")
    assert [(the(document, one).health.wounds, the(document, one).health.damage) for one in (LAO, MOOK)] == [(2, 0)] * 2
    assert document.stack.undoText() == "add 2 wounds of 2 characters"
    harming(document).injure([LAO], "stress", "1")
    harming(document).injure([LAO], "damage", "heal 1")
    assert (the(document, LAO).health.wounds, the(document, LAO).health.traumas) == (1, 1)
    assert document.stack.undoText() == "heal 1 wound of Lao Qing"
    document.stack.undo()
    assert the(document, LAO).health.wounds == 2
