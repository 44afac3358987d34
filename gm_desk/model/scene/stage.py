"""The current scene and the steps of its fight, each one undo step of the roster."""

from collections.abc import Callable, Sequence

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters.roster import Roster, name_or_count
from gm_desk.core.drafts.spending import paid, turn_pools
from gm_desk.core.errors import RulesError, TurnError
from gm_desk.core.rules.dice import Dice
from gm_desk.core.scenes import staging, turns
from gm_desk.core.scenes.active_conditions import after_fight, costs_left, ended, with_costs_due
from gm_desk.core.scenes.condition_edits import into_fight
from gm_desk.core.scenes.order import Battle
from gm_desk.core.scenes.scene import NOT_BEGUN, Moment, Scene, TurnCost
from gm_desk.core.scenes.staging import (
    battle_of,
    moved,
    returned_to,
    with_throw,
)
from gm_desk.core.systems.definition import PointKind
from gm_desk.model.log.entries import Roll
from gm_desk.model.log.logged_edits import line_about
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.conditions import end_of
from gm_desk.model.scene.fight_lines import (
    DUE,
    MomentLog,
    MomentStep,
    dealt,
    deed_in_words,
    due_between,
    news,
    note,
    told_in_words,
)
from gm_desk.model.scene.initiative import rolls_for, rolls_of_next
from gm_desk.model.scene.scene_edits import with_people
from gm_desk.model.scene.staged_fight import StagedFight
from gm_desk.store.journal.entries import FIGHT_IS_OVER, TURN, Event

FIRST = "there is no earlier moment of the fight to go back to"
JOINED = "joined the fight"


