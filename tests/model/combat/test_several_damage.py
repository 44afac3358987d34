"""The damage of one roll against several is that of a single attack with the same dice and the same choices."""

from typing import Any

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Armor, Attack, Points
from gm_desk.core.combat.targets import PointSpent
from gm_desk.core.rules.outcomes import DamageOutcome
from gm_desk.model.combat.attack_choices import prepare
from gm_desk.model.combat.damage import DamageRoll
from gm_desk.model.combat.damage_options import ChoosesDamage, DamageOption, toggle
from gm_desk.model.combat.several_roll import SeveralRoll
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.shipped import load_system
from model_makers import Clock, FakeJournal, ScriptedDice, counted

pytestmark = pytest.mark.usefixtures("qapp")

SKILLS = ("Blades", "Kinetic Weapons", "Melee", "Guns", "Strike")
DEFENCES = {"Fray": 40, "Block": 2}
BLADE = Attack(id="weapon", name="Blade", skill="Blades", damage="1d10+2", penetration=4)
SABRE = Attack(id="weapon", name="Sabre", skill="Melee", damage="2d10+3", notes="armor-piercing against machines")
SWORD = Attack(id="weapon", name="Sword", skill="Strike", damage="6")
STAFF = structs.replace(SWORD, name="Staff", damage="2d6+20")


def person(name: str, skills: dict[str, int], **more: Any) -> Character:
    found = tuple(Skill(id=f"{name}-{one}", name=one, rating=rating) for one, rating in skills.items())
    return Character(id=name.casefold(), name=name, skills=found, **more)


class Duel:
    """Eva attacks one guard: once alone, and once in the table for several."""

    def __init__(self, system: str, attack: Attack, *rolls: int, house: dict[str, Any] | None = None) -> None:
        rating = 9 if system == "kaiser" else 70
        points = {kind: Points(now=1, max=1) for kind in ("moxie", "flex")}
        stats = {"ABS": 2, "LP": 90} if system == "kaiser" else {"DUR": 35, "WT": 7, "DR": 53, "SOM": 25}
        eva = person("Eva", dict.fromkeys(SKILLS, rating), stats=stats, attacks=(attack,), points=points)
        guards = [
            person(
                f"Guard {place}", DEFENCES, stats=stats, armor=(Armor(values={"energy": 2, "kinetic": 6, "Cut": 1}),)
            )
            for place in (1, 2)
        ]
        roster = Roster(id="mars", name="Mars", system=system, characters=(eva, *guards), house=house or {})
        self.document = RosterDocument(roster, load_system(system), counted())
        self.drafting = Drafting(self.document)
        log = RollLog(lambda _: FakeJournal(), counted("roll"), Clock())
        log.open("mars", system)
        self.rolling = Rolling(self.document, self.drafting, lambda: log, ScriptedDice(*rolls))
        self.alone = DamageRoll(self.document, self.rolling)
        self.drafting.oppose("guard 1")
        prepare(self.document, self.drafting, "eva", "weapon")

    def rolls_alone(self) -> None:
        self.rolling.roll()
        self.alone.roll()

    def rolls_in_the_table(self, *ids: str) -> SeveralRoll:
        several = SeveralRoll(self.document, self.rolling, self.drafting.draft, self.document)
        several.targets.add(ids or ("guard 1",))
        several.roll()
        several.damage.roll()
        return several

    def options_alone(self) -> list[DamageOption]:
        return [] if self.alone.hit is None else self.alone.hit.options

    def harm(self) -> list[tuple[int, int]]:
        found = [self.document.existing(f"guard {place}").health for place in (1, 2)]
        return [(one.damage, one.wounds) for one in found]


def turns(options: list[DamageOption], names: tuple[str, ...], damage: ChoosesDamage) -> None:
    """Toggle the options of these names."""
    for name in names:
        toggle(next(one for one in options if one.id == name), damage)


CASES = [
    ("ep1", BLADE, (65, 99, 5), ("margin", "bonus", "piercing", "ignore_armor"), ()),
    ("ep1", BLADE, (44, 99, 5), ("margin", "bonus", "piercing", "ignore_armor"), ("piercing",)),
    ("ep2", SABRE, (40, 90, 5, 6, 3), ("superior", "piercing", "ignore_armor"), ()),
    ("ep2", SABRE, (44, 90, 5, 6, 7, 8), ("double", "piercing", "ignore_armor"), ()),
    ("kaiser", SWORD, (5, 4, 1, 2), ("absorption", "ignore_armor"), ()),
    ("kaiser", STAFF, (5, 4, 1, 2, 3, 4), ("absorption", "ignore_armor"), ()),
]


