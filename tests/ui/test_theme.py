import pytest
from PySide6.QtGui import QPalette

from gm_desk.core.rules.outcomes import Grade
from gm_desk.ui.theme import DARK, LIGHT, PAIRS, Theme, contrast, luminance, palette_of

READABLE = 4.5

both = pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])


@both
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_every_text_can_be_read_on_its_ground(theme: Theme, text: str, ground: str) -> None:
    assert contrast(getattr(theme, text), getattr(theme, ground)) >= READABLE


@both
@pytest.mark.parametrize("grade", Grade)
def test_every_verdict_can_be_read_on_its_fill_and_its_pill(theme: Theme, grade: Grade) -> None:
    shade = theme.shades[grade]
    assert contrast(shade.on_fill, shade.fill) >= READABLE
    assert contrast(shade.on_pill, shade.pill) >= READABLE


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#ffffff") == 1
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@both
def test_a_theme_knows_whether_it_is_dark(theme: Theme) -> None:
    assert theme.dark == (luminance(theme.text) > luminance(theme.ground))


@both
def test_the_palette_takes_its_colours_from_the_theme(theme: Theme) -> None:
    palette, role = palette_of(theme), QPalette.ColorRole
    assert palette.color(role.Window).name() == theme.panel
    assert palette.color(role.Base).name() == theme.ground
    assert palette.color(role.Text).name() == theme.text
    assert palette.color(role.Accent).name() == theme.accent
    assert palette.color(QPalette.ColorGroup.Disabled, role.ButtonText).name() == theme.dim


@both
def test_the_palettes_own_pairs_can_be_read(theme: Theme) -> None:
    palette, role = palette_of(theme), QPalette.ColorRole
    for text, ground in (
        (role.WindowText, role.Window),
        (role.Text, role.Base),
        (role.ButtonText, role.Button),
        (role.ToolTipText, role.ToolTipBase),
        (role.HighlightedText, role.Highlight),
        (role.PlaceholderText, role.Base),
        (role.Link, role.Base),
        (role.BrightText, role.Window),
    ):
        assert contrast(palette.color(text).name(), palette.color(ground).name()) >= READABLE
