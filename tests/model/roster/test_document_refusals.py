"""A roster that may not be changed: nothing is logged, paid, dealt or said to be done, and the reason is told."""

from collections.abc import Callable

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Group, Roster
from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.core.drafts.draft import Ability, AbilityKind, Side, Spend
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.house import House
from gm_desk.model.card import attack_edits, card_edits, health_edits
from gm_desk.model.card import card_edits as line_edits
from gm_desk.model.card.health_edits import recharge
from gm_desk.model.combat.attack_choices import prepare
from gm_desk.model.combat.damage import DamageRoll
from gm_desk.model.log.rejudging import Payment, Rejudging
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.other_rolls import roll_apart, roll_group
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster import edits, npcs, selection_edits
from gm_desk.model.roster import edits as house_edits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.shipped import load_system
from model_makers import JAQUI, LAO, MOOK, TRIAD, Clock, FakeJournal, ScriptedDice, a_roster, counted, heard, the

pytestmark = pytest.mark.usefixtures("qapp")

WHY = "another window has it open"
PISTOL = Attack(id="pistol", name="Pistol", skill="Guns", damage="2d10", ammo=Points(now=9, max=12))
SHORT, _ = load_system("ep2").recharges


def armed() -> Roster:
    """Lao has a pistol with some shots, a point to spend and wounds; Jaqui can be hurt."""
    roster = a_roster()
    lao, jaqui = roster.character(LAO), roster.character(JAQUI)
    assert lao
    assert jaqui
    lao = structs.replace(
        lao, attacks=(PISTOL,), points={"vigor": Points(now=1, max=3)}, health=Health(damage=9, wounds=1)
    )
    jaqui = structs.replace(jaqui, stats={**jaqui.stats, "DUR": 35, "WT": 7})
    return roster.with_character(lao).with_character(jaqui)


class Arrangement:
    """A table whose roster may be read alone, or not yet."""

    def __init__(self, *rolls: int, read_only: bool = True) -> None:
        self.document = RosterDocument(armed(), load_system("ep2"), counted())
        self.journal = FakeJournal()
        self.log = RollLog(lambda _: self.journal, counted("roll"), Clock())
        self.log.open("mars", "ep2")
        self.drafting = Drafting(self.document)
        self.rolling = Rolling(self.document, self.drafting, lambda: self.log, ScriptedDice(*rolls))
        self.damage_roll = DamageRoll(self.document, self.rolling)
        self.harming = health_edits.HealthEdits(self.document, self.log, self.rolling.secrecy.beside_rolls)
        self.refused = heard(self.document.refused)
        if read_only:
            self.close()

    def close(self) -> None:
        """Let the roster be read alone from now on."""
        self.document.set_read_only(WHY)
        self.before = (self.document.roster, list(self.journal.entries), self.document.stack.count())

    def aims(self) -> None:
        self.drafting.oppose(JAQUI)
        prepare(self.document, self.drafting, LAO, "pistol")

    @property
    def untouched(self) -> bool:
        return self.before == (self.document.roster, self.journal.entries, self.document.stack.count())


EDITS: dict[str, Callable[[RosterDocument], object]] = {
    "new character": lambda document: edits.add_character(document, TRIAD),
    "duplicate": lambda document: edits.duplicate_characters(document, [LAO]),
    "duplicate several": lambda document: edits.duplicate_characters(document, [LAO, MOOK]),
    "duplicate several times": lambda document: selection_edits.duplicate_times(document, [LAO], 2),
    "remove": lambda document: edits.remove_characters(document, [LAO]),
    "new group": edits.add_group,
    "add a skill": lambda document: edits.add_skill(document, LAO, "Psi 30"),
    "add a skill to several": lambda document: selection_edits.add_skills(document, [LAO, MOOK], "Psi 30"),
    "add an attack": lambda document: attack_edits.add_attack(document, LAO, "Club"),
    "add an attack to several": lambda document: selection_edits.add_attack(document, [LAO, MOOK], "Club"),
    "reload several": lambda document: selection_edits.reload(document, [LAO], "Pistol"),
    "make an NPC": lambda document: npcs.make_npcs(document, the(document, LAO), "Thug"),
}
"""What makes something, and tells that it was made."""

