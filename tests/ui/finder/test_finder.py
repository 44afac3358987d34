from itertools import product

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.draft import AbilityKind, Mode
from gm_desk.ui.finder.finder import EDGE
from gm_desk.ui.finder.rows import ODDS, fitting_row
from gm_desk.ui.theme.painting import width_of
from gm_desk.ui.theme.theme import current_theme, theme_named
from shared_window import Seat
from ui_makers import EVA, GM, LAO, MOOK, a_roster, skills


def shown(gm: GM) -> list[str]:
    found = gm.window.header.finder.list
    return [found.item(row).text() for row in range(found.count())] if found.isVisible() else []


def odds(gm: GM) -> str:
    return str(gm.window.header.finder.list.item(0).data(ODDS))


def chosen(gm: GM) -> str:
    item = gm.window.header.finder.list.currentItem()
    return item.text() if item else ""


def find(gm: GM, words: str) -> None:
    gm.keys("Ctrl+K")
    gm.types(words)


def test_it_goes_to_a_character(gm: GM) -> None:
    find(gm, "eva")
    assert shown(gm)[0] == "Eva"
    gm.keys("Return")
    assert gm.window.stat.head.name.text() == "Eva"
    assert gm.window.roster.view.hasFocus()
    assert (gm.window.header.finder.text(), shown(gm), gm.log()) == ("", [], [])


def test_enter_rolls_a_test(gm: GM) -> None:
    find(gm, "lao mel")
    gm.keys("Return")
    assert gm.test() == "Melee 65 Lao Qing"
    assert gm.log()[0][1:6] == ["Lao Qing", "Melee", "net 0", "TN 65", "61"]
    assert gm.window.roster.view.hasFocus()


def test_target_and_odds_show_while_a_test_is_typed(gm: GM) -> None:
    find(gm, "lao guns")
    assert (shown(gm)[0], odds(gm)) == ("Lao Qing · Guns 65", "TN 65 · 66%")
    gm.types(" -20")
    assert (shown(gm)[0], odds(gm)) == ("Lao Qing · Guns 65 −20 = 45", "TN 45 · 46%")
    gm.types(" vs mook guns")
    assert shown(gm)[0] == "Lao Qing · Guns 65 −20 = 45 vs Triad mook 1 · Guns 40"
    assert odds(gm).startswith("hit ")


def test_an_opposed_test_is_rolled_and_logged(gm: GM) -> None:
    find(gm, "mook guns -20 vs lao fray")
    gm.keys("Return")
    assert gm.log()[0][1:5] == ["Triad mook 1", "Guns vs Lao Qing Fray ÷ 2", "net −20", "TN 20"]
    assert gm.window.stat.head.name.text() == "Triad mook 1"


def test_what_was_typed_goes_with_the_roll(gm: GM) -> None:
    find(gm, "lao guns -20")
    gm.keys("Return")
    assert (gm.log()[0][3], gm.net()) == ("net −20", 0)


@pytest.mark.parametrize("keys", ["Tab", "Ctrl+Return"])
def test_a_test_can_be_prepared_without_rolling_it(gm: GM, keys: str) -> None:
    find(gm, "lao mel -20 vs eva guns")
    gm.keys(keys)
    draft = gm.program.session.drafting.draft
    assert (gm.test(), gm.net(), draft.side("b").name) == ("Melee 65 Lao Qing", -20, "Eva")
    assert (draft.mode, gm.log()) == (Mode.ATTACK, [])
    assert gm.window.roster.view.hasFocus()
    gm.keys("Return")
    assert gm.log()[0][2] == "Melee vs Eva Guns"


def test_a_bare_target_is_rolled_beside_the_test_that_is_composed(gm: GM) -> None:
    gm.keys("Esc", "-", "-")
    find(gm, "45+20-10")
    assert (shown(gm), odds(gm)) == (["Target 45 +20 −10 = 55"], "TN 55 · 56%")
    gm.keys("Return")
    assert gm.log()[0][1:6] == ["", "Target", "net +10", "TN 55", "61"]
    assert "Target" in gm.widget("verdict").accessibleName()
    assert (gm.test(), gm.net()) == ("Guns 65 Lao Qing", -20)
    gm.keys("Ctrl+Z")
    assert "struck out" in gm.log()[0][7].casefold()
    assert (gm.test(), gm.net()) == ("Guns 65 Lao Qing", -20)


