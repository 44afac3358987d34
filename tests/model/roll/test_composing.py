"""The test being drafted: it follows its character, keeps pinned modifiers, and has its odds."""

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.characters.roster import Roster
from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Origin, Side, Spend
from gm_desk.core.drafts.opponents import Defence
from gm_desk.core.drafts.scene_record import SceneRecord
from gm_desk.core.errors import BadModifierError
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.modifiers import Net
from gm_desk.core.rules.requests import KaiserCheck, KaiserContest, OpposedTest
from gm_desk.core.systems.eclipse import success_test
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.draft_editor import MOST_FREE
from gm_desk.model.roster import edits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.shipped import load_system
from model_makers import EP2, JAQUI, LAO, MOOK, OKORO, a_character, a_document, a_roster, counted, heard, odds_of, the
from other_rosters import KAISER as KAISER_ROSTER

pytestmark = pytest.mark.usefixtures("qapp")

GUNS, FRAY = f"{LAO}-0", f"{LAO}-1"


def a_drafting(roster: Roster | None = None, skill: str = FRAY) -> tuple[RosterDocument, Drafting]:
    """Draft a skill of Lao Qing's."""
    document = a_document(roster)
    drafting = Drafting(document)
    drafting.choose(LAO, AbilityKind.SKILL, skill)
    return document, drafting


def ability(drafting: Drafting) -> Ability:
    assert drafting.draft.ability is not None
    return drafting.draft.ability


def lines(drafting: Drafting) -> list[tuple[str, int]]:
    return [(chip.label, chip.value) for chip in drafting.draft.chips]


def test_nothing_is_drafted_at_first() -> None:
    drafting = Drafting(a_document())
    assert drafting.draft == Draft()
    assert (drafting.reading.odds, drafting.reading.net) == (None, Net(0, 0))


def test_a_skill_a_check_and_an_untrained_skill_can_be_chosen() -> None:
    _, drafting = a_drafting()
    assert ability(drafting) == Ability(AbilityKind.SKILL, FRAY, "Fray", 60, "REF", 20)
    drafting.choose(LAO, AbilityKind.CHECK, "SOM")
    assert ability(drafting) == Ability(AbilityKind.CHECK, "SOM", "SOM check", 75)
    drafting.choose(LAO, AbilityKind.UNTRAINED, "Infosec")
    assert ability(drafting) == Ability(AbilityKind.UNTRAINED, "Infosec", "Infosec", 0, "COG", 10)
    assert (drafting.draft.base, drafting.draft.defaults) == (10, True)


@pytest.mark.parametrize(
    ("who", "kind", "key"),
    [
        (LAO, AbilityKind.SKILL, "gone"),
        (LAO, AbilityKind.CHECK, "WIL"),
        (LAO, AbilityKind.UNTRAINED, "Juggling"),
        (OKORO, AbilityKind.UNTRAINED, "Guns"),
    ],
)
def test_what_cannot_be_rolled_is_not_rolled_as_something_else(who: str, kind: AbilityKind, key: str) -> None:
    _, drafting = a_drafting()
    drafting.modifiers.add("Smoke −30")
    before, changed = drafting.draft, heard(drafting.draft_changed)
    drafting.choose(who, kind, key)
    assert (drafting.draft.ability, success_test(drafting.draft), len(changed)) == (None, None, 1)
    assert drafting.draft.chips == before.chips


def test_nobody_leaves_the_draft_as_it_is() -> None:
    _, drafting = a_drafting()
    before, changed = drafting.draft, heard(drafting.draft_changed)
    drafting.choose("nobody", AbilityKind.SKILL, FRAY)
    assert (drafting.draft, changed) == (before, [])


def test_the_same_test_is_kept_when_somebody_else_is_selected() -> None:
    _, drafting = a_drafting()
    drafting.modifiers.add("Smoke −30")
    drafting.select(JAQUI)
    assert (drafting.draft.character, drafting.draft.name) == (JAQUI, "Jaqui")
    assert (ability(drafting).label, ability(drafting).rating) == ("Fray", 55)
    assert lines(drafting) == [("Smoke", -30)]


