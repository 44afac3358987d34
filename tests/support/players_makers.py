"""A fight in which everything happens that could show the players too much, and what they must not see of it."""

import random
import re
from collections.abc import Callable

from msgspec import structs
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft, Mode, Side
from gm_desk.core.players.players_view import PlayersView
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.house import House
from gm_desk.core.scenes.conditions import ActiveCondition
from gm_desk.core.scenes.scene import Clock, Fighter, Marker, Scene
from gm_desk.core.systems.eclipse import ask
from gm_desk.model.log.entries import Roll
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.players.players_edits import set_alias, set_caption, set_health_shown, set_scene_health
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.fight_steps import FightSteps
from gm_desk.model.scene.scene_edits import set_hidden, set_team, take_out
from gm_desk.store.journal.entries import Entry, Override

STATS = {"INIT": 6, "REF": 20, "COG": 15, "INT": 15, "SOM": 20, "WIL": 15, "DUR": 30, "WT": 6, "DR": 45}
LETTERS = "abcdefghijklmnopqrstuvwxyz"
PLAYERS, OTHERS = 3, 9
KINDS = ("prone", "stunned", "bleeding", "blinded", "unconscious", "of-our-own")


def word(kind: str, number: int) -> str:
    """Return a word without digits that occurs nowhere else: "Qnamejq"."""
    return f"Q{kind}{LETTERS[number // 26 % 26]}{LETTERS[number % 26]}q"


def somebody(number: int) -> Character:
    """Return a character each of whose texts is a word of its own."""
    own = number < PLAYERS
    return Character(
        id=word("id", number),
        name=word("name", number),
        kind="pc" if own else "npc",
        concept=word("concept", number),
        portrait=word("portrait", number),
        notes=word("note", number),
        motivations=(word("motivation", number),),
        gear=(word("gear", number),),
        stats=STATS,
        number=1 + number % 2,
        skills=(Skill(id="guns", name=word("skill", number), rating=61),),
        attacks=(Attack(id="gun", name=word("gun", number), skill=word("skill", number)),),
    )


def a_stage_set(stage: str = "scene") -> Roster:
    """Return a roster with a scene of everybody but the last two, on stage."""
    people = tuple(somebody(number) for number in range(PLAYERS + OTHERS))
    scene = Scene(
        id="scene",
        name="Qscenename",
        notes=word("note", 90),
        fighters=tuple(Fighter(id=one.id, name=one.name) for one in people[:-2]),
        markers=(Marker(id="boom", text=word("marker", 1), turn=2),),
        clocks=(Clock(id="one", name=word("clock", 1)), Clock(id="two", name="Qshownclock", shown=True)),
    )
    return Roster(id="mars", name="Qrostername", characters=people, scenes=(scene,), stage=stage)


