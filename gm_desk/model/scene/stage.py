"""The current scene and the steps of its fight, each one undo step of the roster."""

from collections.abc import Callable, Container, Mapping, Sequence

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters import harm
from gm_desk.core.characters.roster import Roster, name_or_count
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.drafts.spending import paid, turn_pools
from gm_desk.core.errors import RulesError, TurnError
from gm_desk.core.rules.dice import Dice
from gm_desk.core.rules.house import House
from gm_desk.core.scenes import staging, turns
from gm_desk.core.scenes.active_conditions import TurnCost, after_fight, costs_left, ended, turn_costs
from gm_desk.core.scenes.battle import Battle
from gm_desk.core.scenes.condition_edits import into_fight
from gm_desk.core.scenes.scene import Cost, Moment, Scene
from gm_desk.core.scenes.staging import FighterStanding, Standings, battle_of, fight_of, moved, rolled_for, with_throw
from gm_desk.core.systems.definition import PointKind
from gm_desk.core.systems.registry import RULES
from gm_desk.model.log.entries import Roll
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.undo import change_and_log
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.conditions import end_of, line_about
from gm_desk.model.scene.fight_lines import DUE, due_between, news, note
from gm_desk.model.scene.initiative import Combatants, read_throws, throw, total_of
from gm_desk.model.scene.scene_edits import with_people
from gm_desk.store.journal.entries import TURN, Event, Harmed

NO_SCENE = "no scene is on stage"
NOT_BEGUN = "the fight has not begun"
FIRST = "there is no earlier moment of the fight to go back to"
JOINED = "joined the fight"


