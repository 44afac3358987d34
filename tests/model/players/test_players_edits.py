"""What the players see, changed in undo steps.

Whoever is hidden and acts is asked about first.
"""

import pytest

from gm_desk.core.errors import TurnError
from gm_desk.core.rules.dice import EntropyDice
from gm_desk.core.scenes.scene import Fighter
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.players import players_edits
from gm_desk.model.players.players_edits import RevealQuestion
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.fight_steps import FightSteps
from gm_desk.model.scene.scene_edits import add_clock, add_scene, set_hidden, show_clock
from gm_desk.model.scene.stage import Stage
from model_makers import JAQUI, LAO, MOOK, Clock, FakeJournal, a_document, a_draft, a_roll, counted


@pytest.fixture
def document() -> RosterDocument:
    made = a_document()
    add_scene(made, [JAQUI, LAO])
    return made


def fighter(document: RosterDocument, character_id: str) -> Fighter:
    scene = document.roster.on_stage
    found = None if scene is None else scene.fighter(character_id)
    assert found is not None
    return found


def test_an_alias_is_set_and_removed_in_named_steps(document: RosterDocument) -> None:
    players_edits.set_alias(document, [LAO], "  Masked \n gunman ")
    assert (fighter(document, LAO).alias, document.stack.undoText()) == (
        "Masked gunman",
        "show Lao Qing as Masked gunman",
    )
    players_edits.set_alias(document, [LAO, JAQUI], " ")
    assert (fighter(document, LAO).alias, document.stack.undoText()) == ("", "show 2 characters by name")
    document.stack.undo()
    assert fighter(document, LAO).alias == "Masked gunman"


def test_health_is_told_for_all_or_for_each(document: RosterDocument) -> None:
    players_edits.set_health_shown(document, [LAO], shown=False)
    players_edits.set_scene_health(document, shown=False)
    players_edits.set_health_shown(document, [JAQUI], shown=True)
    scene = document.roster.on_stage
    assert scene is not None
    assert (fighter(document, LAO).health, fighter(document, JAQUI).health, scene.health) == (False, True, False)
    players_edits.set_health_shown(document, [LAO], shown=None)
    assert fighter(document, LAO).health is None


def test_a_clock_is_shown_and_hidden(document: RosterDocument) -> None:
    clock = add_clock(document, "Security arrives", 5)
    show_clock(document, clock, shown=True)
    scene = document.roster.on_stage
    assert scene is not None
    assert scene.clocks[0].shown
    document.stack.undo()
    assert document.roster.on_stage is not None
    assert not document.roster.on_stage.clocks[0].shown


def test_only_those_in_the_scene_can_have_an_alias(document: RosterDocument) -> None:
    with pytest.raises(TurnError):
        players_edits.set_alias(document, [MOOK], "Nobody")


pytestmark = pytest.mark.usefixtures("qapp")


class Table:
    """A fight of Jaqui, who acts first, and Lao Qing, who is hidden."""

    def __init__(self) -> None:
        self.document: RosterDocument = a_document()
        journal = FakeJournal()
        self.log = RollLog(lambda _: journal, counted("line"), Clock())
        self.log.open("mars", "ep2")
        self.steps = FightSteps(Stage(self.document, self.log), EntropyDice())
        self.question = RevealQuestion(self.document, self.log)
        self.question.set_active(True)
        add_scene(self.document, [JAQUI, LAO])
        set_hidden(self.document, [LAO], hidden=True)
        self.steps.begin("jaqui 6, lao 1")

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
    table.steps.next()
    assert ([*table.question.asks], table.question.names) == ([LAO], ["Lao Qing"])
    table.steps.next()
    assert [*table.question.asks] == []


def test_revealed_they_are_seen_and_nothing_is_asked(table: Table) -> None:
    table.steps.next()
    table.question.reveal()
    assert ([*table.question.asks], table.hidden()) == ([], False)
    table.document.stack.undo()
    assert ([*table.question.asks], table.hidden()) == ([LAO], True)


def goes_round(table: Table) -> None:
    """Go on to the next turn of Lao Qing."""
    table.steps.next()
    table.steps.next()


def test_kept_hidden_nothing_is_asked_for_the_rest_of_the_fight(table: Table) -> None:
    table.steps.next()
    table.question.keep_hidden()
    assert ([*table.question.asks], table.hidden()) == ([], True)
    for _ in range(3):
        goes_round(table)
        assert [*table.question.asks] == []
    table.log.add([a_roll()])
    assert [*table.question.asks] == []


def test_whoever_goes_on_without_an_answer_is_not_asked_at_each_turn_but_at_an_open_roll(table: Table) -> None:
    table.steps.next()
    assert [*table.question.asks] == [LAO]
    for _ in range(3):
        goes_round(table)
        assert ([*table.question.asks], table.hidden()) == ([], True)
    table.log.add([a_roll()])
    assert [*table.question.asks] == [LAO]
    table.question.keep_hidden()
    table.steps.next()
    table.log.add([a_roll()])
    assert [*table.question.asks] == []


@pytest.mark.parametrize("anew", ["another fight", "hidden again", "another roster"])
def test_another_occasion_is_asked_about_again(table: Table, anew: str) -> None:
    table.steps.next()
    table.question.keep_hidden()
    if anew == "another fight":
        table.steps.end()
        table.steps.begin("jaqui 6, lao 1")
        table.steps.next()
    elif anew == "hidden again":
        set_hidden(table.document, [LAO], hidden=False)
        set_hidden(table.document, [LAO], hidden=True)
    else:
        table.document.open(table.document.roster, table.document.system)
    assert [*table.question.asks] == [LAO]


def test_an_open_roll_of_somebody_hidden_asks_as_well(table: Table) -> None:
    table.log.add([a_roll(secret=True), a_roll(a_draft(character=JAQUI))])
    assert [*table.question.asks] == []
    table.log.add([a_roll()])
    assert [*table.question.asks] == [LAO]
    table.steps.back()
    table.steps.next()
    assert [*table.question.asks] == [LAO]
    table.steps.next()
    assert [*table.question.asks] == []


def test_without_a_window_for_the_players_nothing_is_asked(table: Table) -> None:
    table.steps.next()
    table.question.set_active(False)
    assert [*table.question.asks] == []


def test_it_says_when_it_asks_for_others(table: Table) -> None:
    said: list[int] = []
    table.question.changed.connect(lambda: said.append(len(table.question.asks)))
    table.steps.next()
    table.steps.next()
    assert said == [1, 0]
