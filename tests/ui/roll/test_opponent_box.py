"""Opposed tests in the window: who opposes, with what, and who is likely to win."""

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from gm_desk.app import SETTLING
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.draft import Mode
from gm_desk.core.drafts.evaluation import evaluate
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.outcomes import ContestOdds
from gm_desk.core.scenes.conditions import ActiveCondition
from gm_desk.core.wording.phrases import percent
from gm_desk.model.combat.attack_choices import prepare
from gm_desk.model.scene import scene_edits
from gm_desk.store.rosters.files import read_sample
from gm_desk.ui.widgets.buttons import CHEVRON_SPACE, PICKER_PAD
from gm_desk.ui.widgets.popup_list import ChoiceList
from pane_makers import RollHands
from ui_makers import GM, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def opposed(roller: RollHands) -> RollHands:
    """Lao Qing shoots at Eva, who has no Fray and defaults to half her REF of 10."""
    roller.selects("Lao Qing")
    roller.prepares("Guns")
    roller.keys("Ctrl+Shift+O")
    pick(roller, "eva")
    return roller


def pick(roller: RollHands, words: str) -> None:
    """Type into the list that is open, and take the first that fits."""
    roller.settles()
    popup = QApplication.activePopupWidget()
    assert popup is not None, "no list is open"
    field = popup.findChild(QLineEdit)
    assert field is not None
    QTest.keyClicks(field, words)
    QTest.keyClick(field, Qt.Key.Key_Return)
    roller.settles()


def listed(roller: RollHands) -> list[str]:
    """Open the list of opponents, and return what it offers."""
    roller.click(roller.window.test.opponent.who)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, ChoiceList)
    model = popup.view.model()
    found = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
    popup.close()
    roller.settles()
    return found


def strip(roller: RollHands) -> str:
    return roller.widget("contestOdds").accessibleName()


def test_opposed_asks_who_and_answers_with_what_is_usual(opposed: RollHands) -> None:
    draft = opposed.session.drafting.draft
    assert (draft.mode, draft.side("b").name, draft.side("b").what, draft.side("b").base) == (
        Mode.ATTACK,
        "Eva",
        "Fray ÷ 2",
        5,
    )
    assert opposed.window.test.opponent.isVisible()
    assert opposed.window.test.opponent.who.text().strip() == "Eva"


def test_the_odds_are_those_of_the_rules_and_follow_every_change(opposed: RollHands) -> None:
    for keys in (("Esc",), ("-", "-"), ("F7", "+", "+", "+")):
        opposed.keys(*keys)
        document, drafting = opposed.session.document, opposed.session.drafting
        odds = evaluate(drafting.draft, drafting.hand, document.system, document.house).both
        assert isinstance(odds, ContestOdds)
        shares = [percent(Fraction(share, odds.of)) for share in (odds.a, odds.neither, odds.b)]
        assert strip(opposed) == f"Odds: hit {shares[0]}, miss {shares[1]}, defended {shares[2]}"


def test_a_defence_that_a_condition_forbids_is_named_before_all_that_may_be_cut_off(
    qtbot: QtBot, tmp_path: Path
) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample("ep2"))
    document, drafting = gm.program.session.document, gm.program.session.drafting
    eva = next(one for one in document.roster.characters if one.name == "Eva")
    out = structs.replace(eva, conditions=(ActiveCondition(id="u", kind="unconscious", name="Unconscious"),))
    document.change(document.roster.with_character(out), "out")
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.attacks.view, "Heavy pistol")
    drafting.oppose(eva.id)
    gm.settles()
    assert gm.reads("opponentSays") == "cannot defend · TN 20 · Unconscious: cannot defend"


def test_in_one_row_what_forbids_or_changes_a_defence_is_shown_instead_of_its_base(
    qtbot: QtBot, tmp_path: Path
) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample("ep1"), size=(1024, 640))
    document, drafting = gm.program.session.document, gm.program.session.drafting
    needle = next(one for one in document.roster.characters if one.name == "Needle")
    gm.selects("Reyes")
    gm.attacks("Rail carbine")
    drafting.oppose(needle.id)
    gm.settles()
    box = gm.window.test.opponent
    assert not gm.widget("opponentSays").isVisible(), "a weapon with many modes leaves one row"
    assert box.what.text().strip() == "Fray ÷ 2 = 22"
    assert not box.what.accessibleDescription()
    wounded = structs.replace(needle, health=structs.replace(needle.health, wounds=1))
    document.change(document.roster.with_character(wounded), "wound")
    gm.settles()
    assert box.what.text().strip().endswith("TN 12")
    assert box.what.accessibleName() == "Opponent’s test: Fray ÷ 2 · TN 12"
    assert box.what.accessibleDescription() == "Fray ÷ 2 = 22 · TN 12 · Wounds −10"
    out = structs.replace(needle, conditions=(ActiveCondition(id="s", kind="shock", name="Shock"),))
    document.change(document.roster.with_character(out), "shock")
    gm.settles()
    assert box.what.text().strip() == "cannot defend"


