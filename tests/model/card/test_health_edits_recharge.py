"""Recharging: dice are thrown where the rest has some, points come back, and it is said how many."""

import pytest
from msgspec import structs

from gm_desk.core.characters.stat_block import Points
from gm_desk.core.systems.definition import Recharge
from gm_desk.model.card.health_edits import Rested, recharge
from gm_desk.model.roster.document import RosterDocument
from model_makers import JAQUI, LAO, TRIAD, ScriptedDice, a_document, a_roster, the

pytestmark = pytest.mark.usefixtures("qapp")


def tired() -> RosterDocument:
    roster = a_roster()
    jaqui, group = roster.character(JAQUI), roster.group(TRIAD)
    assert jaqui
    assert group
    owned = {"vigor": Points(now=0, max=3), "flex": Points(now=1, max=2)}
    roster = roster.with_character(structs.replace(jaqui, points=owned))
    return a_document(roster.with_group(structs.replace(group, threat=Points(now=0, max=2))))


def rests(document: RosterDocument, dice: ScriptedDice, characters: list[str], rest: Recharge) -> Rested:
    rested = recharge(document, dice, characters, rest)
    assert rested is not None
    return rested


def left(document: RosterDocument) -> list[int]:
    return [points.now for points in the(document, JAQUI).points.values()]


def test_a_short_rest_brings_back_what_the_die_shows() -> None:
    document = tired()
    short, _ = document.system.recharges
    rested = rests(document, ScriptedDice(2), [JAQUI], short)
    assert left(document) == [2, 1]
    assert (rested.faces, rested.says) == (("2",), "Short recharge of Jaqui: 2 points regained")
    assert document.stack.undoText() == "short recharge of Jaqui (2)"
    document.stack.undo()
    assert left(document) == [0, 1]


def test_no_more_come_back_than_are_missing() -> None:
    document = tired()
    short, _ = document.system.recharges
    assert rests(document, ScriptedDice(6), [JAQUI], short).says == "Short recharge of Jaqui: 4 points regained"
    assert rests(document, ScriptedDice(6), [JAQUI], short).says == "Short recharge of Jaqui: no points regained"
    assert (left(document), document.stack.count()) == ([3, 2], 1)


def test_several_rest_at_once_in_one_step_and_npcs_refill_what_they_share() -> None:
    document = tired()
    _, long = document.system.recharges
    rested = rests(document, ScriptedDice(), [JAQUI, LAO], long)
    assert (rested.faces, rested.says) == ((), "Long recharge of 2 characters: 6 points regained")
    group = document.roster.group(TRIAD)
    assert group is not None
    assert group.threat == Points(now=2, max=2)
    assert document.stack.count() == 1
    document.stack.undo()
    assert document.roster == tired().roster


def test_one_point_is_one_point() -> None:
    document = tired()
    short, _ = document.system.recharges
    assert rests(document, ScriptedDice(1), [JAQUI], short).says.endswith("1 point regained")