def test_a_check_is_kept_when_somebody_else_is_selected() -> None:
    _, drafting = a_drafting()
    drafting.choose(LAO, AbilityKind.CHECK, "REF")
    drafting.select(MOOK)
    assert (ability(drafting).key, ability(drafting).rating) == ("REF", 45)


def test_who_lacks_the_skill_defaults_to_its_aptitude_and_comes_back_to_the_skill_with_the_next() -> None:
    _, drafting = a_drafting()
    drafting.select(MOOK)
    assert ability(drafting) == Ability(AbilityKind.UNTRAINED, "Fray", "Fray", 0, "REF", 15)
    assert (drafting.draft.base, drafting.draft.defaults) == (15, True)
    drafting.select(JAQUI)
    assert (drafting.draft.base, drafting.draft.defaults) == (55, False)


def test_who_lacks_skill_and_aptitude_rolls_the_first_thing_they_can() -> None:
    _, drafting = a_drafting()
    drafting.select(OKORO)
    assert ability(drafting).label == "WIL check"


def test_who_can_roll_nothing_has_nothing_drafted_but_the_modifiers_stay() -> None:
    blank = a_character("blank", "Blank")
    document, drafting = a_drafting(a_roster(characters=(*a_roster().characters, blank)))
    drafting.modifiers.add("Smoke −30")
    drafting.select("blank")
    assert (drafting.draft.character, drafting.draft.ability, drafting.reading.odds) == ("blank", None, None)
    assert drafting.reading.net == Net(-30, -30)
    drafting.select("")
    assert (drafting.draft.character, drafting.draft.name, lines(drafting)) == ("", "", [("Smoke", -30)])
    assert document.stack.count() == 0


def test_defaulting_is_for_one_skill_and_not_for_the_next() -> None:
    _, drafting = a_drafting()
    drafting.take(drafting.draft.defaulting(default=True))
    assert drafting.draft.base == 20
    drafting.choose(LAO, AbilityKind.SKILL, FRAY)
    assert drafting.draft.base == 20
    drafting.choose(LAO, AbilityKind.SKILL, GUNS)
    assert (drafting.draft.base, drafting.draft.defaults) == (65, False)


def test_an_edit_of_the_character_is_followed_and_so_is_its_undo() -> None:
    document, drafting = a_drafting()
    drafting.modifiers.add("Smoke −30")
    edits.set_skill(document, LAO, FRAY, "Fray 75")
    edits.rename_character(document, LAO, "Lao")
    assert (drafting.draft.base, drafting.draft.name, lines(drafting)) == (75, "Lao", [("Smoke", -30)])
    document.stack.setIndex(0)
    assert (drafting.draft.base, drafting.draft.name) == (60, "Lao Qing")


def test_an_edit_of_the_linked_aptitude_is_followed() -> None:
    document, drafting = a_drafting()
    drafting.take(drafting.draft.defaulting(default=True))
    edits.set_aptitude(document, LAO, "REF", "25")
    assert drafting.draft.base == 25
    edits.set_aptitude(document, LAO, "REF", "")
    assert (drafting.draft.base, drafting.draft.defaults) == (60, False)


def test_an_edit_of_somebody_else_changes_nothing() -> None:
    document, drafting = a_drafting()
    changed = heard(drafting.draft_changed)
    edits.set_skill(document, MOOK, f"{MOOK}-0", "Guns 10")
    edits.remove_characters(document, [MOOK])
    assert changed == []


def test_a_skill_that_is_removed_makes_way_for_what_is_left() -> None:
    document, drafting = a_drafting()
    edits.remove_skill(document, LAO, FRAY)
    assert ability(drafting).label == "Guns"


def test_a_character_who_is_removed_is_drafted_no_longer() -> None:
    document, drafting = a_drafting()
    edits.remove_characters(document, [LAO])
    assert (drafting.draft, drafting.reading.odds) == (Draft(), None)


