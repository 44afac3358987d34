import re
from pathlib import Path

import pytest
from PySide6.QtGui import QPalette

import gm_desk
from gm_desk.core.rules.outcomes import Grade
from gm_desk.ui.theme.theme import MARKS, PAIRS, Theme, palette_of
from themes import CONTRAST, DARK, LIGHT, contrast, luminance

READABLE, FOUND, ENHANCED = 4.5, 3.0, 7.0
PACKAGE = Path(gm_desk.__file__).parent
UNPAIRED = {"dark", "outline", "ring", "strong", "line", "seam", "shades"}
"""What is no colour, hairlines that tell nothing by themselves, and what has a test of its own."""

DISABLED_PAIRS = tuple(("disabled", ground) for ground in ("ground", "panel", "raised"))
"""Disabled text and backgrounds, with a contrast of about 3 : 1: readable, but visibly different from enabled text."""

each = pytest.mark.parametrize("theme", [DARK, LIGHT, CONTRAST], ids=["dark", "light", "contrast"])


@each
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_every_text_can_be_read_on_its_ground(theme: Theme, text: str, ground: str) -> None:
    assert contrast(getattr(theme, text), getattr(theme, ground)) >= READABLE


@each
@pytest.mark.parametrize(("text", "ground"), DISABLED_PAIRS)
def test_what_cannot_be_used_can_still_be_found(theme: Theme, text: str, ground: str) -> None:
    assert contrast(getattr(theme, text), getattr(theme, ground)) >= FOUND


@each
@pytest.mark.parametrize(("mark", "ground"), MARKS)
def test_every_mark_stands_out_from_what_is_beside_it(theme: Theme, mark: str, ground: str) -> None:
    assert contrast(getattr(theme, mark), getattr(theme, ground)) >= FOUND


@each
@pytest.mark.parametrize("grade", Grade)
def test_every_verdict_can_be_read_on_its_fill_and_its_pill(theme: Theme, grade: Grade) -> None:
    shade = theme.shades[grade]
    assert contrast(shade.on_fill, shade.fill) >= READABLE
    assert contrast(shade.on_pill, shade.pill) >= READABLE


@each
@pytest.mark.parametrize("grade", Grade)
def test_a_seam_parts_every_grade_of_a_strip_from_the_next(theme: Theme, grade: Grade) -> None:
    assert contrast(theme.shades[grade].fill, theme.seam) >= FOUND


def test_every_colour_that_the_program_paints_with_is_checked_against_another() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (PACKAGE / "ui").glob("*.py"))
    painted = set(re.findall(r"\btheme\.([a-z_]+)\b", sources))
    checked = {name for pair in (*PAIRS, *DISABLED_PAIRS, *MARKS) for name in pair}
    assert painted <= checked | UNPAIRED
    assert set(Theme.__struct_fields__) == checked | UNPAIRED - {"strong"}


def test_high_contrast_is_true_black_and_white_with_strong_lines_and_an_unmistakable_focus() -> None:
    assert (CONTRAST.ground, CONTRAST.panel, CONTRAST.text) == ("#000000", "#000000", "#ffffff")
    assert CONTRAST.strong
    assert CONTRAST.ring > 2 * DARK.outline
    assert contrast(CONTRAST.line, CONTRAST.ground) >= FOUND
    for text, ground in PAIRS:
        assert contrast(getattr(CONTRAST, text), getattr(CONTRAST, ground)) >= ENHANCED


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#ffffff") == 1
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@each
def test_a_theme_knows_whether_it_is_dark(theme: Theme) -> None:
    assert theme.dark == (luminance(theme.text) > luminance(theme.ground))


@each
def test_the_palette_takes_its_colours_from_the_theme(theme: Theme) -> None:
    palette, role = palette_of(theme), QPalette.ColorRole
    assert palette.color(role.Window).name() == theme.panel
    assert palette.color(role.Base).name() == theme.ground
    assert palette.color(role.Text).name() == theme.text
    assert palette.color(role.Accent).name() == theme.accent
    assert palette.color(QPalette.ColorGroup.Disabled, role.ButtonText).name() == theme.disabled


@each
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