def test_a_bare_target_can_be_prepared(gm: GM) -> None:
    find(gm, "45")
    gm.keys("Tab")
    ability = gm.program.session.drafting.draft.ability
    assert ability is not None
    assert (ability.kind, gm.reads("abilityName"), gm.reads("abilityOwner")) == (AbilityKind.BARE, "Target", "45")


def test_a_sum_of_dice_is_rolled(gm: GM) -> None:
    find(gm, "2d10+3")
    assert shown(gm) == ["Roll 2d10+3"]
    gm.keys("Return")
    assert gm.log()[0][1:3] == ["", "2d10+3"]
    assert gm.log()[0][6].endswith("23")
    assert "23" in gm.widget("verdict").accessibleName()
    assert gm.test() == "Guns 65 Lao Qing"


def test_a_problem_is_said_and_cannot_be_chosen(gm: GM) -> None:
    find(gm, "lao juggling")
    assert shown(gm) == ["Lao Qing has no “juggling”"]
    gm.keys("Return", "Tab", "Down")
    assert (chosen(gm), gm.log(), gm.window.header.finder.text()) == ("", [], "lao juggling")
    found = gm.window.header.finder.list
    gm.click(found.viewport(), found.visualItemRect(found.item(0)).center())
    assert gm.window.header.finder.text() == "lao juggling"


def test_where_two_may_be_meant_the_gm_chooses(seat: Seat) -> None:
    second = structs.replace(MOOK, id="mook2", name="Triad mook 2")
    gm = seat(a_roster(LAO, MOOK, second), dice=(61,))
    gm.selects("Lao Qing")
    find(gm, "mook guns")
    assert shown(gm)[0] == "“mook” could be Triad mook 1 or Triad mook 2"
    assert chosen(gm) == ""
    gm.keys("Return")
    assert gm.log() == []
    gm.keys("Down", "Down")
    assert chosen(gm) == "Triad mook 2 · Guns 40"
    gm.keys("Return")
    assert gm.log()[0][1] == "Triad mook 2"


def test_it_runs_a_command_and_shows_its_key(gm: GM) -> None:
    find(gm, "new group")
    assert (shown(gm), odds(gm)) == (["New group", "Move to group ▸ New group…"], "Ctrl+G")
    gm.keys("Return")
    assert gm.roster.groups[-1].name == "New group"


def test_a_command_comes_before_a_guess(gm: GM) -> None:
    find(gm, "quit")
    assert shown(gm) == ["Quit"]


def test_a_theme_is_found_by_its_name_before_difficulties_that_have_it_in_them(gm: GM) -> None:
    for words, name, theme in (
        ("light", "Light", "light"),
        ("dark", "Dark", "dark"),
        ("high contrast", "High contrast", "contrast"),
    ):
        find(gm, words)
        assert chosen(gm) == f"Theme ▸ {name}"
        gm.keys("Return")
        assert current_theme() == theme_named(theme)


def test_the_commands_of_a_menu_inside_a_menu_are_found_by_its_name(gm: GM) -> None:
    find(gm, "theme")
    assert shown(gm)[:4] == ["Theme ▸ Follow system", "Theme ▸ Dark", "Theme ▸ Light", "Theme ▸ High contrast"]


def test_what_is_called_just_so_comes_first_among_commands(gm: GM) -> None:
    find(gm, "rename")
    assert shown(gm) == ["Rename", "Rename roster", "Scenes ▸ Rename scene…"]


def test_the_arrows_choose_among_what_is_found(gm: GM) -> None:
    find(gm, "guns")
    assert chosen(gm) == "Lao Qing · Guns 65"
    second = shown(gm)[1]
    gm.keys("Down")
    assert chosen(gm) == second
    gm.keys("Up")
    assert chosen(gm) == "Lao Qing · Guns 65"


