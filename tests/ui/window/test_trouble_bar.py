"""The trouble bar shows problems prominently and notices quietly, both as plain text."""

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QPushButton

from gm_desk.ui.theme.theme import current_theme, theme_named
from ui_makers import GM


def ground(gm: GM) -> str:
    return gm.window.trouble.palette().color(QPalette.ColorRole.Window).name()


CHOICE = "news"


def test_a_notice_with_a_choice_is_quiet_until_there_is_trouble_too(gm: GM) -> None:
    bar, theme = gm.window.trouble, current_theme()
    bar.show_notice("Done.", CHOICE)
    assert (gm.trouble(), ground(gm), bar.says.accessibleName()) == ("Done.", theme.raised, "Notice: Done.")
    bar.show_trouble("file", "Torn.")
    assert (gm.trouble(), ground(gm), bar.says.accessibleName()) == (
        "Torn.\nDone.",
        theme.trouble,
        "Problem: Torn.\nDone.",
    )
    bar.show_trouble("file", "")
    assert (gm.trouble(), ground(gm)) == ("Done.", theme.raised)


def test_the_next_notice_takes_its_place_and_an_empty_one_ends_it(gm: GM) -> None:
    bar = gm.window.trouble
    bar.show_notice("One.", CHOICE)
    bar.show_notice("Two.", CHOICE)
    assert gm.trouble() == "Two."
    bar.show_notice("")
    assert not bar.isVisible()


def test_what_is_put_away_does_not_come_back_with_the_next_trouble(gm: GM) -> None:
    bar = gm.window.trouble
    bar.show_notice("Done.", CHOICE)
    bar.show_trouble("file", "Torn.")
    gm.click(bar.close_button)
    assert gm.trouble() == ""
    bar.show_trouble("log", "Full.")
    assert gm.trouble() == "Full."


def test_a_notice_follows_the_theme(gm: GM) -> None:
    gm.window.trouble.show_notice("Done.", CHOICE)
    for theme in ("light", "dark"):
        gm.does(f"window.use_{theme}_theme")
        assert ground(gm) == theme_named(theme).raised == current_theme().raised


def test_what_can_be_done_about_a_trouble_is_offered_for_as_long_as_it_lasts(gm: GM) -> None:
    bar = gm.window.trouble
    done: list[str] = []
    bar.offer("file", "Save a copy", lambda: done.append("saved"))
    (button,) = (one for one in bar.findChildren(QPushButton) if one.text() == "Save a copy")
    bar.show_trouble("log", "Full.")
    assert not button.isVisible()
    bar.show_trouble("file", "Torn.")
    gm.click(button)
    assert done == ["saved"]
    bar.show_trouble("file", "")
    assert not button.isVisible()


def test_a_refusal_that_was_put_away_is_said_again(gm: GM) -> None:
    bar = gm.window.trouble
    bar.show_trouble("edit", "No.")
    bar.close_button.click()
    bar.show_trouble("edit", "No.")
    assert gm.trouble() == "No."


def test_what_is_tried_again_and_again_stays_away_until_something_else_is_wrong(gm: GM) -> None:
    bar = gm.window.trouble
    bar.show_trouble("roster", "Full.")
    bar.close_button.click()
    bar.show_trouble("roster", "Full.")
    assert gm.trouble() == ""
    bar.show_trouble("roster", "Gone.")
    assert gm.trouble() == "Gone."


def test_where_a_button_goes_that_had_the_focus_the_roster_has_it(gm: GM) -> None:
    bar = gm.window.trouble
    bar.offer("file", "Mend it", lambda: bar.show_trouble("file", ""))
    bar.show_trouble("file", "Torn.")
    (button,) = (one for one in bar.findChildren(QPushButton) if one.text() == "Mend it")
    button.setFocus()
    gm.keys("Space")
    assert gm.focused() is gm.window.roster.view
