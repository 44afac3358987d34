"""What the scene keeps between steps, compared over random fights with what is worked out anew."""

from collections.abc import Callable, Sequence
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt

from gm_desk.core.errors import RulesError
from gm_desk.core.scenes.condition_edits import ConditionEnd
from gm_desk.core.scenes.conditions import OwnCondition
from gm_desk.core.scenes.staging import Standings, battle_of, combatant_of
from gm_desk.core.systems.combat import ConditionEffect
from gm_desk.model.item_models import Index, Role
from gm_desk.model.roster.roster_model import RosterModel
from gm_desk.model.scene import scene_edits
from gm_desk.model.scene.conditions import ConditionEdits
from gm_desk.model.scene.row import SceneRow
from gm_desk.model.scene.scene_model import SceneModel
from gm_desk.model.scene.scene_rows import RowMaker
from gm_desk.model.scene.tasks import fill_clock
from scene_makers import ANN, BOB, CID, DOC, under_way

PEOPLE = (ANN, BOB, CID, DOC)
SYSTEMS = ("ep1", "ep2", "kaiser")
ACCESSIBLE = Qt.ItemDataRole.AccessibleTextRole
ROLES = (Role.ID, Role.NAME, Role.DETAIL, Role.CONDITIONS)
ENDS = (
    ConditionEnd("turn", 1),
    ConditionEnd("turn", 2, at="start"),
    ConditionEnd("turn", 1, whose=BOB),
    ConditionEnd("action"),
    ConditionEnd("phase", 2),
    ConditionEnd(),
)
SLOW = OwnCondition(id="slow", name="Slow", effects=(ConditionEffect(-4, tests="initiative"),))
DAZED = OwnCondition(id="dazed", name="Dazed", acts=False, then="slow")
OWN = (SLOW, DAZED)

Step = tuple[str, int, int]


class Mirror:
    """A copy of a model's rows that is only changed by what the model announces."""

    def __init__(self, model: QAbstractItemModel, read: Callable[[int], object], key: Callable[[int], object]) -> None:
        self._model, self._read, self._key = model, read, key
        self.rows = [read(row) for row in range(model.rowCount())]
        self._keys = self._all_keys()
        model.rowsInserted.connect(self._insert)
        model.rowsRemoved.connect(self._remove)
        model.dataChanged.connect(self._change)
        for turned in (model.rowsMoved, model.layoutChanged):
            turned.connect(self._sort)

    def _all_keys(self) -> list[object]:
        return [self._key(row) for row in range(self._model.rowCount())]

    def _insert(self, _parent: QModelIndex, first: int, last: int) -> None:
        self.rows[first:first] = [self._read(row) for row in range(first, last + 1)]
        self._keys = self._all_keys()

    def _remove(self, _parent: QModelIndex, first: int, last: int) -> None:
        del self.rows[first : last + 1]
        self._keys = self._all_keys()

    def _change(self, first: Index, last: Index, _roles: Sequence[int] = ()) -> None:
        for row in range(first.row(), last.row() + 1):
            self.rows[row] = self._read(row)

    def _sort(self) -> None:
        """Sort the rows by their keys, regardless of their other contents."""
        known = dict(zip(self._keys, self.rows, strict=True))
        self._keys = self._all_keys()
        self.rows = [known[key] for key in self._keys]