def test_another_roster_takes_the_draft_away() -> None:
    document, drafting = a_drafting()
    document.open(a_roster(characters=()), EP2)
    assert drafting.draft.ability is None


@pytest.mark.parametrize(("line", "label", "value"), [("Smoke −30", "Smoke", -30), ("+10", "", 10), ("-20", "", -20)])
def test_a_modifier_is_added_from_a_line(line: str, label: str, value: int) -> None:
    _, drafting = a_drafting()
    drafting.modifiers.add(line)
    drafting.modifiers.add(line)
    assert lines(drafting) == [(label, value)] * 2
    assert len({chip.id for chip in drafting.draft.chips}) == 2
    assert drafting.reading.net == Net(2 * value, 2 * value)


@pytest.mark.parametrize("line", ["Smoke −15", "Smoke", "", "310", "ten"])
def test_a_modifier_that_is_no_multiple_of_ten_is_refused_with_a_reason(line: str) -> None:
    _, drafting = a_drafting()
    before = drafting.draft
    with pytest.raises(BadModifierError) as caught:
        drafting.modifiers.add(line)
    assert caught.value.problem
    assert drafting.draft == before


def test_more_modifiers_than_a_test_can_have_are_refused_and_not_dropped() -> None:
    _, drafting = a_drafting()
    for _ in range(MOST_FREE):
        drafting.modifiers.add("10")
    drafting.modifiers.set_difficulty(-30)
    with pytest.raises(BadModifierError, match="most"):
        drafting.modifiers.add("10")
    assert (len(drafting.draft.chips), drafting.reading.net.sum) == (MOST_FREE + 1, 10 * MOST_FREE - 30)


def test_a_modifier_counts_while_it_is_typed_and_is_in_the_draft_only_once_it_is_added() -> None:
    _, drafting = a_drafting()
    drafting.modifiers.add("Smoke −30")
    draft, changed = drafting.draft, heard(drafting.draft_changed)
    drafting.modifiers.try_line("Wounds −20")
    assert (drafting.reading.net, drafting.draft, len(changed)) == (Net(-50, -50), draft, 1)
    assert odds_of(drafting).target == 10
    drafting.modifiers.add("Wounds −20")
    assert (drafting.reading.net, lines(drafting)) == (Net(-50, -50), [("Smoke", -30), ("Wounds", -20)])


def test_a_modifier_that_is_no_longer_typed_does_not_count() -> None:
    _, drafting = a_drafting()
    drafting.modifiers.try_line("Wounds −20")
    changed = heard(drafting.draft_changed)
    drafting.modifiers.try_line(" ")
    drafting.modifiers.try_line("")
    assert (drafting.reading.net, changed) == (Net(0, 0), [()])


def test_a_modifier_that_is_refused_while_it_is_typed_changes_nothing() -> None:
    _, drafting = a_drafting()
    changed = heard(drafting.draft_changed)
    with pytest.raises(BadModifierError):
        drafting.modifiers.try_line("Wounds −2")
    assert (drafting.reading.net, changed) == (Net(0, 0), [])


def test_the_difficulty_is_one_chip_with_the_name_the_system_gives_it() -> None:
    _, drafting = a_drafting()
    drafting.modifiers.add("Smoke −30")
    drafting.modifiers.set_difficulty(-20)
    drafting.modifiers.set_difficulty(-30)
    assert lines(drafting) == [("Very Hard", -30), ("Smoke", -30)]
    assert drafting.draft.difficulty == -30
    drafting.modifiers.set_difficulty(0)
    assert lines(drafting) == [("Smoke", -30)]


def test_the_sum_is_held_to_the_cap_and_what_is_wasted_is_known() -> None:
    _, drafting = a_drafting()
    for line in ("Hard −20", "Wounds −20", "Smoke −30", "Retry −10", "Help +10"):
        drafting.modifiers.add(line)
    assert (drafting.reading.net.sum, drafting.reading.net.net, drafting.reading.net.wasted) == (-70, -60, 10)
    assert (odds_of(drafting).target, odds_of(drafting).chance) == (0, Fraction(1, 100))


