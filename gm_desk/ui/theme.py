"""The colours of GM Desk, each with a name, in a dark and a light theme.

Every pair in `PAIRS` is text on a background and must reach a contrast of 4.5 : 1.
"""

from msgspec import Struct
from PySide6.QtGui import QColor, QPalette

from gm_desk.core.rules.outcomes import Grade


class Shade(Struct, frozen=True):
    """Hold the colours of one verdict: a solid fill with its text, and a quiet pill with its text."""

    fill: str
    on_fill: str
    pill: str
    on_pill: str


class Theme(Struct, frozen=True):
    """Hold the named colours of one theme."""

    dark: bool
    ground: str
    panel: str
    raised: str
    line: str
    text: str
    dim: str
    accent: str
    on_accent: str
    chosen: str
    chosen_line: str
    plus: str
    minus: str
    warning: str
    trouble: str
    on_trouble: str
    damage: str
    stress: str
    fatigue: str
    well: str
    hurt: str
    bad: str
    shades: dict[Grade, Shade]


PAIRS = (
    *((name, ground) for name in ("text", "dim", "plus", "minus") for ground in ("ground", "panel", "raised")),
    ("text", "chosen"),
    ("dim", "chosen"),
    ("accent", "ground"),
    ("accent", "panel"),
    ("on_accent", "accent"),
    ("warning", "panel"),
    ("warning", "raised"),
    ("on_trouble", "trouble"),
)

_DARK_INK, _LIGHT_INK = "#14171c", "#ffffff"

DARK = Theme(
    dark=True,
    ground="#14171c",
    panel="#1a1e25",
    raised="#222833",
    line="#2c3440",
    text="#e8ebf0",
    dim="#9ca6b5",
    accent="#4cc2b5",
    on_accent="#0b1a18",
    chosen="#23403f",
    chosen_line="#2f7d74",
    plus="#9ccf83",
    minus="#ff8089",
    warning="#e3c341",
    trouble="#50252c",
    on_trouble="#ffc2c7",
    damage="#b4555d",
    stress="#7460ad",
    fatigue="#b58a3c",
    well="#7fb069",
    hurt="#d9a24f",
    bad="#d9694f",
    shades={
        Grade.CRITICAL_SUCCESS: Shade("#e3c341", _DARK_INK, "#4a4120", "#f0d567"),
        Grade.SUPERIOR_SUCCESS_X2: Shade("#2f9a8f", _DARK_INK, "#1d4440", "#86e3d8"),
        Grade.SUPERIOR_SUCCESS: Shade("#4cc2b5", _DARK_INK, "#1d4440", "#86e3d8"),
        Grade.EXCELLENT_SUCCESS: Shade("#4cc2b5", _DARK_INK, "#1d4440", "#86e3d8"),
        Grade.SUCCESS: Shade("#7fb069", _DARK_INK, "#2a3d24", "#aedb96"),
        Grade.FAILURE: Shade("#c97b84", _DARK_INK, "#40282c", "#eaa2aa"),
        Grade.SUPERIOR_FAILURE: Shade("#d9694f", _DARK_INK, "#4a2b26", "#f5ab97"),
        Grade.SEVERE_FAILURE: Shade("#d9694f", _DARK_INK, "#4a2b26", "#f5ab97"),
        Grade.SUPERIOR_FAILURE_X2: Shade("#b9482f", _LIGHT_INK, "#4a2b26", "#f5ab97"),
        Grade.CRITICAL_FAILURE: Shade("#ff5f6d", _DARK_INK, "#50252c", "#ff9aa3"),
    },
)

LIGHT = Theme(
    dark=False,
    ground="#ffffff",
    panel="#f4f6f8",
    raised="#e8ecf0",
    line="#cfd6de",
    text="#1a2029",
    dim="#525c69",
    accent="#0e746a",
    on_accent="#ffffff",
    chosen="#d2ebe7",
    chosen_line="#5fa8a0",
    plus="#2f6a18",
    minus="#b3202f",
    warning="#7a5b00",
    trouble="#fbdcdf",
    on_trouble="#7d1320",
    damage="#b3404b",
    stress="#6a4fb0",
    fatigue="#96691b",
    well="#4f8f3a",
    hurt="#b57a12",
    bad="#c2492b",
    shades={
        Grade.CRITICAL_SUCCESS: Shade("#e3c341", _DARK_INK, "#f6ebbd", "#624a00"),
        Grade.SUPERIOR_SUCCESS_X2: Shade("#1c7f75", _LIGHT_INK, "#c9ebe6", "#0a564e"),
        Grade.SUPERIOR_SUCCESS: Shade("#4cc2b5", _DARK_INK, "#c9ebe6", "#0a564e"),
        Grade.EXCELLENT_SUCCESS: Shade("#4cc2b5", _DARK_INK, "#c9ebe6", "#0a564e"),
        Grade.SUCCESS: Shade("#8fc078", _DARK_INK, "#ddeed4", "#2b5b17"),
        Grade.FAILURE: Shade("#dd97a0", _DARK_INK, "#f8dfe2", "#8a2b37"),
        Grade.SUPERIOR_FAILURE: Shade("#e07a60", _DARK_INK, "#fbdfd6", "#8f3016"),
        Grade.SEVERE_FAILURE: Shade("#e07a60", _DARK_INK, "#fbdfd6", "#8f3016"),
        Grade.SUPERIOR_FAILURE_X2: Shade("#b9482f", _LIGHT_INK, "#fbdfd6", "#8f3016"),
        Grade.CRITICAL_FAILURE: Shade("#c5283a", _LIGHT_INK, "#fbd5d9", "#92101f"),
    },
)


def palette_of(theme: Theme) -> QPalette:
    """Give Qt's palette for a theme."""
    palette = QPalette()
    role = QPalette.ColorRole
    for roles, colour in (
        ((role.Window, role.Button, role.ToolTipBase), theme.panel),
        ((role.Base,), theme.ground),
        ((role.AlternateBase, role.Midlight), theme.raised),
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText, role.HighlightedText), theme.text),
        ((role.BrightText,), theme.warning),
        ((role.PlaceholderText,), theme.dim),
        ((role.Mid, role.Dark, role.Light), theme.line),
        ((role.Highlight,), theme.chosen),
        ((role.Accent, role.Link, role.LinkVisited), theme.accent),
        ((role.Shadow,), theme.ground),
    ):
        for each in roles:
            palette.setColor(each, QColor(colour))
    disabled = QPalette.ColorGroup.Disabled
    for each in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(disabled, each, QColor(theme.dim))
    return palette


def luminance(colour: str) -> float:
    """Give the relative luminance of a colour, 0 to 1 (WCAG 2)."""
    made = QColor(colour)
    red, green, blue = (_linear(part) for part in (made.redF(), made.greenF(), made.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Give the contrast of two colours, 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


SRGB_KNEE = 0.04045


def _linear(part: float) -> float:
    """Take the gamma out of one part of a colour (sRGB)."""
    return part / 12.92 if part <= SRGB_KNEE else float(((part + 0.055) / 1.055) ** 2.4)
