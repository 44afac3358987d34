"""Whoever is hidden and acts is asked about first."""

import pytest

from gm_desk.core.rules.dice import EntropyDice
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.players.reveal_question import RevealQuestion
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.scene_edits import add_scene, set_hidden
from gm_desk.model.scene.stage import Stage
from model_makers import JAQUI, LAO, Clock, FakeJournal, a_document, a_draft, a_roll, counted

pytestmark = pytest.mark.usefixtures("qapp")


class Table:
    """A fight of Jaqui, who acts first, and Lao Qing, who is hidden."""

    def __init__(self) -> None:
        self.document: RosterDocument = a_document()
        journal = FakeJournal()
        self.log = RollLog(lambda _: journal, counted("line"), Clock())
        self.log.open("mars", "ep2")
        self.stage = Stage(self.document, self.log, EntropyDice())
        self.question = RevealQuestion(self.document, self.log)
        self.question.set_active(True)
        add_scene(self.document, [JAQUI, LAO])
        set_hidden(self.document, [LAO], hidden=True)
        self.stage.begin("jaqui 6, lao 1")

    def hidden(self) -> bool:
        scene = self.document.roster.on_stage
        found = None if scene is None else scene.fighter(LAO)
        assert found is not None
        return found.hidden


@pytest.fixture
def table() -> Table:
    return Table()


def test_it_asks_when_the_turn_of_somebody_hidden_comes(table: Table) -> None:
    assert [*table.question.asks] == []
    table.stage.next()
    assert ([*table.question.asks], table.question.names) == ([LAO], ["Lao Qing"])
    table.stage.next()
    assert [*table.question.asks] == []


def test_revealed_they_are_seen_and_nothing_is_asked(table: Table) -> None:
    table.stage.next()
    table.question.reveal()
    assert ([*table.question.asks], table.hidden()) == ([], False)
    table.document.stack.undo()
    assert ([*table.question.asks], table.hidden()) == ([LAO], True)


def test_kept_hidden_nothing_is_asked_until_they_act_again(table: Table) -> None:
    table.stage.next()
    table.question.keep_hidden()
    assert ([*table.question.asks], table.hidden()) == ([], True)
    table.stage.next()
    assert [*table.question.asks] == []
    table.stage.next()
    assert [*table.question.asks] == [LAO]


def test_an_open_roll_of_somebody_hidden_asks_as_well(table: Table) -> None:
    table.log.add([a_roll(secret=True), a_roll(a_draft(character=JAQUI))])
    assert [*table.question.asks] == []
    table.log.add([a_roll()])
    assert [*table.question.asks] == [LAO]
    table.stage.back()
    table.stage.next()
    assert [*table.question.asks] == [LAO]
    table.stage.next()
    assert [*table.question.asks] == []


def test_without_a_window_for_the_players_nothing_is_asked(table: Table) -> None:
    table.stage.next()
    table.question.set_active(False)
    assert [*table.question.asks] == []


def test_it_says_when_it_asks_for_others(table: Table) -> None:
    said: list[int] = []
    table.question.changed.connect(lambda: said.append(len(table.question.asks)))
    table.stage.next()
    table.stage.next()
    assert said == [1, 0]