@pytest.mark.parametrize(("cap", "net"), [(40, Net(-70, -40)), (None, Net(-70, -70))])
def test_the_house_may_hold_the_sum_otherwise(cap: int | None, net: Net) -> None:
    _, drafting = a_drafting(a_roster(house={"cap": cap}))
    drafting.modifiers.add("−70")
    assert drafting.reading.net == net
    assert odds_of(drafting).target == 60 + net.net


@given(st.lists(st.integers(-30, 30).map(lambda n: n * 10), max_size=8), st.sets(st.integers(0, 7)))
def test_net_and_odds_agree_for_any_chips(values: list[int], struck: set[int]) -> None:
    _, drafting = a_drafting()
    chips = tuple(Chip(str(n), value, struck=n in struck) for n, value in enumerate(values))
    drafting.take(Draft(LAO, "Lao Qing", ability(drafting), chips=chips))
    standing = [value for n, value in enumerate(values) if n not in struck]
    assert drafting.reading.net == Net(sum(standing), max(-60, min(60, sum(standing))))
    assert (odds_of(drafting).sum, odds_of(drafting).net) == (drafting.reading.net.sum, drafting.reading.net.net)


def test_chips_that_the_cap_makes_pointless_are_named() -> None:
    _, drafting = a_drafting()
    chips = (Chip("wounds", -80), Chip("retry", -10), Chip("smoke", -30), Chip("struck", -10, struck=True))
    drafting.take(drafting.draft.with_chip(chips[0]))
    assert drafting.reading.idle == set()
    for chip in chips[1:]:
        drafting.take(drafting.draft.with_chip(chip))
    assert drafting.reading.idle == {"retry", "smoke"}


def test_a_struck_chip_does_not_count() -> None:
    _, drafting = a_drafting()
    drafting.take(drafting.draft.with_chip(Chip("smoke", -30, struck=True)))
    assert drafting.reading.net == Net(0, 0)


def test_one_eyeballed_net_stands_for_all_chips_until_one_is_set_again() -> None:
    _, drafting = a_drafting()
    drafting.modifiers.add("Smoke −30")
    drafting.modifiers.eyeball(20)
    assert drafting.reading.net == Net(20, 20)
    drafting.modifiers.eyeball(None)
    assert drafting.reading.net == Net(-30, -30)
    drafting.modifiers.eyeball(20)
    drafting.modifiers.add("Wounds −10")
    assert drafting.reading.net == Net(-40, -40)


@pytest.mark.parametrize(("cap", "asked", "net"), [(60, 90, 60), (60, -90, -60), (40, 90, 40), (None, 90, 60)])
def test_an_eyeballed_net_is_held_to_the_cap(cap: int | None, asked: int, net: int) -> None:
    _, drafting = a_drafting(a_roster(house={"cap": cap}))
    drafting.modifiers.eyeball(asked)
    assert drafting.draft.eyeballed == net


def test_the_net_is_nudged_by_tens_from_where_it_is_and_stops_at_the_cap() -> None:
    _, drafting = a_drafting()
    drafting.modifiers.add("Smoke −50")
    drafting.modifiers.nudge(-1)
    assert drafting.reading.net == Net(-60, -60)
    drafting.modifiers.nudge(-1)
    assert drafting.reading.net == Net(-60, -60)
    drafting.modifiers.nudge(2)
    assert (drafting.reading.net, lines(drafting)) == (Net(-40, -40), [("Smoke", -50)])


def test_a_cap_between_the_tens_still_gives_modifiers_in_tens() -> None:
    _, drafting = a_drafting(a_roster(house={"cap": 55}))
    drafting.modifiers.add("+60")
    assert drafting.reading.net == Net(60, 55)
    drafting.modifiers.nudge(1)
    assert drafting.draft.eyeballed == 50
    drafting.modifiers.nudge(-1)
    assert drafting.draft.eyeballed == 40


