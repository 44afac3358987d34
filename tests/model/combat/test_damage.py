"""Attacks at the table: prepared, rolled, their damage dealt, and all of it taken back."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Roster, Skill
from gm_desk.core.characters.stat_block import Armor, Attack, Points
from gm_desk.core.drafts.draft import AbilityKind, Chip, Mode
from gm_desk.core.errors import BadRollError
from gm_desk.core.rules.dice import EntropyDice
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.outcomes import DamageOutcome, Grade
from gm_desk.core.rules.requests import DiceSum, Ep1Damage, Ep2Damage, KaiserDamage
from gm_desk.model.card import attack_edits
from gm_desk.model.combat import recent_attacks
from gm_desk.model.combat.attack_choices import AttackPreparation, prepare
from gm_desk.model.combat.damage import DamageRoll, Hit
from gm_desk.model.log.cells import LogColumn, spoken
from gm_desk.model.log.entry_actions import EntryActions
from gm_desk.model.log.entry_text import in_one_line, log_row_of
from gm_desk.model.log.log_model import LogModel
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.choices_after_roll import choices
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene import scene_edits
from gm_desk.store.journal.entries import Entry, Override
from gm_desk.store.rosters.files import encode_roster
from gm_desk.store.shipped import load_system
from model_makers import JAQUI, LAO, MOOK, OKORO, Clock, FakeJournal, ScriptedDice, a_roster, counted, heard, the
from thorough import tries

pytestmark = pytest.mark.usefixtures("qapp")

PISTOL = Attack(id="pistol", name="Pistol", skill="Guns", damage="2d10", ammo=Points(now=9, max=12))
CLUB = Attack(id="club", name="Club", skill="Athletics", damage="1d10+1d6")
HIT, SUPERIOR, CRITICAL, MISS = (30, 90), (35, 99), (33, 99), (98, 10)
"""What Lao and Jaqui roll."""


def armed(system: str = "ep2", **pistol: Any) -> Roster:
    """Lao has a pistol, Jaqui a club, armor and something to lose."""
    roster = a_roster(system=system)
    lao, jaqui = roster.character(LAO), roster.character(JAQUI)
    assert lao
    assert jaqui
    stats = {**jaqui.stats, "DUR": 35, "WT": 7, "DR": 53}
    armor = (Armor(values={"energy": 4, "kinetic": 6}),)
    jaqui = structs.replace(jaqui, stats=stats, armor=armor, attacks=(CLUB,))
    lao = structs.replace(lao, attacks=(structs.replace(PISTOL, **pistol),))
    return roster.with_character(lao).with_character(jaqui)


class Arrangement:
    """A table where Lao shoots at Jaqui."""

    def __init__(self, *rolls: int, system: str = "ep2", roster: Roster | None = None) -> None:
        self.document = RosterDocument(roster or armed(system), load_system(system), counted())
        self.journal = FakeJournal()
        self.drafting = Drafting(self.document)
        self.log = RollLog(lambda _: self.journal, counted("roll"), Clock(), lambda: self.document.roster.stage)
        self.log.open("mars", system)
        self.lines = LogModel(self.log)
        dice = ScriptedDice(*rolls) if rolls else EntropyDice()
        self.rolling = Rolling(self.document, self.drafting, lambda: self.log, dice)
        self.damage_roll = DamageRoll(self.document, self.rolling)

    def attacks(self, attack: str = "pistol", who: str = LAO, target: str = JAQUI) -> None:
        """Prepare an attack against somebody, or against nobody in particular, and roll it."""
        if target:
            self.drafting.oppose(target)
        prepare(self.document, self.drafting, who, attack)
        if not target:
            self.drafting.set_mode(Mode.ALONE)
        self.rolling.roll()

    def ideas(self) -> list[str]:
        """List the ideas for the critical of who attacks."""
        entry = self.rolling.recent.last
        assert entry
        assert entry.result
        found = choices(entry, entry.result, self.document.roster, self.document.system)
        return [one.text for one in found if one.quiet and not one.text.startswith("Jaqui: ")]

    def rules(self, grade: Grade) -> None:
        """Let the GM say over the dice what the attack came to."""
        entry = self.rolling.recent.last
        assert entry
        self.rolling.recent.revise(structs.replace(entry, override=Override("so be it", grade)), "rule")

    @property
    def ammo(self) -> int:
        ammo = the(self.document, LAO).attacks[0].ammo
        assert ammo
        return ammo.now

    @property
    def health(self) -> Health:
        return the(self.document, JAQUI).health

    @property
    def hit(self) -> Hit:
        assert self.damage_roll.hit
        return self.damage_roll.hit

    @property
    def expression(self) -> str:
        return self.hit.expression

    @property
    def total(self) -> int | None:
        return self.damage_roll.hit.total if self.damage_roll.hit else None

    @property
    def says(self) -> tuple[str, ...]:
        would = self.damage_roll.hit.would if self.damage_roll.hit else None
        return would.words if would else ()

    def pick(self, *picks: str) -> None:
        """Spend superior results of the last roll."""
        assert self.rolling.recent.last
        self.rolling.recent.revise(structs.replace(self.rolling.recent.last, picks=picks), "spend")


# --- Preparing -------------------------------------------------------------------------------------------------------


def test_an_attack_is_prepared_against_the_present_opponent() -> None:
    room = Arrangement()
    room.drafting.choose(LAO, AbilityKind.CHECK, "REF")
    room.drafting.oppose(JAQUI)
    prepare(room.document, room.drafting, LAO, "pistol")
    draft = room.drafting.draft
    assert (draft.what, draft.attack, draft.mode, draft.side("b").what) == ("Guns", "pistol", Mode.ATTACK, "Fray ÷ 2")


def test_an_attack_is_prepared_against_the_last_opponent() -> None:
    room = Arrangement()
    room.drafting.select(LAO)
    room.drafting.oppose(JAQUI)
    room.drafting.set_mode(Mode.ALONE)
    prepare(room.document, room.drafting, LAO, "pistol")
    assert room.drafting.draft.side("b").name == "Jaqui"
    assert room.drafting.draft.opposed


def test_without_an_opponent_an_attack_waits_for_one() -> None:
    room = Arrangement()
    prepare(room.document, room.drafting, LAO, "pistol")
    draft = room.drafting.draft
    assert (draft.mode, draft.attack, draft.opponent) == (Mode.ATTACK, "pistol", None)
    assert room.rolling.roll() is None
    assert room.journal.entries == []


def test_the_opponent_strikes_back_at_who_was_rolled_for() -> None:
    room = Arrangement()
    room.drafting.select(LAO)
    room.drafting.oppose(JAQUI)
    room.drafting.turn_to("b")
    prepare(room.document, room.drafting, JAQUI, "club")
    draft = room.drafting.draft
    assert (draft.name, draft.side("b").name, draft.attack, room.drafting.hand) == ("Jaqui", "Lao Qing", "club", "a")


def test_an_attack_that_is_gone_prepares_nothing() -> None:
    room = Arrangement()
    prepare(room.document, room.drafting, LAO, "club")
    prepare(room.document, room.drafting, "nobody", "club")
    assert room.drafting.draft.attack == ""


def test_something_else_that_is_chosen_is_no_attack() -> None:
    room = Arrangement()
    prepare(room.document, room.drafting, LAO, "pistol")
    room.drafting.choose(LAO, AbilityKind.SKILL, "lao-0")
    assert room.drafting.draft.what == "Guns"
    assert room.drafting.draft.attack == ""
    prepare(room.document, room.drafting, LAO, "pistol")
    room.drafting.select(MOOK)
    assert room.drafting.draft.attack == ""


def test_the_same_attack_stays_prepared_after_the_roll_and_after_a_change() -> None:
    room = Arrangement(*HIT)
    room.attacks()
    attack_edits.set_attack(room.document, LAO, "pistol", "Old pistol, Guns, 1d10")
    assert room.drafting.draft.attack == "pistol"


# --- Ammunition ------------------------------------------------------------------------------------------------------


def test_a_shot_is_counted_in_the_same_step_as_the_roll() -> None:
    room = Arrangement(*MISS)
    room.attacks()
    assert room.ammo == 8
    assert room.document.stack.count() == 1
    room.document.stack.undo()
    assert room.ammo == 9
    room.document.stack.redo()
    assert room.ammo == 8


def test_an_empty_magazine_stays_empty() -> None:
    room = Arrangement(*MISS, roster=armed(ammo=Points(now=0, max=12)))
    room.attacks()
    assert room.ammo == 0


def test_a_test_that_is_no_attack_costs_no_shot() -> None:
    room = Arrangement(30)
    room.drafting.choose(LAO, AbilityKind.SKILL, "lao-0")
    room.rolling.roll()
    assert room.ammo == 9
    assert room.damage_roll.hit is None


# --- Damage ----------------------------------------------------------------------------------------------------------


def test_a_miss_offers_no_damage() -> None:
    room = Arrangement(*MISS)
    room.attacks()
    assert room.damage_roll.hit is None


def test_a_hit_rolls_its_damage_and_says_what_it_would_do() -> None:
    room = Arrangement(*HIT, 9, 5)
    room.attacks()
    assert room.total is None
    assert not room.says
    room.damage_roll.roll()
    assert room.total == 14
    assert room.says == ("8 damage", "armor stops 6", "1 wound")
    assert room.health == Health()


def test_damage_is_dealt_and_logged_with_the_attack_as_one_step() -> None:
    room = Arrangement(*HIT, 9, 5)
    room.attacks()
    room.damage_roll.roll()
    room.damage_roll.apply()
    assert room.health == Health(damage=8, wounds=1)
    assert room.document.stack.undoText() == "deal 8 to Jaqui"
    attack, damage = room.journal.entries
    assert damage.batch == attack.batch
    assert damage.request == Ep2Damage("2d10", armor=6, threshold=7)
    cells = [room.lines.index(0, at).data() for at in (LogColumn.WHO, LogColumn.WHAT, LogColumn.NOTE)]
    assert cells == ["Lao Qing", "Pistol, damage", "Jaqui: 8 damage, 1 wound, armor stops 6"]
    assert room.rolling.recent.last == attack


def test_an_error_while_damage_is_dealt_leaves_no_undo_step_open(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Arrangement(*HIT, 9, 5)
    room.attacks()
    room.damage_roll.roll()
    with monkeypatch.context() as broken:
        broken.setattr(RosterDocument, "change", lambda *_given: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            room.damage_roll.apply()
    assert not room.document.stack.in_macro
    room.document.stack.undo()
    assert [entry.struck for entry in room.journal.entries] == [False, True]


def test_damage_is_dealt_once() -> None:
    room = Arrangement(*HIT, 9, 5)
    room.attacks()
    room.damage_roll.roll()
    room.damage_roll.apply()
    for does in (room.damage_roll.apply, room.damage_roll.roll, room.damage_roll.again):
        does()
    assert room.health.damage == 8
    assert len(room.journal.entries) == 2


def test_damage_that_is_undone_is_struck_and_can_be_dealt_again() -> None:
    room = Arrangement(*HIT, 9, 5)
    room.attacks()
    before = encode_roster(room.document.roster)
    room.damage_roll.roll()
    room.damage_roll.apply()
    room.document.stack.undo()
    assert encode_roster(room.document.roster) == before
    assert [entry.struck for entry in room.journal.entries] == [False, True]
    assert room.total == 14
    room.document.stack.redo()
    assert room.health.damage == 8
    assert [entry.struck for entry in room.journal.entries] == [False, False]
    room.document.stack.undo()
    room.damage_roll.apply()
    assert room.health.damage == 8
    assert [entry.struck for entry in room.journal.entries] == [False, True, False]


def test_the_damage_of_an_earlier_attack_is_not_dealt_twice() -> None:
    room = Arrangement(*HIT, 9, 5, *HIT)
    room.attacks()
    room.damage_roll.roll()
    room.damage_roll.apply()
    room.rolling.roll()
    assert room.total is None
    room.document.stack.undo()
    hit = room.damage_roll.hit
    assert hit
    assert hit.choices.dealt


def test_superior_results_spent_on_damage_add_dice_to_those_that_lie() -> None:
    room = Arrangement(*SUPERIOR, 9, 5, 4)
    room.attacks()
    room.damage_roll.roll()
    room.pick("damage")
    assert room.expression == "2d10 + 1d6"
    assert room.total is None
    room.damage_roll.roll()
    assert room.total == 18
    room.pick()
    assert room.total == 14


@pytest.mark.parametrize("system", ["ep1", "ep2"])
def test_a_d100_of_damage_is_read_as_the_system_reads_it(system: str) -> None:
    room = Arrangement(*HIT, system=system, roster=armed(system, damage="1d100+4"))
    room.attacks()
    room.damage_roll.decide(margin=False)
    room.damage_roll.type("00")
    assert room.total == 4


def test_one_click_spends_superior_results_on_damage() -> None:
    room = Arrangement(*SUPERIOR)
    room.attacks()
    room.damage_roll.spend()
    assert room.expression == "2d10 + 1d6"
    assert room.document.stack.undoText() == "add 1d6 to the damage"
    room.damage_roll.spend()
    assert room.expression == "2d10"


def test_a_plain_success_has_nothing_to_spend_on_damage() -> None:
    room = Arrangement(*HIT)
    room.attacks()
    room.damage_roll.spend()
    assert room.expression == "2d10"
    assert room.document.stack.count() == 1


def test_a_critical_success_doubles_unless_the_gm_says_otherwise() -> None:
    room = Arrangement(*CRITICAL, 1, 2, 3, 4)
    room.attacks()
    assert room.expression.startswith("4d10")
    room.damage_roll.roll()
    assert room.total == 10
    room.damage_roll.decide(double=False)
    assert room.expression == "2d10"
    assert room.total == 3


@pytest.mark.parametrize("system", ["ep2", "ep1"])
def test_what_the_damage_counts_by_itself_is_no_idea_for_the_critical_of_an_attack(system: str) -> None:
    skill = {"skill": "Kinetic Weapons", "rating": 65} if system == "ep1" else {}
    room = Arrangement(*CRITICAL, system=system, roster=armed(system, **skill))
    room.attacks()
    critical = room.document.system.criticals
    assert critical.damage
    assert set(critical.damage) < set(critical.success)
    assert room.ideas() == [idea for idea in critical.success if idea not in critical.damage]
    room.rules(Grade.FAILURE)
    assert room.damage_roll.hit is None
    assert room.ideas() == []
    alone = Arrangement(33, system=system, roster=armed(system, damage="", **skill))
    alone.attacks(target="")
    assert alone.damage_roll.hit is None
    assert alone.ideas() == list(critical.success), "it does no damage, so all of them are left to the GM"


def test_a_critical_success_passes_armor_by_in_the_first_edition() -> None:
    room = Arrangement(*CRITICAL, 9, 5, system="ep1", roster=armed("ep1", skill="Kinetic Weapons", rating=65))
    room.attacks()
    room.damage_roll.roll()
    assert (room.total, room.says[0]) == (19, "19 damage")
    room.damage_roll.decide(ignore_armor=False)
    assert room.says[0] == "13 damage"


def test_another_kind_of_armor_and_another_target_can_be_chosen() -> None:
    room = Arrangement(*HIT, 9, 5)
    room.attacks()
    room.damage_roll.roll()
    assert room.hit.armor == "kinetic"
    assert room.hit.protections == {"energy": 4, "kinetic": 6}
    room.damage_roll.decide(armor="energy")
    assert room.says[0] == "10 damage"
    room.damage_roll.decide(target=OKORO, armor=None)
    assert room.says == ("14 damage",)
    room.damage_roll.apply()
    assert the(room.document, OKORO).health.damage == 14


def test_a_target_with_armor_of_its_own_kinds_is_behind_the_first_of_them() -> None:
    roster = armed()
    jaqui = roster.character(JAQUI)
    assert jaqui
    room = Arrangement(*HIT, roster=roster.with_character(structs.replace(jaqui, armor=(Armor(values={"Cut": 5}),))))
    room.attacks()
    assert room.hit.armor == "Cut"


def test_damage_without_a_target_is_logged() -> None:
    room = Arrangement(30, 9, 5)
    room.attacks(target="")
    assert room.hit.armor == ""
    assert room.hit.protections == {}
    room.damage_roll.roll()
    assert room.hit.would is None
    room.damage_roll.apply()
    assert room.document.stack.undoText() == "log damage 14"
    assert room.journal.entries[-1].note == ""


def test_dice_can_be_typed_in_the_order_they_are_rolled() -> None:
    room = Arrangement(30, 90)
    room.attacks("club", JAQUI, LAO)
    room.damage_roll.type("")
    assert room.total is None
    room.damage_roll.type("9 4")
    assert room.total == 13
    room.damage_roll.apply()
    assert room.journal.entries[-1].by_hand
    assert room.journal.entries[-1].dice == {"rolls": (9, 4)}


@pytest.mark.parametrize(
    ("typed", "says"),
    [("9 3 3", "Type 2 dice"), ("9 7", "1 to 6"), ("11 3", "1 to 10"), ("1", "their sum, 2 to 16"), ("=17", "2 to 16")],
)
def test_dice_that_cannot_have_fallen_are_refused(typed: str, says: str) -> None:
    room = Arrangement(30, 90)
    room.attacks("club", JAQUI, LAO)
    with pytest.raises(BadRollError) as refused:
        room.damage_roll.type(typed)
    assert says in refused.value.problem


def test_the_sum_of_the_dice_may_be_typed_and_the_log_says_so() -> None:
    room = Arrangement(30, 90)
    room.attacks("club", JAQUI, LAO)
    room.damage_roll.type("12")
    hit = room.damage_roll.hit
    assert hit is not None
    assert (room.total, hit.added_up) == (12, "12, dice as a sum")
    room.damage_roll.again()
    assert room.total is None
    room.damage_roll.type("12")
    room.damage_roll.apply()
    entry = room.journal.entries[-1]
    assert entry.by_hand
    assert entry.note.endswith("12 typed as the sum of 1d10 + 1d6")
    assert entry.dice == {"rolls": (12,)}
    assert isinstance(entry.result, DamageOutcome)
    assert entry.result.total == 12


def test_a_typed_sum_of_a_critical_is_that_of_the_doubled_dice_and_goes_with_them() -> None:
    room = Arrangement(*CRITICAL)
    room.attacks()
    room.damage_roll.type("31")
    assert room.total == 31
    room.damage_roll.decide(double=False)
    assert room.total is None, "the dice are others"


def test_dice_of_one_kind_are_typed_as_everywhere() -> None:
    room = Arrangement(*HIT)
    room.attacks()
    room.damage_roll.type("0 5")
    assert room.total == 15
    room.damage_roll.again()
    assert room.total is None


def test_damage_that_is_no_dice_says_so() -> None:
    room = Arrangement(*HIT, roster=armed(damage="special"))
    room.attacks()
    hit = room.damage_roll.hit
    assert hit
    assert "is not dice" in hit.problem
    assert hit.total is None
    room.damage_roll.roll()
    room.damage_roll.type("3")
    room.damage_roll.apply()
    assert len(room.journal.entries) == 1


@pytest.mark.parametrize("damage", ["", "  "])
def test_an_attack_without_damage_offers_none(damage: str) -> None:
    room = Arrangement(*HIT, roster=armed(damage=damage))
    room.attacks()
    assert room.damage_roll.hit is None


def test_nothing_happens_where_nothing_was_rolled() -> None:
    room = Arrangement()
    for does in (room.damage_roll.roll, room.damage_roll.again, room.damage_roll.apply):
        does()
    assert room.damage_roll.hit is None
    assert not room.document.stack.canUndo()


def test_another_roster_forgets_the_damage() -> None:
    room = Arrangement(*HIT, 9, 5)
    room.attacks()
    room.damage_roll.roll()
    room.log.open("luna", "ep2")
    assert room.damage_roll.hit is None


def test_what_becomes_of_the_damage_is_told() -> None:
    room = Arrangement(*HIT, 9, 5)
    said = heard(room.damage_roll.changed)
    for does in (room.attacks, room.damage_roll.roll, room.damage_roll.apply, room.document.stack.undo):
        before = len(said)
        does()
        assert len(said) > before


# --- What each system counts -----------------------------------------------------------------------------------------


def ep1(**attack: Any) -> Roster:
    """Lao has a sabre or what else is said, in the first edition."""
    roster = armed("ep1", **{"skill": "Blades", "rating": 65, "damage": "1d10", "ammo": None} | attack)
    lao = roster.character(LAO)
    assert lao
    return roster.with_character(structs.replace(lao, stats={**lao.stats, "SOM": 29}))


def note(room: Arrangement) -> str:
    return room.journal.entries[-1].note


def test_an_armor_piercing_attack_meets_half_of_the_armor() -> None:
    room = Arrangement(*HIT, 9, 5, roster=armed(armor_piercing=True, notes="energy"))
    jaqui = the(room.document, JAQUI)
    room.document.change_character(structs.replace(jaqui, armor=(Armor(values={"energy": 5, "kinetic": 6}),)), "wear")
    room.attacks()
    room.damage_roll.roll()
    assert room.says[0] == "11 damage"
    room.damage_roll.decide(piercing=False)
    assert room.says[0] == "9 damage"
    room.damage_roll.decide(piercing=True)
    room.damage_roll.apply()
    assert room.health == Health(damage=11, wounds=1)
    assert note(room) == "Jaqui: 11 damage, 1 wound, armor 5 energy halved to 3 by AP"
    assert room.journal.entries[-1].request == Ep2Damage("2d10", piercing=True, armor=5, threshold=7)


def test_the_words_of_an_older_file_count_as_armor_piercing() -> None:
    room = Arrangement(*HIT, 9, 5, roster=armed(notes="armor-piercing, loud"))
    room.attacks()
    room.damage_roll.roll()
    assert room.says[0] == "11 damage"


def test_in_the_first_edition_margin_and_number_count_and_can_be_struck() -> None:
    room = Arrangement(40, 98, 9, system="ep1", roster=ep1(penetration=4))
    room.attacks()
    room.damage_roll.roll()
    assert (room.expression, room.total, room.says[0]) == ("1d10 + 5", 14, "12 damage")
    room.damage_roll.decide(margin=False)
    assert (room.expression, room.total) == ("1d10", 9)
    room.damage_roll.decide(margin=True, piercing=False)
    assert room.says[0] == "8 damage"
    room.damage_roll.decide(piercing=None)
    room.damage_roll.apply()
    assert note(room) == "Jaqui: 12 damage, 1 wound, +5 margin, armor 6 kinetic − AP 4"
    assert room.journal.entries[-1].request == Ep1Damage("1d10", 40, penetration=4, armor=6, threshold=7)


def bonus_of(hit: Hit) -> str:
    """Return the damage bonus that is offered, as text."""
    return next(one.text for one in hit.options if one.id == "bonus")


def test_the_damage_bonus_is_offered_for_a_weapon_whose_line_does_not_say_its_skill() -> None:
    roster = ep1(name="Vibroblade", skill="", rating=None)
    lao = roster.character(LAO)
    assert lao is not None
    skills = tuple(Skill(id=name, name=name, rating=60) for name in ("Blades", "Unarmed Combat"))
    room = Arrangement(20, 98, 9, system="ep1", roster=roster.with_character(structs.replace(lao, skills=skills)))
    room.attacks()
    assert room.damage_roll.hit is not None
    assert bonus_of(room.damage_roll.hit) == "+2 DB"


def test_the_damage_bonus_is_offered_and_remembered_for_the_attack() -> None:
    room = Arrangement(20, 98, 9, 20, 98, 4, system="ep1", roster=ep1())
    room.attacks()
    hit = room.damage_roll.hit
    assert hit
    assert (bonus_of(hit), room.expression) == ("+2 DB", "1d10")
    room.damage_roll.count_bonus(counts=True)
    assert room.expression == "1d10 + 2"
    assert room.document.stack.undoText() == "add the damage bonus to Pistol of Lao Qing"
    room.damage_roll.roll()
    room.damage_roll.apply()
    assert note(room).startswith("Jaqui: 5 damage, +2 DB")
    room.rolling.roll()
    assert room.expression == "1d10 + 2"
    for _ in range(3):
        room.document.stack.undo()
    assert not the(room.document, LAO).attacks[0].damage_bonus


def test_a_bonus_that_counts_already_is_no_change() -> None:
    room = Arrangement(20, 98, system="ep1", roster=ep1(damage_bonus=True))
    room.attacks()
    before = room.document.stack.count()
    room.damage_roll.count_bonus(counts=True)
    assert room.document.stack.count() == before


def kaiser(**attack: Any) -> Roster:
    """Lao strikes with 9, Jaqui blocks with 5 and wears armor against cuts."""
    roster = armed("kaiser", **{"skill": "Strike", "rating": 9, "ammo": None} | attack)
    jaqui = roster.character(JAQUI)
    assert jaqui
    stats = {"LP": 90, "ABS": 2}
    block = Skill(id="block", name="Block", rating=5)
    armor = (Armor(values={"Cut": 3}),)
    return roster.with_character(structs.replace(jaqui, stats=stats, skills=(block,), armor=armor))


def test_in_kaiser_the_degrees_make_the_damage_and_nothing_is_rolled() -> None:
    room = Arrangement(5, 6, 1, 2, system="kaiser", roster=kaiser(damage="6 cut"))
    room.attacks()
    hit = room.damage_roll.hit
    assert hit
    assert (hit.strike.degrees, room.expression, room.total) == (12, "", 42)
    assert room.says == ("42 damage",)
    room.damage_roll.decide(absorption=False)
    assert room.total == 54
    room.damage_roll.decide(absorption=True)
    room.damage_roll.apply()
    assert room.health.damage == 42
    assert note(room) == "Jaqui: 42 damage, 12 degrees − absorption 2 − armor 3 Cut = 7, × 6"
    entry = room.journal.entries[-1]
    assert (entry.request, entry.dice) == (KaiserDamage(6, 12, 2, 3), {})
    room.document.stack.undo()
    assert room.health.damage == 0
    assert room.journal.entries[-1].struck


def test_dice_of_a_modifier_are_said_not_to_count_in_base_damage() -> None:
    room = Arrangement(5, 6, 1, 2, system="kaiser", roster=kaiser(damage="6 cut"))
    room.drafting.oppose(JAQUI)
    prepare(room.document, room.drafting, LAO, "pistol")
    room.drafting.take(room.drafting.draft.with_chip(Chip("charge", 0, "Charge", damage="1d6")))
    room.rolling.roll()
    hit = room.damage_roll.hit
    assert hit
    assert hit.words == "42 damage (without 1d6: base damage has no dice)"


def test_dice_of_the_gms_own_are_rolled_as_they_stand_less_absorption_and_armor() -> None:
    room = Arrangement(5, 6, 1, 2, 9, 5, system="kaiser", roster=kaiser(damage="2d10"))
    room.attacks()
    room.damage_roll.roll()
    assert (room.total, room.says) == (14, ("9 damage", "armor stops 5"))
    room.damage_roll.apply()
    assert room.health.damage == 9


def test_without_a_target_the_degrees_against_the_difficulty_count() -> None:
    room = Arrangement(5, 4, system="kaiser", roster=kaiser(damage="6 cut"))
    room.attacks(target="")
    assert room.total == 60
    room.damage_roll.decide(target=JAQUI)
    room.damage_roll.apply()
    assert room.health.damage == 30


def test_damage_by_degrees_has_no_dice_to_roll_once_more() -> None:
    room = Arrangement(5, 6, 1, 2, system="kaiser", roster=kaiser(damage="6 cut"))
    room.attacks()
    room.damage_roll.apply()
    acts = EntryActions(room.document, room.drafting, room.rolling)
    assert not acts.can_repeat(room.journal.entries[-1])
    assert acts.can_repeat(room.journal.entries[0])


def test_damage_is_rolled_once_more_with_all_that_was_added_to_it() -> None:
    room = Arrangement(40, 98, 9, 3, system="ep1", roster=ep1())
    room.attacks()
    room.damage_roll.roll()
    room.damage_roll.apply()
    EntryActions(room.document, room.drafting, room.rolling).roll_again(room.journal.entries[-1])
    assert room.journal.entries[-1].request == DiceSum("1d10 + 5")
    assert room.journal.entries[-1].dice == {"rolls": (3,)}


# --- Everything can be taken back ------------------------------------------------------------------------------------

DOES: dict[str, Callable[[Arrangement], None]] = {
    "shoot": Arrangement.attacks,
    "club": lambda room: room.attacks("club", JAQUI, LAO),
    "damage": lambda room: room.damage_roll.roll(),
    "apply": lambda room: room.damage_roll.apply(),
    "spend": lambda room: room.damage_roll.spend(),
    "ignore": lambda room: room.damage_roll.decide(ignore_armor=True),
    "to Okoro": lambda room: room.damage_roll.decide(target=OKORO),
    "reload": lambda room: attack_edits.reload(room.document, LAO, "pistol"),
    "undo": lambda room: room.document.stack.undo(),
    "redo": lambda room: room.document.stack.redo(),
}


@settings(max_examples=tries(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(list(DOES)), max_size=16))
def test_undoing_everything_gives_the_first_roster_back(steps: list[str]) -> None:
    room = Arrangement()
    first = encode_roster(room.document.roster)
    for step in steps:
        DOES[step](room)
    last = encode_roster(room.document.roster)
    depth = room.document.stack.index()
    while room.document.stack.canUndo():
        room.document.stack.undo()
    assert encode_roster(room.document.roster) == first
    assert all(entry.struck for entry in room.journal.entries)
    for _ in range(depth):
        room.document.stack.redo()
    assert encode_roster(room.document.roster) == last


def test_the_log_names_the_weapon_and_old_lines_stay_as_they_are() -> None:
    fight = Arrangement(*HIT)
    fight.attacks()
    [shot] = [logged.entry for logged in fight.log.page(9)]
    what = fight.lines.index(fight.lines.row_of(shot.id) or 0, LogColumn.WHAT)
    assert what.data() == "Pistol vs Jaqui Fray ÷ 2"
    assert (in_one_line(shot).partition(",")[0], log_row_of(shot).what) == (
        "Lao Qing: Pistol vs Jaqui Fray ÷ 2",
        "Pistol",
    )
    assert spoken(shot).startswith("Lao Qing, Pistol against Jaqui")
    old = structs.replace(shot, draft=structs.replace(shot.draft, weapon=""))
    assert log_row_of(old).what == "Guns"


def test_a_step_of_the_fight_searches_no_roll_again_and_another_scene_does(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Arrangement(*HIT)
    document, searched = table.document, list[int]()
    scene_edits.add_scene(document, [LAO, JAQUI], "Docks")
    table.attacks()
    attacks, search = table.damage_roll.attacks, recent_attacks._last_attacks  # noqa: SLF001  # nothing else tells

    def count(newest: Iterable[Entry]) -> list[Entry]:
        found = search(newest)
        searched.append(len(found))
        return found

    monkeypatch.setattr(recent_attacks, "_last_attacks", count)
    assert [entry.draft.attack for entry in attacks.waiting] == ["pistol"]
    scene_edits.add_typed(document, "Alarm 6")
    assert [entry.draft.attack for entry in attacks.waiting] == ["pistol"]
    assert searched == [1], "a clock of the scene alters no roll"
    scene_edits.add_scene(document, [LAO], "Hold")
    scene_edits.go_to_scene(document, document.roster.scenes[-1].id)
    assert [*attacks.waiting, *attacks.of_last_turns] == []
    scene_edits.go_to_scene(document, document.roster.scenes[0].id)
    assert [entry.draft.attack for entry in attacks.waiting] == ["pistol"]


def test_the_choices_of_an_attack_follow_people_and_not_the_steps_of_a_fight() -> None:
    table = Arrangement()
    document = table.document
    preparation = AttackPreparation(document, table.drafting, table.rolling, document)
    prepare(document, table.drafting, LAO, "pistol")
    told = heard(preparation.changed)
    scene_edits.add_scene(document, [LAO, JAQUI], "Docks")
    scene_edits.add_typed(document, "Alarm 6")
    assert told == []
    roster = document.roster
    for one in (MOOK, OKORO):
        roster = roster.with_character(structs.replace(the(document, one), concept="busy"))
    document.change(roster, "busy")
    assert len(told) == 1
