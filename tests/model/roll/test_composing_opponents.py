"""Whom a test is against over a whole evening: the opponent is proposed by the rule, or chosen, never left over."""

from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Group, Roster, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.draft import AbilityKind, Mode
from gm_desk.core.drafts.opponents import Defence, everything
from gm_desk.core.rules.dice import EntropyDice
from gm_desk.core.rules.requests import KaiserContest, OpposedTest
from gm_desk.core.scenes.conditions import ActiveCondition, Duration
from gm_desk.core.scenes.scene import Fighter, Moment, Scene
from gm_desk.model.combat.attack_choices import prepare
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene import scene_edits
from gm_desk.model.scene.fight_lines import note
from gm_desk.store.journal.entries import TURN
from gm_desk.store.shipped import load_system
from model_makers import Clock, FakeJournal, ScriptedDice, a_character, counted
from thorough import tries

pytestmark = pytest.mark.usefixtures("qapp")

EVA, BO = "eva", "bo"
HOOD, THUG = "hood", "thug"
LONER, DRIFTER = "loner", "drifter"
EVERYBODY = (EVA, BO, HOOD, THUG, LONER, DRIFTER)
HOME = {EVA: "crew", BO: "crew", HOOD: "gang", THUG: "gang", LONER: "", DRIFTER: "gone"}
WEAPONS = {"ep1": "Kinetic Weapons", "ep2": "Guns", "kaiser": "Strike"}
DEFENCES = {"ep1": {"Fray": 40}, "ep2": {"Fray": 40}, "kaiser": {"Block": 5, "Dodge": 6}}
UNPAIRED = {"ep1": "Climbing", "ep2": "Research", "kaiser": "Stealth"}
SYSTEMS = tuple(WEAPONS)


def a_roster(system: str) -> Roster:
    """Two groups of two, one character without a group, and one whose group is gone; all of them armed alike."""
    low = system == "kaiser"
    skills = {WEAPONS[system]: 6 if low else 50, **DEFENCES[system], UNPAIRED[system]: 4 if low else 30}
    weapon = WEAPONS[system]
    return Roster(
        id="town",
        name="Town",
        system=system,
        groups=(Group(id="crew", name="Crew"), Group(id="gang", name="Gang")),
        characters=tuple(
            structs.replace(
                a_character(one, one.title(), group=HOME[one], skills=skills, stats={"WIL": 15, "WP": 6}),
                attacks=(
                    Attack(id=f"{one}-gun", name="Gun", skill=weapon, damage="2d10"),
                    Attack(id=f"{one}-spare", name="Spare", skill=weapon, damage="1d10"),
                ),
            )
            for one in EVERYBODY
        ),
    )


class Table:
    """A table with a roster of a system."""

    def __init__(self, system: str = "ep2", *rolls: int) -> None:
        self.document = RosterDocument(a_roster(system), load_system(system), counted())
        self.drafting = Drafting(self.document)
        log = RollLog(lambda _: FakeJournal(), counted("roll"), Clock())
        log.open("town", system)
        self.rolling = Rolling(
            self.document, self.drafting, lambda: log, ScriptedDice(*rolls) if rolls else EntropyDice()
        )

    def attack(self, who: str, line: str = "gun") -> str:
        """Click a character and one of their attacks; gives whom that is against."""
        self.drafting.select(who)
        prepare(self.document, self.drafting, who, f"{who}-{line}")
        return self.opponent

    def skill(self, who: str, name: str) -> None:
        character = self.document.character(who)
        assert character is not None
        skill = character.skill_named(name)
        assert skill is not None
        self.drafting.choose(who, AbilityKind.SKILL, skill.id)

    def answer(self, who: str, name: str) -> None:
        """Choose what somebody answers with, as the box does."""
        character = self.document.character(who)
        assert character is not None
        found = everything(character, self.document.system)
        self.drafting.oppose(who, Defence(next(one for one in found if one.label == name)))

    def roll(self) -> None:
        self.rolling.roll()
        self.rolling.finish()

    @property
    def mode(self) -> Mode:
        return self.drafting.draft.mode

    @property
    def opponent(self) -> str:
        return self.drafting.draft.side("b").character

    @property
    def answers(self) -> str:
        return self.drafting.draft.side("b").what


