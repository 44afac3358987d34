"""The damage that conditions deal at the end of a turn."""

from msgspec import structs

from gm_desk.core.characters import harm
from gm_desk.core.characters.roster import Roster
from gm_desk.core.errors import TurnError
from gm_desk.core.rules.dice import Dice
from gm_desk.core.scenes.scene import Cost, Scene, TurnCost
from gm_desk.core.systems.registry import RULES
from gm_desk.model.log.entries import Roll
from gm_desk.model.log.logged_edits import line_about
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.initiative import total_of
from gm_desk.store.journal.entries import Event, Harmed

NOT_BEGUN = "the fight has not begun"


def dealt(cost: TurnCost, document: RosterDocument, scene: Scene, dice: Dice) -> tuple[Roster, Roll, str]:
    """Return the roster with a cost applied in the moment of a scene, the entry for the log, and a name for the step.

    Raise TurnError if no fight has begun.
    """
    if scene.now is None:
        raise TurnError("scene", NOT_BEGUN)
    one, rules = document.existing(cost.character), RULES[document.system.id]
    amount = cost.amount or total_of(cost.dice, dice)
    after = harm.suffer(one, amount, "damage", rules, document.house)
    changes = harm.changes_between(one, after.character)
    costs = [Cost(one.id, track, number, cost.condition) for track, number in changes.items()]
    now = structs.replace(scene.now, costs=(*scene.now.costs, *costs))
    roster = document.roster.with_character(after.character)
    roster = roster.with_scene(structs.replace(scene.without_ahead(), now=now))
    name = cost.name.casefold()
    event = Event("damage", (name, *after.words))
    line = line_about(one, event, scene, document.house, harmed=Harmed(one.id, changes))
    return roster, line, f"{name}: {after.words[0]} of {one.name}"
