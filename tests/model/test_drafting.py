"""The test being drafted: it follows its character, keeps the modifiers that stand, and knows its odds."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.draft import Ability, AbilityKind, Chip, Draft, Origin
from gm_desk.core.errors import BadModifierError
from gm_desk.core.roster import Roster
from gm_desk.core.rules.modifiers import Net
from gm_desk.core.systems.eclipse import success_test
from gm_desk.model import edits
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import MOST_FREE, Drafting
from gm_desk.store.systems import load_system
from model_makers import EP2, JAQUI, LAO, MOOK, OKORO, a_character, a_document, a_roster, counted, heard, odds_of, the
from other_rosters import KAISER

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
    drafting.add_modifier("Smoke −30")
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
    drafting.add_modifier("Smoke −30")
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
    drafting.add_modifier("Smoke −30")
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
    drafting.add_modifier("Smoke −30")
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
    edits.remove_character(document, MOOK)
    assert changed == []


def test_a_skill_that_is_removed_makes_way_for_what_is_left() -> None:
    document, drafting = a_drafting()
    edits.remove_skill(document, LAO, FRAY)
    assert ability(drafting).label == "Guns"


def test_a_character_who_is_removed_is_drafted_no_longer() -> None:
    document, drafting = a_drafting()
    edits.remove_character(document, LAO)
    assert (drafting.draft, drafting.reading.odds) == (Draft(), None)


def test_another_roster_takes_the_draft_away() -> None:
    document, drafting = a_drafting()
    document.open(a_roster(characters=()), EP2)
    assert drafting.draft.ability is None


@pytest.mark.parametrize(("line", "label", "value"), [("Smoke −30", "Smoke", -30), ("+10", "", 10), ("-20", "", -20)])
def test_a_modifier_is_added_from_a_line(line: str, label: str, value: int) -> None:
    _, drafting = a_drafting()
    drafting.add_modifier(line)
    drafting.add_modifier(line)
    assert lines(drafting) == [(label, value)] * 2
    assert len({chip.id for chip in drafting.draft.chips}) == 2
    assert drafting.reading.net == Net(2 * value, 2 * value)


@pytest.mark.parametrize("line", ["Smoke −15", "Smoke", "", "310", "ten"])
def test_a_modifier_that_is_no_multiple_of_ten_is_refused_with_a_reason(line: str) -> None:
    _, drafting = a_drafting()
    before = drafting.draft
    with pytest.raises(BadModifierError) as caught:
        drafting.add_modifier(line)
    assert caught.value.problem
    assert drafting.draft == before


def test_more_modifiers_than_a_test_can_have_are_refused_and_not_dropped() -> None:
    _, drafting = a_drafting()
    for _ in range(MOST_FREE):
        drafting.add_modifier("10")
    drafting.set_difficulty(-30)
    with pytest.raises(BadModifierError, match="most"):
        drafting.add_modifier("10")
    assert (len(drafting.draft.chips), drafting.reading.net.sum) == (50, 460)


def test_a_modifier_counts_while_it_is_typed_and_is_in_the_draft_only_once_it_is_added() -> None:
    _, drafting = a_drafting()
    drafting.add_modifier("Smoke −30")
    draft, changed = drafting.draft, heard(drafting.draft_changed)
    drafting.try_modifier("Wounds −20")
    assert (drafting.reading.net, drafting.draft, len(changed)) == (Net(-50, -50), draft, 1)
    assert odds_of(drafting).target == 10
    drafting.add_modifier("Wounds −20")
    assert (drafting.reading.net, lines(drafting)) == (Net(-50, -50), [("Smoke", -30), ("Wounds", -20)])


def test_a_modifier_that_is_no_longer_typed_does_not_count() -> None:
    _, drafting = a_drafting()
    drafting.try_modifier("Wounds −20")
    changed = heard(drafting.draft_changed)
    drafting.try_modifier(" ")
    drafting.try_modifier("")
    assert (drafting.reading.net, changed) == (Net(0, 0), [()])


def test_a_modifier_that_is_refused_while_it_is_typed_changes_nothing() -> None:
    _, drafting = a_drafting()
    changed = heard(drafting.draft_changed)
    with pytest.raises(BadModifierError):
        drafting.try_modifier("Wounds −2")
    assert (drafting.reading.net, changed) == (Net(0, 0), [])


def test_the_difficulty_is_one_chip_with_the_name_the_system_gives_it() -> None:
    _, drafting = a_drafting()
    drafting.add_modifier("Smoke −30")
    drafting.set_difficulty(-20)
    drafting.set_difficulty(-30)
    assert lines(drafting) == [("Very Hard", -30), ("Smoke", -30)]
    assert drafting.draft.difficulty == -30
    drafting.set_difficulty(0)
    assert lines(drafting) == [("Smoke", -30)]


def test_the_sum_is_held_to_the_cap_and_what_is_wasted_is_known() -> None:
    _, drafting = a_drafting()
    for line in ("Hard −20", "Wounds −20", "Smoke −30", "Retry −10", "Help +10"):
        drafting.add_modifier(line)
    assert (drafting.reading.net.sum, drafting.reading.net.net, drafting.reading.net.wasted) == (-70, -60, 10)
    assert (odds_of(drafting).target, odds_of(drafting).chance) == (0, Fraction(1, 100))


@pytest.mark.parametrize(("cap", "net"), [(40, Net(-70, -40)), (None, Net(-70, -70))])
def test_the_house_may_hold_the_sum_otherwise(cap: int | None, net: Net) -> None:
    _, drafting = a_drafting(a_roster(house={"cap": cap}))
    drafting.add_modifier("−70")
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
    drafting.add_modifier("Smoke −30")
    drafting.eyeball(20)
    assert drafting.reading.net == Net(20, 20)
    drafting.eyeball(None)
    assert drafting.reading.net == Net(-30, -30)
    drafting.eyeball(20)
    drafting.add_modifier("Wounds −10")
    assert drafting.reading.net == Net(-40, -40)


@pytest.mark.parametrize(("cap", "asked", "net"), [(60, 90, 60), (60, -90, -60), (40, 90, 40), (None, 90, 60)])
def test_an_eyeballed_net_is_held_to_the_cap(cap: int | None, asked: int, net: int) -> None:
    _, drafting = a_drafting(a_roster(house={"cap": cap}))
    drafting.eyeball(asked)
    assert drafting.draft.eyeballed == net


def test_the_net_is_nudged_by_tens_from_where_it_is_and_stops_at_the_cap() -> None:
    _, drafting = a_drafting()
    drafting.add_modifier("Smoke −50")
    drafting.nudge(-1)
    assert drafting.reading.net == Net(-60, -60)
    drafting.nudge(-1)
    assert drafting.reading.net == Net(-60, -60)
    drafting.nudge(2)
    assert (drafting.reading.net, lines(drafting)) == (Net(-40, -40), [("Smoke", -50)])


def test_a_cap_between_the_tens_still_gives_modifiers_in_tens() -> None:
    _, drafting = a_drafting(a_roster(house={"cap": 55}))
    drafting.add_modifier("+60")
    assert drafting.reading.net == Net(60, 55)
    drafting.nudge(1)
    assert drafting.draft.eyeballed == 50
    drafting.nudge(-1)
    assert drafting.draft.eyeballed == 40


def test_a_change_is_told_once_and_no_change_is_not() -> None:
    _, drafting = a_drafting()
    changed = heard(drafting.draft_changed)
    drafting.set_difficulty(-10)
    drafting.set_difficulty(-10)
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


def test_without_a_cap_a_net_may_be_as_large_as_any_modifier() -> None:
    drafting = Drafting(RosterDocument(KAISER, load_system("kaiser"), counted()))
    drafting.select("yrsa")
    drafting.eyeball(75)
    drafting.nudge(1)
    assert (drafting.reading.net.net, drafting.cap) == (76, 300)
    drafting.eyeball(999)
    assert drafting.reading.net.net == 300


def test_another_roster_lets_go_of_what_was_drafted() -> None:
    document = a_document()
    drafting = Drafting(document)
    drafting.select(LAO)
    drafting.add_modifier("Smoke -30")
    told = heard(drafting.draft_changed)
    document.open(KAISER, load_system("kaiser"))
    assert (drafting.draft, drafting.reading.net.net) == (Draft(), 0)
    assert told