# --- Whom an attack is proposed against ------------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_first_attack_is_against_nobody_and_rolls_nothing_until_an_opponent_is_chosen(system: str) -> None:
    table = Table(system)
    assert (table.attack(EVA), table.mode) == ("", Mode.ATTACK)
    assert (table.rolling.roll(), table.rolling.ready) == (None, False)
    table.drafting.oppose(HOOD)
    assert isinstance(table.drafting.reading.request, OpposedTest | KaiserContest)


def test_whoever_lacks_the_skill_of_an_attack_has_their_usual_attack_at_hand() -> None:
    table = Table()
    loner = table.document.existing(LONER)
    knives = tuple(Attack(id=one, name=one, skill="Melee", damage="1d10") for one in ("knife", "club"))
    unskilled = tuple(one for one in loner.skills if one.name != "Guns")
    table.document.change_character(structs.replace(loner, skills=unskilled, attacks=knives), "disarm")
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    table.drafting.select(LONER)
    assert table.drafting.draft.attack == "knife"


@pytest.mark.parametrize("system", SYSTEMS)
def test_after_somebody_without_a_weapon_the_next_one_has_theirs_at_hand_again(system: str) -> None:
    table = Table(system)
    loner = table.document.existing(LONER)
    table.document.change_character(structs.replace(loner, attacks=()), "disarm")
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    table.drafting.select(LONER)
    assert (table.drafting.draft.attack, table.drafting.draft.what) == ("", WEAPONS[system])
    table.drafting.select(THUG)
    assert (table.drafting.draft.attack, table.mode) == ("thug-gun", Mode.ATTACK)


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_attack_whose_skill_or_attacker_is_removed_makes_no_attack_of_the_next_test(system: str) -> None:
    table = Table(system)
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    eva = table.document.existing(EVA)
    table.document.change_character(structs.replace(eva, skills=eva.skills[1:]), "forget the skill")
    assert (table.mode, table.opponent) == (Mode.ALONE, "")
    table.attack(BO)
    table.document.change(structs.replace(table.document.roster, characters=(eva,)), "remove the others")
    assert (table.drafting.draft.character, table.mode) == ("", Mode.ALONE)
    table.drafting.select(EVA)
    assert (table.drafting.draft.what, table.mode) == (WEAPONS[system], Mode.ALONE)


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_attack_that_lacks_its_skill_stays_and_is_rolled_with_it_once_it_is_learned(system: str) -> None:
    table = Table(system)
    eva = table.document.existing(EVA)
    table.document.change_character(structs.replace(eva, skills=eva.skills[1:]), "forget the skill")
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    table.document.change_character(structs.replace(table.document.existing(EVA), notes="Unarmed?"), "note")
    assert (table.drafting.draft.attack, table.mode, table.rolling.ready) == ("eva-gun", Mode.ATTACK, False)
    table.document.change_character(structs.replace(table.document.existing(EVA), skills=eva.skills), "learn it")
    assert (table.drafting.draft.attack, table.mode, table.opponent) == ("eva-gun", Mode.ATTACK, HOOD)
    assert (table.drafting.draft.what, table.rolling.ready) == (WEAPONS[system], True)


@pytest.mark.parametrize("system", ["ep1", "ep2"])
def test_an_attack_rolled_untrained_is_rolled_with_its_skill_once_it_is_learned(system: str) -> None:
    table = Table(system)
    eva = table.document.existing(EVA)
    untrained = structs.replace(eva, skills=eva.skills[1:], stats={**eva.stats, "REF": 20, "COO": 20})
    table.document.change_character(untrained, "forget the skill")
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    ability = table.drafting.draft.ability
    assert ability is not None
    assert ability.kind is AbilityKind.UNTRAINED
    table.document.change_character(structs.replace(untrained, skills=eva.skills), "learn it")
    ability = table.drafting.draft.ability
    assert ability is not None
    assert (ability.kind, ability.rating) == (AbilityKind.SKILL, 50)
    assert (table.drafting.draft.attack, table.opponent) == ("eva-gun", HOOD)


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_attack_proposes_whom_the_gm_aimed_at_last_with_this_attacker(system: str) -> None:
    table = Table(system)
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    table.attack(BO)
    table.drafting.oppose(THUG)
    assert [table.attack(EVA), table.attack(BO), table.attack(EVA, "spare")] == [HOOD, THUG, HOOD]
    table.drafting.oppose(LONER)
    assert table.attack(EVA) == LONER