def test_a_change_is_told_once_and_no_change_is_not() -> None:
    _, drafting = a_drafting()
    changed = heard(drafting.draft_changed)
    drafting.modifiers.set_difficulty(-10)
    drafting.modifiers.set_difficulty(-10)
    drafting.select(LAO)
    drafting.take(drafting.draft)
    assert changed == [()]


def test_a_kept_draft_is_brought_up_to_the_roster() -> None:
    document, drafting = a_drafting()
    kept = drafting.draft.with_chip(Chip("hard", -20, "Hard", Origin.DIFFICULTY))
    edits.set_skill(document, LAO, FRAY, "Fray 35")
    drafting.renew(kept)
    assert (drafting.draft.base, lines(drafting)) == (35, [("Hard", -20)])
    assert ability(drafting).rating == the(document, LAO).skills[1].rating


def test_a_character_who_suffers_still_has_room_in_a_test_full_of_modifiers() -> None:
    document, drafting = a_drafting()
    for _ in range(MOST_FREE):
        drafting.modifiers.add("10")
    drafting.modifiers.set_difficulty(-30)
    hurt = msgspec.structs.replace(the(document, LAO), health=Health(wounds=3, traumas=2))
    document.change_character(hurt, "hurt")
    assert (len(drafting.draft.chips), drafting.reading.net.sum) == (MOST_FREE + 3, 10 * MOST_FREE - 80)
    assert msgspec.json.decode(msgspec.json.encode(drafting.draft), type=Draft) == drafting.draft


# --- Two sides -------------------------------------------------------------------------------------------------------


def a_fight() -> tuple[RosterDocument, Drafting]:
    """Lao Qing shoots at Jaqui."""
    document, drafting = a_drafting(skill=GUNS)
    drafting.oppose(JAQUI)
    return document, drafting


def opponent(drafting: Drafting) -> Side:
    assert drafting.draft.opponent is not None
    return drafting.draft.opponent


def test_who_opposes_a_test_answers_with_what_is_usual() -> None:
    _, drafting = a_fight()
    other = opponent(drafting)
    assert (drafting.draft.mode, other.character, other.what, other.base) == (Mode.ATTACK, JAQUI, "Fray ÷ 2", 28)
    assert isinstance(drafting.reading.request, OpposedTest)
    assert drafting.reading.both is not None


def test_an_opponent_may_answer_with_something_else() -> None:
    _, drafting = a_fight()
    drafting.oppose(JAQUI, Defence(Ability(AbilityKind.SKILL, f"{JAQUI}-0", "Athletics", 70, "SOM", 25)))
    assert (opponent(drafting).what, opponent(drafting).base) == ("Athletics", 70)


def test_nobody_opposes_nothing() -> None:
    _, drafting = a_drafting()
    before, changed = drafting.draft, heard(drafting.draft_changed)
    drafting.oppose("nobody")
    assert (drafting.draft, changed) == (before, [])


def test_the_side_in_hand_is_the_one_that_changes() -> None:
    _, drafting = a_fight()
    drafting.turn_to("b")
    drafting.modifiers.add("Cover +20")
    drafting.modifiers.set_difficulty(-10)
    assert lines(drafting) == []
    assert [(chip.label, chip.value) for chip in opponent(drafting).chips] == [("Slightly Hard", -10), ("Cover", 20)]
    assert (drafting.side, drafting.reading.net) == (opponent(drafting), Net(10, 10))
    drafting.modifiers.eyeball(-40)
    assert (drafting.draft.eyeballed, opponent(drafting).eyeballed) == (None, -40)
    drafting.turn_to("a")
    assert (drafting.side, drafting.reading.net) == (drafting.draft, Net(0, 0))


def test_each_side_has_a_difficulty_of_its_own() -> None:
    _, drafting = a_fight()
    drafting.modifiers.set_difficulty(-20)
    drafting.turn_to("b")
    drafting.modifiers.set_difficulty(10)
    assert (drafting.draft.difficulty, opponent(drafting).difficulty) == (-20, 10)


