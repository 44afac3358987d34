"""Measure the steps of a fight of a hundred, until the window shows them; being slow fails nothing."""

import itertools
from pathlib import Path

from msgspec import structs
from pytestqt.qtbot import QtBot

from benchmarks.figures import Figure, sized
from benchmarks.test_speed import in_milliseconds, until_painted
from gm_desk.model.scene import scene_edits
from gm_desk.model.scene.stage import Stage
from ui_makers import LAO, a_roster, sit_down

FIGHTERS, STEPS, FRAME = sized(100, 5), sized(200, 4), 16


def test_next_and_a_wound_in_a_fight_of_a_hundred(qtbot: QtBot, tmp_path: Path, figures: list[Figure]) -> None:
    """Step on and wound somebody, each until card, test pane and scene are painted."""
    people = [structs.replace(LAO, id=f"lao-{n}", name=f"Lao {n}") for n in range(FIGHTERS)]
    rolls = itertools.cycle(range(1, 7))
    gm = sit_down(qtbot, tmp_path, a_roster(*people), dice=rolls, size=(1366, 768))
    document, window = gm.program.session.document, gm.window
    stage = window.findChild(Stage) or gm.program.session.findChild(Stage)
    assert isinstance(stage, Stage)
    scene_edits.add_scene(document, [one.id for one in people])
    stage.begin()
    window.faces.show_scene()
    gm.settles()
    parts = (window.faces.scene.view.viewport(), window.test.row)
    taken = [until_painted(stage.next, parts) for _ in range(STEPS)]
    figures.append(in_milliseconds(f"Next in a fight of {FIGHTERS}, window repainted", taken, FRAME))

    def wound() -> None:
        one = document.existing(people[next(rolls) % FIGHTERS].id)
        health = structs.replace(one.health, wounds=one.health.wounds + 1)
        document.change_character(structs.replace(one, health=health), "wound")

    taken = [until_painted(wound, parts[:1]) for _ in range(sized(50, 2))]
    figures.append(in_milliseconds(f"A wound in a fight of {FIGHTERS}, order repainted", taken, FRAME))