@pytest.mark.parametrize("system", SYSTEMS)
def test_else_an_attack_proposes_who_attacked_them_last(system: str) -> None:
    table = Table(system)
    for attacker in (EVA, BO):
        table.attack(attacker)
        table.drafting.oppose(HOOD)
        table.roll()
    assert table.attack(HOOD) == BO
    assert table.attack(THUG) == ""
    table.drafting.oppose(BO)
    table.roll()
    assert table.attack(BO) == HOOD


def test_who_attacked_them_is_remembered_while_others_act() -> None:
    table = Table()
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    table.roll()
    assert table.attack(THUG) == ""
    table.drafting.oppose(LONER)
    table.roll()
    assert (table.attack(HOOD), table.attack(LONER), table.attack(BO)) == (EVA, THUG, "")


def test_an_undo_takes_back_who_attacked_and_not_whom_the_gm_has_aimed_at_since() -> None:
    table = Table()
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    table.roll()
    table.attack(BO)
    table.drafting.oppose(THUG)
    table.document.stack.undo()
    assert (table.attack(HOOD), table.attack(BO)) == ("", THUG)


def test_an_attack_that_was_undone_attacked_nobody_but_was_aimed_all_the_same() -> None:
    table = Table()
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    table.roll()
    table.document.stack.undo()
    assert (table.drafting.draft.attack, table.opponent) == ("eva-gun", HOOD)
    table.drafting.select(THUG)
    assert table.attack(HOOD) == ""
    assert table.attack(EVA) == HOOD
    table.document.stack.redo()
    assert table.attack(HOOD) == EVA


def test_a_new_scene_begins_with_nobody_aimed_at() -> None:
    table = Table()
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    table.roll()
    table.drafting.new_scene()
    assert (table.attack(BO), table.attack(EVA), table.attack(HOOD)) == ("", "", "")


def test_nobody_of_the_same_group_is_proposed_but_the_gm_may_pick_one() -> None:
    table = Table()
    table.attack(EVA)
    table.drafting.oppose(BO)
    table.roll()
    assert (table.opponent, table.mode) == (BO, Mode.ATTACK)
    prepare(table.document, table.drafting, EVA, "eva-gun")
    assert table.opponent == BO
    assert (table.attack(BO), table.attack(EVA)) == ("", "")


def test_those_without_a_group_are_no_group() -> None:
    table = Table()
    table.attack(LONER)
    table.drafting.oppose(DRIFTER)
    assert (table.attack(EVA), table.attack(LONER)) == ("", DRIFTER)


def test_who_was_chosen_for_a_test_that_is_no_attack_is_aimed_at_until_it_is_rolled() -> None:
    table = Table("ep2", 30, 40)
    table.drafting.select(EVA)
    table.drafting.choose(EVA, AbilityKind.CHECK, "WIL")
    table.drafting.set_mode(Mode.OPPOSED)
    table.drafting.oppose(HOOD)
    table.answer(HOOD, "Fray")
    assert table.attack(EVA) == HOOD
    table.drafting.choose(EVA, AbilityKind.CHECK, "WIL")
    table.drafting.set_mode(Mode.OPPOSED)
    table.drafting.oppose(LONER)
    table.roll()
    assert table.attack(EVA) == ""


def test_whoever_opposes_strikes_back_at_who_acted_before() -> None:
    table = Table()
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    assert table.attack(HOOD) == EVA
    table.roll()
    assert table.attack(EVA) == HOOD


def test_selecting_the_opponent_lets_them_attack_with_their_own_weapon_of_that_name() -> None:
    table = Table()
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    table.roll()
    table.drafting.select(HOOD)
    assert (table.drafting.draft.attack, table.opponent, table.mode) == ("hood-gun", EVA, Mode.ATTACK)
    table.drafting.select(THUG)
    assert (table.drafting.draft.attack, table.opponent, table.mode) == ("thug-gun", "", Mode.ATTACK)


def test_who_has_no_attack_of_that_name_attacks_with_the_usual_one_of_that_skill_else_with_the_skill() -> None:
    table = Table()
    table.attack(EVA)
    several = [("Knife", "Melee"), ("Club", "Guns"), ("Bow", "guns")]
    for lines, attack in (([("Club", "Guns")], "x-0"), (several, "x-1"), ([], "")):
        hood = table.document.character(HOOD)
        assert hood is not None
        own = tuple(Attack(id=f"x-{at}", name=name, skill=skill) for at, (name, skill) in enumerate(lines))
        table.document.change_character(structs.replace(hood, attacks=own), "arm")
        table.attack(EVA)
        table.drafting.select(HOOD)
        assert (table.drafting.draft.attack, table.drafting.draft.what, table.mode) == (attack, "Guns", Mode.ATTACK)


