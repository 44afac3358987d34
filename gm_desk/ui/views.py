"""What the item views of the stat block share: they are as tall as their rows, and refuse bad input in place."""

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QStyledItemDelegate, QStyleOptionViewItem, QToolTip, QWidget
from typing_extensions import override

from gm_desk.core.errors import RulesError
from gm_desk.model.roles import Index
