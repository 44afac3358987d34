"""Damage, stress and fatigue: suffering, healing, and what the card shows of them."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters import harm
from gm_desk.core.characters.harm import KINDS, Suffered, Threshold, Track, TrackKind
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Armor
from gm_desk.core.errors import UnknownArmorError
from gm_desk.core.notation.points import read_harm
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.house import House
from gm_desk.core.systems import ep1, ep2, kaiser
from gm_desk.core.systems.registry import RULES, SYSTEMS
from gm_desk.store.shipped import load_system

HOUSE = House()
BODY = {"DUR": 30, "WT": 6, "DR": 45}
MIND = {"LUC": 30, "TT": 6, "IR": 60}
KNIGHT = {"LP": 90, "STA": 12, "ABS": 2}
VEST = Armor(values={"energy": 6, "kinetic": 10}, name="vest")

amounts = st.integers(0, 9999)
kinds = st.sampled_from(KINDS)
counts = st.integers(0, 9999)
healths = st.builds(Health, damage=counts, wounds=counts, stress=counts, traumas=counts, fatigue=counts)
stats = st.dictionaries(
    st.sampled_from(["DUR", "WT", "DR", "LUC", "TT", "IR", "WIL", "LP", "STA", "CON", "WP", "ABS"]), st.integers(0, 999)
)


def eva(health: Health | None = None, **numbers: int) -> Character:
    """Make a biomorph with typed thresholds in every system, and these numbers beside them."""
    return Character(
        id="eva", name="Eva", body="biomorph", stats={**BODY, **MIND, **numbers}, health=health or Health()
    )


def typed(line: str, character: Character, kind: TrackKind = "damage") -> Suffered:
    return harm.suffered(character, read_harm(line), kind, ep2, HOUSE)


def hurt(character: Character, amount: int, kind: TrackKind = "damage", **changes: Any) -> Suffered:
    return harm.suffer(character, amount, kind, ep2, HOUSE, **changes)


# --- What is suffered ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("amount", "wounds"), [(5, 0), (6, 1), (11, 1), (12, 2), (18, 3)])
def test_one_hit_wounds_once_for_each_whole_threshold(amount: int, wounds: int) -> None:
    done = hurt(eva(), amount)
    assert done.character.health == Health(damage=amount, wounds=wounds)
    assert done.injuries == wounds


@pytest.mark.parametrize(("amount", "traumas"), [(5, 0), (6, 1), (13, 2)])
def test_one_shock_leaves_traumas(amount: int, traumas: int) -> None:
    assert hurt(eva(), amount, "stress").character.health == Health(stress=amount, traumas=traumas)


def test_wounds_come_of_one_hit_and_never_of_several_together() -> None:
    twice = hurt(hurt(eva(), 5).character, 5).character
    assert twice.health == Health(damage=10)


def test_wounds_are_worked_out_after_armor() -> None:
    done = hurt(eva(), 20, armor=10)
    assert done.character.health == Health(damage=10, wounds=1)
    assert (done.amount, done.armor) == (10, 10)
    assert hurt(eva(), 4, armor=10) == Suffered(eva(), "damage", "deal", 0, armor=4)


def test_a_threshold_that_was_typed_counts_before_the_one_derived() -> None:
    derived = structs.replace(eva(), stats={"DUR": 30})
    assert hurt(derived, 12).injuries == 2
    assert hurt(structs.replace(derived, stats={"DUR": 30, "WT": 4}), 12).injuries == 3


def test_thresholds_are_derived_as_the_edition_rounds_them() -> None:
    tough = structs.replace(eva(), stats={"DUR": 32})
    assert harm.suffer(tough, 6, "damage", ep2, HOUSE).injuries == 1  # 32 ÷ 5 is 6, half up
    assert harm.suffer(tough, 6, "damage", ep1, HOUSE).injuries == 0  # and 7, up


def test_who_has_no_threshold_is_hurt_without_wounds() -> None:
    stranger = structs.replace(eva(), stats={})
    assert hurt(stranger, 500).character.health == Health(damage=500)
    assert hurt(stranger, 500, "stress").character.health == Health(stress=500)


@pytest.mark.parametrize(
    ("before", "amount", "kind", "became"),
    [
        (Health(damage=29), 0, "damage", ""),
        (Health(damage=29), 1, "damage", "out"),
        (Health(damage=29), 16, "damage", "dead"),
        (Health(damage=30), 5, "damage", ""),
        (Health(damage=44), 1, "damage", "dead"),
        (Health(stress=29), 1, "stress", "breakdown"),
        (Health(stress=59), 1, "stress", "lost"),
        (Health(damage=50), 30, "stress", "breakdown"),
    ],
)
def test_it_is_said_which_state_a_hit_brought(before: Health, amount: int, kind: TrackKind, became: str) -> None:
    assert hurt(eva(before), amount, kind).became == became


def test_in_kaiser_damage_leaves_no_wounds_and_at_no_life_one_is_unconscious() -> None:
    knight = Character(id="k", name="Knight", stats=KNIGHT)
    assert harm.suffer(knight, 89, "damage", kaiser, HOUSE).became == ""
    done = harm.suffer(knight, 90, "damage", kaiser, HOUSE)
    assert done.character.health == Health(damage=90)
    assert done.words == ("90 damage", "unconscious")


def test_fatigue_takes_stamina_and_leaves_no_marks() -> None:
    knight = Character(id="k", name="Knight", stats=KNIGHT)
    done = harm.suffer(knight, 9, "fatigue", kaiser, HOUSE)
    assert done.character.health == Health(fatigue=9)
    assert harm.health_effects(done.character, kaiser, HOUSE).modifier == -2


def test_what_happened_is_said_part_by_part() -> None:
    worn = structs.replace(eva(), armor=(VEST,))
    assert typed("-45 kinetic", worn).words == ("35 damage", "armor stops 10", "5 wounds", "out")
    assert typed("6", eva(), "stress").words == ("6 stress", "1 trauma")
    assert typed("0", eva()).words == ("0 damage",)
    assert typed("+5", eva(Health(damage=3))).words == ("heals 3 damage",)
    assert typed("=12", eva()).words == ("damage set to 12",)
    assert typed("=30", eva()).words == ("damage set to 30", "out")


# --- What heals ------------------------------------------------------------------------------------------------------


def test_damage_heals_down_to_nothing_and_wounds_stay() -> None:
    healed = typed("+20", eva(Health(damage=12, wounds=2)))
    assert healed.character.health == Health(wounds=2)
    assert healed.amount == 12


def test_a_wound_or_a_trauma_heals_by_itself() -> None:
    battered = eva(Health(damage=12, wounds=2, stress=6, traumas=1))
    assert harm.heal_wound(battered).health == Health(damage=12, wounds=1, stress=6, traumas=1)
    assert harm.heal_wound(battered, "stress").health == Health(damage=12, wounds=2, stress=6)
    assert harm.heal_wound(battered, "damage", 5).health == Health(damage=12, stress=6, traumas=1)
    assert harm.heal_wound(battered, "fatigue") == battered


def test_a_track_that_is_set_works_no_wounds_out() -> None:
    assert typed("=25", eva(Health(damage=3, wounds=1))).character.health == Health(damage=25, wounds=1)


def test_a_correction_that_brings_somebody_back_brings_no_state() -> None:
    assert typed("=3", eva(Health(damage=30))).became == ""
    assert typed("=30", eva(Health(damage=45))).became == "out"


def test_a_new_scene_wipes_tracks_clean_but_what_can_be_ignored_stays() -> None:
    kept = {"seen": "later"}
    health = Health(damage=9, wounds=1, stress=8, traumas=1, fatigue=3, ignored_wounds=2, extra=kept)
    assert harm.without_harm(eva(health)).health == Health(ignored_wounds=2, extra=kept)
    of_the_body = harm.without_harm(eva(health), ["damage", "fatigue"]).health
    assert of_the_body == Health(stress=8, traumas=1, ignored_wounds=2, extra=kept)


# --- Armor -----------------------------------------------------------------------------------------------------------


def test_armor_is_asked_for_by_name_and_lines_of_it_add_up() -> None:
    helmet = Armor(values={"kinetic": 2}, name="helmet")
    worn = structs.replace(eva(), armor=(VEST, helmet))
    assert harm.protections(worn) == {"energy": 6, "kinetic": 12}
    assert harm.armor_against(worn, []) == 0
    assert [harm.armor_against(worn, [word]) for word in ("Kinetic", "k", "e")] == [12, 12, 6]
    assert harm.armor_against(worn, ["k", "kinetic"]) == 12
    assert typed("20", worn).amount == 20
    assert typed("20 kin", worn).amount == 8


def test_absorption_holds_back_where_it_is_asked_for() -> None:
    knight = Character(id="k", name="Knight", stats=KNIGHT, armor=(Armor(values={"Cut": 5, "Thrust": 4}),))
    assert harm.protections(knight) == {"Cut": 5, "Thrust": 4, "absorption": 2}
    assert harm.armor_against(knight, ["cut", "abs"]) == 7
    assert "absorption" not in harm.protections(eva(ABS=0))


def test_a_whole_name_is_meant_before_one_that_only_begins_so() -> None:
    worn = structs.replace(eva(), armor=(Armor(values={"coldproof": 9, "cold": 3}),))
    assert harm.armor_against(worn, ["cold"]) == 3


def test_armor_that_somebody_lacks_is_refused_with_what_there_is() -> None:
    worn = structs.replace(eva(), armor=(VEST,))
    with pytest.raises(UnknownArmorError) as caught:
        typed("7 cut", worn)
    assert caught.value.problem == "Eva has no armor called “cut”, only energy, kinetic"
    with pytest.raises(UnknownArmorError, match="none at all"):
        typed("7 cut", eva())


# --- What the card and the roster show -------------------------------------------------------------------------------


def tracks(character: Character, system: str = "ep2") -> list[Track]:
    return harm.tracks(character, load_system(system), RULES[system], HOUSE)


def test_the_card_has_a_track_of_damage_and_one_of_stress() -> None:
    damage, stress = tracks(eva(Health(damage=31, wounds=2, stress=6, traumas=1)))
    assert damage == Track(
        "damage", "Damage", 31, 30, (Threshold("DUR", 30, "out"), Threshold("DR", 45, "dead")), 2, 6, -20, "out"
    )
    assert stress == Track(
        "stress", "Stress", 6, 30, (Threshold("LUC", 30, "breakdown"), Threshold("IR", 60, "lost")), 1, 6, -10
    )


def test_in_kaiser_the_card_has_life_and_stamina() -> None:
    knight = Character(id="k", name="Knight", stats={"CON": 7, "WP": 5}, health=Health(damage=90, fatigue=10))
    assert tracks(knight, "kaiser") == [
        Track("damage", "Damage", 90, 90, (Threshold("LP", 90, "unconscious"),), state="unconscious"),
        Track("fatigue", "Fatigue", 10, 12, modifier=-4),
    ]


def test_wounds_that_are_ignored_cost_nothing_on_their_track() -> None:
    damage, _ = tracks(eva(Health(wounds=2, ignored_wounds=1, traumas=3)))
    assert (damage.injuries, damage.modifier) == (2, -10)


def test_a_track_without_length_is_empty_until_something_is_suffered() -> None:
    stranger = Character(id="s", name="Stranger")
    assert [track.empty for track in tracks(stranger)] == [True, True]
    assert [track.left for track in tracks(stranger)] == [None, None]
    assert not tracks(hurt(stranger, 1).character)[0].empty
    assert not tracks(structs.replace(stranger, health=Health(wounds=1)))[0].empty
    assert not tracks(eva())[0].empty


@pytest.mark.parametrize(
    ("damage", "left"), [(0, Fraction(1)), (10, Fraction(2, 3)), (30, Fraction(0)), (45, Fraction(0))]
)
def test_the_bar_shows_what_is_left(damage: int, left: Fraction) -> None:
    assert harm.bar(eva(Health(damage=damage)), load_system("ep2"), ep2, HOUSE) == left


def test_a_track_of_no_length_has_nothing_left() -> None:
    assert harm.bar(eva(DUR=0), load_system("ep2"), ep2, HOUSE) == 0
    assert harm.bar(Character(id="s", name="Stranger"), load_system("ep2"), ep2, HOUSE) is None


@pytest.mark.parametrize(
    ("health", "state", "out"),
    [
        (Health(), "", False),
        (Health(damage=30), "out", True),
        (Health(damage=45, stress=60), "dead", True),
        (Health(stress=30), "breakdown", False),
        (Health(stress=60), "lost", True),
    ],
)
def test_the_state_is_one_word_and_a_breakdown_is_not_the_end(health: Health, state: str, *, out: bool) -> None:
    found = harm.health_effects(eva(health), ep2, HOUSE)
    assert (found.body or found.mind) == state
    assert harm.out_of_action(eva(health), ep2, HOUSE) is out


def test_numbers_that_were_typed_stand_over_those_derived() -> None:
    numbers = harm.numbers(structs.replace(eva(), stats={"DUR": 30, "DR": 50}), ep2, HOUSE)
    assert (numbers["WT"], numbers["DR"]) == (6, 50)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_track_that_a_system_names_can_be_drawn(system: str) -> None:
    assert len(tracks(Character(id="s", name="Stranger"), system)) == 2


# --- What always holds -----------------------------------------------------------------------------------------------


@given(health=healths, numbers=stats, amount=st.integers(-20_000, 20_000), kind=kinds, system=st.sampled_from(SYSTEMS))
def test_no_track_ever_leaves_0_to_9999(
    health: Health, numbers: dict[str, int], amount: int, kind: TrackKind, system: str
) -> None:
    one = structs.replace(eva(health), stats=numbers)
    changed = (
        harm.suffer(one, amount, kind, RULES[system], HOUSE).character,
        harm.heal(one, amount, kind),
        harm.heal_wound(one, kind, amount),
        harm.set_to(one, amount, kind),
        harm.without_harm(one, [kind]),
    )
    for after in changed:
        found = after.health
        assert all(0 <= count <= 9999 for count in (found.damage, found.stress, found.fatigue))
        assert all(0 <= count <= 9999 for count in (found.wounds, found.traumas))


@given(health=healths, amount=amounts, armor=st.integers(-50, 50), kind=kinds)
def test_armor_never_heals_and_never_makes_it_worse(health: Health, amount: int, armor: int, kind: TrackKind) -> None:
    one = eva(health)
    bare, worn = hurt(one, amount, kind), hurt(one, amount, kind, armor=armor)
    assert 0 <= worn.amount <= bare.amount == worn.amount + worn.armor
    assert worn.injuries <= bare.injuries
    assert getattr(worn.character.health, kind) >= getattr(health, kind)


@given(before=amounts, amount=amounts, kind=kinds)
def test_healing_what_was_dealt_gives_the_track_back(before: int, amount: int, kind: TrackKind) -> None:
    one = eva(structs.replace(Health(), **{kind: min(before, 9999 - amount)}))
    done = hurt(one, amount, kind)
    assert getattr(harm.heal(done.character, done.amount, kind).health, kind) == getattr(one.health, kind)


@given(amount=amounts, more=amounts, numbers=stats, armor=st.integers(0, 50))
def test_more_damage_never_wounds_less(amount: int, more: int, numbers: dict[str, int], armor: int) -> None:
    one = structs.replace(eva(), stats=numbers)
    assert hurt(one, amount, armor=armor).injuries <= hurt(one, amount + more, armor=armor).injuries


@given(health=healths, numbers=stats, amount=amounts, kind=kinds, system=st.sampled_from(SYSTEMS))
def test_what_is_suffered_changes_its_own_track_and_nothing_else(
    health: Health, numbers: dict[str, int], amount: int, kind: TrackKind, system: str
) -> None:
    one = structs.replace(eva(health), stats=numbers)
    after = harm.suffer(one, amount, kind, RULES[system], HOUSE).character
    wiped = structs.replace(one, health=harm.without_harm(one, [kind]).health)
    assert harm.without_harm(after, [kind]) == wiped


@given(health=healths, numbers=stats, system=st.sampled_from(SYSTEMS))
@example(health=Health(), numbers={"STA": 0}, system="kaiser")
def test_the_tracks_cost_together_what_every_test_bears(health: Health, numbers: dict[str, int], system: str) -> None:
    one = structs.replace(eva(health), stats=numbers)
    whole = harm.health_effects(one, RULES[system], HOUSE).modifier
    assert sum(track.modifier for track in tracks(one, system)) == whole
    assert all(track.left is None or 0 <= track.left <= 1 for track in tracks(one, system))