def test_an_attack_with_a_rating_of_its_own_is_the_same_attack_on_another_card() -> None:
    table = Table()
    for who in (EVA, HOOD):
        one = table.document.character(who)
        assert one is not None
        better = structs.replace(one.attacks[0], rating=77)
        table.document.change_character(structs.replace(one, attacks=(better, *one.attacks[1:])), "arm")
    table.attack(EVA)
    table.drafting.select(HOOD)
    assert (table.drafting.draft.attack, table.drafting.draft.base, table.mode) == ("hood-gun", 77, Mode.ATTACK)


@pytest.mark.parametrize("kind", [Mode.ALONE, Mode.SIMPLE, Mode.OPPOSED, Mode.VARIABLE])
def test_an_attack_is_an_attack_whatever_kind_the_last_test_was(kind: Mode) -> None:
    table = Table("ep1")
    table.drafting.select(EVA)
    table.skill(EVA, "Climbing")
    table.drafting.set_mode(kind)
    if kind.two_sided:
        table.drafting.oppose(HOOD)
    table.attack(EVA)
    assert table.mode is Mode.ATTACK
    table.drafting.set_mode(kind)
    table.attack(EVA)
    assert table.mode is Mode.ATTACK


def test_somebody_who_was_removed_is_not_proposed() -> None:
    table = Table()
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    table.document.change(table.document.roster.without_character(HOOD), "remove")
    assert table.attack(EVA) == ""


# --- Opposed ends with its test --------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_opposed_ends_with_the_test_that_it_was_chosen_for(system: str) -> None:
    table = Table(system)
    table.drafting.select(EVA)
    table.skill(EVA, UNPAIRED[system])
    table.drafting.set_mode(Mode.OPPOSED)
    table.drafting.oppose(HOOD)
    table.answer(HOOD, UNPAIRED[system])
    table.roll()
    assert (table.mode, table.opponent) == (Mode.OPPOSED, HOOD)
    table.skill(EVA, UNPAIRED[system])
    assert (table.mode, table.opponent) == (Mode.OPPOSED, HOOD)
    table.skill(EVA, WEAPONS[system])
    assert (table.mode, table.drafting.draft.opponent) == (Mode.ALONE, None)
    table.drafting.set_mode(Mode.OPPOSED)
    table.drafting.select(BO)
    assert (table.mode, table.drafting.draft.opponent) == (Mode.ATTACK, None)
    table.skill(BO, UNPAIRED[system])
    assert (table.mode, table.drafting.draft.opponent) == (Mode.ALONE, None)


def test_another_multiple_of_an_aptitude_is_the_same_test() -> None:
    table = Table("ep1")
    table.drafting.select(EVA)
    table.drafting.choose(EVA, AbilityKind.CHECK, "WIL")
    table.drafting.set_mode(Mode.VARIABLE)
    table.drafting.oppose(HOOD)
    table.drafting.modifiers.eyeball(20)
    table.drafting.choose(EVA, AbilityKind.CHECK, "WIL × 2")
    assert (table.mode, table.opponent, table.drafting.draft.base) == (Mode.VARIABLE, HOOD, 30)
    assert table.drafting.draft.eyeballed == 20


def test_a_pinned_opponent_stays_for_the_tests_that_follow() -> None:
    table = Table()
    table.drafting.select(EVA)
    table.skill(EVA, "Research")
    table.drafting.set_mode(Mode.OPPOSED)
    table.drafting.oppose(LONER)
    table.drafting.opposition.keep(keeps=True)
    table.skill(EVA, "Guns")
    assert (table.mode, table.opponent, table.answers) == (Mode.ATTACK, LONER, "Fray ÷ 2")
    table.skill(EVA, "Research")
    assert (table.mode, table.opponent, table.answers) == (Mode.OPPOSED, LONER, "")
    assert table.attack(EVA) == LONER
    table.skill(EVA, "Research")
    table.drafting.select(HOOD)
    assert (table.mode, table.opponent) == (Mode.OPPOSED, LONER)
    table.drafting.new_scene()
    table.skill(HOOD, "Guns")
    assert (table.mode, table.drafting.draft.opponent) == (Mode.ALONE, None)