SILENT: dict[str, Callable[[RosterDocument], object]] = {
    "tag": lambda document: selection_edits.add_tag(document, [LAO, MOOK], "scared"),
    "kind": lambda document: selection_edits.set_kinds(document, [LAO], "pc"),
    "reload": lambda document: attack_edits.reload(document, LAO, "pistol"),
    "rename": lambda document: edits.rename_character(document, LAO, "Lao"),
    "threat": lambda document: edits.set_threat(document, TRIAD, 1, 2),
    "points": lambda document: edits.set_points(document, LAO, "vigor", "2/3"),
    "rep": lambda document: card_edits.set_rep(document, LAO, "@", "40"),
    "armor": lambda document: line_edits.set_line(document, LAO, "armor", "6/6"),
    "colour": lambda document: selection_edits.set_group_colour(document, TRIAD, "#4a80b5"),
    "house rules": lambda document: house_edits.set_house(document, House(cap=30)),
}


@pytest.mark.parametrize("what", EDITS)
def test_what_is_not_made_is_not_said_to_be_made(what: str) -> None:
    room = Arrangement()
    assert not EDITS[what](room.document)
    assert room.untouched
    assert room.refused == [(WHY,)]
    room.document.set_read_only("")
    assert EDITS[what](room.document), "it is made where it may be"


@pytest.mark.parametrize("what", SILENT)
def test_what_is_refused_changes_nothing_and_says_why(what: str) -> None:
    room = Arrangement()
    SILENT[what](room.document)
    assert room.untouched
    assert room.refused == [(WHY,)]


HARMS: dict[str, Callable[[Arrangement], object]] = {
    "damage": lambda room: room.harming.suffer([JAQUI], "damage", "9"),
    "damage to several": lambda room: room.harming.suffer([LAO, JAQUI], "damage", "9"),
    "stress": lambda room: room.harming.suffer([JAQUI], "stress", "5"),
    "healing": lambda room: room.harming.suffer([LAO], "damage", "+5"),
    "heal all": lambda room: room.harming.heal_all([LAO], "damage"),
    "heal a wound": lambda room: room.harming.heal_wound([LAO], "damage"),
    "heal": lambda room: room.harming.heal([LAO, JAQUI]),
    "ignore": lambda room: room.harming.ignore([LAO], "damage", 1),
}


@pytest.mark.parametrize("what", HARMS)
def test_nobody_is_harmed_or_healed_and_nothing_is_logged(what: str) -> None:
    room = Arrangement()
    assert not HARMS[what](room)
    assert room.untouched
    assert room.refused == [(WHY,)]


def test_a_shot_that_cannot_be_taken_from_the_magazine_is_not_fired() -> None:
    room = Arrangement()
    room.aims()
    before = room.drafting.draft
    assert room.rolling.roll() is None
    assert room.untouched
    assert (room.drafting.draft, room.rolling.pending, room.rolling.recent.last) == (before, None, None)
    assert room.refused == [(WHY,)]


def test_a_point_that_cannot_be_paid_is_not_spent_before_the_roll() -> None:
    room = Arrangement()
    room.drafting.choose(LAO, AbilityKind.SKILL, f"{LAO}-0")
    room.drafting.put(structs.replace(room.drafting.side, point=Spend("vigor", "add_20")))
    assert room.rolling.roll() is None
    assert room.untouched
    assert roll_apart(room.rolling, room.drafting.draft) is None
    assert (room.untouched, room.rolling.pending) == (True, None)
    assert room.refused == [(WHY,), (WHY,)]


def test_a_group_whose_shots_cannot_be_taken_does_not_fire() -> None:
    room = Arrangement()
    room.aims()
    room.rolling.group.select([LAO, MOOK])
    assert roll_group(room.rolling, room.rolling.group.able) == []
    assert (room.untouched, room.rolling.group.results) == (True, ())
    assert room.refused == [(WHY,)]


def test_a_roll_that_costs_nothing_is_made_all_the_same() -> None:
    room = Arrangement(30)
    room.drafting.choose(JAQUI, AbilityKind.SKILL, f"{JAQUI}-0")
    assert room.rolling.roll() is not None
    assert (len(room.journal.entries), room.refused) == (1, [])


