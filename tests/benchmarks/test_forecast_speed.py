"""Measure how quickly fights are fought out; being slow fails nothing."""

import time
from random import Random

from pytestqt.qtbot import QtBot

from benchmarks.figures import Figure, sized
from forecast_makers import a_fighter, a_setup
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Armor
from gm_desk.core.forecast.contenders import MOST_TURNS, FightSetup, ForecastMember, contenders_of
from gm_desk.core.forecast.fights import ForecastRun
from gm_desk.core.forecast.standing import Standing
from gm_desk.core.rules.modifiers import Modifier
from gm_desk.core.rules.outcomes import Contest, DamageOutcome, Outcome
from gm_desk.core.rules.requests import Ep2Damage, OpposedTest, SuccessTest
from gm_desk.model.forecast.fight_count import FightCount

FIGHTS, PLAIN = sized(2000, 40), sized(200, 10)
AIM, FIRST_AIM, SLICE_AIM = 2500, 300, 16


def four_against_six() -> FightSetup:
    """Return four players with good armor against six thugs."""

    def one(name: str, guns: int, fray: int, armor: int, **stats: int) -> Character:
        worn = (Armor(values={"energy": armor, "kinetic": armor}),)
        return a_fighter(name, skills={"Guns": guns, "Fray": fray}, armor=worn, stats=stats)

    players = [one(f"player {number}", 60, 60, 9, INIT=7, DUR=40, WT=8) for number in range(4)]
    return a_setup(players, [one(f"thug {number}", 45, 40, 5, INIT=5, DUR=30, WT=6) for number in range(6)])


def test_fights_of_four_against_six(figures: list[Figure]) -> None:
    began = time.perf_counter()
    ForecastRun(four_against_six(), 1).advance(FIGHTS)
    figures.append(figure(f"{FIGHTS:,} fights of four against six", time.perf_counter() - began, AIM))


def test_fights_a_second_against_a_plain_loop_over_the_rules(figures: list[Figure]) -> None:
    setup, dice = four_against_six(), Random(1)
    began = time.perf_counter()
    ForecastRun(setup, 1).advance(PLAIN)
    ours = PLAIN / (time.perf_counter() - began)
    members = contenders_of(setup)
    began = time.perf_counter()
    for _ in range(PLAIN):
        plain_fight(setup, members, dice)
    plain = PLAIN / (time.perf_counter() - began)
    measured = f"{ours:,.0f} a second, {ours / plain:.0f} times a plain loop over the rules"
    figures.append(Figure(f"{PLAIN:,} fights", measured, "", ""))


def test_the_first_figures_and_the_slices_of_the_window(qtbot: QtBot, figures: list[Figure]) -> None:
    assert qtbot is not None
    count, slices, shown = FightCount(), list[float](), list[float]()
    start = time.perf_counter()
    count.begin(four_against_six())
    count.changed.connect(lambda: shown.append(time.perf_counter() - start))
    while count.counting and len(slices) < sized(10_000, 100):
        began = time.perf_counter()
        count.go_on()
        slices.append(time.perf_counter() - began)
    count.clear()
    figures.append(figure("the first figures of a forecast", shown[0], FIRST_AIM))
    figures.append(figure("a slice of a forecast, usually", sorted(slices)[len(slices) // 2], SLICE_AIM))
    figures.append(figure("a slice of a forecast, at worst", max(slices), SLICE_AIM))


def plain_fight(setup: FightSetup, members: list[ForecastMember], dice: Random) -> None:
    """Fight once by asking the rules of EP2 for each roll, without any table."""
    everyone = [Standing(one, 0) for one in members]
    for one in everyone:
        one.roll = 5 + dice.randint(1, 6)
    for _ in range(MOST_TURNS):
        for one in sorted(everyone, key=lambda one: one.wounds - one.roll):
            enemies = [other for other in everyone if other.who.hand != one.who.hand and not other.out]
            if not enemies:
                return
            if not one.out:
                attack(setup, one, dice.choice(enemies), dice)


def attack(setup: FightSetup, one: Standing, other: Standing, dice: Random) -> None:
    """Resolve one attack and its damage."""
    a = SuccessTest(one.who.strikes.base, (Modifier(-10 * one.wounds),))
    b = SuccessTest(other.who.answers[one.who.melee].base, (Modifier(-10 * other.wounds),))
    rolls = {"a.roll": (dice.randrange(100),), "b.roll": (dice.randrange(100),)}
    found = setup.rules.resolve(OpposedTest(a, b, attack=True), rolls, setup.house)
    assert isinstance(found, Contest)
    if found.winner == "a":
        assert isinstance(found.a, Outcome)
        worn = sum(piece.values["kinetic"] for piece in other.who.character.armor)
        threshold = other.who.character.stats["WT"]
        request = Ep2Damage(one.who.attack.damage, found.a.superior, found.a.critical, armor=worn, threshold=threshold)
        faces = (
            tuple(dice.randint(1, 10) for _ in range(4))
            if found.a.critical
            else (*(dice.randint(1, 10) for _ in range(2)), *(dice.randint(1, 6) for _ in range(found.a.superior)))
        )
        damage = setup.rules.resolve(request, {"rolls": faces}, setup.house)
        assert isinstance(damage, DamageOutcome)
        other.damage += damage.through
        other.wounds += damage.wounds or 0
        other.out = other.damage >= other.who.life


def figure(what: str, taken: float, aim: int) -> Figure:
    milliseconds = 1000 * taken
    return Figure(what, f"{milliseconds:,.0f} ms", f"under {aim:,} ms", "met" if milliseconds < aim else "missed")
