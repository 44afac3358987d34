"""The named colours of GM Desk, its icons rendered in them, text sizes and distances.

Themes are files in `resources/themes`, and the style has the current one. `PAIRS` and `MARKS` list which colours are
painted on which, by the contrast that they need.
"""

from msgspec import Struct
from msgspec.json import decode
from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QIcon,
    QIconEngine,
    QPainter,
    QPaintEvent,
    QPalette,
    QPixmap,
    QPixmapCache,
)
from PySide6.QtWidgets import QApplication, QProxyStyle, QWidget
from typing_extensions import override

from gm_desk.core.rules.outcomes import Grade
from gm_desk.store.shipped import resource


class Shade(Struct, frozen=True):
    """The colours of one grade of result: fill and text of a solid box, and of a quiet pill."""

    fill: str
    on_fill: str
    pill: str
    on_pill: str


class Theme(Struct, frozen=True, forbid_unknown_fields=True):
    """The named colours of a theme, and the widths of its outlines and focus ring in pixels."""

    dark: bool
    outline: float
    ring: float
    ground: str
    panel: str
    raised: str
    line: str
    text: str
    dim: str
    disabled: str
    accent: str
    accent_over: str
    accent_down: str
    on_accent: str
    focus: str
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
    groove: str
    seam: str
    shades: dict[Grade, Shade]

    @property
    def strong(self) -> bool:
        """Whether boxes that usually differ only by their background also get an outline."""
        return self.outline > 1


_GROUNDS = ("ground", "panel", "raised", "chosen")

PAIRS = (
    *((name, ground) for name in ("text", "dim", "accent", "minus", "warning") for ground in _GROUNDS),
    *(("plus", ground) for ground in ("ground", "panel", "raised")),
    *(("on_accent", ground) for ground in ("accent", "accent_over", "accent_down")),
    *(("on_trouble", ground) for ground in ("trouble", "raised", "chosen")),
)
"""Text and backgrounds, with a contrast of at least 4.5 : 1."""

MARKS = (
    *(("focus", ground) for ground in _GROUNDS),
    *((bar, "groove") for bar in ("well", "hurt", "bad", "damage", "stress", "fatigue", "plus", "minus", "dim")),
    *(("chosen_line", ground) for ground in ("ground", "panel")),
)
"""Coloured shapes and their backgrounds, with a contrast of at least 3 : 1."""


def theme_named(name: str) -> Theme:
    """Return a theme of `resources/themes`: dark, light or contrast."""
    return decode(resource(f"themes/{name}.json").read_bytes(), type=Theme)


MOST_TEXTS, MOST_FONTS = 2_000, 100
"""Maximum numbers of widths and of elided texts that are kept for a font, and of fonts."""


class FontTexts:
    """Fonts scaled from one font, the widths of texts in it, and texts elided to a width, each worked out once.

    Most texts are painted often.
    """

    def __init__(self, font: QFont) -> None:
        """Begin without texts."""
        self._font = font
        self._metrics = QFontMetricsF(font)
        self._scaled: dict[tuple[float, bool], QFont] = {}
        self._widths: dict[str, float] = {}
        self._elided: dict[tuple[str, float, Qt.TextElideMode], str] = {}

    def scaled(self, factor: float, *, bold: bool) -> QFont:
        """Return a copy of the font, scaled in points, which may be changed further."""
        found = self._scaled.get((factor, bold))
        if found is None:
            if len(self._scaled) >= MOST_FONTS:
                self._scaled.clear()
            found = self._scaled[factor, bold] = QFont(self._font)
            found.setPointSizeF(self._font.pointSizeF() * factor)
            found.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return QFont(found)

    def width(self, text: str) -> float:
        """Return the width of one line of text."""
        found = self._widths.get(text)
        if found is None:
            if len(self._widths) >= MOST_TEXTS:
                self._widths.clear()
            found = self._widths[text] = self._metrics.horizontalAdvance(text)
        return found

    def elided(self, text: str, elide: Qt.TextElideMode, width: float) -> str:
        """Return a text, elided if it is wider than `width`."""
        found = self._elided.get((text, width, elide))
        if found is None:
            if len(self._elided) >= MOST_TEXTS:
                self._elided.clear()
            found = self._elided[text, width, elide] = self._metrics.elidedText(text, elide, width)
        return found


class MeasuredTexts:
    """What has been measured, by font; it stays right, since equal fonts have equal widths."""

    def __init__(self) -> None:
        """Begin without fonts."""
        self._fonts: dict[QFont, FontTexts] = {}

    def of(self, font: QFont) -> FontTexts:
        """Return what has been measured in a font."""
        found = self._fonts.get(font)
        if found is None:
            if len(self._fonts) >= MOST_FONTS:
                self._fonts.clear()
            copy = QFont(font)  # the font given may be part of an object of Qt, and go or change with it
            found = self._fonts[copy] = FontTexts(copy)
        return found


