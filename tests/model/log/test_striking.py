"""A roll that is struck out gives back what it has taken, and takes it again when it is restored."""

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Roster
from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.core.drafts.draft import AbilityKind, Spend
from gm_desk.core.rules.health import Health
from gm_desk.core.scenes.conditions import ActiveCondition
from gm_desk.model.combat.attack_choices import prepare
from gm_desk.model.combat.damage import DamageRoll
from gm_desk.model.log.entry_actions import EntryActions
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry
from gm_desk.store.rosters.files import encode_roster
from gm_desk.store.shipped import load_system
from model_makers import HOUR, JAQUI, LAO, Clock, FakeJournal, ScriptedDice, a_roster, counted, the

pytestmark = pytest.mark.usefixtures("qapp")

RIFLE = Attack(id="rifle", name="Rifle", skill="Guns", damage="2d10", modes="BF", ammo=Points(now=9, max=12))


def armed() -> Roster:
    """Lao has a rifle, Jaqui points and something to lose."""
    roster = a_roster()
    lao, jaqui = roster.character(LAO), roster.character(JAQUI)
    assert lao
    assert jaqui
    points = {"vigor": Points(now=3, max=3), "moxie": Points(now=2, max=2)}
    jaqui = structs.replace(jaqui, stats={**jaqui.stats, "DUR": 35, "WT": 7, "DR": 53}, points=points)
    return roster.with_character(structs.replace(lao, attacks=(RIFLE,))).with_character(jaqui)


class Table:
    """A table where Lao shoots a burst at Jaqui."""

    def __init__(self, *rolls: int) -> None:
        self.document = RosterDocument(armed(), load_system("ep2"), counted())
        self.journal, self.clock = FakeJournal(), Clock()
        self.drafting = Drafting(self.document)
        self.log = RollLog(lambda _: self.journal, counted("roll"), self.clock)
        self.log.open("mars", "ep2")
        self.rolling = Rolling(self.document, self.drafting, lambda: self.log, ScriptedDice(*rolls))
        self.damage_roll = DamageRoll(self.document, self.rolling)
        self.acts = EntryActions(self.document, self.drafting, self.rolling)

    def shoots(self) -> Entry:
        """Roll the burst and deal its damage."""
        self.drafting.oppose(JAQUI)
        prepare(self.document, self.drafting, LAO, "rifle")
        self.rolling.roll()
        self.damage_roll.roll()
        self.damage_roll.apply()
        return self.journal.entries[0]

    def now(self, entry: Entry) -> Entry:
        found = self.rolling.recent.now(entry.id)
        assert found
        return found

    @property
    def ammo(self) -> int:
        ammo = the(self.document, LAO).attacks[0].ammo
        assert ammo
        return ammo.now

    @property
    def health(self) -> Health:
        return the(self.document, JAQUI).health

    @property
    def vigor(self) -> int:
        return the(self.document, JAQUI).points["vigor"].now


def test_a_struck_attack_returns_its_shots_and_reverts_its_damage_as_one_step() -> None:
    table = Table(30, 90, 9, 5)
    shot = table.shoots()
    after = encode_roster(table.document.roster)
    assert (table.ammo, table.health.damage, table.health.wounds) == (6, 14, 2)
    says = table.acts.strike(shot)
    assert says == "Struck out: 3 shots returned to Rifle and 14 damage and 2 wounds of Jaqui undone."
    assert (table.ammo, table.health) == (9, Health())
    assert all(entry.struck for entry in table.journal.entries)
    assert table.document.stack.undoText() == "strike Rifle of Lao Qing"
    table.document.stack.undo()
    assert encode_roster(table.document.roster) == after
    assert not any(entry.struck for entry in table.journal.entries)


def test_a_restored_attack_takes_its_shots_and_does_its_damage_again() -> None:
    table = Table(30, 90, 9, 5)
    shot = table.shoots()
    after = encode_roster(table.document.roster)
    table.acts.strike(shot)
    says = table.acts.strike(table.now(shot))
    assert says == "Restored: 3 shots of Rifle used and 14 damage and 2 wounds of Jaqui counted again."
    assert encode_roster(table.document.roster) == after
    assert not any(entry.struck for entry in table.journal.entries)
    table.document.stack.undo()
    assert (table.ammo, table.health) == (9, Health())


