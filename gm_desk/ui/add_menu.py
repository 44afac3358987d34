"""A quiet menu that adds what a card does not show, because there is nothing in it yet."""

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from gm_desk.core.text.one_line import tip_of
from gm_desk.ui.look import Look
from gm_desk.ui.pill import MORE, Pill


class Addable(Protocol):
    """Describe a part of a card that is hidden while it is empty."""

    @property
    def name(self) -> str:
        """Say what it is called."""
        ...

    @property
    def offered(self) -> bool:
        """Tell whether it can be added now."""
        ...

    def begin(self) -> None:
        """Show it, and let it be typed."""
        ...


class AddMenu(Pill):
    """Offer the parts that can be added; where there are none, nothing is shown."""

    def __init__(
        self, look: Look, what: str, parts: Callable[[], Sequence[Addable]], parent: QWidget | None = None
    ) -> None:
        """Take what is added to, for those who cannot see it, and where the parts are found."""
        super().__init__(look, parent, mark=MORE)
        self._parts = parts
        self.show_words("Add", quiet=True, mark=MORE)
        self.setAccessibleName(f"Add to the {what}")
        self.setToolTip(tip_of(f"Show what the {what} does not have yet"))
        self.clicked.connect(self._open)
        self.menu_requested.connect(self._open)

    def offers(self) -> list[str]:
        """Name what can be added."""
        return [part.name for part in self._parts() if part.offered]

    def add(self, name: str) -> None:
        """Begin a part by its name."""
        for part in self._parts():
            if part.name == name and part.offered:
                part.begin()
                return

    def refresh(self, _character_id: str = "") -> None:
        """Show the menu while there is something to add."""
        self.setVisible(bool(self.offers()))

    def _open(self) -> None:
        self.open_menu([(name, name, False) for name in self.offers()], self._add)

    def _add(self, action: QAction) -> None:
        self.add(str(action.data()))