def test_an_opponent_without_life_points_is_said_to_be_unconscious(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample("kaiser"), dice=[1, 2, 6, 5])
    document = gm.program.session.document
    wenzel = next(one for one in document.roster.characters if one.name == "Wenzel")
    down = structs.replace(wenzel, health=structs.replace(wenzel.health, damage=97))
    document.change(document.roster.with_character(down), "down")
    gm.selects("Gerlach")
    gm.attacks("Long axe")
    gm.program.session.drafting.oppose(wenzel.id)
    gm.settles()
    assert gm.reads("opponentSays") == "unconscious · 3 + dice"
    box = gm.window.test.opponent
    box.set_brief(True)
    assert box.what.accessibleName().endswith("out · Dodge 3"), "there are no details in a single row"
    box.set_brief(False)
    assert box.what.accessibleName().endswith(": Dodge 3")
    gm.does("roll.roll")
    gm.settles()
    assert "Wenzel wins by 2" in gm.widget("verdict").accessibleName()
    assert "counter" not in gm.widget("verdict").accessibleName().casefold()


def test_the_other_side_in_hand_takes_the_modifiers(opposed: RollHands) -> None:
    opposed.keys("F7", "Ctrl+M")
    opposed.types("Cover +20")
    opposed.keys("Return", "Esc")
    draft = opposed.session.drafting.draft
    assert ([chip.label for chip in draft.chips], [chip.label for chip in draft.side("b").chips]) == ([], ["Cover"])
    assert opposed.reads("opponentSays") == "TN 25 · Cover +20"
    opposed.window.test.opponent.set_brief(True)
    assert opposed.window.test.opponent.what.accessibleName().endswith(" · TN 25")
    opposed.window.test.opponent.set_brief(False)
    assert opposed.reads("abilityOwner") == "5 · opponent Eva"
    opposed.keys("F7")
    assert opposed.reads("abilityOwner") == "65 · Lao Qing"


def test_in_one_row_the_opponents_target_is_read_whole_beside_a_long_name(opposed: RollHands) -> None:
    opposed.keys("F7", "Ctrl+M")
    opposed.types("Cover +20")
    opposed.keys("Return", "Esc")
    box = opposed.window.test.opponent
    box.set_brief(True)
    metrics = box.what.fontMetrics()
    around = metrics.horizontalAdvance(CHEVRON_SPACE) + 2 * PICKER_PAD
    for room in range(metrics.horizontalAdvance(f"{box.what.text()}mm"), metrics.horizontalAdvance("TN 25"), -1):
        box.what.setFixedWidth(room + around)
        opposed.settles()
        assert box.what.text().rstrip().endswith("TN 25"), room
        assert "…" not in box.what.text()


def test_with_the_other_side_in_hand_the_roster_picks_the_opponent(opposed: RollHands) -> None:
    opposed.keys("F7")
    opposed.selects("Triad mook 1")
    draft = opposed.session.drafting.draft
    assert (draft.name, draft.side("b").name) == ("Lao Qing", "Triad mook 1")


def test_both_sides_roll_and_the_verdict_names_winner_and_reason(opposed: RollHands) -> None:
    opposed.keys("Esc", "Ctrl+E")
    opposed.types("61")
    opposed.keys("Tab")
    opposed.types("03")
    opposed.keys("Return")
    assert opposed.log()[0][1:] == [
        "Lao Qing",
        "Guns vs Eva Fray ÷ 2",
        "net 0",
        "TN 65",
        "61",
        "▲ Superior success",
        "Hit: Eva 03 under 5, higher roll, dice typed by hand",
    ]
    assert "Hit: Eva" in opposed.widget("verdict").accessibleName()


