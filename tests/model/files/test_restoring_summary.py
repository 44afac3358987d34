"""A roster as plain text, to be looked through."""

from gm_desk.core.characters.roster import Character, Group, Roster, Unread
from gm_desk.core.rules.health import Health
from gm_desk.model.files.restoring import roster_summary
from makers import a_roster, a_skill


def test_groups_are_listed_with_their_members() -> None:
    assert roster_summary(a_roster()) == [
        "Players",
        "    Eva: Guns 65, Know: Triads 60",
        "Triad",
        "In no group",
        "    Stranger",
    ]


def test_nobody_is_in_an_empty_roster() -> None:
    assert roster_summary(Roster(id="mars", name="Mars")) == []


def test_a_character_is_told_by_what_they_are_do_best_and_suffer() -> None:
    lao = Character(
        id="lao",
        name="Lao\nQing",
        kind="pc",
        number=3,
        concept="Enforcer",
        skills=(a_skill("Fray", 50), a_skill("Free Fall", -5), a_skill("Guns", 65)),
        health=Health(damage=12, wounds=1),
    )
    assert roster_summary(Roster(id="mars", name="Mars", groups=(Group(id="x", name="X"),), characters=(lao,)))[-1] == (
        "    Lao Qing × 3, PC, Enforcer: Guns 65, Fray 50, Free Fall −5; damage 12, wounds 1"
    )


def test_what_cannot_be_read_is_counted() -> None:
    said = roster_summary(a_roster(unread=(Unread(("groups", 1), 5), Unread(("characters", 0), 5))))[-1]
    assert said == "2 of its parts cannot be read, and are kept as they are."