class Stage(QObject):
    """The current scene: the turn order, and the steps of the fight.

    `changed` is emitted when the scene or a character in it has changed, `turn_came` with the ids of those whose turn
    begins, `happened` with the text of a marker that is due or a clock that is full, and `refused` with the reason why
    a step is not possible.
    """

    changed = Signal()
    turn_came = Signal(list)
    happened = Signal(str)
    refused = Signal(str)

    def __init__(self, document: RosterDocument, log: RollLog, dice: Dice, parent: QObject | None = None) -> None:
        """Follow the current scene of a document; initiative is rolled with `dice`."""
        super().__init__(parent)
        self._document = document
        self._log = log
        self._dice = dice
        self._acting: tuple[str, ...] = ()
        self._at, self._harmed = "", False
        self._due_at, self._costs = ("", 0), list[TurnCost]()
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
        document.roster_changed.connect(self._tell)

    @property
    def scene(self) -> Scene | None:
        """The current scene, or None."""
        return self._document.roster.on_stage

    @property
    def now(self) -> Moment | None:
        """The moment of the fight, None before it begins."""
        scene = self.scene
        return None if scene is None else scene.now

    @property
    def standings(self) -> Mapping[str, FighterStanding]:
        """The state of all fighters in the current scene; raise TurnError without one."""
        document, scene = self._document, self.staged()
        if self._rules != (document.system.id, document.house):
            self._rules = document.system.id, document.house
            self._all = Standings(document.system, document.house)
            self._seen = None
        if self._seen is not document.roster:
            found = self._all.of(document.roster, scene)
            if found is not self._found:
                self._battle = None
            self._seen, self._found = document.roster, found
        return self._found

    @property
    def battle(self) -> Battle:
        """The fight of the current scene; raise TurnError without one."""
        standings = self.standings
        if self._battle is None:
            self._battle = fight_of(standings, self._document.system, self._document.house)
        return self._battle

    def in_turn(self) -> list[str]:
        """Return all who act in this phase, in order, including those who have acted."""
        now = self.now
        if now is None:
            return []
        battle = self.battle
        if self._ordered is None or self._ordered[0] is not now or self._ordered[1] is not battle:
            found = [one for place in battle.places(now) for one in place if battle.able(one)]
            self._ordered = now, battle, found
        return self._ordered[2]

    def begin(self, line: str = "") -> None:
        """Begin or restart the fight: initiative is rolled for all, except for those whose roll is typed."""
        self._try(self._begin, line)

    def next(self, line: str = "") -> None:
        """Go to the next moment, or begin the fight; what a new turn requires is rolled, unless its roll is typed."""
        if self.scene is not None and self.scene.now is None:
            self.begin(line)
        else:
            self._try(self._next, line)

    @property
    def rolls_next(self) -> bool:
        """Whether the next moment begins a turn for which initiative is rolled."""
        return self.now is not None and turns.rolls_next(self.staged(), self.battle)

    def back(self) -> None:
        """Go back to the previous moment, exactly as it was; refuse at the first one that is known."""
        scene = self.scene
        if scene is not None and scene.past:
            self._move(turns.previous_moment(scene), "back")
        elif scene is not None:
            self.refused.emit(FIRST if scene.now is not None else NOT_BEGUN)

    def end(self) -> None:
        """End the fight; the fighters stay in the scene."""
        scene = self.scene
        if scene is not None and scene.now is not None:
            roster = after_fight(self._document.roster, scene.id, self._document.system)
            over = structs.replace(scene, now=None, past=(), ahead=())
            line = self.note(TURN, ("the fight is over",))
            self._become(roster.with_scene(over), f"end the fight in {scene.name}", [line])

    def check_rolls(self, line: str) -> None:
        """Raise TurnError for invalid typed initiative."""
        self._read(line)

    def type_rolls(self, line: str) -> None:
        """Set the initiative rolls of this turn as typed, "jaqui 4, tyska 6"; raise TurnError for invalid text."""
        scene = self.staged()
        if scene.now is None:
            self._begin(line)
        else:
            self._move(with_throw(scene, self._read(line)), "type initiative")

    def bring_in(self, ids: Sequence[str]) -> None:
        """Add characters to the scene; during a fight initiative is rolled for them, once for a team."""
        self._try(self._bring_in, ids)

    def delay(self, fighter_id: str) -> None:
        """Delay a fighter's action."""

        def step(scene: Scene, battle: Battle) -> Scene:
            return turns.delayed(scene, fighter_id, battle, self._rolls_of_next(scene, battle))

        self._try(self._change, step, f"{self.name_of(fighter_id)} delays")

    def act_now(self, fighter_id: str) -> None:
        """Let a delaying fighter act at once."""

        def step(scene: Scene, battle: Battle) -> Scene:
            return turns.acting_now(scene, fighter_id, battle)

        self._try(self._change, step, f"{self.name_of(fighter_id)} acts now")

    def shift(self, fighter_id: str, *, earlier: bool) -> None:
        """Move a fighter one place up or down in the turn order."""

        def step(scene: Scene, battle: Battle) -> Scene:
            return turns.shifted(scene, fighter_id, battle, earlier=earlier)

        self._try(self._change, step, f"{self.name_of(fighter_id)} acts {'earlier' if earlier else 'later'}")

    def go_first(self, fighter_id: str, points: str = "", phase: int | None = None) -> None:
        """Let a fighter go first, in EP1 in one phase; `points` is the kind that pays for it, "" for none."""

        def step(scene: Scene, battle: Battle) -> Scene:
            return turns.going_first(scene, fighter_id, battle, phase)

        self._try(self._change, step, f"{self.name_of(fighter_id)} goes first", fighter_id, points)

    def act_again(self, fighter_id: str, points: str = "") -> None:
        """Add an extra action of a fighter after all others; `points` is the kind that pays for it, "" for none."""

        def step(scene: Scene, _battle: Battle) -> Scene:
            return turns.with_extra_action(scene, fighter_id)

        self._try(self._change, step, f"{self.name_of(fighter_id)}: extra action", fighter_id, points)

    def change_actions(self, fighter_id: str, by: int) -> None:
        """Add or remove an action of a fighter, as after a critical."""

        def step(scene: Scene, _battle: Battle) -> Scene:
            return turns.with_actions_changed(scene, fighter_id, by)

        self._try(self._change, step, f"{self.name_of(fighter_id)} {'gets' if by > 0 else 'loses'} an action")

    def costs_due(self) -> list[TurnCost]:
        """Return the costs of conditions at the end of the last turn that have not been applied in this one."""
        scene, roster = self.scene, self._document.roster
        if scene is None or scene.now is None:
            return []
        if self._due_at != (at := (scene.id, scene.now.turn)):
            begins = bool(scene.past) and scene.past[-1].turn < scene.now.turn
            self._due_at, self._costs = at, turn_costs(roster, scene, self._document.system) if begins else []
        return costs_left(self._costs, roster, scene)

    def deal(self, cost: TurnCost) -> None:
        """Apply the cost of a condition, rolled if it is dice; going back reverts it."""
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

    def pools(self, fighter_id: str) -> list[tuple[PointKind, int]]:
        """Return the kinds of points that can pay for going first or an action, with the number left."""
        document, character = self._document, self._document.character(fighter_id)
        return [] if character is None else turn_pools(document.roster, character, document.system)

    def name_of(self, fighter_id: str) -> str:
        """Return the name of a fighter, or the last known name if the character is gone."""
        if character := self._document.character(fighter_id):
            return character.name
        fighter = None if self.scene is None else self.scene.fighter(fighter_id)
        return fighter.name if fighter else ""

    def note(self, kind: str, words: Sequence[str], *, secret: bool = False) -> Roll:
        """Return a log entry about the scene."""
        return note(self.scene, kind, words, self._document.house, secret=secret)

    @property
    def document(self) -> RosterDocument:
        """The document with the scene."""
        return self._document

    def staged(self) -> Scene:
        """Return the current scene; raise TurnError without one."""
        scene = self.scene
        if scene is None:
            raise TurnError("scene", NO_SCENE)
        return scene

    def put(self, scene: Scene, text: str, line: Roll | None = None) -> None:
        """Change the current scene, with an entry in the log, as one undo step."""
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

    def _next(self, line: str) -> None:
        scene, battle = self.staged(), self.battle
        typed = self._read(line, later=1) if line.strip() else {}
        after = turns.next_moment(scene, battle, self._rolls_of_next(scene, battle, typed))
        text = f"next: {', '.join(map(self.name_of, after.now.acting)) or 'nobody'}" if after.now else "next"
        self._move(after, text, () if scene.ahead else self._news(scene, after))
        if not scene.ahead:
            self._tell_due(scene, after)

    def _bring_in(self, ids: Sequence[str]) -> None:
        document, scene = self._document, with_people(self._document, ids)
        people = [document.existing(one) for one in ids]
        joined: tuple[list[str], list[str]] = [], []
        if scene.now is not None:
            battle = battle_of(document.roster, scene, document.system, document.house)
            known = {*scene.now.throws, *(one for one in battle.combatants if one not in ids)}
            scene = with_throw(scene, self._rolls(scene, battle, known))
            joined = staging.counts_in_words(scene, battle, ids, self.name_of)
        lines = [self.note(DUE, (", ".join(each), JOINED), secret=each is joined[1]) for each in joined if each]
        roster = into_fight(document.roster.with_scene(scene), scene.id)
        self._become(roster, f"put {name_or_count(people)} into {scene.name}", lines)
        if any(joined):
            self.happened.emit(f"{', '.join(joined[0] + joined[1])} {JOINED}")

    def _rolls(self, scene: Scene, battle: Battle, but: Container[str] = ()) -> dict[str, int]:
        """Return an initiative roll for each fighter who can act, one for a team; except for those in `but`."""
        rolls: dict[str, int] = {}
        for ids in rolled_for(scene, battle):
            wanted = [one for one in ids if one not in but]
            if wanted:
                rolls.update(dict.fromkeys(wanted, throw(battle.rules, battle.house, self._dice)))
        return rolls

    def _rolls_of_next(self, scene: Scene, battle: Battle, typed: Mapping[str, int] | None = None) -> dict[str, int]:
        known = typed or {}
        return {**self._rolls(scene, battle, known), **known} if turns.rolls_next(scene, battle) else {}

    def _read(self, line: str, later: int = 0) -> dict[str, int]:
        scene, battle = self.staged(), self.battle
        people = {one.id: self._document.character(one.id) for one in scene.fighters}
        players = [one for one, character in people.items() if character and character.kind == "pc" and not scene.now]
        now, combatants = scene.now or Moment(), Combatants({one: self.name_of(one) for one in people}, players)
        base = {one.id: battle.rules.count(one, now.turn + later, battle.house) for one in battle.combatants.values()}
        return read_throws(line, combatants, base, battle.rules, battle.house)

    def _news(self, before: Scene | None, after: Scene) -> list[Roll]:
        """Return the log entries of a new moment."""
        return news(before, after, self.battle, self.name_of, self._document.house)

    def _tell_due(self, before: Scene | None, after: Scene) -> None:
        for one in due_between(before, after, self.battle):
            self.happened.emit(f"{self.battle.rules.word.capitalize()} {one.turn}: {one.text}")

    def _change(self, step: Callable[[Scene, Battle], Scene], text: str, payer: str = "", points: str = "") -> None:
        """Take a step of the fight, and pay for it; the payment is logged."""
        before, roster = self.staged(), self._document.roster
        after = step(before, self.battle)
        news = self._news(before, after)
        if points:
            kind = next((kind.name for kind, left in self.pools(payer) if kind.id == points and left), None)
            if kind is None:
                raise TurnError(payer, f"has no point of {points} left")
            one, roster = self._document.existing(payer), paid(roster, payer, points, self._document.system)
            spent = Event(DUE, (text.removeprefix(one.name).lstrip(": "), f"1 {kind}"))
            news.append(line_about(one, spent, before, self._document.house))
        self._become(moved(roster, after), text, news)
        self._tell_due(before, after)

    def _move(self, scene: Scene, text: str, lines: Sequence[Roll] = ()) -> None:
        self._become(moved(self._document.roster, scene), text, lines)

    def _become(self, roster: Roster, text: str, lines: Sequence[Roll] = ()) -> None:
        """Change the roster as one undo step, with entries in the log, and one for each condition that has ended.

        The end of a condition revived by going back has been logged already.
        """
        document, before = self._document, self._document.roster
        over, revived = ended(before, roster, document.system), ended(roster, before, document.system)
        told = [end_of(*one, self.scene, document.house) for one in over if one[1].id not in self._revived]
        if change_and_log(document, self._log, roster, [*reversed(lines), *reversed(told)], text):
            self._revived -= {condition.id for _, condition in over}
            self._revived |= {condition.id for _, condition in revived}

    def _try(self, step: Callable[..., None], *arguments: object) -> None:
        """Take a step, or emit the reason why it is refused."""
        try:
            step(*arguments)
        except RulesError as error:
            self.refused.emit(f"{self.name_of(error.key)} {error.problem}".lstrip())

    def _open(self) -> None:
        now = self.now
        self._acting, self._at = () if now is None else now.acting, self._document.roster.stage
        self.changed.emit()

    def _follow(self) -> None:
        """Emit who acts now, if that has changed."""
        now, before, self._harmed = self.now, (self._at, self._acting), False
        self._acting, self._at = () if now is None else now.acting, self._document.roster.stage
        self.costs_due()  # those of a turn are known when it has ended
        self.changed.emit()
        if self._acting and before != (self._at, self._acting):
            self.turn_came.emit(list(self._acting))

    def _follow_character(self, character_id: str) -> None:
        self._harmed |= self.scene is not None and self.scene.fighter(character_id) is not None

    def _tell(self) -> None:
        """Emit `changed` once for all characters of the scene that were changed together."""
        if self._harmed:
            self._harmed = False
            self.changed.emit()