def test_there_is_no_other_side_to_take_in_hand_where_none_rolls() -> None:
    _, drafting = a_drafting()
    changed = heard(drafting.draft_changed)
    drafting.turn_to("b")
    drafting.turn_to("a")
    assert (drafting.hand, changed) == ("a", [])


def test_the_first_side_is_in_hand_again_when_nobody_opposes() -> None:
    _, drafting = a_fight()
    drafting.turn_to("b")
    changed = heard(drafting.draft_changed)
    drafting.set_mode(Mode.ALONE)
    assert (drafting.hand, drafting.side, changed) == ("a", drafting.draft, [()])


def test_with_the_other_side_in_hand_whoever_is_selected_opposes() -> None:
    _, drafting = a_fight()
    drafting.turn_to("b")
    drafting.select(MOOK)
    assert (drafting.draft.character, opponent(drafting).character) == (LAO, MOOK)
    assert (opponent(drafting).what, opponent(drafting).base) == ("Fray ÷ 2", 8)


def test_with_the_other_side_in_hand_selecting_nobody_takes_neither_side_away() -> None:
    _, drafting = a_fight()
    drafting.turn_to("b")
    before = drafting.draft
    drafting.select("")
    assert drafting.draft == before


def test_with_the_other_side_in_hand_what_is_chosen_is_its_defence() -> None:
    _, drafting = a_fight()
    drafting.turn_to("b")
    drafting.choose(JAQUI, AbilityKind.SKILL, f"{JAQUI}-0")
    assert (drafting.draft.what, opponent(drafting).what, opponent(drafting).base) == ("Guns", "Athletics", 70)
    drafting.choose(JAQUI, AbilityKind.SKILL, f"{JAQUI}-1")
    assert (opponent(drafting).what, opponent(drafting).base) == ("Fray ÷ 2", 28)
    drafting.choose(MOOK, AbilityKind.UNTRAINED, "Fray")
    assert (opponent(drafting).character, opponent(drafting).base) == (MOOK, 8)


def test_a_defence_that_the_gm_made_whole_stays_whole_when_it_is_chosen_again() -> None:
    _, drafting = a_fight()
    drafting.oppose(JAQUI, Defence(Ability(AbilityKind.SKILL, f"{JAQUI}-1", "Fray", 55, "REF", 20)))
    drafting.turn_to("b")
    drafting.choose(JAQUI, AbilityKind.SKILL, f"{JAQUI}-1")
    assert opponent(drafting).base == 55


def test_an_opponent_follows_when_something_else_is_rolled_and_not_when_it_is_the_same() -> None:
    _, drafting = a_fight()
    drafting.choose(LAO, AbilityKind.SKILL, GUNS)
    assert opponent(drafting).what == "Fray ÷ 2"
    drafting.opposition.keep(keeps=True)
    drafting.choose(LAO, AbilityKind.SKILL, FRAY)
    assert (opponent(drafting).character, opponent(drafting).ability, drafting.draft.mode) == (
        JAQUI,
        None,
        Mode.OPPOSED,
    )
    drafting.choose(LAO, AbilityKind.SKILL, GUNS)
    assert (opponent(drafting).what, drafting.draft.mode) == ("Fray ÷ 2", Mode.ATTACK)


def test_who_opposed_a_test_opposes_it_again_after_it_was_to_be_rolled_alone() -> None:
    _, drafting = a_fight()
    before = drafting.draft
    drafting.set_mode(Mode.ALONE)
    assert not isinstance(drafting.reading.request, OpposedTest)
    drafting.set_mode(Mode.OPPOSED)
    assert drafting.draft == before


def test_a_mode_may_be_chosen_before_there_is_an_opponent() -> None:
    _, drafting = a_drafting()
    drafting.set_mode(Mode.ATTACK)
    assert (drafting.draft.mode, drafting.draft.opponent, drafting.reading.request) == (Mode.ATTACK, None, None)
    drafting.oppose(JAQUI)
    assert (drafting.draft.mode, opponent(drafting).ability) == (Mode.ATTACK, None)


