"""What a scene is made of costs the garbage collector nothing: values that refer to none above them."""

import gc

import pytest
from msgspec import Struct

from gm_desk.core.characters.values import Vitals
from gm_desk.core.drafts.draft import USUAL_SETUP, Chip, Side
from gm_desk.core.rules.modifiers import Net
from gm_desk.core.scenes.order import Combatant, PhaseOrder
from gm_desk.core.scenes.scene import Clock, Fighter, Marker, Moment, Rank, Scene, TurnThrows
from gm_desk.core.scenes.staging import FighterStanding

VALUES = (
    Fighter(id="lao", extra={"later": [1]}),
    Marker(id="dark", text="lights out", turn=2, extra={"later": [1]}),
    Clock(id="alarm", name="Alarm", extra={"later": [1]}),
    Rank(3, extra={"later": [1]}),
    Moment(throws={"lao": 3}, acting=("lao",)),
    TurnThrows(2, {"lao": 3}),
    Scene(id="dock", fighters=(Fighter(id="lao"),), past=(Moment(throws={"lao": 3}),)),
    USUAL_SETUP,
    Chip("smoke", -30, extra={"later": [1]}),
    Side("lao", chips=(Chip("smoke", -30, extra={"later": [1]}),)),
)
MADE_IN_EACH_STEP = (Combatant, PhaseOrder, FighterStanding, Vitals, Net)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_of_a_fight_is_not_tracked_by_the_garbage_collector(value: Struct) -> None:
    assert not gc.is_tracked(value)


@pytest.mark.parametrize("kind", MADE_IN_EACH_STEP, ids=lambda kind: kind.__name__)
def test_nor_is_what_each_step_makes_of_them(kind: type[Struct]) -> None:
    assert not kind.__struct_config__.gc
