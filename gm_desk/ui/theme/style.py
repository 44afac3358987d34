"""A calmer version of Qt's Fusion style: flat rounded fields and buttons, thin scroll bars, hairline splitters."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionComplex,
    QStyleOptionMenuItem,
    QStyleOptionSlider,
    QStyleOptionSpinBox,
    QTableView,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from gm_desk.ui.theme.painting import FOCUSED, RADIUS, UNDER_MOUSE, framed, rounded
from gm_desk.ui.theme.theme import ThemedStyle, icon, paint_icon

PLAIN = "plain"
SCROLL_BAR = 10
SPLITTER = 5
INSET = 5
ICON_GAP = 6
"""The gap between icon and text; Fusion's four pixels are too few."""

SHOWN = Qt.TextFlag.TextShowMnemonic
ICONS = {
    QStyle.StandardPixmap.SP_LineEditClearButton: ("close", "dim"),
    QStyle.StandardPixmap.SP_MessageBoxInformation: ("about", "accent"),
    QStyle.StandardPixmap.SP_MessageBoxQuestion: ("help", "accent"),
    QStyle.StandardPixmap.SP_MessageBoxWarning: ("warning", "warning"),
    QStyle.StandardPixmap.SP_MessageBoxCritical: ("warning", "minus"),
}
ARROWS = {
    QStyle.PrimitiveElement.PE_IndicatorArrowDown: "chevron",
    QStyle.PrimitiveElement.PE_IndicatorArrowUp: "chevron-up",
    QStyle.PrimitiveElement.PE_IndicatorArrowRight: "chevron-right",
}
ICON, INDICATOR = 1.07, 0.85
METRICS = {
    QStyle.PixelMetric.PM_ScrollBarExtent: SCROLL_BAR,
    QStyle.PixelMetric.PM_SplitterWidth: SPLITTER,
    QStyle.PixelMetric.PM_ButtonIconSize: ICON,
    QStyle.PixelMetric.PM_SmallIconSize: ICON,
    QStyle.PixelMetric.PM_LineEditIconSize: ICON,
    QStyle.PixelMetric.PM_LineEditIconMargin: ICON / 4,  # as Fusion has it, which asks for the size of the icon again
    QStyle.PixelMetric.PM_DefaultFrameWidth: 1,  # as Fusion has it, and the next five; Qt asks hundreds of times
    QStyle.PixelMetric.PM_ScrollView_ScrollBarOverlap: 0,
    QStyle.PixelMetric.PM_MenuBarPanelWidth: 0,
    QStyle.PixelMetric.PM_MenuBarHMargin: 0,
    QStyle.PixelMetric.PM_MenuBarVMargin: 0,
    QStyle.PixelMetric.PM_ButtonDefaultIndicator: 0,
    QStyle.PixelMetric.PM_HeaderMargin: 5,
    QStyle.PixelMetric.PM_ScrollBarSliderMin: 26,
    QStyle.PixelMetric.PM_IndicatorWidth: INDICATOR,
    QStyle.PixelMetric.PM_IndicatorHeight: INDICATOR,
}
"""Whole numbers are pixels, others heights of the font; with the default font, an icon beside text is 16 pixels."""

