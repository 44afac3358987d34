"""The choices of rolls that are offered wherever many rolls are looked at, or taken along."""

from datetime import datetime

from gm_desk.model.desk import Desk
from gm_desk.model.log_model import ENTRY_ID
from gm_desk.model.telling import rolls_in_words
from gm_desk.store.entries import Search
from gm_desk.store.formats.log_rows import day_in_words
from gm_desk.ui.export_dialog import Scope
from gm_desk.ui.main_window import MainWindow

FILTERED = "What the filter shows"
EVENINGS = 20
"""The latest ones are offered by themselves."""


def scopes_of(window: MainWindow, desk: Desk) -> list[Scope]:
    """Offer the rolls that are selected, those that the log shows, those of each evening, and all."""
    rows = window.log.view.selectionModel().selectedRows()
    ids = tuple(found for row in sorted(rows, key=lambda row: row.row()) if (found := row.data(ENTRY_ID)))
    scopes = [Scope(rolls_in_words(len(ids)).replace("roll", "selected roll"), ids=ids)] if len(ids) > 1 else []
    shown = window.log.model.search
    if shown != Search():
        scopes.append(Scope(FILTERED, shown))
    for place, evening in enumerate(desk.log.evenings()[:EVENINGS]):
        name = evening.name or day_in_words(datetime.fromtimestamp(evening.began / 1000).astimezone())
        latest = "Latest evening: " * (place == 0)
        scopes.append(Scope(f"{latest}{name} ({rolls_in_words(evening.rolls)})", Search(session=evening.id)))
    return [*scopes, Scope("Everything")]
