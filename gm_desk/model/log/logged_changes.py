"""Changes of the roster that are logged: the change and its entries are one undo step."""

from collections.abc import Sequence

from gm_desk.core.characters.roster import Roster
from gm_desk.core.wording.one_line import menu_text
from gm_desk.model.log.entries import Roll
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roster.document import RosterDocument


def change_and_log(
    document: RosterDocument, log: RollLog, after: Roster, lines: Sequence[Roll], text: str, about: str = ""
) -> bool:
    """Change the roster and write lines to the log, the first one on top, as one undo step named `text`.

    Return whether that was done: nothing is logged for a change that the roster refuses. If neither the roster nor the
    log would change, there is no step.
    """
    from gm_desk.model.roll.undo import LogStep

    if not document.allows(after):
        return False
    if not lines:
        return document.change(after, text, about)
    entries = log.add(list(reversed(lines)))
    document.stack.beginMacro(menu_text(text))
    document.stack.push(LogStep(log, entries, text))
    document.change(after, text, about)
    document.stack.endMacro()
    return True
