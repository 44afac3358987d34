"""The tool tips of the scene pane: how a count is made up, and what a narrow row has no room for."""

from collections.abc import Iterator

from msgspec import structs

from gm_desk.core.characters.roster import Roster
from gm_desk.core.notation.numbers import minus
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.scenes.active_conditions import in_force_of
from gm_desk.core.scenes.battle import Battle, count_of
from gm_desk.core.scenes.order import Combatant
from gm_desk.core.scenes.scene import Moment
from gm_desk.core.systems.definition import System
from gm_desk.model.card.health import standing
from gm_desk.model.scene.condition_text import tip_of_condition
from gm_desk.model.scene.row import SceneRow
from gm_desk.model.scene.stage import Stage

MOST_NAMED = 6
"""Maximum number of members of a team whose states are listed."""


def tip_of_row(row: SceneRow, stage: Stage, roster: Roster, system: System) -> str:
    """Return what a row of the scene stands for, as lines; "" for headings, markers and clocks.

    It is also asked while the rows of a scene that is gone are being removed.
    """
    if stage.scene is None or row.kind not in {"fighter", "extra"}:
        return ""
    return "\n\n".join("\n".join(_lines(one, stage, roster, system)) for one in row.ids[:MOST_NAMED])


def _lines(character_id: str, stage: Stage, roster: Roster, system: System) -> Iterator[str]:
    """Yield the name, the count, the health and the conditions of a fighter."""
    there = stage.standings.get(character_id)
    if there is None:
        return
    yield there.character.name
    if stage.now is not None:
        yield from _count(character_id, stage.now, stage.battle)
    damage = there.character.health.damage
    yield ", ".join((*[f"{damage} damage"] * bool(damage), *standing(there.health)))
    for one in in_force_of(there.character, roster, system) if there.character.conditions else ():
        yield tip_of_condition(one, system.id, roster.character).replace("\n", ", ")


def _count(character_id: str, now: Moment, battle: Battle) -> Iterator[str]:
    """Yield the sum of a count: "Initiative 10 = 9 + 7 rolled − 3 wounded − 3 reacting"."""
    one = battle.rolled(now, [character_id]).get(character_id)
    if one is None:
        yield "No initiative yet"
        return
    counts, house, rolled = battle.rules.count, battle.house, one.init + one.roll
    unhurt = structs.replace(one, wounds=0, traumas=0)
    ready = structs.replace(unhurt, surprise="")
    hurt = counts(unhurt, now.turn, house) - counts(one, now.turn, house)
    late = counts(ready, now.turn, house) - counts(unhurt, now.turn, house)
    parts = [minus(one.init), f"+ {one.roll} rolled"]
    parts += [f"{TRUE_MINUS} {lost} {why}" for lost, why in ((hurt, _hurts(one)), (late, "reacting")) if lost]
    by_hand = count_of(one, now, battle) - (rolled - hurt - late)
    if by_hand:
        parts.append(f"{TRUE_MINUS if by_hand < 0 else '+'} {abs(by_hand)} by delaying or by hand")
    yield f"Initiative {minus(count_of(one, now, battle))} = {' '.join(parts)}"


def _hurts(one: Combatant) -> str:
    """Return what slows a fighter: "wounded", "traumas", "wounds and traumas"."""
    if not one.traumas:
        return "wounded"
    return "wounds and traumas" if one.wounds else "traumas"