def test_a_pinned_opponent_who_acts_is_opposed_by_who_acted_before_or_asked_for_anew() -> None:
    for other, then in ((LONER, EVA), (BO, "")):
        table = Table()
        table.drafting.select(EVA)
        table.skill(EVA, "Research")
        table.drafting.set_mode(Mode.OPPOSED)
        table.drafting.oppose(other)
        table.drafting.opposition.keep(keeps=True)
        table.drafting.select(other)
        assert (table.mode, table.drafting.draft.character, table.opponent) == (Mode.OPPOSED, other, then)


def test_a_pinned_opponent_is_not_set_against_their_own_group() -> None:
    table = Table()
    table.drafting.select(EVA)
    table.skill(EVA, "Research")
    table.drafting.set_mode(Mode.OPPOSED)
    table.drafting.oppose(HOOD)
    table.drafting.opposition.keep(keeps=True)
    table.drafting.select(THUG)
    assert (table.mode, table.drafting.draft.opponent) == (Mode.OPPOSED, None)


# --- The net of its own chips ----------------------------------------------------------------------------------------


def test_a_test_begins_with_the_net_of_its_own_chips() -> None:
    table = Table()
    table.drafting.select(EVA)
    table.skill(EVA, "Research")
    table.drafting.modifiers.add("Smoke −30")
    table.drafting.modifiers.eyeball(20)
    table.skill(EVA, "Research")
    assert table.drafting.reading.net.net == 20
    table.skill(EVA, "Guns")
    assert table.drafting.reading.net.net == -30
    table.drafting.modifiers.eyeball(20)
    table.drafting.select(BO)
    assert table.drafting.reading.net.net == -30
    table.drafting.modifiers.eyeball(20)
    table.attack(BO)
    assert table.drafting.reading.net.net == -30
    table.drafting.modifiers.eyeball(20)
    table.attack(HOOD)
    assert table.drafting.reading.net.net == -30


def test_another_opponent_or_answer_begins_with_the_net_of_its_own_chips() -> None:
    table = Table()
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    table.drafting.turn_to("b")
    table.drafting.modifiers.eyeball(20)
    table.drafting.oppose(HOOD)
    assert table.drafting.side.eyeballed == 20
    table.drafting.oppose(THUG)
    assert table.drafting.side.eyeballed is None
    table.drafting.modifiers.eyeball(20)
    table.skill(THUG, "Research")
    assert table.drafting.side.eyeballed is None


# --- What they answer with -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_without_a_known_pair_the_gm_chooses_and_the_roster_remembers(system: str) -> None:
    table, skill = Table(system), UNPAIRED[system]
    table.drafting.select(EVA)
    table.skill(EVA, skill)
    table.drafting.set_mode(Mode.OPPOSED)
    table.drafting.oppose(HOOD)
    assert (table.answers, table.drafting.reading.request) == ("", None)
    table.answer(HOOD, skill)
    assert table.document.roster.answers == {skill: skill}
    assert table.document.stack.undoText() == f"answer {skill} with {skill}"
    table.drafting.select(BO)
    table.drafting.set_mode(Mode.OPPOSED)
    table.drafting.oppose(THUG)
    assert table.answers == skill
    table.document.stack.undo()
    assert table.document.roster.answers == {}
    table.drafting.oppose(LONER)
    assert table.answers == ""


def test_the_last_choice_is_remembered() -> None:
    table = Table()
    table.drafting.select(EVA)
    table.skill(EVA, "Research")
    table.drafting.set_mode(Mode.OPPOSED)
    for answer in ("Guns", "WIL check"):
        table.drafting.oppose(HOOD)
        table.answer(HOOD, answer)
    assert table.document.roster.answers == {"Research": "WIL check"}
    table.drafting.oppose(THUG)
    assert table.answers == "WIL check"


def test_what_the_other_side_chooses_on_its_card_is_remembered_too() -> None:
    table = Table()
    table.drafting.select(EVA)
    table.skill(EVA, "Research")
    table.drafting.set_mode(Mode.OPPOSED)
    table.drafting.oppose(HOOD)
    table.drafting.turn_to("b")
    table.skill(HOOD, "Guns")
    assert table.document.roster.answers == {"Research": "Guns"}


def test_where_the_book_knows_a_pair_there_is_nothing_to_remember() -> None:
    table = Table()
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    table.answer(HOOD, "Research")
    assert (table.answers, table.document.roster.answers) == ("Research", {})