class Table:
    """A fight with both lists of the roster pane, and every step that may be made in it."""

    def __init__(self, system: str) -> None:
        self.fight = under_way(*[3, 5, 1, 6, 2, 4] * 200, system=system)
        self.document, self.stage = self.fight.document, self.fight.stage
        self.edits = ConditionEdits(self.document, self.fight.log, lambda: False)
        self.document.change(structs.replace(self.document.roster, conditions=OWN), "own conditions")
        for one in (ANN, DOC):
            self.edits.set([one], SLOW, 0, ENDS[0])
        scene_edits.set_team(self.document, [CID, DOC], together=True)
        scene_edits.add_typed(self.document, "turn 2, 8: the door opens")
        scene_edits.add_typed(self.document, "Alarm 5")
        self.scene, self.roster = SceneModel(self.document, self.stage), RosterModel(self.document)
        self.seen = Mirror(self.scene, self._scene_row, lambda row: self._scene_row(row).key)
        self.known = Mirror(self.roster, self._roster_row, lambda row: self._roster_row(row)[0])

    def _scene_row(self, row: int) -> SceneRow:
        found = self.scene.row(self.scene.index(row))
        assert found is not None
        return found

    def _roster_row(self, row: int) -> tuple[object, ...]:
        return read_row(self.roster, row)

    def make(self, step: Step) -> None:
        """Make a step; one that the rules refuse changes nothing."""
        name, number, other = step
        one, kinds = PEOPLE[number % 4], self.edits.kinds
        kind = kinds[other % len(kinds)]
        level = (kind.levels[0] or 10) if kind.levels else 0
        health = self.document.existing(one).health
        fight, order, document = self.fight.steps, self.fight.order, self.document
        steps: dict[str, Callable[[], object]] = {
            "next": fight.next,
            "back": fight.back,
            "begin": fight.begin,
            "end": fight.end,
            "undo": document.stack.undo,
            "redo": document.stack.redo,
            "wound": lambda: self.fight.harm(one, wounds=health.wounds + 1, damage=health.damage + 9),
            "heal": lambda: self.fight.harm(one, wounds=0, damage=0),
            "delay": lambda: order.delay(one),
            "act now": lambda: order.act_now(one),
            "earlier": lambda: order.shift(one, earlier=True),
            "later": lambda: order.shift(one, earlier=False),
            "first": lambda: order.go_first(one),
            "again": lambda: order.act_again(one),
            "condition": lambda: self.edits.set([one], kind, level, ENDS[other % len(ENDS)]),
            "slow": lambda: self.edits.set([one], OWN[other % 2], 0, ENDS[other % len(ENDS)]),
            "cure": lambda: self.edits.remove_all([one]),
            "out": lambda: scene_edits.take_out(document, [one]),
            "in": lambda: fight.bring_in([one]),
            "hide": lambda: scene_edits.set_hidden(document, [one], hidden=bool(other % 2)),
            "team": lambda: scene_edits.set_team(document, [CID, DOC], together=bool(other % 2)),
            "surprise": lambda: scene_edits.set_surprise(document, [one], ("", "reacting", "surprised")[other % 3]),
            "spend": lambda: scene_edits.spend_points(document, one, 1),
            "clock": lambda: fill_clock(self.stage, self.fight.scene.clocks[0].id, 1),
            "rename": lambda: document.change_character(
                structs.replace(document.existing(one), name=f"N {other}"), "rename"
            ),
        }
        with suppress(RulesError):
            steps[name]()

    def check(self) -> None:
        """Compare everything that is kept and shown with what follows from the roster alone."""
        document, scene = self.document, self.fight.scene
        roster, system, house = document.roster, document.system, document.house
        fresh = battle_of(roster, scene, system, house)
        assert self.stage.fight.battle == fresh
        if scene.now is not None:
            assert self.stage.fight.battle.order(scene.now) == fresh.order(scene.now)
        standings = Standings(system, house).of(roster, scene)
        assert self.stage.fight.standings == standings
        for one in standings.values():
            assert one.combatant == combatant_of(one.character, one.fighter, roster, system, house)
        rows = RowMaker(roster, scene, standings, fresh, system).rows()
        assert [self._scene_row(row) for row in range(self.scene.rowCount())] == rows
        assert self.seen.rows == rows
        anew = RosterModel(document)
        assert self.known.rows == [read_row(anew, row) for row in range(anew.rowCount())]


def read_row(model: RosterModel, row: int) -> tuple[object, ...]:
    """Return what is shown and spoken of a row."""
    index = model.index(row)
    return (*(model.data(index, role) for role in ROLES), model.data(index, ACCESSIBLE))


STEPS = (
    *("next", "back", "begin", "end", "undo", "redo", "wound", "heal", "delay", "act now", "earlier", "later"),
    *("first", "again", "condition", "cure", "out", "in", "hide", "team", "surprise", "spend", "clock", "rename"),
    *("next",) * 10,
    *("back",) * 4,
    *("condition", "slow", "first", "wound", "surprise") * 3,
)
A_STEP = st.tuples(st.sampled_from(STEPS), st.integers(0, 3), st.integers(0, 40))


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("system", SYSTEMS)
@given(steps=st.lists(A_STEP, min_size=6, max_size=20))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_kept_is_what_would_be_worked_out_anew(system: str, steps: list[Step]) -> None:
    table = Table(system)
    for step in steps:
        table.make(step)
        table.check()