def test_after_an_attack_that_cannot_be_rolled_the_next_test_is_rolled_alone() -> None:
    document, drafting = a_drafting()
    drafting.attack(the(document, LAO), Attack(id="ray", name="Ray", skill="Ray Weapons", damage="2d10"))
    assert (drafting.draft.ability, drafting.draft.mode) == (None, Mode.ATTACK)
    drafting.choose(LAO, AbilityKind.SKILL, FRAY)
    assert (ability(drafting).label, drafting.draft.mode) == ("Fray", Mode.ALONE)


def test_a_fight_may_be_merely_opposed() -> None:
    _, drafting = a_fight()
    drafting.set_mode(Mode.OPPOSED)
    assert (drafting.draft.mode, opponent(drafting).what) == (Mode.OPPOSED, "Fray ÷ 2")


def test_an_edit_of_the_opponent_is_followed_and_one_who_is_removed_is_gone() -> None:
    document, drafting = a_fight()
    edits.set_skill(document, JAQUI, f"{JAQUI}-1", "Fray 71")
    assert opponent(drafting).base == 36
    edits.remove_characters(document, [JAQUI])
    assert (drafting.draft.opponent, drafting.draft.character, drafting.reading.both) == (None, LAO, None)


def test_what_is_pinned_on_either_side_stands_on_both_until_the_next_scene() -> None:
    _, drafting = a_fight()
    drafting.turn_to("b")
    drafting.modifiers.add("Smoke −30")
    drafting.modifiers.pin(drafting.side.chips[0])
    drafting.modifiers.add("Cover +20")
    assert lines(drafting) == [("Smoke", -30)]
    drafting.new_scene()
    assert lines(drafting) == []
    assert [chip.label for chip in opponent(drafting).chips] == ["Cover"]


def test_a_new_scene_forgets_every_failure() -> None:
    _, drafting = a_drafting()
    drafting.take(drafting.draft, SceneRecord().after(drafting.draft, success=False))
    assert [chip.label for chip in drafting.modifiers.suggested] == ["Retry 1"]
    drafting.new_scene()
    assert (drafting.record, drafting.modifiers.suggested) == (SceneRecord(), [])


def test_an_attack_that_missed_is_no_retry() -> None:
    _, drafting = a_fight()
    assert drafting.draft.mode is Mode.ATTACK
    drafting.take(drafting.draft, SceneRecord().after(drafting.draft, success=False))
    assert drafting.modifiers.suggested == []
    drafting.set_mode(Mode.OPPOSED)
    assert drafting.modifiers.suggested == []


def test_a_retry_is_for_the_first_side() -> None:
    _, drafting = a_fight()
    drafting.set_mode(Mode.OPPOSED)
    drafting.take(drafting.draft, SceneRecord().after(drafting.draft, success=False))
    assert [chip.label for chip in drafting.modifiers.suggested] == ["Retry 1"]
    drafting.turn_to("b")
    assert drafting.modifiers.suggested == []


def test_a_modifier_typed_for_the_other_side_counts_there_and_nowhere_else() -> None:
    _, drafting = a_fight()
    drafting.turn_to("b")
    drafting.modifiers.try_line("Cover −20")
    assert drafting.reading.net == Net(-20, -20)
    assert isinstance(drafting.reading.request, OpposedTest)
    assert [one.value for one in drafting.reading.request.b.modifiers] == [-20]
    assert drafting.reading.request.a.modifiers == ()
    drafting.turn_to("a")
    assert drafting.reading.net == Net(0, 0)


def test_a_modifier_typed_for_the_other_side_does_not_count_once_nobody_opposes() -> None:
    _, drafting = a_fight()
    drafting.turn_to("b")
    drafting.modifiers.try_line("Cover −20")
    drafting.set_mode(Mode.ALONE)
    assert drafting.reading.net == Net(0, 0)