LINE_EDIT, PUSH_BUTTON = QStyle.ContentsType.CT_LineEdit, QStyle.ContentsType.CT_PushButton
PANEL_BUTTON, PANEL_ROW = QStyle.PrimitiveElement.PE_PanelButtonCommand, QStyle.PrimitiveElement.PE_PanelItemViewRow
CHECK_BOX = QStyle.PrimitiveElement.PE_IndicatorCheckBox
BUTTONS = PANEL_BUTTON, CHECK_BOX, QStyle.PrimitiveElement.PE_IndicatorRadioButton
FOCUS_FRAME, SHAPED_FRAME = QStyle.PrimitiveElement.PE_FrameFocusRect, QStyle.ControlElement.CE_ShapedFrame
HANDLE, ENTRY = QStyle.ControlElement.CE_Splitter, QStyle.ControlElement.CE_MenuItem
BUTTON_LABEL = QStyle.ControlElement.CE_PushButtonLabel
SPIN_BOX, BAR = QStyle.ComplexControl.CC_SpinBox, QStyle.ComplexControl.CC_ScrollBar
FIELDS = QStyle.PrimitiveElement.PE_PanelLineEdit, QStyle.PrimitiveElement.PE_FrameLineEdit
MENUS = QStyle.PrimitiveElement.PE_PanelMenu, QStyle.PrimitiveElement.PE_PanelTipLabel
FRAMES = QStyle.PrimitiveElement.PE_Frame, QStyle.PrimitiveElement.PE_FrameMenu
"""What this style paints itself, looked up once, since looking up a member of an enumeration takes time."""
ENABLED, DOWN, ON, DEFAULT = (
    flag.value
    for flag in (
        QStyle.StateFlag.State_Enabled,
        QStyle.StateFlag.State_Sunken,
        QStyle.StateFlag.State_On,
        QStyleOptionButton.ButtonFeature.DefaultButton,
    )
)
"""Flags as numbers, which are tested faster."""
AS_THEY_ARE = {QStyle.ContentsType.CT_ScrollBar, QStyle.ContentsType.CT_Splitter, QStyle.ContentsType.CT_MenuBar}
"""What Fusion does not pad; Qt asks for their size whenever anything is laid out."""


