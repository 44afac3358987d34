"""Measure the steps of a fight of a hundred, until the window shows them; being slow fails nothing."""

import itertools
import statistics
from functools import partial
from pathlib import Path

import msgspec
import pytest
from msgspec import structs
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from benchmarks.figures import Figure, sized
from benchmarks.test_speed import SIZE, in_milliseconds, opened_program, until_painted
from benchmarks.twin import Twin
from gm_desk.app import Program
from gm_desk.core.characters.roster import Roster
from gm_desk.core.scenes.condition_edits import ConditionEnd
from gm_desk.model.scene import scene_edits
from gm_desk.model.scene.conditions import ConditionEdits
from gm_desk.model.scene.fight_steps import FightSteps
from gm_desk.store.shipped import resource
from ui_makers import LAO, a_roster

FIGHTERS, STEPS, FRAME = sized(100, 5), sized(200, 2), 16


def test_next_and_a_wound_in_a_fight_of_a_hundred(qtbot: QtBot, tmp_path: Path, figures: list[Figure]) -> None:
    """Step on and wound somebody, each until card, test pane and scene are painted."""
    people = [structs.replace(LAO, id=f"lao-{n}", name=f"Lao {n}") for n in range(FIGHTERS)]
    rolls = itertools.cycle(range(1, 7))
    program = opened_program(qtbot, tmp_path, roster=a_roster(*people))
    document, window, steps = program.session.document, program.window, steps_of(program)
    scene_edits.add_scene(document, [one.id for one in people])
    steps.begin()
    window.faces.show_scene()
    QCoreApplication.processEvents()
    parts = (window.faces.scene.view.viewport(), window.test.row, window.stat.head)
    taken = [until_painted(steps.next, parts) for _ in range(STEPS)]
    figures.append(in_milliseconds(f"Next in a fight of {FIGHTERS}, window repainted", taken, FRAME))
    taken = [until_painted(steps.back, parts) for _ in range(STEPS)]
    figures.append(in_milliseconds(f"Back in a fight of {FIGHTERS}, window repainted", taken, FRAME))

    def wound() -> None:
        one = document.existing(people[next(rolls) % FIGHTERS].id)
        health = structs.replace(one.health, wounds=one.health.wounds + 1)
        document.change_character(structs.replace(one, health=health), "wound")

    taken = [until_painted(wound, parts[:1]) for _ in range(sized(50, 2))]
    figures.append(in_milliseconds(f"A wound in a fight of {FIGHTERS}, order repainted", taken, FRAME))


@pytest.mark.parametrize("system", ["ep1", "ep2", "kaiser"])
def test_next_and_back_in_a_fight_of_everything_a_scene_has(
    system: str, qtbot: QtBot, tmp_path: Path, figures: list[Figure]
) -> None:
    """Step through a fight of different characters: with conditions, a team of fifteen, hidden ones and clocks."""
    program = opened_program(qtbot, tmp_path, roster=copies_of_a_sample(system))
    document, window, steps = program.session.document, program.window, steps_of(program)
    ids = [one.id for one in document.roster.characters]
    scene_edits.add_scene(document, ids)
    scene_edits.set_team(document, ids[:15], together=True)
    scene_edits.set_hidden(document, ids[-10:], hidden=True)
    for line in ("Alarm 6", "turn 2: the reactor blows"):
        scene_edits.add_typed(document, line)
    steps.begin()
    window.faces.show_scene()
    edits = ConditionEdits(document, program.session.log, lambda: False)
    kinds = [kind for kind in edits.kinds if not kind.levels]
    for place, one in enumerate(ids[::3]):
        edits.set([one], kinds[place % len(kinds)], 0, ConditionEnd("turn", 1 + place % 4))
    QCoreApplication.processEvents()
    parts = (window.faces.scene.view.viewport(), window.test.row, window.stat.head)
    for name, step in (("Next", steps.next), ("Back", steps.back)):
        taken = [until_painted(step, parts) for _ in range(STEPS)]
        figures.append(in_milliseconds(f"{name} in a mixed fight of {FIGHTERS}, {system}", taken, FRAME))


def test_other_words_in_as_many_plain_widgets(qtbot: QtBot, figures: list[Figure]) -> None:
    """Show other words everywhere in a window of Qt's own widgets: what of a turn of somebody else Qt takes alone."""
    twin = Twin()
    qtbot.addWidget(twin)
    twin.resize(*SIZE)
    with qtbot.waitExposed(twin):
        twin.show()
    taken = [until_painted(partial(twin.show_others, step), [twin]) for step in range(STEPS)]
    median, worst = statistics.median(taken), max(taken)
    measured = f"median {median:.1f} ms, worst {worst:.1f} ms"
    figures.append(Figure("Other words in as many plain widgets of Qt, window repainted", measured, "", ""))


def steps_of(program: Program) -> FightSteps:
    """Return the steps of the fight of a program."""
    steps = program.session.findChild(FightSteps)
    assert isinstance(steps, FightSteps)
    return steps


def copies_of_a_sample(system: str) -> Roster:
    """Return the sample roster of a system with copies of its characters, and no scenes."""
    sample = msgspec.json.decode(resource(f"samples/{system}.json").read_bytes(), type=Roster)
    people = zip(range(FIGHTERS), itertools.cycle(sample.characters), strict=False)
    characters = tuple(structs.replace(one, id=f"c-{place}", name=f"{one.name} {place}") for place, one in people)
    return structs.replace(sample, id="mars", characters=characters, scenes=(), stage="")
