"""The roster and the card with what is pasted, imported and exported, without the rest of the window."""

from collections.abc import Iterable
from pathlib import Path

from pytestqt.qtbot import QtBot
from typing_extensions import override

from card_window import ROSTER, CardHandsOf, CardWindow, show_as
from gm_desk.core.characters.roster import Roster
from gm_desk.ui.exchange.actions import ACTIONS as OF_EXCHANGE
from gm_desk.ui.exchange.arrivals import CharacterAdder
from gm_desk.ui.exchange.exporting import CharacterExportCommands
from gm_desk.ui.exchange.importing import ImportCommands, RosterArrivals
from gm_desk.ui.exchange.paste import PasteCommands, SourceCommands
from gm_desk.ui.widgets.action_rows import WindowActions, only_in
from gm_desk.ui.widgets.dialogs import LastFolders
from ui_makers import GM, dressed


class ExchangeWindow(CardWindow):
    """Roster and card alone, with import and export."""

    more_rows = OF_EXCHANGE

    @override
    def _serve(self, actions: WindowActions) -> None:
        session, whole = self._session, self.as_whole()
        LastFolders(self, session.settings)
        adder = CharacterAdder(whole, session)
        imports, pastes = ImportCommands(adder), PasteCommands(adder)
        RosterArrivals(whole, session).import_requested.connect(imports.bring)
        self.stat.block_requested.connect(pastes.fill_card)
        actions.serve(imports, pastes, CharacterExportCommands(adder), SourceCommands(adder))
        only_in(actions["exchange.copy_text"], self.roster.view)


ExchangeHands = CardHandsOf[ExchangeWindow]
AtExchange = GM | ExchangeHands
"""The hands that import and export characters, with roster and card alone or with the whole window."""


def show_exchange(qtbot: QtBot, folder: Path, roster: Roster | Path, *, dice: Iterable[int] = ()) -> ExchangeHands:
    """Show roster and card in a window of 1366 × 768 pixels, from which dialogs take their size."""
    return show_as(ExchangeWindow, qtbot, folder, roster, dressed(), (1366 - ROSTER, 768), *dice)