def test_a_roster_that_cannot_be_changed_remembers_nothing_and_the_answer_still_counts() -> None:
    table = Table()
    table.document.set_read_only("another window has it")
    table.drafting.select(EVA)
    table.skill(EVA, "Research")
    table.drafting.set_mode(Mode.OPPOSED)
    table.drafting.oppose(HOOD)
    table.answer(HOOD, "Guns")
    assert (table.answers, table.document.roster.answers) == ("Guns", {})


def test_an_answer_that_is_not_chosen_yet_is_not_chosen_by_a_change_of_the_card() -> None:
    table = Table()
    table.drafting.select(EVA)
    table.skill(EVA, "Research")
    table.drafting.set_mode(Mode.OPPOSED)
    table.drafting.oppose(HOOD)
    hood = table.document.character(HOOD)
    assert hood is not None
    table.document.change_character(structs.replace(hood, concept="Hurt"), "change")
    assert (table.opponent, table.answers) == (HOOD, "")


def test_an_answer_that_is_taken_off_the_card_is_chosen_again() -> None:
    table = Table()
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    hood = table.document.character(HOOD)
    assert hood is not None
    others: tuple[Skill, ...] = tuple(one for one in hood.skills if one.name != "Fray")
    table.document.change_character(structs.replace(hood, skills=others), "remove")
    assert (table.opponent, table.answers, table.drafting.reading.request) == (HOOD, "", None)


# --- Any sequence ----------------------------------------------------------------------------------------------------


PEOPLE = ("attack", "attack", "oppose", "select", "shoot", "shoot")
STEPS = st.one_of(
    st.tuples(st.sampled_from(PEOPLE), st.sampled_from(EVERYBODY)),
    st.tuples(st.sampled_from(["skill", "roll", "undo", "redo", "opposed", "scene"]), st.just("")),
)


def the_rule(attacker: str, *known: Mapping[str, str]) -> str:
    """Return whom the rule proposes: the first that is known, and is nobody of the same group."""
    for other in (one.get(attacker, "") for one in known):
        if other and other != attacker and (HOME[other] != HOME[attacker] or HOME[other] not in {"crew", "gang"}):
            return other
    return ""


class Witness:
    """Do what a GM may do, and keep by itself who aims at whom, at whom they rolled, and who attacked whom."""

    def __init__(self, system: str) -> None:
        self.table = Table(system)
        self.plain = UNPAIRED[system]
        self.aims: dict[str, str] = {}
        self.targets: dict[str, list[str]] = {}
        self.attackers: list[dict[str, str]] = [{}]
        self.undone: list[dict[str, str]] = []

    def attack(self, who: str) -> None:
        table, draft = self.table, self.table.drafting.draft
        stands = table.opponent if draft.attack == f"{who}-gun" and draft.opposed else ""
        back = draft.character if draft.opposed and table.opponent == who else ""
        prepare(table.document, table.drafting, who, f"{who}-gun")
        targets = [{who: target} for target in reversed(self.targets.get(who, ()))]
        rule = the_rule(who, self.aims, *targets, self.attackers[-1], {who: back})
        assert (table.opponent, table.mode) == (stands or rule, Mode.ATTACK)

    def oppose(self, who: str) -> None:
        drafting = self.table.drafting
        if drafting.draft.character and drafting.draft.mode is Mode.ATTACK:
            drafting.oppose(who)
            if who != drafting.draft.character:
                self.aims[drafting.draft.character] = who

    def shoot(self, who: str) -> None:
        """Attack somebody of another group, to the end."""
        self.attack(who)
        self.oppose(EVERYBODY[(EVERYBODY.index(who) + 3) % len(EVERYBODY)])
        self.roll("")

    def select(self, who: str) -> None:
        drafting = self.table.drafting
        before = drafting.draft.character
        drafting.select(who)
        if who != before and self.table.opponent:
            assert the_rule(who, {who: self.table.opponent})

    def skill(self, _: str) -> None:
        draft = self.table.drafting.draft
        if draft.character:
            self.table.skill(draft.character, self.plain)
            assert self.table.drafting.draft.opponent is None or draft.what == self.plain

    def opposed(self, _: str) -> None:
        if self.table.drafting.draft.attack:
            self.table.drafting.set_mode(Mode.OPPOSED)

    def roll(self, _: str) -> None:
        attacker, target, attacks = self.table.drafting.draft.character, self.table.opponent, self.table.mode
        count = self.table.document.stack.index()
        self.table.roll()
        if self.table.document.stack.index() > count:
            hits = {target: attacker} if attacks is Mode.ATTACK else {}
            self.attackers.append({**self.attackers[-1], **hits})
            self.undone.clear()
            if hits:
                self.aims[attacker] = target
                self.targets.setdefault(attacker, []).append(target)

    def undo(self, _: str) -> None:
        if self.table.document.stack.canUndo():
            self.table.document.stack.undo()
            self.undone.append(self.attackers.pop())

    def redo(self, _: str) -> None:
        if self.table.document.stack.canRedo():
            self.table.document.stack.redo()
            self.attackers.append(self.undone.pop())

    def scene(self, _: str) -> None:
        self.table.document.stack.clear()
        self.table.drafting.new_scene()
        self.aims, self.targets, self.attackers, self.undone = {}, {}, [{}], []


