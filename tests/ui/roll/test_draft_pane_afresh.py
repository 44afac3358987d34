"""After changes in any order, the test pane shows the same as one that is built from the same draft."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.core.drafts.draft import AbilityKind, Mode
from gm_desk.core.errors import RulesError
from gm_desk.model.roll.composing import Drafting
from gm_desk.store.rosters.files import read_sample
from gm_desk.ui.combat.attack_choices import CHOICE_ROWS
from gm_desk.ui.roll.chips import Chips
from gm_desk.ui.roll.draft_pane import DraftPane
from gm_desk.ui.widgets.scrolling import LineScroll
from pane_makers import RollHands, show_test_pane
from thorough import tries

ROLLERS = {
    "ep1": ("sample-reyes", "kinetic-weapons", "sample-captain-draganov"),
    "ep2": ("sample-lao-qing", "guns", "sample-jaqui"),
    "kaiser": ("sample-gerlach", "strike", "sample-isa"),
}
ARM = Attack(id="smg", name="SMG", damage="2d10", modes="SA/BF/FA", range="50", ammo=Points(now=2, max=30))
ROUNDS = 4
"""After this many rounds of events the pane is laid out."""

KEYS = re.compile(r" \([^)]*\)$|^(?:(?:Ctrl|Alt|Shift)\+)+\S+$|^F\d+$")
HIGH = 1500
"""A height, in pixels, at which no detail is hidden for lack of room."""

Change = Callable[[RollHands, int], object]


def nth(found: tuple[Any, ...] | list[Any], number: int) -> Any:
    return found[number % len(found)]


def on_chip(drafting: Drafting, number: int, does: Callable[[Any], object]) -> None:
    if drafting.side.chips:
        does(nth(drafting.side.chips, number))


def tries_modifier(hands: RollHands, number: int) -> None:
    modifiers = hands.session.drafting.modifiers
    for add in (modifiers.add, modifiers.try_line):
        try:
            (add if number % 2 else modifiers.try_line)(nth(["Smoke -30", "Aimed +10", "Help +20"], number))
        except RulesError:
            continue
        return


def prepares(hands: RollHands, number: int) -> None:
    drafting, (who, skill, _) = hands.session.drafting, ROLLERS[hands.roster.system]
    if number % 2:
        drafting.attack(hands.character(who), next(one for one in hands.character(who).attacks if one.id == ARM.id))
    else:
        drafting.choose(who, AbilityKind.SKILL, f"{who}-{skill}")


def spends(hands: RollHands, number: int) -> None:
    drafting, ways = hands.session.drafting, hands.window.test.points.ways()
    point = nth(ways, number).spend if ways and number % 3 else None
    drafting.put(structs.replace(drafting.side, point=point))


def levels(hands: RollHands, number: int) -> None:
    drafting = hands.session.drafting
    if hands.roster.system == "kaiser":
        drafting.put(structs.replace(drafting.side, advantage=number % 3, disadvantage=number % 2))


def sets_mode(hands: RollHands, number: int) -> None:
    drafting = hands.session.drafting
    drafting.set_mode(Mode(nth(list(drafting.context.system.modes), number)))


def selects(hands: RollHands, number: int) -> None:
    hands.session.drafting.select(nth(hands.roster.characters, number).id)


CHANGES: dict[str, Change] = {
    "difficulty": lambda hands, n: hands.window.test.difficulty.set_step(n % 7),
    "modifier": tries_modifier,
    "typed no more": lambda hands, _: hands.session.drafting.modifiers.try_line(""),
    "net": lambda hands, n: hands.session.drafting.modifiers.nudge(n % 15 - 7),
    "chips again": lambda hands, _: hands.session.drafting.modifiers.eyeball(None),
    "spent": lambda hands, _: hands.session.drafting.take(hands.session.drafting.draft.spent()),
    "test": prepares,
    "attack": lambda hands, _: prepares(hands, 1),
    "choice": lambda hands, n: hands.window.test.attack.step(nth(CHOICE_ROWS, n)),
    "opponent": lambda hands, _: hands.session.drafting.oppose(ROLLERS[hands.roster.system][2]),
    "mode": sets_mode,
    "side": lambda hands, n: hands.session.drafting.turn_to("b" if n % 2 else "a"),
    "levels": levels,
    "default": lambda hands, n: hands.session.drafting.put(hands.session.drafting.side.defaulting(default=bool(n % 2))),
    "pin": lambda hands, n: on_chip(hands.session.drafting, n, hands.session.drafting.modifiers.pin),
    "strike": lambda hands, n: on_chip(
        hands.session.drafting,
        n,
        lambda chip: hands.session.drafting.put(
            hands.session.drafting.side.with_chip(structs.replace(chip, struck=not chip.struck))
        ),
    ),
    "remove": lambda hands, n: on_chip(hands.session.drafting, n, hands.session.drafting.modifiers.remove),
    "help": lambda hands, _: hands.session.drafting.modifiers.help_by(),
    "point": spends,
    "keep": lambda hands, n: hands.session.drafting.opposition.keep(keeps=bool(n % 2)),
    "character": selects,
    "click": lambda hands, n: nth(hands.window.test.difficulty.findChildren(QAbstractButton), n).click(),
    "other modes": lambda hands, n: nth(list(hands.window.test.modes.buttons.values()), n).click(),
}


def settled() -> None:
    for _ in range(ROUNDS):
        QApplication.processEvents()


def words_of(widget: QWidget) -> tuple[object, ...]:
    """Return what a widget shows and says; the keys in tool tips and descriptions are those of the window."""
    text = widget.text() if isinstance(widget, QAbstractButton | QLabel | QLineEdit) else ""
    checked = isinstance(widget, QAbstractButton) and widget.isChecked()
    spoken = widget.accessibleName(), *(KEYS.sub("", one) for one in (widget.accessibleDescription(), widget.toolTip()))
    return type(widget).__name__, widget.objectName(), text, checked, widget.isEnabled(), *spoken


def seen(pane: DraftPane) -> list[tuple[object, ...]]:
    """Return what the parts above the verdict show, with their places; those of chips depend on the scrolling."""
    scrolled = [area for area in pane.findChildren(LineScroll) if area.isVisible()]
    found = []
    for widget in pane.findChildren(QWidget):
        below = widget is pane.verdict or pane.verdict.isAncestorOf(widget)
        after = any(part.isAncestorOf(widget) for part in (pane.after, pane.damage))
        empty = isinstance(widget, QLabel) and not widget.text() and not widget.accessibleName()
        if widget.isVisible() and not (empty or below or after or widget in (pane.after, pane.damage)):
            moves = any(area.isAncestorOf(widget) for area in scrolled)
            if moves and type(widget) in {QWidget, QScrollBar}:
                continue
            place = None if moves else widget.mapTo(pane, QPoint()).toTuple()
            found.append((*words_of(widget), widget.size().toTuple(), place))
    return sorted(found, key=repr)


def pictures(pane: DraftPane) -> list[object]:
    """Return pictures of the parts that paint themselves, and of the chips in their order."""
    chips = pane.findChild(Chips)
    assert chips is not None
    shown = [chip for chip in chips.findChildren(QAbstractButton) if chip.isVisible()]
    parts = [pane.ability, pane.modes, pane.difficulty, pane.net, pane.odds, pane.opponent, pane.attack, pane.levels]
    return [part.grab().toImage() for part in (*parts, *shown) if part.isVisible()]


def compare_with_a_new_one(hands: RollHands, done: list[str]) -> None:
    session, window = hands.session, hands.window
    fresh = DraftPane(session.document, session.drafting, hands.rolling, window)
    fresh.complete()
    fresh.setGeometry(window.test.geometry())
    fresh.show()
    settled()
    shown, anew = seen(window.test), seen(fresh)
    assert [one for one in shown if one not in anew] == [], done
    assert [one for one in anew if one not in shown] == [], done
    same = [one == other for one, other in zip(pictures(window.test), pictures(fresh), strict=True)]
    assert all(same), done
    fresh.hide()  # and is deleted with the window


STEPS = st.lists(st.tuples(st.sampled_from(sorted(CHANGES)), st.integers(0, 20)), min_size=6, max_size=12)


@pytest.fixture
def seated(request: pytest.FixtureRequest, qtbot: QtBot, tmp_path: Path) -> RollHands:
    """Show the test pane of a sample, whose first roller has a weapon with every choice."""
    hands = show_test_pane(qtbot, tmp_path, read_sample(request.param))
    hands.window.resize(hands.window.width(), HIGH)
    who, skill, _ = ROLLERS[request.param]
    character = hands.character(who)
    rolled = next(one.name for one in character.skills if one.id == f"{who}-{skill}")
    armed = structs.replace(character, attacks=(*character.attacks, structs.replace(ARM, skill=rolled)))
    document = hands.session.document
    document.change(document.roster.with_character(armed), "arm")
    return hands


@pytest.mark.parametrize("seated", sorted(ROLLERS), indirect=True)
@settings(max_examples=tries(6), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_the_pane_shows_what_a_new_one_shows_whatever_was_changed_before(
    seated: RollHands, steps: list[tuple[str, int]]
) -> None:
    drafting, (who, skill, _) = seated.session.drafting, ROLLERS[seated.roster.system]
    drafting.turn_to("a")
    drafting.set_mode(Mode.ALONE)
    drafting.choose(who, AbilityKind.SKILL, f"{who}-{skill}")
    drafting.take(drafting.draft.spent())
    done: list[str] = []
    for name, number in steps:
        CHANGES[name](seated, number)
        done.append(f"{name} {number}")
        settled()
        if len(done) % 3 == 0:
            compare_with_a_new_one(seated, done)