# --- Other systems ---------------------------------------------------------------------------------------------------

EP1, KAISER = load_system("ep1"), load_system("kaiser")


def a_duel() -> Drafting:
    """Strike against Block, in Kaiser."""
    stats = {"DEX": 10, "AGI": 8, "CON": 6, "WP": 6}
    fighter = a_character("fighter", "Kesh", stats=stats, skills={"Strike": 7, "Block": 5})
    guard = a_character("guard", "Guard", stats=stats, skills={"Block": 6, "Dodge": 4})
    roster = Roster(id="duel", name="Duel", system="kaiser", characters=(fighter, guard))
    drafting = Drafting(RosterDocument(roster, KAISER, iter("abcdefgh").__next__))
    drafting.choose("fighter", AbilityKind.SKILL, "fighter-0")
    return drafting


def test_a_difficulty_to_reach_belongs_to_the_test_whichever_side_is_in_hand() -> None:
    drafting = a_duel()
    drafting.oppose("guard")
    drafting.turn_to("b")
    drafting.modifiers.set_difficulty(12)
    assert (drafting.draft.difficulty, opponent(drafting).difficulty) == (12, None)
    drafting.set_mode(Mode.ALONE)
    request = drafting.reading.request
    assert isinstance(request, KaiserCheck)
    assert (request.difficulty, request.effort.modifiers, drafting.reading.net) == (12, (), Net(0, 0))


def test_flat_modifiers_of_any_size_are_added_nudged_and_eyeballed() -> None:
    drafting = a_duel()
    drafting.modifiers.add("Rain −3")
    assert drafting.reading.net == Net(-3, -3)
    drafting.modifiers.nudge(2)
    assert drafting.draft.eyeballed == -1
    drafting.modifiers.set_difficulty(16)
    assert (drafting.draft.eyeballed, drafting.draft.difficulty) == (-1, 16)


def test_a_strike_is_an_attack_against_what_blocks_it() -> None:
    drafting = a_duel()
    drafting.oppose("guard")
    request = drafting.reading.request
    assert isinstance(request, KaiserContest)
    assert (request.kind, request.a.value, request.b.value) == ("attack", 7, 6)
    assert drafting.reading.both is not None


def test_no_point_is_spent_on_a_simple_test() -> None:
    moxie = {"moxie": Points(now=1, max=3)}
    character = a_character("sava", "Sava", stats={"COO": 15}, skills={"Palming": 50}, points=moxie)
    roster = Roster(id="one", name="One", system="ep1", characters=(character,))
    drafting = Drafting(RosterDocument(roster, EP1, iter("abcdefgh").__next__))
    drafting.choose("sava", AbilityKind.SKILL, "sava-0")
    drafting.modifiers.add("Dark −30")
    drafting.put(msgspec.structs.replace(drafting.draft, point=Spend("moxie", "ignore_modifiers")))
    assert drafting.reading.net == Net(0, 0)
    drafting.set_mode(Mode.SIMPLE)
    assert (drafting.draft.point, drafting.reading.net) == (None, Net(-30, -30))


def test_without_a_cap_a_net_may_be_as_large_as_any_modifier() -> None:
    drafting = Drafting(RosterDocument(KAISER_ROSTER, load_system("kaiser"), counted()))
    drafting.select("yrsa")
    drafting.modifiers.eyeball(75)
    drafting.modifiers.nudge(1)
    assert (drafting.reading.net.net, drafting.modifiers.cap) == (76, 300)
    drafting.modifiers.eyeball(999)
    assert drafting.reading.net.net == 300


def test_another_roster_lets_go_of_what_was_drafted() -> None:
    document = a_document()
    drafting = Drafting(document)
    drafting.select(LAO)
    drafting.modifiers.add("Smoke -30")
    told = heard(drafting.draft_changed)
    document.open(KAISER_ROSTER, load_system("kaiser"))
    assert (drafting.draft, drafting.reading.net.net) == (Draft(), 0)
    assert told
