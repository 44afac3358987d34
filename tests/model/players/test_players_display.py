"""What the players see, whatever happens."""

import random

import msgspec
import pytest
from msgspec import structs

from gm_desk.core.players.players_view import NOTHING_SHOWN
from gm_desk.core.rules.dice import EntropyDice
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.players.players_display import PlayersDisplay
from gm_desk.model.players.players_edits import set_caption, set_picture
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.scene_edits import set_hidden
from gm_desk.model.scene.stage import Stage
from gm_desk.store.shipped import load_system
from model_makers import HOUR, Clock, FakeJournal, counted
from players_makers import Fight, a_stage_set, free_texts, words_in
from thorough import LONG

pytestmark = pytest.mark.usefixtures("qapp")

STEPS = 1_000 if LONG else 150


class Watched:
    """A document with a log and what the players see of it."""

    def __init__(self, stage: str = "scene", seed: int = 0, system: str = "ep2") -> None:
        roster = structs.replace(a_stage_set(stage), system=system)
        self.document = RosterDocument(roster, load_system(system), counted())
        self.clock = Clock()
        self.log = RollLog(lambda _: journal, counted("line"), self.clock)
        journal = FakeJournal()
        self.log.open("mars", system)
        self.display = PlayersDisplay(self.document, self.log)
        stage_of = Stage(self.document, self.log, EntropyDice())
        self.fight = Fight(self.document, self.log, stage_of, random.Random(seed))


@pytest.fixture
def watched() -> Watched:
    return Watched()


@pytest.mark.parametrize(("seed", "system"), [(0, "ep2"), (1, "ep1"), (2, "ep2"), (3, "ep1")])
def test_nothing_that_is_hidden_is_ever_in_the_value(seed: int, system: str) -> None:
    watched = Watched(seed=seed, system=system)
    display, fight = watched.display, watched.fight
    display.watch()
    fight.stage.begin()
    seen, rolls = 0, 0
    for _ in range(STEPS):
        fight.step()
        display.refresh()
        view = display.view
        assert words_in(msgspec.json.encode(view).decode()) <= fight.allowed()
        assert not any(letter.isdigit() for text in free_texts(view) for letter in text)
        seen, rolls = seen + len(view.rows), rolls + (view.roll is not None)
    assert seen > STEPS
    assert rolls > STEPS // 4


def test_an_npcs_roll_shows_dice_and_verdict_alone(watched: Watched) -> None:
    watched.display.watch()
    for _ in range(200):
        watched.fight.roll()
        watched.display.refresh()
        roll = watched.display.view.roll
        assert roll is None or all(side.dice for side in roll.sides)
        people = {one.name: one.kind for one in watched.document.roster.characters}
        for side in () if roll is None else roll.sides:
            assert bool(side.target) == bool(side.what) == (people.get(side.name) == "pc")


def test_nothing_is_worked_out_unless_somebody_looks(watched: Watched) -> None:
    watched.fight.roll()
    watched.display.refresh()
    assert watched.display.view == NOTHING_SHOWN
    assert not watched.display.watch().empty
    watched.display.watch()
    watched.display.unwatch()
    assert not watched.display.view.empty
    watched.display.unwatch()
    assert watched.display.view == NOTHING_SHOWN


def test_the_veil_empties_it_at_once_and_lifted_it_is_there_again(watched: Watched) -> None:
    before = watched.display.watch()
    watched.display.set_veiled(True)
    assert watched.display.view == NOTHING_SHOWN
    watched.display.set_veiled(False)
    assert watched.display.view == before


def test_it_says_once_that_it_has_changed(watched: Watched) -> None:
    changes: list[object] = []
    display, document = watched.display, watched.document
    display.watch()
    display.changed.connect(changes.append)
    set_hidden(document, [one.id for one in document.roster.characters[:4]], hidden=True)
    display.refresh()
    display.refresh()
    assert len(changes) == 1
    document.stack.undo()
    display.refresh()
    assert len(changes) == 2


def test_a_roll_of_another_evening_is_over(watched: Watched) -> None:
    while watched.display.watch().roll is None:
        watched.fight.roll()
    watched.clock.now += 12 * HOUR
    watched.log.merged.emit()
    watched.display.refresh()
    assert watched.display.view.roll is None


def test_the_picture_is_that_of_the_scene_or_without_one_of_the_roster(watched: Watched) -> None:
    document = watched.document
    set_picture(document, "a" * 64)
    set_caption(document, "  Lock 9,\n Noctis ")
    scene = document.roster.on_stage
    assert scene is not None
    assert (scene.picture, scene.caption, document.roster.picture) == ("a" * 64, "Lock 9, Noctis", "")
    document.stack.undo()
    document.stack.undo()
    assert document.roster == a_stage_set()
    empty = Watched(stage="").document
    set_picture(empty, "b" * 64)
    assert (empty.roster.picture, empty.roster.scenes) == ("b" * 64, a_stage_set().scenes)