class ThemedStyle(QProxyStyle):
    """A Fusion style with a theme, from which everything is painted, and the texts measured for that."""

    def __init__(self, theme: Theme) -> None:
        """Create the style; to change `theme` later, also set the application's palette."""
        super().__init__("Fusion")
        self.theme = theme
        self.texts = MeasuredTexts()


def current_theme() -> Theme:
    """Return the theme of the application's style, or for another style the one closest to its palette."""
    style = QApplication.style()
    if isinstance(style, ThemedStyle):
        return style.theme
    ground = QApplication.palette().window().color()
    return theme_named("dark" if ground.lightness() < MIDDLE else "light")


def measured(font: QFont) -> FontTexts:
    """Return what the application's style has measured in a font; another style keeps nothing."""
    style = QApplication.style()
    return (style.texts if isinstance(style, ThemedStyle) else MeasuredTexts()).of(font)


MIDDLE = 128
"""The lightness from which a background counts as light."""


def palette_of(theme: Theme) -> QPalette:
    """Return the Qt palette of a theme."""
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
        palette.setColor(disabled, each, QColor(theme.disabled))
    return palette


TINY, SMALL, COMPACT, BODY = 0.82, 0.86, 0.94, 1.0
LEAD, TITLE, FIGURE, NAME, BANNER, TARGET = 1.05, 1.2, 1.4, 1.55, 2.2, 3.0
"""Text sizes, as factors of the window's font, with which they scale."""

HALF, TIGHT, GAP, WIDE, EDGE, PANE = 2, 4, 8, 12, 16, 20
"""Distances in pixels, on a grid of four; `HALF` separates closely related lines."""

FIGURES = "tnum"


def with_figures_of_one_width(font: QFont) -> QFont:
    """Return the font with tabular figures, if it has them."""
    made = QFont(font)
    made.setFeature(QFont.Tag(FIGURES), 1)
    return made


PROGRAM = "gm-desk"
PROGRAM_SIZES = (16, 24, 32, 48, 64, 128)


def icon(name: str, ink: str = "text") -> QIcon:
    """Return an icon of `resources/icons` in a named colour of the theme, which follows changes of theme."""
    return QIcon(_Engine(name, ink))


def program_icon() -> QIcon:
    """Return the program's icon in the sizes that window systems need."""
    made = QIcon()
    for size in PROGRAM_SIZES:
        made.addPixmap(picture(PROGRAM, "", size))
    return made


def paint_icon(painter: QPainter, name: str, box: QRectF, colour: str) -> None:
    """Paint an icon centred in a box, as large as fits, in a colour."""
    device = painter.device()
    sharp = device.devicePixelRatioF() if device is not None else 1.0
    side = min(box.width(), box.height())
    drawn = picture(name, colour, round(side * sharp))
    drawn.setDevicePixelRatio(sharp)
    width = drawn.width() / sharp
    left, top = box.center().x() - width / 2, box.center().y() - width / 2
    painter.drawPixmap(QRectF(round(left), round(top), width, width), drawn, QRectF(drawn.rect()))


def picture(name: str, colour: str, pixels: int) -> QPixmap:
    """Return an icon rendered as a square of the given size, from the pixmap cache if possible."""
    key = f"{name} {colour} {pixels}"
    known = QPixmap()
    if QPixmapCache.find(key, known):
        return QPixmap(known)
    drawn = _render(name, colour, pixels)
    QPixmapCache.insert(key, drawn)
    return QPixmap(drawn)


def _render(name: str, colour: str, pixels: int) -> QPixmap:
    from PySide6.QtSvg import QSvgRenderer

    drawing = resource(f"icons/{name}.svg").read_bytes().replace(b"currentColor", colour.encode())
    made = QPixmap(pixels, pixels)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    QSvgRenderer(drawing).render(painter)
    painter.end()
    return made


class IconLabel(QWidget):
    """An icon that goes with a text, in the text colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create the label without an icon."""
        super().__init__(parent)
        self._name = ""
        side = self.fontMetrics().height()
        self.setFixedSize(side, side)

    def show_icon(self, name: str) -> None:
        """Set the icon."""
        self._name = name
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._name:
            paint_icon(QPainter(self), self._name, QRectF(self.rect()), self.palette().windowText().color().name())


class _Engine(QIconEngine):
    """An icon engine that draws an icon at any size, in a named colour of the current theme."""

    def __init__(self, name: str, ink: str) -> None:
        super().__init__()
        self._name = name
        self._ink = ink

    @override
    def clone(self) -> QIconEngine:
        return _Engine(self._name, self._ink)

    @override
    def isNull(self) -> bool:
        return False

    @override
    def key(self) -> str:
        return f"gm-desk {self._name}"

    @override
    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        paint_icon(painter, self._name, QRectF(rect), self._colour(mode))

    @override
    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    @override
    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        drawn = picture(self._name, self._colour(mode), round(min(size.width(), size.height()) * scale))
        drawn.setDevicePixelRatio(scale)
        return drawn

    def _colour(self, mode: QIcon.Mode) -> str:
        ink = "disabled" if mode == QIcon.Mode.Disabled else self._ink
        colour: str = getattr(current_theme(), ink)
        return colour