def test_the_arrows_go_round(gm: GM) -> None:
    find(gm, "guns")
    gm.keys(*["Down"] * len(shown(gm)))
    assert chosen(gm) == shown(gm)[0]
    gm.keys("Up")
    assert chosen(gm) == shown(gm)[-1]


def test_the_up_arrow_recalls_the_lines_before(gm: GM) -> None:
    field = gm.window.header.finder
    for line in ("lao fray", "45+20"):
        find(gm, line)
        gm.keys("Return")
    gm.keys("Ctrl+K", "Up")
    assert (field.text(), shown(gm)) == ("45+20", ["Target 45 +20 = 65"])
    gm.keys("Up")
    assert (field.text(), shown(gm)[0]) == ("lao fray", "Lao Qing · Fray 60")
    gm.keys("Up")
    assert field.text() == "lao fray"
    gm.keys("Down")
    assert field.text() == "45+20"
    gm.keys("Down")
    assert (field.text(), shown(gm)) == ("", [])
    gm.keys("Up", "Up", "Return")
    assert [line[2] for line in gm.log()] == ["Fray", "Target", "Fray"]


def test_a_recalled_line_can_be_changed(gm: GM) -> None:
    find(gm, "lao fray")
    gm.keys("Return", "Ctrl+K", "Up")
    gm.types(" -20")
    assert shown(gm)[0] == "Lao Qing · Fray 60 −20 = 40"
    gm.keys("Return", "Ctrl+K", "Up")
    assert gm.window.header.finder.text() == "lao fray -20"


def test_from_the_first_row_up_the_lines_before_are_recalled(gm: GM) -> None:
    find(gm, "lao fray")
    gm.keys("Return")
    find(gm, "guns")
    gm.keys("Down", "Up", "Up")
    assert gm.window.header.finder.text() == "lao fray"


def test_what_was_left_undone_is_not_recalled(whole: GM) -> None:
    find(whole, "lao fray")
    whole.keys("Esc", "Ctrl+K", "Up")
    assert whole.window.header.finder.text() == ""


def test_a_click_goes_there_too(gm: GM) -> None:
    find(gm, "eva")
    found = gm.window.header.finder.list
    gm.click(found.viewport(), found.visualItemRect(found.item(0)).center())
    assert gm.window.stat.head.name.text() == "Eva"


def test_it_reaches_whom_the_filter_hides(gm: GM) -> None:
    gm.keys("Ctrl+F")
    gm.types("lao")
    find(gm, "eva")
    gm.keys("Return")
    assert gm.window.stat.head.name.text() == "Eva"
    assert gm.window.roster.filter.text() == ""


def test_words_that_find_nothing_say_so_and_enter_does_nothing(gm: GM) -> None:
    find(gm, "zzz")
    assert shown(gm) == ["Nobody is called “zzz”"]
    gm.keys("Return")
    assert (gm.window.header.finder.text(), gm.test()) == ("zzz", "Guns 65 Lao Qing")


def test_escape_leaves_it_for_the_roster(gm: GM) -> None:
    find(gm, "eva")
    gm.keys("Esc")
    assert gm.window.roster.view.hasFocus()
    assert (gm.window.header.finder.text(), shown(gm)) == ("", [])


def test_tab_in_an_empty_field_goes_on(gm: GM) -> None:
    gm.keys("Ctrl+K", "Tab")
    assert not gm.window.header.finder.hasFocus()


def test_the_list_lies_inside_the_window_and_no_row_is_cut_off(gm: GM) -> None:
    lines = ("guns", "lao", "lao guns -30 smoke -20 aim +10 vs triad mook 1 guns -20 dazed")
    for size, line in product([(1366, 768), (1024, 640), (800, 640)], lines):
        gm.resizes(*size)
        find(gm, line)
        found = gm.window.header.finder.list
        assert found.isVisible(), (size, line)
        assert gm.window.rect().contains(found.geometry()), (size, line)
        last = found.visualItemRect(found.item(found.count() - 1))
        assert found.viewport().rect().contains(last), (size, line)
        if size[0] > 1000:
            assert found.width() >= found.wanted().width(), (size, line)
        gm.keys("Esc")


