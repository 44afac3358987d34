"""The themes of the program, and the contrast of their colours."""

from PySide6.QtGui import QColor

from gm_desk.ui.theme.theme import theme_named

DARK, LIGHT, CONTRAST = (theme_named(name) for name in ("dark", "light", "contrast"))


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2)."""
    made = QColor(colour)
    red, green, blue = (_linear(part) for part in (made.redF(), made.greenF(), made.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


SRGB_KNEE = 0.04045


def _linear(part: float) -> float:
    """Return the linear value of a gamma-encoded colour component (sRGB)."""
    return part / 12.92 if part <= SRGB_KNEE else float(((part + 0.055) / 1.055) ** 2.4)