@pytest.mark.parametrize("system", SYSTEMS)
@given(steps=st.lists(STEPS, min_size=15, max_size=60))
@settings(deadline=None, max_examples=tries(100), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_was_picked_before_the_proposal_is_the_documented_one(
    system: str, steps: list[tuple[str, str]]
) -> None:
    witness = Witness(system)
    for step, who in steps:
        getattr(witness, step)(who)


def test_whoever_is_out_of_action_is_not_proposed_again_unless_the_gm_just_chose_them() -> None:
    table = Table()
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    table.roll()
    hood = table.document.existing(HOOD)
    fallen = structs.replace(hood, stats={**hood.stats, "DUR": 30}, health=structs.replace(hood.health, damage=99))
    table.document.change_character(fallen, "harm")
    assert table.opponent == HOOD
    table.attack(BO)
    assert table.attack(EVA) == ""
    table.document.stack.undo()
    assert (table.attack(BO), table.attack(EVA)) == ("", HOOD)


def falls(table: Table, who: str) -> None:
    one = table.document.existing(who)
    health = structs.replace(one.health, damage=99)
    table.document.change_character(structs.replace(one, stats={**one.stats, "DUR": 30}, health=health), "harm")


def test_the_last_target_that_still_stands_is_proposed_when_later_ones_have_fallen() -> None:
    table = Table()
    table.attack(EVA)
    for target in (HOOD, THUG, LONER):
        table.drafting.oppose(target)
        table.roll()
    for fallen, left in ((LONER, THUG), (THUG, HOOD), (HOOD, "")):
        falls(table, fallen)
        table.attack(BO)
        assert table.attack(EVA) == left


def test_whoever_is_helpless_for_good_is_no_more_proposed_than_who_is_out() -> None:
    table = Table()
    table.attack(EVA)
    for target in (HOOD, THUG):
        table.drafting.oppose(target)
        table.roll()
    thug = table.document.existing(THUG)
    for kind, span, left in (
        ("stunned", None, THUG),
        ("unconscious", Duration(whose=THUG, first=1, count=2), THUG),
        ("unconscious", None, HOOD),
    ):
        lies = structs.replace(thug, conditions=(ActiveCondition(id="c", kind=kind, name=kind, span=span),))
        table.document.change_character(lies, "lie down")
        table.attack(BO)
        assert table.attack(EVA) == left, kind


def test_a_fallen_target_is_let_go_unless_the_gm_has_pinned_it() -> None:
    table = Table()
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    table.roll()
    table.drafting.opposition.let_go_of_fallen()
    assert table.opponent == HOOD, "it stands"
    falls(table, HOOD)
    table.drafting.opposition.keep(keeps=True)
    table.drafting.opposition.let_go_of_fallen()
    assert table.opponent == HOOD
    table.drafting.opposition.keep(keeps=False)
    table.drafting.opposition.let_go_of_fallen()
    assert (table.opponent, table.mode) == ("", Mode.ATTACK)


def test_a_second_shot_at_another_target_in_the_same_phase_offers_its_modifier() -> None:
    table = Table("ep1", *range(20, 40))
    fighters = tuple(Fighter(id=one) for one in EVERYBODY)
    scene = Scene(id="lock", fighters=fighters, now=Moment(acting=(EVA,)))
    roster = structs.replace(table.document.roster, scenes=(scene,), stage="lock")
    table.document.change(roster, "begin")

    def offered() -> list[tuple[str, int]]:
        known = [(chip.label, chip.value) for chip in table.drafting.modifiers.suggested]
        return [one for one in known if "target" in one[0]]

    table.attack(EVA)
    for target, found in ((HOOD, []), (HOOD, []), (THUG, [("Second target", -20)]), (HOOD, [])):
        table.drafting.oppose(target)
        assert offered() == found, target
        table.roll()
    table.drafting.oppose(THUG)
    chip = next(one for one in table.drafting.modifiers.suggested if "target" in one.label)
    table.drafting.take(table.drafting.draft.with_chip(chip))
    assert offered() == [], "it is taken"
    table.attack(EVA, "spare")
    table.drafting.oppose(LONER)
    assert offered() == [], "with another weapon it is no further shot"
    table.attack(EVA)
    table.drafting.oppose(THUG)
    later = structs.replace(scene, now=Moment(phase=2, acting=(EVA,)))
    table.document.change(structs.replace(roster, scenes=(later,)), "next")
    assert offered() == [], "in another phase"


def test_a_second_shot_offers_its_modifier_after_a_restart_too() -> None:
    table = Table("ep1", *range(60, 66))
    scene = Scene(id="lock", fighters=(Fighter(id=EVA),), now=Moment(acting=(EVA,)))
    table.document.change(structs.replace(table.document.roster, scenes=(scene,), stage="lock"), "begin")

    def shoot(target: str, line: str = "gun") -> None:
        table.attack(EVA, line)
        table.drafting.oppose(target)
        table.roll()

    shoot(HOOD, "spare")
    table.rolling.log.add([note(scene, TURN, ("turn 1",), table.document.house)])
    shoot(HOOD)
    shoot(THUG)
    again = Drafting(table.document)
    rolling = Rolling(table.document, again, lambda: table.rolling.log, EntropyDice())
    again.take(table.drafting.draft, table.drafting.record)
    assert rolling.recent.made == []
    offered = list[list[str]]()
    gun, spare = table.document.existing(EVA).attacks
    for weapon, target in ((gun, THUG), (gun, HOOD), (spare, THUG)):
        again.attack(table.document.existing(EVA), weapon)
        again.oppose(target)
        offered.append([chip.label for chip in again.modifiers.suggested])
    assert offered == [["Second target"], [], []]


def test_whoever_was_withdrawn_from_the_scene_is_not_proposed() -> None:
    table = Table()
    table.attack(EVA)
    table.drafting.oppose(HOOD)
    scene_edits.add_scene(table.document, [EVA, HOOD], "Lock 9")
    assert (table.attack(BO), table.attack(EVA)) == ("", HOOD)
    scene_edits.change_fighters(table.document, [HOOD], lambda one: structs.replace(one, withdrawn=True), "withdraw")
    assert (table.attack(BO), table.attack(EVA)) == ("", "")


def test_a_player_is_not_proposed_a_hidden_attacker_unless_the_gm_has_aimed_at_them() -> None:
    table = Table()
    eva = table.document.character(EVA)
    assert eva is not None
    table.document.change(table.document.roster.with_character(structs.replace(eva, kind="pc")), "a player")
    scene_edits.add_scene(table.document, [EVA, HOOD, THUG], "Lock 9")
    scene_edits.set_hidden(table.document, [HOOD], hidden=True)
    table.attack(HOOD)
    table.drafting.oppose(EVA)
    table.roll()
    assert table.attack(EVA) == "", "struck back at once"
    table.drafting.select(THUG)
    assert table.attack(EVA) == "", "and later"
    table.drafting.oppose(HOOD)
    table.drafting.select(THUG)
    assert table.attack(EVA) == HOOD


def test_rolls_of_and_against_hidden_characters_are_secret() -> None:
    table = Table()
    scene_edits.add_scene(table.document, [EVA, HOOD, THUG], "Lock 9")
    scene_edits.set_hidden(table.document, [HOOD], hidden=True)
    secret = list[bool]()
    for roller, other in ((HOOD, EVA), (EVA, HOOD), (EVA, THUG)):
        table.attack(roller)
        table.drafting.oppose(other)
        table.roll()
        entry = table.rolling.recent.last
        assert entry is not None
        secret.append(entry.secret)
    assert secret == [True, True, False]
    assert not table.rolling.secrecy.secret, "the next roll and what else is logged are not"
