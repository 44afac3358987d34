"""The action tables of all rooms, combined."""

from gm_desk.ui.card.actions import ACTIONS as OF_CARD
from gm_desk.ui.exchange.actions import ACTIONS as OF_EXCHANGE
from gm_desk.ui.files.actions import ACTIONS as OF_FILES
from gm_desk.ui.finder.actions import ACTIONS as OF_FINDER
from gm_desk.ui.help.actions import ACTIONS as OF_HELP
from gm_desk.ui.log.actions import ACTIONS as OF_LOG
from gm_desk.ui.printing.actions import ACTIONS as OF_PRINTING
from gm_desk.ui.roll.actions import ACTIONS as OF_ROLL
from gm_desk.ui.roster.actions import ACTIONS as OF_ROSTER
from gm_desk.ui.settings.actions import ACTIONS as OF_SETTINGS
from gm_desk.ui.window.actions import ACTIONS as OF_WINDOW

ROWS = (
    *OF_FILES,
    *OF_WINDOW,
    *OF_EXCHANGE,
    *OF_ROSTER,
    *OF_CARD,
    *OF_ROLL,
    *OF_LOG,
    *OF_PRINTING,
    *OF_FINDER,
    *OF_SETTINGS,
    *OF_HELP,
)
