"""Lists of choices that open below a button, filtered by typing; and a field for a group, known or new."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QPoint,
    QSize,
    QStringListModel,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QWindow,
)
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.model.item_models import Index, Role
from gm_desk.ui.theme.style import SCROLL_BAR
from gm_desk.ui.theme.theme import TIGHT, current_theme
from gm_desk.ui.widgets.text_input import LineEdit, is_enter

Choices = Sequence[tuple[str, object]]
MOST_ROWS, MOST_MEASURED = 12, 100
ROW = 1.5
"""The height of a row in a list, in heights of the font."""


class ChoiceDelegate(QStyledItemDelegate):
    """A delegate whose rows are high enough to be hit with ease."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(super().sizeHint(option, index).width(), int(option.fontMetrics.height() * ROW))


class ValueDelegate(ChoiceDelegate):
    """A delegate that paints a name and, at the right, a value in the colour of its sign."""

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        value, theme = str(index.data(Role.NUMBER) or ""), current_theme()
        room = QStyleOptionViewItem(option)
        width = option.fontMetrics.horizontalAdvance(value)
        super().paint(painter, room, index)
        painter.save()
        colour = theme.minus if value.startswith(TRUE_MINUS) else theme.plus if value.startswith("+") else theme.dim
        painter.setPen(QColor(colour))
        painter.setFont(option.font)
        box = option.rect.adjusted(0, 0, -TIGHT, 0)
        painter.drawText(box.adjusted(box.width() - width - 1, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, value)
        painter.restore()

    @override
    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Elide the name before the value."""
        super().initStyleOption(option, index)
        metrics = option.fontMetrics
        room = option.rect.width() - metrics.horizontalAdvance(str(index.data(Role.NUMBER) or "") + "MMM")
        option.text = metrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, room)


class PopupList(QFrame):
    """A popup with a filter field and a list of matches; subclasses define the matches and the effect of choosing."""

    least_width = 14
    """In heights of the font."""

    def __init__(self, parent: QWidget, model: QAbstractItemModel) -> None:
        """Create the list of a model."""
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)
        self._double_click_timer = QTimer(self, interval=QApplication.doubleClickInterval(), singleShot=True)
        self.filter = _Filter(self)
        self.filter.setPlaceholderText("Type to find")
        self.filter.setAccessibleName("Type to find")
        self.view = QListView()
        self.view.setModel(model)
        self.view.setItemDelegate(ChoiceDelegate(self.view))
        self.view.setUniformItemSizes(True)
        self.view.setMinimumHeight(1)  # else Qt keeps room for several rows
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setAccessibleName("Choices")
        column = QVBoxLayout(self)
        column.setContentsMargins(TIGHT, TIGHT, TIGHT, TIGHT)
        column.setSpacing(TIGHT)
        column.addWidget(self.filter)
        column.addWidget(self.view)
        self.filter.textChanged.connect(self.look_for)
        self.filter.returnPressed.connect(self.pick)
        self.filter.stepped.connect(self.step)
        self.view.clicked.connect(self.pick)

    def open_under(self, button: QWidget) -> None:
        """Show the list below a button, or above it if there is no room below."""
        em = self.fontMetrics().height()
        rows = min(MOST_ROWS, max(1, self.view.model().rowCount())) * int(self.view.fontMetrics().height() * ROW)
        wide = min(self._width_of_texts(), button.window().width() // 2)
        tall = self.filter.sizeHint().height() + rows + 2 * self.view.frameWidth() + 3 * TIGHT
        size = QSize(max(button.width(), em * self.least_width, wide), tall)
        place = button.mapToGlobal(QPoint(0, button.height() + 2))
        room = button.screen().availableGeometry()
        if place.y() + size.height() > room.bottom():
            place.setY(max(room.top(), place.y() - button.height() - 4 - size.height()))
        place.setX(max(room.left(), min(place.x(), room.right() - size.width())))
        self.setGeometry(place.x(), place.y(), size.width(), size.height())
        self.show()
        self._double_click_timer.start()
        self.filter.setFocus(Qt.FocusReason.PopupFocusReason)

    def _width_of_texts(self) -> int:
        """Return the width at which the first rows are shown in full."""
        model, metrics = self.view.model(), self.view.fontMetrics()
        rows = [model.index(row, 0) for row in range(min(MOST_MEASURED, model.rowCount()))]
        texts = (f"{row.data()}{f'MMM{row.data(Role.NUMBER)}' if row.data(Role.NUMBER) else ''}" for row in rows)
        return max(map(metrics.horizontalAdvance, texts), default=0) + SCROLL_BAR + 4 * TIGHT

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Close on a click outside, which then counts where it was made, but not on the button that opened the list.

        The second click of a double click that opened the list is ignored.
        """
        inside = self.rect().contains(event.position().toPoint())
        if inside or not self._double_click_timer.isActive():
            super().mousePressEvent(event)
            if not inside:
                self._press_below(event)

    def _press_below(self, event: QMouseEvent) -> None:
        """Press the mouse button on what was below the list that has been closed."""
        place = event.globalPosition()
        below = QApplication.widgetAt(place.toPoint())
        window = below.window().windowHandle() if below is not None else None
        if below is None or window is None or below is self.parentWidget():
            return
        inner = below.window().mapFromGlobal(place)
        again = QMouseEvent(event.type(), inner, place, event.button(), event.buttons(), event.modifiers())
        QTimer.singleShot(0, window, partial(_press_again, window, again))

    def look_for(self, typed: str) -> None:
        """List the matches of typed text."""
        raise NotImplementedError

    def step(self, step: int) -> None:
        """Move up or down by a number of rows."""
        row = self.view.currentIndex().row() + step
        if 0 <= row < self.view.model().rowCount():
            self.view.setCurrentIndex(self.view.model().index(row, 0))

    def pick(self, index: Any = None) -> None:
        """Choose the current row."""
        raise NotImplementedError


def _press_again(window: QWindow, press: QMouseEvent) -> None:
    """Press a mouse button on a window; it is released, too, if that has happened before, as in a quick click."""
    released = not QGuiApplication.mouseButtons() & press.button()
    QCoreApplication.sendEvent(window, press)
    if released:
        kind, none = QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton
        place = press.position(), press.globalPosition()
        QCoreApplication.sendEvent(window, QMouseEvent(kind, *place, press.button(), none, press.modifiers()))


class ChoiceList(PopupList):
    """A popup with the choices that contain each typed word."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget, choices: Choices, more: Callable[[str], Choices]) -> None:
        """Create the list; `more` returns more choices for typed text."""
        self._more_choices = more
        self.left: Callable[[], Choices] | None = None
        self._choices = list(choices)
        self._shown = self._choices
        self._model = QStringListModel([text for text, _ in self._choices])
        super().__init__(parent, self._model)
        self._model.setParent(self)
        self.view.setCurrentIndex(self._model.index(0))

    @override
    def look_for(self, typed: str) -> None:
        words = typed.casefold().split()
        self._shown = [choice for choice in self._choices if all(word in choice[0].casefold() for word in words)]
        self._shown += self._more_choices(typed)
        self._model.setStringList([text for text, _ in self._shown])
        self.view.setCurrentIndex(self._model.index(0))

    @override
    def pick(self, index: Any = None) -> None:
        row = self.view.currentIndex().row()
        if 0 <= row < len(self._shown):
            choice, stays = self._shown[row][1], self.left is not None and index is not None
            if not stays:
                self.close()
            self.chosen.emit(choice)
            if stays and self.left is not None:
                self._choices = list(self.left())
                self.filter.clear()
                self.look_for("")
                self.view.setCurrentIndex(QModelIndex())
        elif self.left is not None and not self.filter.text():
            self.close()


class _Filter(LineEdit):
    """A filter field that passes the arrow keys on to the list.

    An Enter key that is held down, as when it opened the list, does not choose from it. Enter is no shortcut of a
    widget that contains the button of the list.
    """

    stepped = Signal(int)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and is_enter(event):
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}
        found = step.get(Qt.Key(event.key()))
        if found is not None:
            self.stepped.emit(found)
        elif not (event.isAutoRepeat() and is_enter(event)):
            super().keyPressEvent(event)


class GroupField(QComboBox):
    """A field for a group of the roster, chosen or typed; what is typed may be the name of a new one."""

    def __init__(self, names: Sequence[str]) -> None:
        """Offer the names of groups, and begin with none of them."""
        super().__init__()
        self.setEditable(True)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.addItems(names)
        self.setCurrentText("")
        self.setAccessibleName("Group")
        self.setToolTip("A group of the roster, or the name of a new one")
        line = self.lineEdit()
        if line is not None:
            line.setPlaceholderText("No group")
            line.setAccessibleName("Group")