@pytest.mark.parametrize(("system", "attack", "rolls", "names", "without_effect"), CASES)
def test_each_option_of_a_single_hit_is_there_for_several_and_does_the_same(
    system: str, attack: Attack, rolls: tuple[int, ...], names: tuple[str, ...], without_effect: tuple[str, ...]
) -> None:
    outcomes = dict[str, DamageOutcome | None]()
    for name in ("", *names):
        one, many = Duel(system, attack, *rolls), Duel(system, attack, *rolls)
        one.rolls_alone()
        several = many.rolls_in_the_table()
        options = several.damage.options
        assert [each.id for each in options] == list(names)
        assert options == one.options_alone()
        turns(options, (name,) if name else (), one.alone)
        turns(options, (name,) if name else (), several.damage)
        for damage in (one.alone, several.damage):
            damage.roll()
        assert one.alone.hit is not None
        outcomes[name] = one.alone.hit.outcome
        assert several.targets.rows[0].outcome == outcomes[name]
        one.alone.apply()
        assert several.apply()
        assert many.harm() == one.harm()
    assert tuple(name for name in names if outcomes[name] == outcomes[""]) == without_effect


def test_the_damage_bonus_and_the_margin_reach_all_who_are_hit_and_can_be_struck() -> None:
    duel = Duel("ep1", BLADE, 65, 99, 99, 5, 5)
    several = duel.rolls_in_the_table("guard 1", "guard 2")

    def totals() -> list[int]:
        return [row.outcome.total for row in several.targets.rows if row.outcome]

    assert totals() == [17, 17], "5 + 2, and 10 for a margin of 65"
    turns(several.damage.options, ("bonus",), several.damage)
    assert totals() == [19, 19], "and SOM ÷ 10"
    turns(several.damage.options, ("margin",), several.damage)
    assert totals() == [9, 9]
    assert several.apply()
    assert duel.harm() == [(7, 1), (7, 1)], "less armor 6, lowered to 2 by AP 4"
    assert duel.document.existing("eva").attacks[0].damage_bonus


@pytest.mark.parametrize("several", [True, False])
def test_a_success_that_a_point_makes_critical_goes_through_armor(*, several: bool) -> None:
    duel = Duel("ep1", BLADE, 40, 99, 5)
    found: DamageOutcome | None
    point = PointSpent("upgrade", "moxie")
    if several:
        table = duel.rolls_in_the_table()
        assert table.targets.rows[0].outcome == DamageOutcome(12, 2, 10, 1)
        table.targets.become(structs.replace(table.targets.value, point=point))
        found = table.targets.rows[0].outcome
    else:
        duel.rolls_alone()
        entry = duel.rolling.recent.last
        assert entry is not None
        upgraded = structs.replace(entry.request, a=structs.replace(entry.request.a, after="upgrade"))  # type: ignore[union-attr]
        duel.rolling.recent.revise(structs.replace(entry, request=upgraded), "spend a point")
        found = duel.alone.hit.outcome if duel.alone.hit else None
    assert found is not None
    assert (found.armor, found.through) == (0, found.total)


def test_the_average_that_a_house_rule_takes_is_taken_for_several_without_dice() -> None:
    duel = Duel("ep2", SABRE, 40, 90, 91, house={"static_damage": True})
    several = duel.rolls_in_the_table("guard 1", "guard 2")
    assert [row.outcome and row.outcome.total for row in several.targets.rows] == [14, 14]
    assert several.apply()
    assert duel.harm() == [(8, 1), (8, 1)]


@pytest.mark.parametrize("apart", [True, False])
def test_damage_dice_are_discarded_and_rolled_again(*, apart: bool) -> None:
    first, second = ((1, 1, 2, 2), (9, 9, 8, 8)) if apart else ((1, 1), (9, 9))
    duel = Duel("ep2", SABRE, 20, 90, 91, *first, *second)
    several = SeveralRoll(duel.document, duel.rolling, duel.drafting.draft, duel.document)
    several.targets.add(("guard 1", "guard 2"))
    several.damage.roll_apart(apart=apart)
    several.roll()
    assert not several.damage.thrown
    several.damage.roll()
    assert several.damage.thrown
    several.damage.again()
    assert (several.damage.expression, several.damage.thrown) == ("2d10 + 3", False)
    several.damage.roll()
    totals = [row.outcome and row.outcome.total for row in several.targets.rows]
    assert totals == ([21, 19] if apart else [21, 21])


def test_a_sum_that_was_typed_for_several_is_discarded_as_well() -> None:
    duel = Duel("ep2", SABRE, 20, 90, 91, 5, 5)
    several = SeveralRoll(duel.document, duel.rolling, duel.drafting.draft, duel.document)
    several.targets.add(("guard 1", "guard 2"))
    several.damage.roll_apart(apart=False)
    several.roll()
    several.damage.type("11")
    assert (several.damage.expression, several.damage.thrown) == ("", True)
    several.damage.again()
    assert (several.damage.expression, several.damage.thrown) == ("2d10 + 3", False)
    several.damage.roll()
    assert not several.targets.value.by_hand


def test_the_options_for_several_are_kept_in_the_log() -> None:
    duel = Duel("ep1", BLADE, 65, 99, 99, 5, 5)
    several = duel.rolls_in_the_table("guard 1", "guard 2")
    turns(several.damage.options, ("margin", "piercing", "ignore_armor"), several.damage)
    entry = several.targets.entry
    assert entry is not None
    again = SeveralRoll(duel.document, duel.rolling, entry.draft, duel.document)
    again.log.restore(entry)
    assert again.targets.rows == several.targets.rows
    assert again.damage.options == several.damage.options
