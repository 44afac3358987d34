"""A part that is built late: when it is first used, and once."""

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from gm_desk.ui.widgets.scrolling import LatePart

pytestmark = pytest.mark.usefixtures("qapp")


class Pane(QWidget):
    """A pane with a part that is rarely needed."""

    @LatePart
    def rare(self) -> QLabel:
        """The part."""
        return QLabel("rare", self)


def test_a_late_part_is_built_when_it_is_first_used_and_only_once() -> None:
    pane = Pane()
    assert Pane.rare.built(pane) is None
    assert pane.findChildren(QLabel) == []
    part = pane.rare
    assert pane.rare is part
    assert Pane.rare.built(pane) is part
    assert pane.findChildren(QLabel) == [part]