@pytest.mark.usefixtures("painted")
def test_the_verdict_shows_while_the_second_dice_are_typed(opposed: RollHands) -> None:
    opposed.keys("Esc", "Ctrl+E")
    opposed.types("61")
    assert "would be" not in opposed.widget("verdict").accessibleName()
    opposed.keys("Tab")
    opposed.types("99")
    assert opposed.widget("verdict").accessibleName().startswith("would be 61: Superior success")
    assert opposed.log() == []


def test_dice_of_one_side_can_be_typed_and_those_of_the_other_rolled(opposed: RollHands) -> None:
    opposed.keys("Esc", "Ctrl+E")
    opposed.types("61")
    opposed.keys("Return")
    (entry,) = opposed.session.log.page(9)
    assert entry.entry.dice["a.roll"] == (61,)
    assert set(entry.entry.dice) == {"a.roll", "b.roll"}
    assert entry.entry.by_hand


def test_a_pinned_opponent_answers_another_skill_with_what_is_usual_for_it(opposed: RollHands) -> None:
    opposed.click(opposed.window.test.opponent.keep)
    opposed.prepares("Melee")
    assert opposed.session.drafting.draft.side("b").what == "Fray"
    opposed.prepares("Guns")
    assert opposed.session.drafting.draft.side("b").what == "Fray ÷ 2"
    opposed.prepares("Persuade")  # against a SAV check, and Eva has no SAV
    draft = opposed.session.drafting.draft
    assert (draft.side("b").name, draft.side("b").what, draft.mode) == ("Eva", "", Mode.OPPOSED)
    assert opposed.window.test.opponent.what.text().startswith("Choose skill")
    assert opposed.reads("opponentSays") == "Choose the skill of Eva, then roll."


def test_another_skill_is_rolled_alone_unless_the_opponent_is_pinned(opposed: RollHands) -> None:
    opposed.prepares("Melee")
    assert (opposed.session.drafting.draft.mode, opposed.window.test.opponent.isVisible()) == (Mode.ALONE, False)


def test_the_opponent_is_pinned_by_a_key_too_and_only_where_there_is_one(opposed: RollHands) -> None:
    drafting, keep = opposed.session.drafting, opposed.window.test.opponent.keep
    opposed.keys("Ctrl+Alt+K")
    assert (drafting.draft.keeps_opponent, keep.isChecked()) == (True, True)
    opposed.keys("Ctrl+Alt+K")
    assert (drafting.draft.keeps_opponent, keep.isChecked()) == (False, False)
    opposed.keys("Ctrl+Shift+O", "Ctrl+Alt+K")
    assert not drafting.draft.keeps_opponent


def test_another_opponent_is_chosen_by_a_key_from_the_roster(opposed: RollHands) -> None:
    opposed.keys("Esc", "Ctrl+Shift+P")
    pick(opposed, "mook")
    draft = opposed.session.drafting.draft
    assert (draft.side("b").name, draft.side("b").what) == ("Triad mook 1", "Fray ÷ 2")


def test_who_is_picked_without_a_known_answer_is_asked_for_it_at_once(roller: RollHands) -> None:
    roller.rolls_check("COG")
    roller.keys("Ctrl+Shift+O")
    pick(roller, "eva")
    popup = QApplication.activePopupWidget()
    assert popup is not None
    assert popup.parentWidget() is roller.window.test.opponent.what
    pick(roller, "medicine")
    assert roller.session.drafting.draft.side("b").what == "Medicine: Paramedic"
    assert roller.roster.answers == {"COG check": "Medicine: Paramedic"}
    assert QApplication.activePopupWidget() is None


def test_alone_again_forgets_nobody(opposed: RollHands) -> None:
    opposed.keys("Ctrl+Shift+O")
    assert not opposed.window.test.opponent.isVisible()
    opposed.keys("Ctrl+Shift+O")
    assert opposed.session.drafting.draft.side("b").name == "Eva"
    assert QApplication.activePopupWidget() is None


def test_without_an_opponent_roll_rolls_nothing_and_asks_for_one(roller: RollHands) -> None:
    roller.keys("Ctrl+Shift+O")
    popup = QApplication.activePopupWidget()
    assert popup is not None
    popup.close()
    roller.settles()
    assert roller.reads("opponentSays") == "Choose the opponent, then roll."
    roller.keys("Ctrl+Return")
    assert QApplication.activePopupWidget() is not None
    assert roller.log() == []
    pick(roller, "eva")
    roller.keys("Ctrl+Return")
    assert [line[2] for line in roller.log()] == ["Guns vs Eva Fray ÷ 2"]


