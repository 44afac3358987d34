"""The choices of a prepared attack: mode, range, cover and aim as rows of buttons, and a warning about ammunition."""

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from gm_desk.model.roll.attack_setup import ONE_TARGET, AttackPreparation
from gm_desk.model.roll.draft_editor import DraftEditor
from gm_desk.ui.combat.segment_lines import SegmentLines
from gm_desk.ui.theme.theme import GAP, SMALL, TIGHT
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.labels import ElidedLabel, dim_label
from gm_desk.ui.widgets.pill import Pill

CAPTION = 1.25
"""The height of the notice, in heights of the font, which equals that of its caption."""
CHOICE_ROWS = ("mode", "range", "cover", "aim")


def next_id(row_id: str) -> str:
    """Return the id of the action that chooses the next option of a row."""
    return f"roll.next_{row_id}"


class AttackChoices(QWidget):
    """Rows for the choices of the attack being composed, and a warning about ammunition or the targets of a group.

    It is hidden for other tests, and while the other side is edited; `notice` shows the warning.
    """

    def __init__(self, drafting: DraftEditor, preparation: AttackPreparation, parent: QWidget | None = None) -> None:
        """Observe the attack that is prepared."""
        super().__init__(parent)
        self._drafting = drafting
        self._preparation = preparation
        self.setObjectName("attackChoices")
        self.setAccessibleName("Attack options")
        self.rows = {row_id: SegmentLines(row_id, next_id(row_id)) for row_id in CHOICE_ROWS}
        self.names = {row_id: dim_label() for row_id in CHOICE_ROWS}
        self.warning = ElidedLabel(size=SMALL)
        self.warning.setObjectName("ammoWarning")
        self.reload_pill = Pill(self)
        self.reload_pill.setObjectName("reload")
        self.reload_pill.show_words("Reload")
        set_tip(self.reload_pill, "Reload to full", "roll.reload")
        self.notice = QWidget(self)
        self._lay_out()
        for row in self.rows.values():
            row.chosen.connect(preparation.choose)
        self.reload_pill.clicked.connect(self.reload)
        preparation.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Update from the draft and the roster."""
        mine = self._drafting.hand == "a"
        known = {row.id: row for row in self._preparation.rows} if mine else {}
        for row_id, row in self.rows.items():
            shown = known.get(row_id)
            if shown is not None:
                self.names[row_id].setText(shown.name)
                row.show_row(shown)
            for part in (row, self.names[row_id]):
                part.setVisible(shown is not None)
        words = self._preparation.warning if mine else ""
        self.warning.setText(words)
        self.reload_pill.setVisible(words != ONE_TARGET)
        self.notice.setVisible(bool(words))
        self.setVisible(bool(known))

    def step(self, row_id: str) -> None:
        """Choose the next option of a row."""
        self._preparation.step(row_id)

    def why_no_step(self, row_id: str) -> str:
        """Return the reason why a row has no next option, or ""."""
        return self._preparation.why_no_step(row_id)

    def reload(self) -> None:
        """Reload the weapon completely."""
        self._preparation.reload()

    def why_no_reload(self) -> str:
        """Return the reason why nothing can be reloaded, or ""."""
        return self._preparation.why_no_reload()

    def _lay_out(self) -> None:
        """Place the names beside the rows; the notice is below them until it is moved."""
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GAP)
        grid.setVerticalSpacing(TIGHT)
        grid.setColumnStretch(1, 1)
        for line, (row_id, row) in enumerate(self.rows.items()):
            grid.addWidget(self.names[row_id], line, 0)
            grid.addWidget(row, line, 1)
        beside = QHBoxLayout(self.notice)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(GAP)
        beside.addWidget(self.warning, 1)
        beside.addWidget(self.reload_pill)
        self.reload_pill.setFixedHeight(int(self.fontMetrics().height() * CAPTION))
        grid.addWidget(self.notice, len(self.rows), 0, 1, 2)