class Stage(QObject):
    """The current scene: the turn order, and the steps of the fight.

    `changed` is emitted when the scene or a character in it has changed, `turn_came` with the ids of those whose turn
    begins, `happened` with the text of conditions that are over, a marker that is due or a clock that is full, and
    `refused` with the reason why a step is not possible.
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
        self._came: tuple[object, ...] = ()
        self._harmed = False
        self._moments = MomentLog(document, log)
        self.fight = StagedFight(document)
        document.opened.connect(self._open)
        document.scenes_changed.connect(self._follow)
        document.character_changed.connect(self._follow_character)
        document.structure_changed.connect(self._follow_structure)
        document.roster_changed.connect(self._emit_changed)

    @property
    def scene(self) -> Scene | None:
        """The current scene, or None."""
        return self._document.roster.on_stage

    @property
    def now(self) -> Moment | None:
        """The moment of the fight, None before it begins."""
        scene = self.scene
        return None if scene is None else scene.now

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
        return self.now is not None and turns.rolls_next(self.fight.staged(), self.fight.battle)

    def back(self) -> None:
        """Go back to the previous moment, exactly as it was; refuse at the first one that is known."""
        scene = self.scene
        if scene is not None and scene.now is not None and scene.past:
            self._move(turns.previous_moment(self.fight.staged(), self.fight.battle), "back")
        elif scene is not None:
            self.refused.emit(FIRST if scene.now is not None else NOT_BEGUN)

    def end(self) -> None:
        """End the fight; the fighters stay in the scene."""
        scene = self.scene
        if scene is not None and scene.now is not None:
            roster = after_fight(self._document.roster, scene.id, self._document.system)
            over = structs.replace(scene, now=None, past=(), ahead=(), thrown=())
            line = self.note(TURN, (FIGHT_IS_OVER,))
            self._become(roster.with_scene(over), f"end the fight in {scene.name}", [line])

    def type_rolls(self, line: str) -> None:
        """Set the initiative rolls of this turn as typed, "jaqui 4, tyska 6"; raise TurnError for invalid text."""
        scene = self.fight.staged()
        if scene.now is None:
            self._begin(line)
        else:
            self._move(with_throw(scene, self.fight.read_rolls(line)), "type initiative")

    def bring_in(self, ids: Sequence[str]) -> None:
        """Add characters to the scene; during a fight initiative is rolled for them, once for a team."""
        self._try(self._bring_in, ids)

    def delay(self, fighter_id: str) -> None:
        """Delay the action of a fighter, and of those who act as one with it."""
        ids = self.acting_as_one(fighter_id)

        def step(scene: Scene, battle: Battle) -> Scene:
            return turns.delayed(scene, ids, battle, rolls_of_next(scene, battle, self._dice))

        self._try(self._change, step, self._words(ids, "delay"))

    def act_now(self, fighter_id: str) -> None:
        """Let a delaying fighter, and those who act as one with it, act at once."""
        ids = self.acting_as_one(fighter_id)

        def step(scene: Scene, battle: Battle) -> Scene:
            return turns.acting_now(scene, ids, battle)

        self._try(self._change, step, self._words(ids, "act", "now"))

    def shift(self, fighter_id: str, *, earlier: bool) -> None:
        """Move a fighter, and those who act as one with it, one place up or down in the turn order."""
        ids = self.acting_as_one(fighter_id)

        def step(scene: Scene, battle: Battle) -> Scene:
            return turns.shifted(scene, ids, battle, earlier=earlier)

        self._try(self._change, step, self._words(ids, "act", "earlier" if earlier else "later"))

    def go_first(self, fighter_id: str, points: str = "", phase: int | None = None) -> None:
        """Let a fighter, and those who act as one with it, go first, in EP1 in one phase.

        `points` is the kind with which each of them pays for it, "" for none.
        """
        ids = self.acting_as_one(fighter_id)

        def step(scene: Scene, battle: Battle) -> Scene:
            return turns.going_first(scene, ids, battle, phase)

        self._try(self._change, step, self._words(ids, "go", "first"), ids, points)

    def acting_as_one(self, fighter_id: str) -> list[str]:
        """Return the fighters of a team who act at the same time as one of them, in the same state, with this one."""
        scene = self.scene
        return [fighter_id] if scene is None else staging.acting_as_one(fighter_id, scene, self.fight.battle)

    def _words(self, ids: Sequence[str], verb: str, how: str = "") -> str:
        return deed_in_words([*map(self.fight.name_of, ids)], verb, how)

    def act_again(self, fighter_id: str, points: str = "") -> None:
        """Add an extra action of a fighter after all others; `points` is the kind that pays for it, "" for none."""

        def step(scene: Scene, _battle: Battle) -> Scene:
            return turns.with_extra_action(scene, fighter_id)

        self._try(self._change, step, f"{self.fight.name_of(fighter_id)}: extra action", [fighter_id], points)

    def change_actions(self, fighter_id: str, by: int) -> None:
        """Add or remove an action of a fighter, as after a critical."""

        def step(scene: Scene, _battle: Battle) -> Scene:
            return turns.with_actions_changed(scene, fighter_id, by)

        self._try(self._change, step, f"{self.fight.name_of(fighter_id)} {'gets' if by > 0 else 'loses'} an action")

    def costs_due(self) -> list[TurnCost]:
        """Return the costs of conditions at the end of the last turn that have not been applied in this one."""
        return [] if self.scene is None else costs_left(self._document.roster, self.scene)

    def deal(self, cost: TurnCost) -> None:
        """Apply the cost of a condition, rolled if it is dice; going back reverts it."""
        self._try(self._deal, cost)

    def _deal(self, cost: TurnCost) -> None:
        roster, line, words = dealt(cost, self._document, self.fight.staged(), self._dice)
        self._become(roster, words, [line])

    def pools(self, fighter_id: str) -> list[tuple[PointKind, int]]:
        """Return the kinds of points that can pay for going first or an action, with the number left."""
        document, character = self._document, self._document.character(fighter_id)
        return [] if character is None else turn_pools(document.roster, character, document.system)

    def note(self, kind: str, words: Sequence[str], *, secret: bool = False) -> Roll:
        """Return a log entry about the scene."""
        return note(self.scene, kind, words, self._document.house, secret=secret)

    @property
    def document(self) -> RosterDocument:
        """The document with the scene."""
        return self._document

    def put(self, scene: Scene, text: str, line: Roll | None = None) -> None:
        """Change the current scene, with an entry in the log, as one undo step."""
        self._become(moved(self._document.roster, scene), text, staying=() if line is None else (line,))

    def _begin(self, line: str) -> None:
        scene, battle = self.fight.staged(), self.fight.battle
        if not battle.combatants:
            raise TurnError("scene", "nobody is in the scene: select characters, and put them in")
        typed = self.fight.read_rolls(line) if line.strip() else {}
        begun = turns.begun(scene, battle, {**rolls_for(scene, battle, self._dice, typed), **typed})
        roster = after_fight(self._document.roster, scene.id, self._document.system)
        roster = into_fight(roster.with_scene(begun), scene.id)
        over = self._become(roster, f"begin {scene.name}", self._news(None, begun))
        self._emit_happened(over, None, begun)

    def _next(self, line: str) -> None:
        scene, battle = self.fight.staged(), self.fight.battle
        typed = self.fight.read_rolls(line, later=1) if line.strip() else {}
        after = turns.next_moment(scene, battle, rolls_of_next(scene, battle, self._dice, typed))
        text = f"next: {', '.join(map(self.fight.name_of, after.now.acting)) or 'nobody'}" if after.now else "next"
        known = returned_to(scene, after) is not None
        over = self._move(after, text, () if known else self._news(scene, after))
        self._emit_happened(over, after if known else scene, after)

    def _bring_in(self, ids: Sequence[str]) -> None:
        document, scene = self._document, with_people(self._document, ids)
        people = [document.existing(one) for one in ids]
        joined: tuple[list[str], list[str]] = [], []
        if scene.now is not None:
            battle = battle_of(document.roster, scene, document.system, document.house)
            known = {*scene.now.throws, *(one for one in battle.combatants if one not in ids)}
            scene = with_throw(scene, rolls_for(scene, battle, self._dice, known))
            joined = staging.counts_in_words(scene, battle, ids, self.fight.name_of)
        lines = [self.note(DUE, (", ".join(each), JOINED), secret=each is joined[1]) for each in joined if each]
        roster = into_fight(document.roster.with_scene(scene), scene.id)
        self._become(roster, f"put {name_or_count(people)} into {scene.name}", staying=lines)
        if any(joined):
            self.happened.emit(f"{', '.join(joined[0] + joined[1])} {JOINED}")

    def _news(self, before: Scene | None, after: Scene) -> list[Roll]:
        """Return the log entries of a new moment."""
        return news(before, after, self.fight.battle, self.fight.name_of, self._document.house)

    def _emit_happened(self, over: Sequence[Roll], before: Scene | None, after: Scene) -> None:
        """Emit the conditions that are over and the markers that are due after a step, if there are any."""
        if told := told_in_words(over, due_between(before, after, self.fight.battle), self.fight.battle):
            self.happened.emit(told)

    def _change(
        self, step: Callable[[Scene, Battle], Scene], text: str, payers: Sequence[str] = (), points: str = ""
    ) -> None:
        """Take a step of the fight, for which each of the `payers` pays a point; the payments are logged."""
        before, roster, staying = self.fight.staged(), self._document.roster, list[Roll]()
        after = step(before, self.fight.battle)
        for payer in payers if points else ():
            kinds = turn_pools(roster, self._document.existing(payer), self._document.system)
            kind = next((kind.name for kind, left in kinds if kind.id == points and left), None)
            if kind is None:
                raise TurnError(payer, f"has no point of {points} left")
            one, roster = self._document.existing(payer), paid(roster, payer, points, self._document.system)
            spent = Event(DUE, ("goes first" if text.endswith("first") else "extra action", f"1 {kind}"))
            staying.append(line_about(one, spent, before, self._document.house))
        over = self._become(moved(roster, after), text, self._news(before, after), staying)
        self._emit_happened(over, before, after)

    def _move(self, scene: Scene, text: str, lines: Sequence[Roll] = ()) -> Sequence[Roll]:
        return self._become(moved(self._document.roster, scene), text, lines)

    def _become(
        self, roster: Roster, text: str, lines: Sequence[Roll] = (), staying: Sequence[Roll] = ()
    ) -> Sequence[Roll]:
        """Change the roster as one undo step, with entries in the log, and one for each condition that has ended.

        Return these. Going back strikes out the entries of the moment that it leaves, but not those that are `staying`.
        """
        document, before = self._document, self._document.roster
        roster = with_costs_due(self.scene, roster, document.system)
        over = [end_of(*one, self.scene, document.house) for one in ended(before, roster, document.system)]
        return self._moments.write(roster, MomentStep(lines, staying, over), text)

    def _try(self, step: Callable[..., None], *arguments: object) -> None:
        """Take a step, or emit the reason why it is refused."""
        try:
            step(*arguments)
        except RulesError as error:
            self.refused.emit(f"{self.fight.name_of(error.key)} {error.problem}".lstrip())

    def _open(self) -> None:
        self._came = () if self.scene is None else self.scene.whose_turn
        self.changed.emit()

    def _follow(self) -> None:
        """Emit who acts now, if that has changed."""
        now, before, self._harmed = self.now, self._came, False
        self._came = () if self.scene is None else self.scene.whose_turn
        self.changed.emit()
        if now is not None and now.acting and before != self._came:
            self.turn_came.emit(list(now.acting))

    def _follow_character(self, character_id: str) -> None:
        self._harmed |= self.scene is not None and self.scene.fighter(character_id) is not None

    def _follow_structure(self) -> None:
        self._harmed |= self.scene is not None  # a fighter may have been removed, or be back

    def _emit_changed(self) -> None:
        """Emit `changed` once for all characters of the scene that were changed together."""
        if self._harmed:
            self._harmed = False
            self.changed.emit()
