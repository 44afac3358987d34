"""The scene on stage and the steps of its fight, each one undo step of the roster."""

from collections.abc import Callable, Container, Mapping, Sequence

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters import harm
from gm_desk.core.characters.naming import name_or_count
from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.drafts.spending import paid, turn_purses
from gm_desk.core.errors import RulesError, TurnError
from gm_desk.core.rules.dice import Dice
from gm_desk.core.rules.house import House
from gm_desk.core.scenes import staging, turns
from gm_desk.core.scenes.active_conditions import TurnCost, after_fight, ended, turn_costs
from gm_desk.core.scenes.ends import into_fight
from gm_desk.core.scenes.scene import Cost, Marker, Moment, Scene
from gm_desk.core.scenes.staging import FighterStanding, Standings, battle_of, fight_of, moved, rolled_for, with_throw
from gm_desk.core.scenes.turns import Battle
from gm_desk.core.systems.definition import PointKind
from gm_desk.core.systems.registry import RULES
from gm_desk.model.log.entries import Roll
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.conditions import end_of
from gm_desk.model.scene.initiative import change_and_log, read_throws, rolled, throw, total_of
from gm_desk.model.scene.scene_edits import with_people
from gm_desk.store.journal.entries import TURN, Event, Harmed

NO_SCENE = "no scene is on stage"
NOT_BEGUN = "the fight has not begun"
DUE = "scene"
"""The kind of the log's lines about what happens in a scene."""


