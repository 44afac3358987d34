"""A fight with a stage for the tests: a roster with four in its scene."""

from msgspec import structs

from gm_desk.core.characters.roster import Character, Group, Roster
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.scenes.scene import Scene
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.fight_steps import FightSteps, TurnOrder
from gm_desk.model.scene.stage import Stage
from gm_desk.store.shipped import load_system
from model_makers import Clock, FakeJournal, ScriptedDice, counted

ANN, BOB, CID, DOC = "ann", "bob", "cid", "doc"
NAMES = {ANN: "Ann", BOB: "Bob", CID: "Cid 1", DOC: "Cid 2"}


def fighter(character_id: str, init: int, **more: object) -> Character:
    stats = {"INIT": init, "REF": 10 + init, "DUR": 30, "WT": 6, "SPD": 2, "LP": 30}
    one = Character(id=character_id, name=NAMES[character_id], group="mob", stats=stats)
    return structs.replace(one, **more)


def a_fight(system: str = "ep2") -> Roster:
    """Return a roster with Ann, who has Vigor and Moxie, Bob, and two alike, none of them in a scene yet."""
    points = {"vigor": Points(now=1, max=2), "moxie": Points(now=2, max=2)}
    people = (
        fighter(ANN, 8, kind="pc", points=points, group="players"),
        fighter(BOB, 6),
        fighter(CID, 4),
        fighter(DOC, 4),
    )
    groups = (Group(id="players", name="Players"), Group(id="mob", name="Mob"))
    return Roster(id="dock", name="Dock", system=system, groups=groups, characters=people)


class Fight:
    """A document, its log and a stage, with scripted dice."""

    def __init__(self, roster: Roster, *rolls: int) -> None:
        self.document = RosterDocument(roster, load_system(roster.system), counted())
        self.journal = journal = FakeJournal()
        self.log = RollLog(lambda _: journal, counted("line"), Clock())
        self.log.open("dock", roster.system)
        self.stage, dice = Stage(self.document, self.log), ScriptedDice(*rolls)
        self.steps, self.order = FightSteps(self.stage, dice), TurnOrder(self.stage, dice)
        self.refusals: list[str] = []
        self.turns: list[list[str]] = []
        self.stage.refused.connect(self.refusals.append)
        self.stage.turn_came.connect(self.turns.append)

    @property
    def scene(self) -> Scene:
        scene = self.document.roster.on_stage
        assert scene is not None
        return scene

    @property
    def acting(self) -> tuple[str, ...]:
        assert self.scene.now is not None
        return self.scene.now.acting

    def harm(self, character_id: str, **counts: int) -> None:
        one = self.document.existing(character_id)
        health = structs.replace(one.health, **counts)
        self.document.change_character(structs.replace(one, health=health), "harm")


def under_way(*rolls: int, system: str = "ep2") -> Fight:
    """Return a fight of all four, begun with these rolls; then come those of later turns."""
    from gm_desk.model.scene.scene_edits import add_scene

    fight = Fight(a_fight(system), *rolls)
    add_scene(fight.document, [ANN, BOB, CID, DOC], "Lock 9")
    fight.steps.begin()
    return fight