def test_the_answer_can_be_picked_and_the_kind_stays(opposed: RollHands) -> None:
    opposed.window.test.opponent.what.click()
    pick(opposed, "medicine")
    draft = opposed.session.drafting.draft
    assert (draft.side("b").what, draft.mode) == ("Medicine: Paramedic", Mode.ATTACK)
    opposed.window.test.opponent.kind.click()
    pick(opposed, "opposed")
    assert opposed.session.drafting.draft.mode is Mode.OPPOSED


def test_everything_in_the_box_is_plain_text(opposed: RollHands) -> None:
    labels = opposed.window.test.opponent.findChildren(QLabel)
    assert all(label.textFormat().name == "PlainText" for label in labels)


def test_a_pinned_chip_counts_for_both_sides_until_a_new_scene(opposed: RollHands) -> None:
    opposed.keys("Ctrl+M")
    opposed.types("Smoke -30")
    opposed.keys("Return")
    opposed.session.drafting.modifiers.pin(opposed.session.drafting.draft.chips[0])
    draft = opposed.session.drafting.draft
    assert [chip.label for side in (draft, draft.side("b")) for chip in side.chips] == ["Smoke", "Smoke"]
    opposed.keys("Esc", "Ctrl+Shift+E")
    draft = opposed.session.drafting.draft
    assert (draft.chips, draft.side("b").chips) == ((), ())


def test_in_a_low_pane_the_own_odds_become_one_line_and_who_wins_stays_in_sight(opposed: RollHands) -> None:
    def in_sight(name: str) -> bool:
        widget = opposed.widget(name)
        return widget.isVisible() and widget.visibleRegion().boundingRect() == widget.rect()

    opposed.resizes(1366, 768)
    assert [in_sight(name) for name in ("targetNumber", "opponent", "contestOdds")] == [True, True, True]
    opposed.resizes(1024, 19 * opposed.window.fontMetrics().height())
    assert [in_sight(name) for name in ("targetAndChance", "opponent", "contestOdds")] == [True, True, True]
    opposed.keys("Ctrl+Shift+O")
    assert in_sight("targetNumber")


def test_the_opponent_stands_between_the_ability_and_the_difficulty(opposed: RollHands) -> None:
    names = ("abilityName", "opponent", "difficulty", "modifierChips", "netModifier", "oddsBar", "rollButton")
    tops = [opposed.widget(name).mapTo(opposed.window, QPoint()).y() for name in names]
    assert tops == sorted(tops)


def test_the_opponent_who_is_selected_rolls_against_whoever_rolled(opposed: RollHands) -> None:
    opposed.selects("Eva")
    draft = opposed.session.drafting.draft
    assert (draft.name, draft.what, draft.side("b").name, draft.side("b").what) == (
        "Eva",
        "Guns",
        "Lao Qing",
        "Fray ÷ 2",
    )


def test_nobody_opposes_themselves(opposed: RollHands) -> None:
    opposed.keys("F7")
    drafting = opposed.session.drafting
    drafting.select("lao")
    assert (drafting.draft.name, drafting.draft.side("b").name, drafting.hand) == ("Lao Qing", "Eva", "a")


def test_when_the_roller_is_removed_with_the_other_side_in_hand_somebody_else_rolls(gm: GM) -> None:
    gm.session.drafting.oppose("eva")
    gm.keys("F7")
    gm.session.document.change(gm.roster.without_character("lao"), "remove Lao Qing")
    gm.settles()
    drafting = gm.session.drafting
    assert drafting.draft.ability is not None
    assert drafting.hand == "a"
    assert drafting.draft.name != drafting.draft.side("b").name


def test_the_list_begins_with_those_in_the_scene_and_says_who_is_out(opposed: RollHands) -> None:
    document = opposed.session.document
    mook = document.existing("mook")
    document.change_character(structs.replace(mook, health=Health(damage=99), stats={"DUR": 30}), "harm")
    assert listed(opposed) == ["Eva", "Triad mook 1 · out", "Several…"]
    scene_edits.add_scene(document, ["lao", mook.id])
    assert listed(opposed) == ["Triad mook 1 · out", "Eva", "Several…"]


