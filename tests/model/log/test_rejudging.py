"""Judging past rolls again: the same dice, one undo step for each change, and no automatic changes."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.core.combat.attack_choices import with_use
from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Side, Spend
from gm_desk.core.rules.dice import DieReading, Needs
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Modifier
from gm_desk.core.rules.outcomes import CheckOutcome, Contest, Grade, KaiserOutcome
from gm_desk.core.rules.requests import DiceSum, Effort, Ep2Damage, KaiserContest, Request, SuccessTest
from gm_desk.core.systems.registry import RULES
from gm_desk.model.combat.attack_choices import prepare
from gm_desk.model.log.entries import LogEntry, Roll
from gm_desk.model.log.entry_actions import EntryActions
from gm_desk.model.log.rejudging import POINT_IDLE, Payment, Rejudging
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.choices_after_roll import deadlock_won, tie_won
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.other_rolls import roll_dice
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry, StoredEntry
from gm_desk.store.shipped import load_system
from model_makers import JAQUI, LAO, Clock, FakeJournal, ScriptedDice, a_roster, counted, heard, the
from thorough import tries

pytestmark = pytest.mark.usefixtures("qapp")

STEALTH = Ability(AbilityKind.SKILL, "", "Stealth", 3)


class Arrangement:
    """A table to roll at, where rolls can be opened."""

    def __init__(self, *rolls: int, system: str = "ep2", **house: Any) -> None:
        roster = a_roster(system=system, house=house)
        jaqui = roster.character(JAQUI)
        assert jaqui is not None
        roster = roster.with_character(structs.replace(jaqui, points={"vigor": Points(now=2, max=3)}))
        self.document = RosterDocument(roster, load_system(system), counted())
        self.journal = FakeJournal()
        self.drafting = Drafting(self.document)
        self.log = RollLog(lambda _: self.journal, counted("roll"), Clock())
        self.log.open("mars", system)
        self.rolling = Rolling(self.document, self.drafting, lambda: self.log, ScriptedDice(*rolls))
        self.rejudging = Rejudging(self.document, self.rolling.recent, self.log)
        self.acts = EntryActions(self.document, self.drafting, self.rolling)
        if system != "kaiser":
            self.drafting.choose(JAQUI, AbilityKind.SKILL, f"{JAQUI}-0")  # Athletics 70

    def rolls(self) -> Entry:
        self.rolling.roll()
        return self.opens()

    def opens(self, place: int = -1) -> Entry:
        entry = self.journal.entries[place]
        logged = self.log.kept(entry.id)
        assert logged is not None
        self.rejudging.open(logged)
        return logged.entry

    @property
    def entry(self) -> Entry:
        assert self.rejudging.entry is not None
        return self.rejudging.entry

    @property
    def past(self) -> list[Entry]:
        assert isinstance(self.rejudging.logged, LogEntry)
        return list(self.rejudging.logged.past)

    @property
    def offers(self) -> list[Payment]:
        return list(self.rejudging.payments)

    def undo(self) -> str:
        text = self.document.stack.undoText()
        self.document.stack.undo()
        return text

    def left(self) -> int:
        return the(self.document, JAQUI).points["vigor"].now


def test_a_forgotten_modifier_is_one_step_with_a_name_and_undo_restores_exactly() -> None:
    room = Arrangement(53)
    first = room.rolls()
    steps = room.document.stack.count()
    room.rejudging.modifiers.add("Smoke -30")
    assert room.entry.grade is Grade.SUPERIOR_FAILURE
    assert room.past == [first]
    assert room.entry.dice == first.dice
    assert room.document.stack.count() == steps + 1
    assert room.undo() == "change Athletics of Jaqui: with Smoke −30"
    assert (room.entry, room.past) == (first, [])
    assert room.rejudging.draft == first.draft
    room.document.stack.redo()
    assert room.entry.grade is Grade.SUPERIOR_FAILURE


def test_a_modifier_that_is_typed_says_what_it_would_make_of_the_roll() -> None:
    room = Arrangement(53)
    first = room.rolls()
    room.rejudging.modifiers.try_line("Smoke -30")
    assert room.rejudging.would is not None
    assert room.rejudging.would.pill == "▼ Superior failure"
    assert room.entry == first
    room.rejudging.modifiers.try_line("")
    assert room.rejudging.would is None


def test_a_past_roll_stays_as_it_was_whatever_becomes_of_roster_and_house() -> None:
    room = Arrangement(53)
    first = room.rolls()
    jaqui = the(room.document, JAQUI)
    hurt = structs.replace(jaqui, skills=(), health=structs.replace(jaqui.health, wounds=2))
    room.document.change_character(hurt, "hurt")
    room.document.change(structs.replace(room.document.roster, house={"cap": 10}), "house")
    room.rejudging.modifiers.add("Smoke -30")
    assert room.entry.request == SuccessTest(70, (Modifier(-30, "Smoke"),))
    assert room.entry.house == first.house == House()
    room.document.change(structs.replace(room.document.roster, characters=()), "all gone")
    room.rejudging.modifiers.add("Dark -10")
    assert [chip.label for chip in room.entry.draft.chips] == ["Smoke", "Dark"]
    assert room.entry.grade is Grade.SUPERIOR_FAILURE


def test_both_sides_of_a_contest_can_be_judged_anew() -> None:
    room = Arrangement(53, 40)
    room.drafting.oppose(LAO)
    room.drafting.set_mode(Mode.OPPOSED)
    entry = room.rolls()
    assert isinstance(entry.result, Contest)
    assert entry.result.winner == "a"
    room.rejudging.turn_to("b")
    room.rejudging.modifiers.add("Full defence +30")
    room.rejudging.turn_to("a")
    room.rejudging.put(room.rejudging.side.defaulting(default=True))
    assert isinstance(room.entry.result, Contest)
    assert room.entry.result.winner == "b"
    assert room.undo() == "change Athletics of Jaqui: defaulting"
    assert room.undo() == "change Athletics of Jaqui: with Full defence +30 for Lao Qing"
    assert room.entry == entry


def test_the_most_severe_modifier_alone_counts_in_a_past_roll_and_all_count_again() -> None:
    room = Arrangement(45, system="ep1")
    room.drafting.put(room.drafting.side.with_chip(Chip("x", -20)).with_chip(Chip("y", -10)))
    first = room.rolls()
    assert first.grade is Grade.FAILURE
    room.rejudging.take(structs.replace(room.rejudging.draft, most_severe=True))
    assert room.entry.house.most_severe
    assert room.entry.grade is Grade.EXCELLENT_SUCCESS
    room.rejudging.take(structs.replace(room.rejudging.draft, most_severe=False))
    assert room.entry == first
    assert [old.grade for old in room.past] == [Grade.FAILURE, Grade.EXCELLENT_SUCCESS]


def test_a_house_in_which_only_the_most_severe_counts_keeps_to_it() -> None:
    room = Arrangement(53, system="ep1", most_severe=True)
    room.rolls()
    for severe in (True, False):
        room.rejudging.take(structs.replace(room.rejudging.draft, most_severe=severe))
    assert room.entry.house.most_severe


def kaiser(room: Arrangement, **more: Any) -> Draft:
    draft = Draft("", "Ada", STEALTH, **more)
    room.drafting.take(draft)
    return draft


def test_dice_that_a_change_needs_are_thrown_once_and_kept_for_when_they_are_needed_again() -> None:
    room = Arrangement(3, 4, 6, system="kaiser")
    kaiser(room)
    first = room.rolls()
    room.rejudging.put(structs.replace(room.rejudging.side, advantage=1))
    assert room.entry.dice == {"dice": (3, 4, 6)}
    room.rejudging.put(structs.replace(room.rejudging.side, advantage=0))
    assert room.entry == first
    room.rejudging.put(structs.replace(room.rejudging.side, disadvantage=1))
    assert room.entry.dice == {"dice": (3, 4, 6)}
    room.undo()
    room.undo()
    assert room.entry.dice == {"dice": (3, 4, 6)}
    room.undo()
    assert room.entry == first


def test_dice_typed_by_hand_are_asked_for_before_anything_changes() -> None:
    room = Arrangement(2, system="kaiser")
    kaiser(room)
    room.rolling.roll({"dice": (6, 5)})
    first = room.opens()
    assert first.by_hand
    room.rejudging.put(structs.replace(room.rejudging.side, advantage=2))
    assert room.rejudging.pending == Needs("dice", 6, 2, DieReading.SUM)
    assert room.entry == first
    room.rejudging.drop()
    assert room.rejudging.pending is None
    assert room.rejudging.draft == first.draft
    room.rejudging.put(structs.replace(room.rejudging.side, advantage=2))
    room.rejudging.set_dice((6, 1))
    assert room.rejudging.pending == Needs("extra", 6, 1, DieReading.SUM)
    room.rejudging.set_dice(())
    assert room.entry.dice == {"dice": (6, 5, 6, 1), "extra": (2,)}
    assert room.rejudging.pending is None
    room.undo()
    assert room.entry == first


def test_picks_that_superior_results_no_longer_pay_for_are_cut() -> None:
    room = Arrangement(68)
    room.rolls()
    room.rolling.recent.revise(structs.replace(room.entry, picks=("damage", "time")), "spend")
    room.rejudging.modifiers.add("Dim -10")
    assert not room.entry.picks
    room.undo()
    assert room.entry.picks == ("damage", "time")


def test_a_point_that_is_spent_in_hindsight_moves_nothing_until_it_is_taken() -> None:
    room = Arrangement(85)
    first = room.rolls()
    room.rejudging.put(structs.replace(room.rejudging.side, point=Spend("vigor", "add_20")))
    assert room.entry.grade is Grade.SUPERIOR_SUCCESS_X2
    assert room.left() == 2
    (offer,) = room.offers
    assert offer.text == "Take a point of Vigor from Jaqui"
    room.rejudging.pay(offer)
    assert room.left() == 1
    assert room.offers == []
    room.rejudging.put(structs.replace(room.rejudging.side, point=None))
    (back,) = room.offers
    assert back.text == "Return a point of Vigor to Jaqui"
    room.rejudging.pay(back)
    assert room.left() == 2
    for _ in range(4):
        room.undo()
    assert (room.left(), room.entry) == (2, first)


def test_another_firing_mode_in_hindsight_offers_the_shots_that_it_takes_more_or_less() -> None:
    room = Arrangement(45, 60)
    jaqui = the(room.document, JAQUI)
    ammo = Points(now=30, max=30)
    gun = Attack(id="gun", name="Rifle", skill="Athletics", damage="2d10", modes="SA/BF/FA", ammo=ammo)
    room.document.change_character(structs.replace(jaqui, attacks=(gun,)), "arm")
    prepare(room.document, room.drafting, JAQUI, "gun")
    room.drafting.oppose(LAO)
    room.rolls()
    system = room.document.system

    def shots() -> int:
        known = the(room.document, JAQUI).attacks[0].ammo
        assert known is not None
        return known.now

    def fires(use: str) -> list[str]:
        room.rejudging.put(with_use(room.rejudging.side, gun, use, system))
        return [one.text for one in room.offers]

    assert (shots(), fires("BF-hit")) == (29, ["Use 2 more shots of Rifle"])
    assert (fires("FA-hit"), shots()) == (["Use 9 more shots of Rifle"], 29), "and those that were not used before"
    room.rejudging.pay(room.offers[0])
    assert (shots(), room.offers) == (20, [])
    assert fires("BF-hit") == ["Return 7 shots of Rifle"]
    room.rejudging.pay(room.offers[0])
    assert shots() == 27
    assert (fires("BF-damage"), fires("SA"), fires("BF-hit")) == ([], ["Return 2 shots of Rifle"], [])
    for _ in range(3):
        room.undo()
    room.undo()
    assert shots() == 20, "each is a step"


def test_a_point_spent_after_the_roll_that_buys_nothing_any_more_is_told_of() -> None:
    room = Arrangement(17)
    room.rolls()
    entry = structs.replace(room.entry, request=structs.replace(room.entry.request, after="upgrade"))
    room.rolling.recent.revise(entry, "upgrade", pays="vigor", payer=JAQUI)
    assert room.left() == 1
    room.rejudging.modifiers.add("Storm -60")
    assert room.left() == 1
    assert room.rejudging.hints == (POINT_IDLE,)
    room.rejudging.modifiers.remove(room.rejudging.side.chips[-1])
    assert (room.entry.request, room.left()) == (entry.request, 1), "the point is remembered"
    assert [old.grade for old in room.past] == [Grade.SUCCESS, Grade.SUPERIOR_SUCCESS, Grade.SUPERIOR_FAILURE_X2]


def test_a_flip_flop_that_now_does_harm_is_left_out() -> None:
    room = Arrangement(71)
    room.drafting.modifiers.eyeball(-30)
    room.rolls()
    entry = structs.replace(room.entry, request=structs.replace(room.entry.request, after="flip_flop"))
    room.rolling.recent.revise(entry, "flip-flop", pays="vigor", payer=JAQUI)
    assert room.entry.grade is Grade.SUCCESS
    room.rejudging.modifiers.add("Rain -30")
    assert room.entry.result == RULES["ep2"].resolve(
        SuccessTest(70, (Modifier(-30, "Eyeballed"), Modifier(-30, "Rain"))), {"roll": (71,)}, House()
    )
    assert room.rejudging.hints == (POINT_IDLE,)


def test_a_modifier_that_was_forgotten_joins_an_eyeballed_net() -> None:
    room = Arrangement(40)
    room.drafting.modifiers.set_difficulty(-20)
    room.drafting.modifiers.eyeball(-10)
    room.rolls()
    assert [(chip.label, chip.value, chip.struck) for chip in room.rejudging.side.chips] == [
        ("Net set by hand", -10, False)
    ]
    room.rejudging.modifiers.add("Aim 20")
    assert room.rejudging.reading.net.net == 10
    room.undo()
    assert room.entry.draft.eyeballed == -10


def test_in_a_contest_of_kaiser_only_the_die_that_is_missing_is_thrown() -> None:
    room = Arrangement(2, 2, 6, 2, 5, system="kaiser")
    kaiser(room, mode=Mode.OPPOSED, opponent=Side("", "Ben", STEALTH))
    room.rolls()
    assert room.entry.dice == {"a.dice": (2, 2), "b.dice": (6, 2)}
    room.rejudging.put(structs.replace(room.rejudging.side, advantage=1))
    assert room.entry.dice == {"a.dice": (2, 2, 5), "b.dice": (6, 2)}


def test_a_tie_that_the_gm_ruled_is_no_ruling_once_it_is_none() -> None:
    room = Arrangement(3, 4, 3, 4, system="kaiser")
    kaiser(room, mode=Mode.OPPOSED, opponent=Side("", "Ben", STEALTH))
    entry = room.rolls()
    room.rolling.recent.revise(structs.replace(entry, override=tie_won(entry.draft)), "rule")
    room.rejudging.modifiers.add("Bank 2")
    assert room.entry.override is None


def test_a_deadlock_that_the_gm_ended_is_no_ruling_once_somebody_wins() -> None:
    room = Arrangement(40, 40)
    infosec = Ability(AbilityKind.SKILL, "", "Infosec", 60)
    room.drafting.take(Draft("", "Ada", infosec, mode=Mode.OPPOSED, opponent=Side("", "Ben", infosec)))
    entry = room.rolls()
    room.rolling.recent.revise(structs.replace(entry, override=deadlock_won(entry.draft)[1]), "rule")
    room.rejudging.modifiers.add("Aim 10")
    assert room.entry.override is not None
    room.rejudging.modifiers.add("Dark -60")
    assert room.entry.override is None


def test_degrees_are_adjusted_on_a_past_roll_and_its_dice_stay() -> None:
    room = Arrangement(6, 4, system="kaiser")
    kaiser(room)
    first = room.rolls()
    assert isinstance(first.result, CheckOutcome)
    room.rejudging.take(structs.replace(room.rejudging.draft, adjust=2))
    assert isinstance(room.entry.result, CheckOutcome)
    assert room.entry.result.degrees == first.result.degrees + 2
    assert (room.entry.dice, room.past) == (first.dice, [first])
    assert room.undo() == "change Stealth of Ada: with degrees adjusted +2"
    assert room.entry == first


def test_a_resistance_that_was_judged_as_a_skill_loses_its_fumble_when_it_is_judged_anew() -> None:
    room = Arrangement(3, 4, system="kaiser")
    resistance = Ability(AbilityKind.RESISTANCE, "MR", "MR", 6)
    draft = Draft("", "Ada", STEALTH, mode=Mode.OPPOSED, opponent=Side("", "Ben", resistance))
    old = KaiserContest("opposed_skill", Effort(3), Effort(6))
    dice = {"a.dice": (3, 4), "b.dice": (1, 1), "b.fumble": (6, 6)}
    room.log.add([Roll(draft, old, House(), dice)])
    before = room.opens()
    assert isinstance(before.result, KaiserOutcome)
    assert (before.result.b.fumble, before.result.b.total) == (True, 0)
    room.rejudging.modifiers.add("Rain -1")
    assert isinstance(room.entry.result, KaiserOutcome)
    assert (room.entry.result.b.fumble, room.entry.result.b.total) == (False, 8)
    assert room.entry.dice == {"a.dice": (3, 4), "b.dice": (1, 1)}


@pytest.mark.parametrize("request_", [DiceSum("1d10"), Ep2Damage("1d10", armor=3)])
def test_damage_that_was_dealt_for_the_old_verdict_is_told_of_and_stays(request_: Request) -> None:
    room = Arrangement(53)
    entry = room.rolls()
    draft = Draft(JAQUI, "Jaqui", Ability(AbilityKind.BARE, "", "Pistol, damage", 0))
    roll = Roll(draft, request_, entry.house, {"rolls": (7,)}, note="Lao Qing: damage 7")
    room.log.add([roll], entry.batch)
    room.rejudging.modifiers.add("Smoke -30")
    assert "Damage was applied for the old verdict (Lao Qing: damage 7)" in room.rejudging.hints[0]


def test_a_sum_of_dice_has_nothing_to_judge_by() -> None:
    room = Arrangement(4, 5)
    roll_dice(room.rolling, "2d6")
    entry = room.opens()
    assert not room.rejudging.composed
    room.rejudging.modifiers.add("Smoke -30")
    assert room.entry == entry


def test_a_roll_of_another_system_is_judged_by_its_own_rules() -> None:
    room = Arrangement()
    request = SuccessTest(50)
    draft = Draft("gone", "Gone", Ability(AbilityKind.SKILL, "x", "Guns", 50))
    [made] = room.log.add([Roll(draft, request, House(), {"roll": (45,)})])
    room.journal.lines[-1] = StoredEntry(structs.replace(made, system="ep1"))
    assert room.opens().grade is Grade.EXCELLENT_SUCCESS
    assert room.rejudging.context.system.id == "ep1"
    room.rejudging.modifiers.add("Smoke -30")
    assert room.entry.grade is Grade.FAILURE


def test_a_past_roll_is_read_with_the_roster_of_now_and_the_system_and_house_rules_of_then() -> None:
    room = Arrangement(53, cap=30)
    entry = room.rolls()
    [other] = room.log.add([Roll(entry.draft, SuccessTest(50), House(), {"roll": (45,)})])
    room.journal.lines[-1] = StoredEntry(structs.replace(other, system="ep1"))
    systems, rosters = heard(room.rejudging.system_changed), heard(room.rejudging.roster_changed)
    room.opens()
    assert (room.rejudging.context.system.id, room.rejudging.context.house.cap, systems) == ("ep1", 60, [()])
    gone = structs.replace(room.document.roster, characters=(), house={"cap": 10})
    room.document.change(gone, "all gone")
    assert (room.rejudging.context.roster, room.rejudging.context.character(JAQUI), rosters) == (gone, None, [()])
    assert (room.opens(0).house.cap, room.rejudging.context.house.cap, len(systems)) == (30, 30, 2)


def test_the_opened_roll_is_let_go_of_with_its_roster() -> None:
    room = Arrangement(53)
    room.rolls()
    room.log.open("venus", "ep2")
    assert room.rejudging.entry is None
    assert room.rejudging.draft == Draft()


def test_what_became_a_success_has_not_failed_and_what_became_a_failure_has() -> None:
    room = Arrangement(80, 90, 20)
    for _ in range(3):
        room.rolling.roll()
    scene = room.drafting.record
    key = room.journal.entries[0].draft
    assert scene.failures_of(key) == 0
    room.opens(2)
    room.rejudging.modifiers.add("Storm -60")
    assert room.drafting.record.failures_of(key) == 3
    room.opens(1)
    room.rejudging.modifiers.add("Calm +30")
    assert room.drafting.record.failures_of(key) == 1
    room.acts.strike(room.journal.entries[2])
    assert room.drafting.record.failures_of(key) == 0
    for _ in range(3):
        room.undo()
    assert room.drafting.record == scene


def test_a_roll_of_an_earlier_scene_changes_nothing_about_this_one() -> None:
    room = Arrangement(80, 90)
    room.rolling.roll()
    room.drafting.new_scene()
    room.rolling.roll()
    scene = room.drafting.record
    room.opens(0)
    room.rejudging.modifiers.add("Calm +30")
    assert room.drafting.record == scene


values = st.integers(-9, 9).map(lambda ten: ten * 10)
changes = st.one_of(
    st.tuples(st.just("add"), values),
    st.tuples(st.just("strike"), st.integers(0, 3)),
    st.tuples(st.just("default"), st.integers(0, 1)),
    st.tuples(st.just("side"), st.integers(0, 1)),
    st.tuples(st.just("eyeball"), st.integers(-6, 6).map(lambda ten: ten * 10)),
    st.tuples(st.just("severe"), st.integers(0, 1)),
)


@settings(max_examples=tries(80), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(["ep1", "ep2", "kaiser"]),
    st.booleans(),
    st.lists(st.integers(1, 6) | st.integers(0, 99), min_size=60, max_size=60),
    st.lists(changes, min_size=1, max_size=8),
)
def test_any_change_reads_the_same_dice_as_the_rules_do_and_undoing_all_gives_the_first_roll_back(
    system: str, two: bool, dice: list[int], steps: list[tuple[str, int]]
) -> None:
    room = Arrangement(*(max(1, face) if system == "kaiser" else face for face in dice), system=system)
    other = Side("", "Ben", Ability(AbilityKind.SKILL, "", "Fray", 45, "REF", 20))
    own = Ability(AbilityKind.SKILL, "", "Guns", 55, "REF", 20)
    room.drafting.take(Draft("", "Ada", own, mode=Mode.OPPOSED if two else Mode.ALONE, opponent=other if two else None))
    room.rolling.roll()
    room.rolling.finish()
    first = room.opens()
    stood = room.document.stack.index()
    for step, value in steps:
        change(room, step, value)
        entry = room.entry
        reference = RULES[system].ask(entry.draft)
        assert reference is not None
        assert entry.result == RULES[system].resolve(reference, entry.dice, entry.draft.house(entry.house))
        assert all(
            faces[: len(first.dice.get(name, ()))] == first.dice[name][: len(faces)]
            for name, faces in entry.dice.items()
            if name in first.dice
        )
    last, past = room.entry, room.past
    while room.document.stack.index() > stood:
        room.undo()
    assert (room.entry, room.past) == (first, [])
    while room.document.stack.canRedo():
        room.document.stack.redo()
    assert (room.entry, room.past) == (last, past)


def begins_alike(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(a == b for a, b in zip(one, other, strict=False))


def change(room: Arrangement, step: str, value: int) -> None:
    rejudging, side = room.rejudging, room.rejudging.side
    match step:
        case "add":
            rejudging.modifiers.add(f"Why {value:+}")
        case "strike" if side.chips:
            chip = side.chips[value % len(side.chips)]
            rejudging.put(side.with_chip(structs.replace(chip, struck=not chip.struck)))
        case "default":
            rejudging.put(side.defaulting(default=bool(value)))
        case "side":
            rejudging.turn_to("b" if value else "a")
        case "eyeball":
            rejudging.modifiers.eyeball(value)
        case "severe":
            rejudging.take(structs.replace(rejudging.draft, most_severe=bool(value)))
        case _:
            pass