class AppStyle(ThemedStyle):
    """The style of the application, which repaints from the theme what Fusion paints too heavily.

    Qt calls a style thousands of times for one window, so every override costs time, even one that changes nothing.
    """

    @override
    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        own = METRICS.get(metric)
        if isinstance(own, int):
            return own
        if own is None or widget is None:
            return super().pixelMetric(metric, option, widget)
        return int(widget.fontMetrics().height() * own)

    @override
    def standardIcon(
        self, kind: QStyle.StandardPixmap, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> QIcon:
        name = ICONS.get(kind)
        return icon(*name) if name else super().standardIcon(kind, option, widget)

    @override
    def sizeFromContents(
        self, kind: QStyle.ContentsType, option: QStyleOption, size: QSize, widget: QWidget | None = None
    ) -> QSize:
        if kind in AS_THEY_ARE:
            return size
        padded = super().sizeFromContents(kind, option, size, widget)  # type: ignore[arg-type]  # `widget` may be None
        if kind is LINE_EDIT and not _plain(widget):
            return padded + QSize(0, 6)
        if kind is PUSH_BUTTON:
            gap = ICON_GAP if isinstance(option, QStyleOptionButton) and not option.icon.isNull() else 0
            return padded + QSize(INSET + gap, 6)
        return padded

    @override
    def polish(self, what: QApplication | QWidget | QPalette | Qt.GlobalColor | QColor) -> None:
        """Set the text margins of line edits, once, so that text does not touch the edge of the box."""
        super().polish(what)
        if isinstance(what, QLineEdit) and not _plain(what) and what.textMargins().isNull():
            what.setTextMargins(INSET, 0, INSET, 0)

    @override
    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if element in BUTTONS:
            paint = (
                self._button if element is PANEL_BUTTON else self._check_box if element is CHECK_BOX else self._radio
            )
            paint(option, painter)
        elif element in FIELDS:
            self._field(option, painter, widget)
        elif element in MENUS:
            theme = self.theme
            rounded(painter, QRectF(option.rect), theme.panel, theme.line, 0, thick=theme.outline)
        elif element in FRAMES:
            self._frame(option, painter, widget)
        elif element is FOCUS_FRAME:
            framed(painter, QRectF(option.rect), self.theme, None, radius=4, focus=True)
        elif element in ARROWS:
            inner = QRectF(option.rect).adjusted(-1, -1, 1, 1)
            if isinstance(widget, QToolButton):  # Fusion paints it in the corner
                inner.moveCenter(QPointF(inner.center().x(), widget.height() / 2))
            paint_icon(painter, ARROWS[element], inner, self.theme.dim)
        elif element is not PANEL_ROW or not isinstance(widget, QTableView):
            # a table's delegate paints the background of its rows
            super().drawPrimitive(element, option, painter, widget)

    @override
    def drawControl(
        self, element: QStyle.ControlElement, option: QStyleOption, painter: QPainter, widget: QWidget | None = None
    ) -> None:
        if element is SHAPED_FRAME:  # of each label, and painted as in Fusion
            super().drawControl(element, option, painter, widget)
            return
        if element is HANDLE:
            painter.setPen(QPen(QColor(self.theme.line), 1))
            middle = option.rect.center()
            if option.state & QStyle.StateFlag.State_Horizontal:
                painter.drawLine(middle.x(), option.rect.top(), middle.x(), option.rect.bottom())
            else:
                painter.drawLine(option.rect.left(), middle.y(), option.rect.right(), middle.y())
            return
        if element is ENTRY and isinstance(option, QStyleOptionMenuItem):
            self._entry(option, painter, widget)
            return
        if element is BUTTON_LABEL and isinstance(option, QStyleOptionButton):
            self._label(option, painter, widget)
            return
        super().drawControl(element, option, painter, widget)

    @override
    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if control is SPIN_BOX and widget and isinstance(option, QStyleOptionSpinBox):
            self._stepper(option, painter, widget)
            return
        if control is not BAR or widget is None:
            super().drawComplexControl(control, option, painter, widget)
            return
        if isinstance(option, QStyleOptionSlider) and option.minimum == option.maximum:
            return  # nothing can be scrolled
        handle = self.subControlRect(control, option, QStyle.SubControl.SC_ScrollBarSlider, widget)
        colour = self.theme.dim if option.state & QStyle.StateFlag.State_MouseOver else self.theme.line
        rounded(painter, QRectF(handle).adjusted(2, 2, -2, -2), colour, radius=(SCROLL_BAR - 4) / 2)

    def _entry(self, option: QStyleOptionMenuItem, painter: QPainter, widget: QWidget | None) -> None:
        """Paint a menu entry: a separator as a hairline, and with a strong theme a ring around the selected entry."""
        theme = self.theme
        if option.menuItemType == QStyleOptionMenuItem.MenuItemType.Separator and not option.text:
            height = option.rect.center().y()
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(option.rect.left() + INSET, height, option.rect.right() - INSET, height)
            return
        super().drawControl(QStyle.ControlElement.CE_MenuItem, option, painter, widget)
        if theme.strong and option.state & QStyle.StateFlag.State_Selected:
            framed(painter, QRectF(option.rect), theme, None, radius=2, focus=True)

    def _label(self, option: QStyleOptionButton, painter: QPainter, widget: QWidget | None) -> None:
        """Paint the icon and text of a push button, with a wider gap than Fusion's."""
        words = QStyleOptionButton(option)
        if _default(option):
            words.palette.setColor(QPalette.ColorRole.ButtonText, QColor(self.theme.on_accent))
        if not option.icon.isNull() and option.text:
            side = option.iconSize.width()
            words.icon = QIcon()
            words.rect = option.rect.adjusted(side + ICON_GAP, 0, 0, 0)
            text = option.fontMetrics.size(SHOWN, option.text).width()
            box = QRect(words.rect.center().x() - text // 2 - ICON_GAP - side, 0, side, option.rect.height())
            enabled = option.state.value & ENABLED
            option.icon.paint(painter, box, mode=QIcon.Mode.Normal if enabled else QIcon.Mode.Disabled)
        super().drawControl(BUTTON_LABEL, words, painter, widget)

    def _frame(self, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
        """Paint a hairline around a list or menu; around a plain text field only while it has the focus."""
        focus = widget is not None and widget.hasFocus()
        if focus or not _plain(widget):
            theme = self.theme
            framed(painter, QRectF(option.rect), theme, None, theme.line, 2, focus=focus)

    def _field(self, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
        """Paint the box of a line edit; for a plain one only while it has the focus."""
        theme = self.theme
        focus = bool(option.state.value & FOCUSED)
        if (_plain(widget) and not focus) or (widget and isinstance(widget.parent(), QAbstractSpinBox)):
            return
        framed(painter, QRectF(option.rect), theme, theme.ground, theme.line, focus=focus)

    def _stepper(self, option: QStyleOptionSpinBox, painter: QPainter, widget: QWidget) -> None:
        """Paint the box of a spin box and its two arrows, dim if disabled or at the limit."""
        theme, steps = self.theme, QAbstractSpinBox.StepEnabledFlag
        able = option.stepEnabled.value if option.state.value & ENABLED else 0
        focus = bool(option.state.value & FOCUSED)
        framed(painter, QRectF(option.rect), theme, theme.ground, theme.line, focus=focus)
        parts = QStyle.SubControl  # whose members are made with the first field of this kind
        arrows = (parts.SC_SpinBoxUp, steps.StepUpEnabled, -1), (parts.SC_SpinBoxDown, steps.StepDownEnabled, 1)
        for part, step, down in arrows:
            box = QRectF(self.subControlRect(SPIN_BOX, option, part, widget))
            painter.setPen(QPen(QColor(theme.text if able & step.value else theme.line), 1.4))
            half = box.width() / 5
            x, top, tip = box.center().x(), box.center().y() - down * half / 2, box.center().y() + down * half / 2
            painter.drawPolyline([QPointF(x - half, top), QPointF(x, tip), QPointF(x + half, top)])

    def _button(self, option: QStyleOption, painter: QPainter) -> None:
        """Paint a push button: outlined, filled while pressed, checked or default."""
        theme, state, box = self.theme, option.state.value, QRectF(option.rect)
        down, hover = bool(state & (DOWN | ON)), bool(state & UNDER_MOUSE)
        on, focus = bool(state & ON), bool(state & FOCUSED)
        if _default(option):
            rounded(painter, box, theme.accent_down if down else theme.accent_over if hover else theme.accent)
            if focus:
                rounded(painter, box.adjusted(2, 2, -2, -2), None, theme.on_accent, RADIUS - 2, thick=theme.ring)
            return
        fill = theme.chosen if down else theme.raised if hover else None
        framed(painter, box, theme, fill, theme.accent if on else theme.line, focus=focus)

    def _radio(self, option: QStyleOption, painter: QPainter) -> None:
        """Paint a radio button; the selected one is filled with the accent colour."""
        theme, box = self.theme, QRectF(option.rect).adjusted(1, 1, -1, -1)
        rounded(painter, box, theme.ground, theme.dim, box.height() / 2)
        if option.state & QStyle.StateFlag.State_On:
            inner = box.adjusted(3, 3, -3, -3)
            rounded(painter, inner, theme.accent, radius=inner.height() / 2)

    def _check_box(self, option: QStyleOption, painter: QPainter) -> None:
        """Paint a check box with its tick."""
        theme, box = self.theme, QRectF(option.rect)
        on = bool(option.state & QStyle.StateFlag.State_On)
        rounded(painter, box, theme.accent if on else theme.ground, theme.accent if on else theme.dim, 3)
        if on:
            painter.setPen(QPen(QColor(theme.on_accent), 1.8))
            side = box.width()
            points = [(0.24, 0.52), (0.43, 0.72), (0.77, 0.3)]
            painter.drawPolyline([box.topLeft() + QPointF(x * side, y * side) for x, y in points])


class UnanimatedStyle(AppStyle):
    """The style without animations: a class of its own, because Qt asks for style hints very often."""

    @override
    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returnData: QStyleHintReturn | None = None,
    ) -> int:
        if hint == QStyle.StyleHint.SH_Widget_Animation_Duration:
            return 0
        return super().styleHint(hint, option, widget, returnData)


def _default(option: QStyleOption) -> bool:
    """Return whether a button is the enabled default button."""
    marked = isinstance(option, QStyleOptionButton) and option.features.value & DEFAULT
    return bool(marked and option.state.value & ENABLED)


def _plain(widget: QWidget | None) -> bool:
    """Return whether a field looks like text until it is clicked."""
    return widget is not None and bool(widget.property(PLAIN))
