"""What a field says while it is empty: as much of it as there is room for."""

from PySide6.QtWidgets import QLineEdit


def hint(field: QLineEdit, *words: str) -> None:
    """Show the first of these words that fits into a field, or the last; to be asked again when its width changes."""
    metrics = field.fontMetrics()
    room = field.width() - metrics.height()
    fitting = (one for one in words if metrics.horizontalAdvance(one) <= room)
    field.setPlaceholderText(next(fitting, words[-1]))