def test_a_narrow_row_still_says_against_whom(gm: GM) -> None:
    font = gm.window.font()
    head, tail = "Lao Qing · Heavy pistol (SA: 1 shot) · Guns 65 Aim, quick +10 = 75", " vs Eva · Fray ÷ 2 28"
    wide = width_of(font, head + tail)
    assert fitting_row(font, head + tail, wide) == head + tail
    cut = fitting_row(font, head + tail, wide * 0.7)
    assert (cut.startswith("Lao Qing · Heavy"), cut.endswith(f"…{tail}")) == (True, True)
    assert width_of(font, cut) <= wide * 0.7
    assert fitting_row(font, head, wide / 2) == head, "what has no opponent is cut at its end"
    assert fitting_row(font, f"Lao{tail * 9}", wide / 2).startswith("Lao vs Eva")


def test_a_row_says_its_words_and_its_odds(gm: GM) -> None:
    find(gm, "lao guns -20")
    heard = "Lao Qing · Guns 65 −20 = 45, TN 45 · 46%"
    item = gm.window.header.finder.list.item(0)
    assert item.data(Qt.ItemDataRole.AccessibleTextRole) == heard
    field = QAccessible.queryAccessibleInterface(gm.window.header.finder)
    assert field.text(QAccessible.Text.Description) == heard


def test_the_field_says_the_current_row_also_after_the_last_one_and_not_when_it_is_left(gm: GM) -> None:
    rows, field = gm.window.header.finder.list, QAccessible.queryAccessibleInterface(gm.window.header.finder)
    usual = field.text(QAccessible.Text.Description)
    find(gm, "lao")
    words = [rows.item(at).data(Qt.ItemDataRole.AccessibleTextRole) for at in range(rows.count())]
    assert len(words) > 1
    heard = []
    for _ in range(len(words) + 1):
        heard.append(field.text(QAccessible.Text.Description))
        gm.keys("Down")
    assert heard == [*words, words[0]]
    gm.keys("Esc")
    assert field.text(QAccessible.Text.Description) == usual


def test_a_roll_that_waits_for_dice_is_finished_before_another_begins(seat: Seat) -> None:
    anna = Character(id="anna", name="Anna", skills=skills("anna", {"Strike": ("DEX", 10)}))
    roster = structs.replace(a_roster(anna), system="kaiser")
    gm = seat(roster, dice=(1, 1, 4, 3, 4, 3, 1, 1, 2, 3))
    for line in ("anna strike", "8+3 vs 12"):
        find(gm, line)
        gm.keys("Return")
    assert gm.program.rolling.pending is None
    assert [line[2] for line in gm.log()] == ["Bonus", "Strike"]
    find(gm, "8")
    gm.keys("Return")
    assert gm.program.rolling.pending is not None
    gm.keys("Return")
    assert (gm.program.rolling.pending, len(gm.log())) == (None, 3)
    assert gm.test() == "Strike 10 Anna"


PISTOL = Attack(id="pistol", name="Heavy pistol", skill="Guns", damage="2d10", modes="SA/BF", range="50")


def test_an_attack_with_choices_is_rolled_from_the_finder(seat: Seat) -> None:
    gm = seat(a_roster(EVA, structs.replace(LAO, attacks=(PISTOL,)), MOOK), dice=[30, 90])
    find(gm, "lao heavy pistol vs eva fray, burst, cover")
    gm.keys("Return")
    entry = gm.program.rolling.recent.last
    assert entry is not None
    assert (entry.draft.attack, entry.draft.side("b").character) == ("pistol", "eva")
    assert [chip.value for chip in entry.draft.chips] == [10, -10]