def test_for_an_attack_on_an_area_or_several_targets_the_list_begins_with_several(opposed: RollHands) -> None:
    document = opposed.session.document
    grenade = Attack(id="grenade", name="Grenade", skill="Guns", damage="2d10", area="blast")
    rifle = Attack(id="rifle", name="Rifle", skill="Guns", damage="2d10", modes="SA/BF")
    document.change_character(structs.replace(document.existing("lao"), attacks=(grenade, rifle)), "arm")
    prepare(document, opposed.session.drafting, "lao", "grenade")
    assert listed(opposed)[0] == "Several…"
    prepare(document, opposed.session.drafting, "lao", "rifle")
    assert listed(opposed)[-1] == "Several…"
    opposed.window.test.attack.rows["mode"].chosen.emit("mode", "BF-targets")
    assert listed(opposed)[0] == "Several…", "two targets"


@pytest.mark.parametrize(("size", "percent"), [((1366, 738), 100), ((1024, 640), 100), ((1366, 738), 150)])
def test_choosing_the_opponent_moves_nothing(qtbot: QtBot, tmp_path: Path, size: tuple[int, int], percent: int) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample("ep2"), size=size)
    gm.program.text.choose(percent)
    gm.selects("Lao Qing")
    gm.window.stat.attacks.view.setFocus()
    gm.keys("Home", "Space")
    pane = gm.window.test
    fixed = [pane.difficulty, pane.chips, pane.net, pane.row.button]

    def places() -> list[int]:
        for _ in range(SETTLING):
            gm.settles()
        return [one.mapTo(gm.window, QPoint(0, 0)).y() for one in fixed if one.isVisible()]

    before = places()
    assert gm.session.drafting.draft.lacks == "opponent"
    jaqui = next(one.id for one in gm.roster.characters if one.name == "Jaqui")
    gm.session.drafting.oppose(jaqui)
    assert not gm.session.drafting.draft.lacks
    assert places() == before
    gm.program.text.choose(100)


def test_dice_typed_before_the_opponent_is_chosen_are_kept_and_rolled(roller: RollHands) -> None:
    roller.selects("Lao Qing")
    roller.prepares("Guns")
    roller.session.drafting.set_mode(Mode.OPPOSED)
    assert roller.session.drafting.draft.lacks == "opponent"
    row = roller.window.test.row
    assert row.dice.isEnabled()
    roller.click(row.dice)
    roller.types("22")
    roller.click(row.button)
    assert (row.dice.text(), roller.log()) == ("22", [])
    pick(roller, "eva")
    assert row.dice.text() == "22"
    roller.click(row.button)
    assert (row.dice.text(), roller.log()[0][5]) == ("", "22")


def test_bad_dice_are_refused_before_the_opponent_is_chosen(roller: RollHands) -> None:
    roller.selects("Lao Qing")
    roller.prepares("Guns")
    roller.session.drafting.set_mode(Mode.OPPOSED)
    row = roller.window.test.row
    roller.click(row.dice)
    roller.types("222")
    assert not row.dice.hasAcceptableInput()
    roller.click(row.button)
    assert (row.dice.text(), roller.log()) == ("222", [])


def test_the_button_for_the_opponents_modifiers_says_why_it_is_disabled(roller: RollHands) -> None:
    roller.selects("Lao Qing")
    roller.prepares("Guns")
    roller.keys("Ctrl+Shift+O")
    turn = roller.window.test.opponent.turn
    assert not turn.isEnabled()
    assert "choose the opponent and their ability first" in turn.toolTip()
    pick(roller, "eva")
    assert turn.isEnabled()
    assert "choose" not in turn.toolTip()


def test_a_number_typed_for_the_opponent_is_somebody_who_is_not_in_the_roster(roller: RollHands) -> None:
    roller.selects("Lao Qing")
    roller.prepares("Guns")
    roller.keys("Ctrl+Shift+O")
    pick(roller, "45")
    draft, box = roller.session.drafting.draft, roller.window.test.opponent
    assert (draft.lacks, draft.side("b").character, draft.side("b").base) == ("", "", 45)
    assert (box.who.text().strip(), box.what.text().strip()) == ("Somebody", "Target 45")
    assert "only a number" in box.who.toolTip()
    roller.click(box.who)
    pick(roller, "4567")
    assert roller.session.drafting.draft.side("b").base == 45, "too long for a number"