class Fight:
    """A fight of random steps; what was rolled is kept here as well, to compare."""

    def __init__(self, document: RosterDocument, log: RollLog, steps: FightSteps, chance: random.Random) -> None:
        self.document, self.log, self.steps, self.chance = document, log, steps, chance
        self.rolls: list[Entry] = []
        self.count = 0

    def step(self) -> None:
        steps: tuple[Callable[[], object], ...] = (
            *(
                self.steps.next,
                self.steps.back,
                self.hide,
                self.hide,
                self.call,
                self.tell,
                self.hurt,
                self.set_condition,
            ),
            *(self.roll, self.roll, self.roll, self.strike, self.move, self.team, self.leave_stage, self.write),
        )
        self.chance.choice(steps)()

    def somebody(self) -> str:
        return self.chance.choice(self.document.roster.characters).id

    def fighter(self) -> str:
        scene = self.document.roster.scenes[0]
        return self.chance.choice(scene.fighters).id if scene.fighters else ""

    def hide(self) -> None:
        if self.document.roster.on_stage and (one := self.fighter()):
            set_hidden(self.document, [one], hidden=self.chance.random() < 0.5)

    def call(self) -> None:
        self.count += 1
        if self.document.roster.on_stage and (one := self.fighter()):
            set_alias(self.document, [one], word("alias", self.count) if self.chance.random() < 0.7 else "")

    def tell(self) -> None:
        if self.document.roster.on_stage and (one := self.fighter()):
            set_health_shown(self.document, [one], self.chance.choice((None, True, False)))
            set_scene_health(self.document, self.chance.random() < 0.5)

    def hurt(self) -> None:
        found = self.document.existing(self.somebody())
        health = Health(damage=self.chance.randrange(50), wounds=self.chance.randrange(4))
        self.document.change_character(structs.replace(found, health=health), "hurt")

    def set_condition(self) -> None:
        found = self.document.existing(self.somebody())
        self.count += 1
        held = ActiveCondition(id="held", kind=self.chance.choice(KINDS), name=word("condition", self.count), level=17)
        self.document.change_character(structs.replace(found, conditions=(held,)), "condition")

    def roll(self) -> None:
        self.count += 1
        secret, opposed = self.chance.random() < 0.4, self.chance.random() < 0.5
        one, other = self.document.existing(self.somebody()), self.document.existing(self.somebody())
        label = word("secret" if secret else "ability", self.count)
        own = Ability(AbilityKind.SKILL, "guns", label, 61)
        against = Side(other.id, other.name, Ability(AbilityKind.SKILL, "guns", word("against", self.count), 57))
        draft = Draft(
            one.id, one.name, own, mode=Mode.OPPOSED if opposed else Mode.ALONE, opponent=against if opposed else None
        )
        request = ask(draft)
        assert request is not None
        names = ("a.roll", "b.roll") if opposed else ("roll",)
        dice = {name: (self.chance.randrange(100),) for name in names}
        made = Roll(draft, request, House(), dice, secret=secret, note=word("note", self.count))
        self.rolls += self.log.add([made])

    def strike(self) -> None:
        if self.rolls:
            at = self.chance.randrange(len(self.rolls))
            struck = not self.rolls[at].struck
            said = Override(word("verdict", self.count)) if self.chance.random() < 0.3 else self.rolls[at].override
            after = structs.replace(self.rolls[at], struck=struck, override=said)
            self.log.revise(self.rolls[at], after)
            self.rolls[at] = after

    def move(self) -> None:
        if self.document.roster.on_stage:
            if self.chance.random() < 0.5:
                self.steps.bring_in([self.somebody()])
            elif one := self.fighter():
                take_out(self.document, [one])

    def team(self) -> None:
        if self.document.roster.on_stage and len(self.document.roster.scenes[0].fighters) > 3:
            ids = [one.id for one in self.chance.sample(self.document.roster.scenes[0].fighters, 3)]
            set_team(self.document, ids, together=self.chance.random() < 0.6)

    def leave_stage(self) -> None:
        if self.chance.random() < 0.3:
            stage = self.chance.choice(("scene", "scene", ""))
            self.document.change(structs.replace(self.document.roster, stage=stage), "stage")

    def write(self) -> None:
        self.count += 1
        set_caption(self.document, word("caption", self.count))

    # What must not be seen

    def allowed(self) -> set[str]:
        """The only words that may be seen now."""
        roster = self.document.roster
        scene = roster.on_stage
        fighters = {} if scene is None else {one.id: one for one in scene.fighters}
        found = {roster.caption} if scene is None else {"Qscenename", "Qshownclock", scene.caption}
        for one in roster.characters:
            fighter = fighters.get(one.id)
            if fighter is not None and not fighter.hidden:
                found |= {fighter.alias} if fighter.alias else {one.name, one.portrait}
            elif fighter is None and one.kind == "pc":
                found.add(one.name)
        return found | self._of_open_rolls(fighters)

    def _of_open_rolls(self, fighters: dict[str, Fighter]) -> set[str]:
        """What may be seen of rolls: abilities and attacks of players who are not hidden, in rolls that are open."""
        found = set()
        for entry in self.rolls:
            for side in (entry.draft, entry.draft.side("b")):
                character = self.document.character(side.character)
                own = character is not None and character.kind == "pc"
                hidden = side.character in fighters and fighters[side.character].hidden
                if own and not hidden and not entry.secret and not entry.struck and side.ability:
                    found.add(side.ability.label)
        return found


def words_in(text: str) -> set[str]:
    """Return the words in a text that a `Fight` has made."""
    return set(re.findall(r"Q[a-z]+q?\b", text))


def free_texts(view: PlayersView) -> list[str]:
    """Return all texts in which no number may stand: all but turn, dice, and a player's target or total."""
    rows = [text for row in view.rows for text in (row.name, *(one.text for one in row.labels))]
    sides = () if view.roll is None else view.roll.sides
    rolls = [text for side in sides for text in (side.name, side.what, side.verdict)]
    return [view.scene, view.caption, *rows, *view.events, *(one.name for one in view.clocks), *rolls]


def spoken_in(widget: QWidget) -> list[str]:
    """Return every text that assistive tools find in a widget and in all that is in it, hidden parts included."""
    found, waiting = list[str](), [QAccessible.queryAccessibleInterface(widget)]
    while waiting:
        one = waiting.pop(0)
        kinds = (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value, QAccessible.Text.Help)
        found += [one.text(kind) for kind in kinds]
        waiting += [one.child(place) for place in range(one.childCount())]
    return found