def test_damage_undone_before_stays_undone_when_the_attack_is_restored() -> None:
    table = Table(30, 90, 9, 5)
    shot = table.shoots()
    table.document.stack.undo()
    table.acts.strike(shot)
    table.acts.strike(table.now(shot))
    assert (table.ammo, table.health) == (6, Health())


def test_an_attack_undone_by_the_history_returns_nothing_twice() -> None:
    table = Table(30, 90, 9, 5)
    shot = table.shoots()
    table.document.stack.undo()
    table.document.stack.undo()
    assert (table.ammo, table.now(shot).struck) == (9, True)
    assert table.acts.strike(table.now(shot)) == "Restored: 3 shots of Rifle used."
    assert table.ammo == 6


def test_struck_damage_is_reverted_and_the_attack_stays() -> None:
    table = Table(30, 90, 9, 5)
    table.shoots()
    dealt = table.journal.entries[-1]
    assert table.acts.strike(dealt) == "Struck out: 14 damage and 2 wounds of Jaqui undone."
    assert (table.ammo, table.health) == (6, Health())
    assert [entry.struck for entry in table.journal.entries] == [False, True]
    table.acts.strike(table.now(dealt))
    assert table.health.damage == 14


def test_no_more_shots_are_returned_than_the_weapon_holds() -> None:
    table = Table(30, 90, 9, 5)
    shot = table.shoots()
    lao = the(table.document, LAO)
    full = structs.replace(RIFLE, ammo=Points(now=11, max=12))
    table.document.change(table.document.roster.with_character(structs.replace(lao, attacks=(full,))), "reload")
    assert table.acts.strike(shot).startswith("Struck out: 1 shot returned to Rifle and ")
    assert table.ammo == 12


def test_points_spent_before_and_after_a_roll_are_returned() -> None:
    table = Table(20, 73)
    table.drafting.choose(JAQUI, AbilityKind.SKILL, f"{JAQUI}-0")
    table.drafting.take(structs.replace(table.drafting.draft, point=Spend("vigor", "add_20")))
    table.rolling.roll()
    assert table.vigor == 2
    assert table.acts.strike(table.journal.entries[-1]) == "Struck out: a point of Vigor returned to Jaqui."
    assert table.vigor == 3
    table.drafting.choose(JAQUI, AbilityKind.SKILL, f"{JAQUI}-0")
    table.rolling.roll()
    last = table.rolling.recent.last
    assert last
    flipped = structs.replace(last, request=structs.replace(last.request, after="flip_flop"))
    table.rolling.recent.revise(flipped, "flip", pays="vigor", payer=JAQUI)
    assert table.vigor == 2
    assert table.acts.strike(table.now(last)) == "Struck out: a point of Vigor returned to Jaqui."
    assert table.vigor == 3
    assert table.acts.strike(table.now(last)) == "Restored: a point of Vigor of Jaqui spent."
    assert table.vigor == 2


def test_what_the_roll_led_to_and_is_not_reverted_is_named() -> None:
    table = Table(30, 90, 9, 5)
    shot = table.shoots()
    noted = structs.replace(shot, note="rifle breaks")
    table.rolling.recent.revise(noted, "note")
    lao = the(table.document, LAO)
    broken = structs.replace(lao.attacks[0], traits=("broken",))
    table.document.change(table.document.roster.with_character(structs.replace(lao, attacks=(broken,))), "break")
    assert table.acts.strike(table.now(shot)).endswith("Unchanged: Rifle of Lao Qing is broken.")


def test_a_condition_that_was_noted_and_is_still_there_is_named() -> None:
    table = Table(30, 90, 9, 5)
    shot = table.shoots()
    table.rolling.recent.revise(structs.replace(shot, note="prone"), "note")
    prone = ActiveCondition(id="c", kind="prone", name="Prone")
    table.document.change_character(structs.replace(the(table.document, JAQUI), conditions=(prone,)), "fall")
    assert table.acts.strike(table.now(shot)).endswith("Unchanged: “Prone” of Jaqui.")


def test_a_roll_of_an_earlier_evening_is_only_a_record() -> None:
    table = Table(30, 90, 9, 5)
    shot = table.shoots()
    table.clock.now += 100 * HOUR
    assert table.acts.strike(shot) == ""
    assert (table.ammo, table.health.damage) == (6, 14)
