"""The mark and the title never say that everything is saved when it is not."""

from collections.abc import Iterator
from contextlib import contextmanager

from gm_desk.ui.theme.theme import current_theme
from ui_makers import GM, colours


@contextmanager
def unplugged(gm: GM) -> Iterator[None]:
    """Let the folder of the roster be gone, and try to save a change."""
    folder = gm.program.session.path.parent
    away = folder.with_name("unplugged")
    folder.rename(away)
    gm.keys("Ctrl+D", "Esc")
    gm.program.session.save()
    yield
    away.rename(folder)
    gm.program.session.save()


def says(gm: GM) -> tuple[bool, bool]:
    """Return whether the header says that not everything is saved, and whether the title bears the system's mark."""
    return gm.window.header.unsaved.isVisible(), "[*]" in gm.window.windowTitle() and gm.window.isWindowModified()


def test_what_is_not_saved_is_marked_in_header_and_title_until_it_is(gm: GM) -> None:
    assert says(gm) == (False, False)
    with unplugged(gm):
        assert says(gm) == (True, True)
        assert current_theme().trouble in colours(gm.window.header.unsaved)
        assert gm.window.header.unsaved.accessibleName() == "Not saved"
    assert says(gm) == (False, False)


def test_the_mark_stays_when_the_trouble_is_put_away_and_the_trouble_stays_away(gm: GM) -> None:
    with unplugged(gm):
        gm.window.trouble.close_button.click()
        gm.program.session.save()
        assert gm.trouble() == ""
        assert says(gm) == (True, True)
    with unplugged(gm):
        assert "the folder is gone" in gm.trouble(), "it was over in between"


def test_under_the_veil_the_title_says_nothing(gm: GM) -> None:
    with unplugged(gm):
        gm.does("window.toggle_veil")
        assert gm.window.windowTitle() == "GM Desk[*]"
        gm.does("window.toggle_veil")
        assert gm.window.windowTitle().startswith("Mars[*]")


def test_a_trouble_that_leaves_nothing_unsaved_is_no_mark(gm: GM) -> None:
    gm.window.header.unsaved.follow("file", "Torn.")
    assert not gm.window.header.unsaved.isVisible()
    for source in ("log", "state"):
        gm.window.header.unsaved.follow(source, "Full.")
    gm.window.header.unsaved.follow("log", "")
    assert gm.window.header.unsaved.isVisible()
    gm.window.header.unsaved.follow("state", "")
    assert not gm.window.header.unsaved.isVisible()