def test_an_attack_without_a_target_asks_for_one(seat: Seat) -> None:
    gm = seat(a_roster(EVA, structs.replace(LAO, attacks=(PISTOL,)), MOOK))
    find(gm, "lao heavy pistol")
    gm.keys("Return")
    assert gm.program.session.drafting.draft.attack == "pistol"
    assert gm.log() == []
    assert "Eva" in " ".join(gm.offers())


def test_harm_is_typed_in_any_order(gm: GM) -> None:
    for line, what, value in (
        ("lao 13 stress", "stress", 13),
        ("lao stress 13", "stress", 13),
        ("lao 2 wounds", "wounds", 2),
        ("lao 20 damage", "damage", 20),
    ):
        before = getattr(gm.lao.health, what)
        find(gm, line)
        assert shown(gm)[0] == f"Lao Qing · {what} {value}", line
        gm.keys("Return")
        assert getattr(gm.lao.health, what) == before + value, line


def test_healing_is_shown_as_it_is_said(gm: GM) -> None:
    for line, says in (
        ("lao stress heal 5", "heal 5 stress"),
        ("heal 1 stress lao", "heal 1 stress"),
        ("heal 1 wound lao", "heal 1 wound"),
        ("heal 2 wounds lao", "heal 2 wounds"),
    ):
        find(gm, line)
        assert shown(gm)[0] == f"Lao Qing · {says}", line
        assert odds(gm) == "healing", line


def test_a_condition_or_damage_without_a_name_is_for_all_who_are_selected(gm: GM) -> None:
    gm.window.roster.view.setFocus()
    gm.window.roster.select_several(["eva", "lao", "mook"])
    gm.settles()
    find(gm, "stunned 2")
    assert (shown(gm)[0], odds(gm)) == ("3 selected · stunned 2", "condition")
    gm.keys("Return")
    assert [len(gm.character(one).conditions) for one in ("eva", "lao", "mook")] == [1, 1, 1]
    gm.keys("Ctrl+Z")
    assert [len(gm.character(one).conditions) for one in ("eva", "lao", "mook")] == [0, 0, 0], "one step"
    find(gm, "damage 3")
    assert shown(gm)[0] == "3 selected · damage 3"
    gm.keys("Return")
    assert [gm.character(one).health.damage for one in ("eva", "lao", "mook")] == [3, 3, 3]
    find(gm, "eva stunned 2")
    assert shown(gm)[0] == "Eva · stunned 2"
    gm.keys("Return")
    assert [len(gm.character(one).conditions) for one in ("eva", "lao", "mook")] == [1, 0, 0]


def test_the_list_is_as_low_as_its_rows_once_typing_pauses(gm: GM) -> None:
    find(gm, "a")
    rows = gm.window.header.finder.list
    before = rows.height()
    gm.types_over("lao guns -20 vs eva")
    assert rows.count() == 1
    gm.qtbot.waitUntil(lambda: rows.height() < before)
    assert rows.height() == rows.sizeHintForRow(0) + 2 * rows.frameWidth()


@pytest.mark.parametrize("change", ["narrower", "lower", "larger text", "smaller text"])
def test_the_list_fits_again_after_a_change_of_the_window_or_of_the_text(gm: GM, change: str) -> None:
    find(gm, "a")
    rows = gm.window.header.finder.list
    if change == "lower":
        gm.resizes(1024, gm.window.header.finder.mapTo(gm.window, gm.window.header.finder.rect().bottomLeft()).y() + 99)
    elif change == "narrower":
        gm.resizes(1024, 640)
    else:
        gm.program.text.choose(200 if change == "larger text" else 80)
    for _ in range(4):
        gm.settles()
    finder, shown_at = gm.window.header.finder, rows.geometry()
    assert gm.window.rect().contains(shown_at)
    assert shown_at.top() >= finder.mapTo(gm.window, finder.rect().bottomLeft()).y()
    whole = rows.sizeHintForRow(0) * rows.count() + 2 * rows.frameWidth()
    assert rows.height() == min(whole, gm.window.height() - EDGE - shown_at.top())
    assert rows.visualItemRect(rows.item(0)).height() == rows.sizeHintForRow(0)
    gm.program.text.choose(100)