class Stage(QObject):
    """The scene on stage: who acts when, and the steps from one to the next.

    `changed` is emitted when the scene or anybody in it has changed, `turn_came` with the ids of those whose turn has
    come, `happened` with the words of a marker that is due or a clock that is full, and `refused` with the reason why a
    step is not possible.
    """

    changed = Signal()
    turn_came = Signal(list)
    happened = Signal(str)
    refused = Signal(str)

    def __init__(self, document: RosterDocument, log: RollLog, dice: Dice, parent: QObject | None = None) -> None:
        """Follow the scene on stage of a document; initiative is rolled with `dice`."""
        super().__init__(parent)
        self._document = document
        self._log = log
        self._dice = dice
        self._acting: tuple[str, ...] = ()
        self._at = ""
        self._revived: set[str] = set()
        self._rules: tuple[str, House] | None = None
        self._seen: Roster | None = None
        self._found: Mapping[str, FighterStanding] = {}
        self._battle: Battle | None = None
        self._ordered: tuple[Moment, Battle, list[str]] | None = None
        self._all = Standings(document.system, document.house)
        document.opened.connect(self._open)
        document.scenes_changed.connect(self._follow)
        document.character_changed.connect(self._follow_character)

    @property
    def scene(self) -> Scene | None:
        """The scene on stage, None where none is."""
        return self._document.roster.on_stage

    @property
    def now(self) -> Moment | None:
        """The moment of the fight, None before it begins."""
        scene = self.scene
        return None if scene is None else scene.now

    @property
    def standings(self) -> Mapping[str, FighterStanding]:
        """How everybody in the scene on stage stands; raises TurnError without one."""
        document, scene = self._document, self.staged()
        if self._rules != (document.system.id, document.house):
            self._rules = document.system.id, document.house
            self._all = Standings(document.system, document.house)
            self._seen = None
        if self._seen is not document.roster:
            self._seen, self._found = document.roster, self._all.of(document.roster, scene)
            self._battle = None
        return self._found

    @property
    def battle(self) -> Battle:
        """The fight of the scene on stage; raises TurnError without one."""
        standings = self.standings
        if self._battle is None:
            self._battle = fight_of(standings, self._document.system, self._document.house)
        return self._battle

    def in_turn(self) -> list[str]:
        """Return who acts in this phase, in order, whether they have acted or not."""
        now = self.now
        if now is None:
            return []
        battle = self.battle
        if self._ordered is None or self._ordered[0] is not now or self._ordered[1] is not battle:
            found = [one for place in turns.order(now, battle) for one in place if battle.able(one)]
            self._ordered = now, battle, found
        return self._ordered[2]

    def begin(self, line: str = "") -> None:
        """Begin the fight, or begin it again: initiative is rolled for all, except for those whose roll is typed."""
        self._try(self._begin, line)

    def next(self) -> None:
        """Go to the next moment, or begin the fight; initiative is rolled where a turn calls for it."""
        if self.scene is not None and self.scene.now is None:
            self.begin()
        else:
            self._try(self._next)

    def back(self) -> None:
        """Go back to the moment before, exactly as it was."""
        scene = self.scene
        if scene is not None and scene.past:
            self._move(turns.previous_moment(scene), "back")

    def end(self) -> None:
        """End the fight: nobody's turn it is any more, and those in the scene stay in it."""
        scene = self.scene
        if scene is not None and scene.now is not None:
            roster = after_fight(self._document.roster, scene.id, self._document.system)
            over = structs.replace(scene, now=None, past=(), ahead=())
            self._become(
                roster.with_scene(over), f"end the fight in {scene.name}", [self.note(TURN, ("the fight is over",))]
            )

    def check_rolls(self, line: str) -> None:
        """Raise TurnError for typed initiative that cannot be meant."""
        self._read(line)

    def type_rolls(self, line: str) -> None:
        """Set the initiative rolls of this turn as typed, "jaqui 4, tyska 6"; raise TurnError for what cannot be."""
        scene = self.staged()
        if scene.now is None:
            self._begin(line)
        else:
            self._move(with_throw(scene, self._read(line)), "type initiative")

    def set_roll(self, fighter_id: str, number: int) -> None:
        """Set somebody's roll of this turn; raise TurnError for one that the dice cannot show."""
        battle = self.battle
        value = rolled(number, battle.rules, battle.house)
        self._move(with_throw(self.staged(), {fighter_id: value}), f"initiative of {self.name_of(fighter_id)}")

    def bring_in(self, ids: Sequence[str]) -> None:
        """Put characters into the scene; into a fight under way they come by a roll, a team by one roll."""
        self._try(self._bring_in, ids)

    def delay(self, fighter_id: str) -> None:
        """Let somebody wait, to act later."""

        def step(scene: Scene, battle: Battle) -> Scene:
            return turns.delayed(scene, fighter_id, battle, self._rolls_of_next(scene, battle))

        self._try(self._change, step, f"{self.name_of(fighter_id)} delays")

    def act_now(self, fighter_id: str) -> None:
        """Let somebody who waited act at once."""

        def step(scene: Scene, battle: Battle) -> Scene:
            return turns.acting_now(scene, fighter_id, battle)

        self._try(self._change, step, f"{self.name_of(fighter_id)} acts now")

    def shift(self, fighter_id: str, *, earlier: bool) -> None:
        """Move somebody one place up or down in the order."""

        def step(scene: Scene, battle: Battle) -> Scene:
            return turns.shifted(scene, fighter_id, battle, earlier=earlier)

        self._try(self._change, step, f"{self.name_of(fighter_id)} acts {'earlier' if earlier else 'later'}")

    def go_first(self, fighter_id: str, points: str = "", phase: int | None = None) -> None:
        """Let somebody go first, in EP1 in one phase; `points` is the kind that pays for it, "" for none."""

        def step(scene: Scene, _battle: Battle) -> Scene:
            return turns.going_first(scene, fighter_id, phase)

        self._try(self._change, step, f"{self.name_of(fighter_id)} goes first", fighter_id, points)

    def act_again(self, fighter_id: str, points: str = "") -> None:
        """Add an action after everybody’s for one combatant; `points` is the kind that pays for it, "" for none."""

        def step(scene: Scene, _battle: Battle) -> Scene:
            return turns.with_extra_action(scene, fighter_id)

        self._try(self._change, step, f"extra action of {self.name_of(fighter_id)}", fighter_id, points)

    def change_actions(self, fighter_id: str, by: int) -> None:
        """Let somebody have an action more or one less, as a critical does."""

        def step(scene: Scene, _battle: Battle) -> Scene:
            return turns.with_actions_changed(scene, fighter_id, by)

        text = f"{self.name_of(fighter_id)} {'gets' if by > 0 else 'loses'} an action"
        self._try(self._change, step, text)

    def costs_due(self) -> list[TurnCost]:
        """Return what conditions cost at the end of the turn that has just ended, as far as it has not been dealt."""
        scene = self.scene
        if scene is None or scene.now is None or not scene.past or scene.past[-1].turn >= scene.now.turn:
            return []
        dealt = {(cost.character, cost.condition) for cost in scene.now.costs}
        costs = turn_costs(self._document.roster, scene, self._document.system)
        return [cost for cost in costs if (cost.character, cost.condition) not in dealt]

    def deal(self, cost: TurnCost) -> None:
        """Deal what a condition costs somebody, rolled if it is dice; going back gives it back."""
        self._try(self._deal, cost)

    def _deal(self, cost: TurnCost) -> None:
        document, scene = self._document, self.staged()
        one, rules = document.existing(cost.character), RULES[document.system.id]
        amount = cost.amount or total_of(cost.dice, self._dice)
        after = harm.suffer(one, amount, "damage", rules, document.house)
        changes = harm.changes_between(one, after.character)
        if scene.now is None:
            raise TurnError("scene", NOT_BEGUN)
        costs = [Cost(one.id, track, number, cost.condition) for track, number in changes.items()]
        now = structs.replace(scene.now, costs=(*scene.now.costs, *costs))
        roster = document.roster.with_character(after.character).with_scene(structs.replace(scene, now=now, ahead=()))
        event, name = Event("damage", (cost.name.casefold(), *after.words)), cost.name.casefold()
        line = Roll(Draft(one.id, one.name), event, document.house, {}, harmed=Harmed(one.id, changes))
        self._become(roster, f"{name}: {after.words[0]} of {one.name}", [line])

    def purses(self, fighter_id: str) -> list[tuple[PointKind, int]]:
        """Return the kinds of points that can buy somebody a place or an action, with how many are left."""
        document, character = self._document, self._document.character(fighter_id)
        return [] if character is None else turn_purses(document.roster, character, document.system)

    def name_of(self, fighter_id: str) -> str:
        """Return the name of somebody in the scene; for one who is gone, what they were called."""
        if character := self._document.character(fighter_id):
            return character.name
        fighter = None if self.scene is None else self.scene.fighter(fighter_id)
        return fighter.name if fighter else ""

    def note(self, kind: str, words: Sequence[str], *, secret: bool = False) -> Roll:
        """Return a line of the log about the scene."""
        scene = self.scene
        draft = Draft("", "" if scene is None else scene.name)
        return Roll(draft, Event(kind, tuple(words)), self._document.house, {}, secret=secret)

    @property
    def document(self) -> RosterDocument:
        """The document whose scene is on stage."""
        return self._document

    def staged(self) -> Scene:
        """Return the scene on stage; raise TurnError where none is."""
        scene = self.scene
        if scene is None:
            raise TurnError("scene", NO_SCENE)
        return scene

    def put(self, scene: Scene, text: str, line: Roll | None = None) -> None:
        """Change the scene on stage, with a line in the log, as one undo step."""
        self._move(scene, text, () if line is None else (line,))

    def _begin(self, line: str) -> None:
        scene, battle = self.staged(), self.battle
        if not battle.combatants:
            raise TurnError("scene", "nobody is in the scene: select characters, and put them in")
        typed = self._read(line) if line.strip() else {}
        begun = turns.begun(scene, battle, {**self._rolls(scene, battle, typed), **typed})
        roster = after_fight(self._document.roster, scene.id, self._document.system)
        roster = into_fight(roster.with_scene(begun), scene.id)
        self._become(roster, f"begin {scene.name}", self._news(None, begun))
        self._tell_due(None, begun)

    def _next(self) -> None:
        scene, battle = self.staged(), self.battle
        after = turns.next_moment(scene, battle, self._rolls_of_next(scene, battle))
        text = f"next: {', '.join(map(self.name_of, after.now.acting)) or 'nobody'}" if after.now else "next"
        self._move(after, text, () if scene.ahead else self._news(scene, after))
        if not scene.ahead:
            self._tell_due(scene, after)

    def _bring_in(self, ids: Sequence[str]) -> None:
        document, scene = self._document, with_people(self._document, ids)
        people = [document.existing(one) for one in ids]
        if scene.now is not None:
            known, battle = scene.now.throws, battle_of(document.roster, scene, document.system, document.house)
            others = [*known, *(one for one in battle.combatants if one not in ids)]
            scene = with_throw(scene, self._rolls(scene, battle, others))
        roster = document.roster.with_scene(scene)
        self._become(into_fight(roster, scene.id), f"put {name_or_count(people)} into {scene.name}")

    def _rolls(self, scene: Scene, battle: Battle, but: Container[str] = ()) -> dict[str, int]:
        """Return a roll for each who can act, one for those of a team; there is none for those in `but`."""
        rolls: dict[str, int] = {}
        for ids in rolled_for(scene, battle):
            wanted = [one for one in ids if one not in but]
            if wanted:
                rolls.update(dict.fromkeys(wanted, throw(battle.rules, battle.house, self._dice)))
        return rolls

    def _rolls_of_next(self, scene: Scene, battle: Battle) -> Mapping[str, int] | None:
        return self._rolls(scene, battle) if turns.rolls_next(scene, battle) else None

    def _read(self, line: str) -> dict[str, int]:
        scene, battle = self.staged(), self.battle
        names = {one.id: self.name_of(one.id) for one in scene.fighters}
        now = scene.now or Moment()
        base = {one.id: battle.rules.count(one, now.turn, battle.house) for one in battle.combatants.values()}
        return read_throws(line, names, base, battle.rules, battle.house)

    def _news(self, before: Scene | None, after: Scene) -> list[Roll]:
        """Return the log's lines of a new moment: the order of a turn that begins, and the markers that are due."""
        word, due = self.battle.rules.word, self._due(before, after)
        begins = after.now is not None and (before is None or before.now is None or before.now.turn < after.now.turn)
        lines = [self.note(DUE, (one.text, f"{word} {one.turn}"), secret=one.hidden) for one in due]
        return [*(self._initiative(after) if begins else ()), *lines]

    def _due(self, before: Scene | None, after: Scene) -> list[Marker]:
        """Return the markers that happen between two moments."""
        known = () if before is None else staging.happened(before, self.battle)
        return [one for one in staging.happened(after, self.battle) if one not in known]

    def _tell_due(self, before: Scene | None, after: Scene) -> None:
        for one in self._due(before, after):
            self.happened.emit(f"{self.battle.rules.word.capitalize()} {one.turn}: {one.text}")

    def _initiative(self, scene: Scene) -> list[Roll]:
        """Return the log's line of a turn that begins, with who acts in which order, and a secret one of the hidden."""
        if scene.now is None:
            return []
        battle, hidden = self.battle, {one.id for one in scene.fighters if one.hidden}
        people, seen, unseen = battle.rolled(scene.now), list[str](), list[str]()
        for one in (each for place in turns.order(scene.now, battle) for each in place if battle.able(each)):
            counted = f"{self.name_of(one)} ({turns.count_of(people[one], scene.now, battle)})"
            (unseen if one in hidden else seen).append(counted)
        order = self.note(TURN, (f"{battle.rules.word} {scene.now.turn}", *seen))
        return [order, *([self.note(DUE, ("hidden", *unseen), secret=True)] if unseen else [])]

    def _change(self, step: Callable[[Scene, Battle], Scene], text: str, payer: str = "", points: str = "") -> None:
        """Make a step of the fight, and pay for it."""
        before, roster = self.staged(), self._document.roster
        after = step(before, self.battle)
        if points:
            if not any(kind.id == points and left for kind, left in self.purses(payer)):
                raise TurnError(payer, f"has no point of {points} left")
            roster = paid(roster, payer, points, self._document.system)
        self._become(moved(roster, after), text, self._news(before, after))
        self._tell_due(before, after)

    def _move(self, scene: Scene, text: str, lines: Sequence[Roll] = ()) -> None:
        self._become(moved(self._document.roster, scene), text, lines)

    def _become(self, roster: Roster, text: str, lines: Sequence[Roll] = ()) -> None:
        """Change the roster as one undo step, with lines in the log, and one for each condition that is over now.

        The end of a condition that going back revived has been told already.
        """
        document, before = self._document, self._document.roster
        over, revived = ended(before, roster, document.system), ended(roster, before, document.system)
        told = [end_of(*one, self.scene, document.house) for one in over if one[1].id not in self._revived]
        if change_and_log(document, self._log, roster, [*reversed(lines), *reversed(told)], text):
            self._revived -= {condition.id for _, condition in over}
            self._revived |= {condition.id for _, condition in revived}

    def _try(self, step: Callable[..., None], *arguments: object) -> None:
        """Make a step, or say why it cannot be made."""
        try:
            step(*arguments)
        except RulesError as error:
            name = self.name_of(error.key)
            self.refused.emit(f"{name} {error.problem}" if name else error.problem)

    def _open(self) -> None:
        now = self.now
        self._acting, self._at = () if now is None else now.acting, self._document.roster.stage
        self.changed.emit()

    def _follow(self) -> None:
        """Emit who acts now, where that has changed."""
        now, before = self.now, (self._at, self._acting)
        self._acting, self._at = () if now is None else now.acting, self._document.roster.stage
        self.changed.emit()
        if self._acting and before != (self._at, self._acting):
            self.turn_came.emit(list(self._acting))

    def _follow_character(self, character_id: str) -> None:
        scene = self.scene
        if scene is not None and scene.fighter(character_id) is not None:
            self.changed.emit()
