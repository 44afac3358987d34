"""The action tables of all rooms, combined."""

from gm_desk.ui.card.actions import ACTIONS as OF_CARD
from gm_desk.ui.combat.actions import ACTIONS as OF_COMBAT
from gm_desk.ui.exchange.actions import ACTIONS as OF_EXCHANGE
from gm_desk.ui.files.actions import ACTIONS as OF_FILES
from gm_desk.ui.finder.actions import ACTIONS as OF_FINDER
from gm_desk.ui.forecast.actions import ACTIONS as OF_FORECAST
from gm_desk.ui.help.actions import ACTIONS as OF_HELP
from gm_desk.ui.log.actions import ACTIONS as OF_LOG
from gm_desk.ui.players.actions import ACTIONS as OF_PLAYERS
from gm_desk.ui.printing.actions import ACTIONS as OF_PRINTING
from gm_desk.ui.roll.actions import ACTIONS as OF_ROLL
from gm_desk.ui.roster.actions import ACTIONS as OF_ROSTER
from gm_desk.ui.scene.actions import ACTIONS as OF_SCENE
from gm_desk.ui.scene.clock_actions import ACTIONS as OF_CLOCKS
from gm_desk.ui.scene.condition_actions import ACTIONS as OF_CONDITIONS
from gm_desk.ui.settings.actions import ACTIONS as OF_SETTINGS
from gm_desk.ui.window.actions import ACTIONS as OF_WINDOW

ROWS = (
    *OF_FILES,
    *OF_WINDOW,
    *OF_EXCHANGE,
    *OF_ROSTER,
    *OF_SCENE,
    *OF_PLAYERS,
    *OF_CLOCKS,
    *OF_CARD,
    *OF_CONDITIONS,
    *OF_ROLL,
    *OF_COMBAT,
    *OF_FORECAST,
    *OF_LOG,
    *OF_PRINTING,
    *OF_FINDER,
    *OF_SETTINGS,
    *OF_HELP,
)