def test_a_secret_roll_that_is_refused_leaves_the_next_one_secret() -> None:
    room = Arrangement()
    room.aims()
    room.rolling.secrecy.set_secret(True)
    room.rolling.roll()
    assert room.rolling.secrecy.secret


def test_damage_that_cannot_be_dealt_is_not_logged() -> None:
    room = Arrangement(30, 90, 4, 5, read_only=False)
    room.aims()
    room.rolling.roll()
    room.damage_roll.roll()
    room.close()
    room.damage_roll.apply()
    assert room.untouched
    assert room.refused == [(WHY,)]
    hit = room.damage_roll.hit
    assert hit is not None
    assert (hit.total, hit.choices.dealt) == (9, None), "it can still be dealt"


def test_damage_that_cannot_be_undone_stays_in_the_log() -> None:
    room = Arrangement(30, 90, 4, 5, read_only=False)
    room.aims()
    room.rolling.roll()
    room.damage_roll.roll()
    room.damage_roll.apply()
    room.close()
    assert not room.rolling.recent.undo_damage(room.journal.entries[-1])
    assert room.untouched
    assert room.refused == [(WHY,)]


def test_a_point_after_the_roll_that_cannot_be_paid_leaves_the_roll_as_it_is() -> None:
    room = Arrangement(81, read_only=False)
    room.drafting.choose(LAO, AbilityKind.SKILL, f"{LAO}-0")
    room.rolling.roll()
    room.close()
    entry = room.rolling.recent.last
    assert entry
    room.rolling.recent.revise(structs.replace(entry, note="upgrade"), "spend", pays="vigor", payer=LAO)
    assert room.untouched
    assert room.refused == [(WHY,)]


def test_a_point_that_is_offered_back_and_cannot_be_given_stays_on_offer() -> None:
    room = Arrangement(30, read_only=False)
    room.drafting.choose(LAO, AbilityKind.SKILL, f"{LAO}-0")
    room.rolling.roll()
    room.close()
    rejudging = Rejudging(room.document, room.rolling.recent, room.log)
    logged = room.log.kept("roll-1")
    assert logged
    rejudging.open(logged)
    payment = Payment("Give back", "vigor", LAO, -1)
    rejudging.payments = (payment,)
    rejudging.pay(payment)
    assert (room.untouched, rejudging.payments) == (True, (payment,))
    assert room.refused == [(WHY,)]


def test_a_rest_that_brings_nothing_back_throws_no_dice_and_says_nothing() -> None:
    room = Arrangement()
    assert recharge(room.document, room.rolling.dice, [LAO], SHORT) is None
    assert room.untouched
    assert room.refused == [(WHY,)]


def test_a_roll_whose_roster_is_closed_while_it_waits_for_dice_goes_on_waiting() -> None:
    kaiser = load_system("kaiser")
    roster = structs.replace(armed(), system="kaiser", groups=(Group(id=TRIAD, name="Dock triad"),))
    document = RosterDocument(roster, kaiser, counted())
    journal = FakeJournal()
    log = RollLog(lambda _: journal, counted("roll"), Clock())
    log.open("mars", "kaiser")
    drafting = Drafting(document)
    rolling = Rolling(document, drafting, lambda: log, ScriptedDice(6, 6, 3, 2, 3, 2, 3, 2))
    drafting.select(LAO)
    prepare(document, drafting, LAO, "pistol")
    block = Ability(AbilityKind.BARE, "", "Block", 9)
    drafting.take(structs.replace(drafting.draft, opponent=Side("", "Ben", block)))
    rolling.roll()
    assert rolling.pending is not None
    document.set_read_only(WHY)
    refused = heard(document.refused)
    assert rolling.roll() is None
    assert (rolling.pending is not None, journal.entries, refused) == (True, [], [(WHY,)])
    rolling.finish()
    assert rolling.pending is None


def test_a_change_tells_whether_it_happened() -> None:
    room = Arrangement(read_only=False)
    after = structs.replace(room.document.roster, name="Venus")
    assert room.document.change(after, "rename")
    assert room.document.change(after, "rename"), "it is so already, which nobody refuses"
    assert room.document.stack.count() == 1
    room.close()
    assert room.document.change(after, "rename")
    assert not room.document.change(structs.replace(after, name="Luna"), "rename")
    assert room.refused == [(WHY,)]
