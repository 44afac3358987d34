"""The steps of a fight, and the checks that conditions require of those whose turn it is."""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters.roster import name_or_count
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.drafts.spending import paid, turn_pools
from gm_desk.core.errors import TurnError
from gm_desk.core.rules.dice import Dice
from gm_desk.core.scenes import staging, turns
from gm_desk.core.scenes.condition_edits import into_fight
from gm_desk.core.scenes.conditions_in_force import after_fight, costs_left
from gm_desk.core.scenes.order import Battle
from gm_desk.core.scenes.scene import NOT_BEGUN, Scene, TurnCost
from gm_desk.core.scenes.staging import at_moment, battle_of, returned_to, with_throw
from gm_desk.core.scenes.turn_checks import TurnCheck, checks_due, prepared_check
from gm_desk.core.systems.definition import PointKind
from gm_desk.core.systems.registry import RULES
from gm_desk.model.log.entries import LogEntry, Roll
from gm_desk.model.log.logged_edits import line_about
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.fight_lines import DUE, dealt, deed_in_words, dismissed
from gm_desk.model.scene.initiative import rolls_for, rolls_of_next, rolls_of_teams
from gm_desk.model.scene.scene_edits import with_people
from gm_desk.model.scene.stage import Stage
from gm_desk.store.journal.entries import FIGHT_IS_OVER, TURN, Entry, Event

LOOKED_BACK = 60
"""The number of entries searched for a check that was rolled in this turn."""


class TurnChecks(QObject):
    """The checks that are due in this turn and not rolled yet; `changed` is emitted when they change."""

    changed = Signal()

    def __init__(self, document: RosterDocument, log: RollLog, stage: Stage, parent: QObject | None = None) -> None:
        """Follow a stage and a log."""
        super().__init__(parent)
        self._document = document
        self._log = log
        self._newest: list[Entry] | None = None
        self.due: list[TurnCheck] = []
        log.added.connect(self._add)
        for signal in (log.opened, log.merged, log.revised):
            signal.connect(self._read_again)
        for signal in (stage.changed, log.all_added, log.revised):
            signal.connect(self._follow)
        self._follow()

    def prepared(self, required: TurnCheck) -> Draft | None:
        """Return the draft of a check, or None if its character is gone or lacks the aptitude."""
        character, system = self._document.character(required.character), self._document.system
        return None if character is None else prepared_check(required, character, system, RULES[system.id])

    def _follow(self) -> None:
        scene, system = self._document.roster.on_stage, self._document.system
        due = [] if scene is None else checks_due(self._document.roster, scene, system)
        if scene is not None and due:
            entries = (one for one in self._newest_entries() if one.scene in {"", scene.id})
            rolls = [one.draft for one in takewhile(_is_in_turn, entries) if not one.struck]
            due = [one for one in due if not any(map(one.is_rolled_by, rolls)) and self.prepared(one) is not None]
        if due != self.due:
            self.due = due
            self.changed.emit()

    def _newest_entries(self) -> list[Entry]:
        """Return the newest entries of the log, newest first, which are read only once."""
        if self._newest is None:
            self._newest = [one.entry for one in self._log.page(LOOKED_BACK)]
        return self._newest

    def _add(self, logged: LogEntry) -> None:
        if self._newest is not None:
            self._newest = [logged.entry, *self._newest[: LOOKED_BACK - 1]]

    def _read_again(self) -> None:
        self._newest = None


def _is_in_turn(entry: Entry) -> bool:
    return entry.struck or entry.event is None or entry.event.kind != TURN


FIRST = "there is no earlier moment of the fight to go back to"
JOINED, TYPED = "joined the fight", "initiative typed"


class FightSteps(QObject):
    """The steps from one moment of the fight on stage to the next or the previous one."""

    def __init__(self, stage: Stage, dice: Dice) -> None:
        """Take the steps on a stage; initiative is rolled with `dice`."""
        super().__init__(stage)
        self.stage = stage
        self._dice = dice

    def begin(self, line: str = "") -> None:
        """Begin or restart the fight: initiative is rolled for all, except for those whose roll is typed."""
        self.stage.attempt(self._begin, line)

    def next(self, line: str = "") -> None:
        """Go to the next moment, or begin the fight; what a new turn requires is rolled, unless its roll is typed."""
        scene = self.stage.scene
        self.stage.attempt(self._begin if scene is not None and scene.now is None else self._next, line)

    @property
    def rolls_next(self) -> bool:
        """Whether the next moment begins a turn for which initiative is rolled."""
        stage = self.stage
        return stage.now is not None and turns.rolls_next(stage.fight.staged(), stage.fight.battle)

    def back(self) -> None:
        """Go back to the previous moment, exactly as it was; refuse at the first one that is known."""
        stage, scene = self.stage, self.stage.scene
        if scene is not None and scene.now is not None and scene.past:
            stage.put(turns.previous_moment(scene, stage.fight.battle), "back")
        elif scene is not None:
            stage.refused.emit(FIRST if scene.now is not None else NOT_BEGUN)

    def end(self) -> None:
        """End the fight; the fighters stay in the scene, and nobody is surprised any more."""
        stage, scene = self.stage, self.stage.scene
        if scene is not None and scene.now is not None:
            roster = after_fight(stage.document.roster, scene.id, stage.document.system)
            fighters = tuple(structs.replace(one, surprise="") for one in scene.fighters)
            over = structs.replace(scene, fighters=fighters, now=None, past=(), ahead=(), thrown=())
            left = stage.fight.left_standing
            line = stage.note(TURN, (FIGHT_IS_OVER, *([f"{left[0].lower()}{left[1:]}"] if left else [])))
            stage.change(roster.with_scene(over), f"end the fight in {scene.name}", [line])

    def type_rolls(self, line: str) -> None:
        """Set the initiative rolls of this turn as typed, "jaqui 4, tyska 6"; raise TurnError for invalid text."""
        scene = self.stage.fight.staged()
        if scene.now is None:
            self._begin(line)
        else:
            fight, roster = self.stage.fight, self.stage.document.roster
            typed = fight.read_rolls(line)
            after = with_throw(scene, typed)
            counts = staging.counts_in_words(after, fight.battle, typed, fight.name_of)
            self.stage.change(at_moment(roster, after), "type initiative", self._lines(counts, TYPED))

    def bring_in(self, ids: Sequence[str], copied: Mapping[str, str] | None = None) -> None:
        """Add characters to the scene; during a fight initiative is rolled for them, once for a team.

        `copied` is the original of each that is a copy of a fighter, whose team and its roll it shares.
        """
        self.stage.attempt(self._bring_in, ids, copied)

    def costs_due(self) -> list[TurnCost]:
        """Return the costs of conditions at the end of the last turn and of earlier ones that have not been applied."""
        scene, document = self.stage.scene, self.stage.document
        if scene is None:
            return []
        return costs_left(document.roster, scene, RULES[document.system.id], document.house)

    def deal(self, cost: TurnCost) -> None:
        """Apply the cost of a condition once, rolled if it is dice; going back reverts it."""
        self.stage.attempt(self._deal, cost)

    def dismiss(self, cost: TurnCost) -> None:
        """Let the cost of a condition be due no more, without damage; going back reverts it."""
        self.stage.attempt(self._deal, cost, True)

    def _begin(self, line: str) -> None:
        stage, fight = self.stage, self.stage.fight
        scene, battle = fight.staged(), fight.battle
        if not battle.combatants:
            raise TurnError("scene", "nobody is in the scene: select characters, and put them in")
        typed = fight.read_rolls(line) if line.strip() else {}
        begun = turns.begun(scene, battle, {**rolls_for(scene, battle, self._dice, typed), **typed})
        roster = after_fight(stage.document.roster, scene.id, stage.document.system)
        roster = into_fight(roster.with_scene(begun), scene.id)
        stage.advance(roster, f"begin {scene.name}", None, begun)

    def _next(self, line: str) -> None:
        stage, fight = self.stage, self.stage.fight
        scene, battle = fight.staged(), fight.battle
        typed = fight.read_rolls(line, later=1) if line.strip() else {}
        after = turns.next_moment(scene, battle, rolls_of_next(scene, battle, self._dice, typed))
        text = f"next: {', '.join(map(fight.name_of, after.now.acting)) or 'nobody'}" if after.now else "next"
        known = returned_to(scene, after) is not None
        stage.advance(at_moment(stage.document.roster, after), text, after if known else scene, after)

    def _bring_in(self, ids: Sequence[str], copied: Mapping[str, str] | None) -> None:
        stage, document = self.stage, self.stage.document
        scene, people = with_people(document, ids, copied), [document.existing(one) for one in ids]
        joined: tuple[list[str], list[str]] = [], []
        if scene.now is not None:
            battle = battle_of(document.roster, scene, document.system, document.house)
            shared = rolls_of_teams(scene, ids)
            known = {*scene.now.throws, *shared, *(one for one in battle.combatants if one not in ids)}
            scene = with_throw(scene, {**shared, **rolls_for(scene, battle, self._dice, known)})
            joined = staging.counts_in_words(scene, battle, ids, stage.fight.name_of)
        roster = into_fight(document.roster.with_scene(scene), scene.id)
        stage.change(roster, f"put {name_or_count(people)} into {scene.name}", staying=self._lines(joined, JOINED))
        if any(joined):
            stage.happened.emit(f"{', '.join(joined[0] + joined[1])} {JOINED}")

    def _lines(self, counts: tuple[list[str], list[str]], what: str) -> list[Roll]:
        """Return the log entry of what happened to the counts of visible fighters, and a secret one for hidden ones."""
        return [self.stage.note(DUE, (", ".join(each), what), secret=each is counts[1]) for each in counts if each]

    def _deal(self, cost: TurnCost, dismissal: bool = False) -> None:  # noqa: FBT002 - for `attempt`
        document, scene = self.stage.document, self.stage.fight.staged()
        if dismissal:
            self.stage.change(*dismissed(cost, document, scene))
            return
        roster, line, words = dealt(cost, document, scene, self._dice)
        self.stage.change(roster, words, [line])


class TurnOrder(QObject):
    """The changes that fighters make in the turn order, for some of which they pay a point."""

    def __init__(self, stage: Stage, dice: Dice) -> None:
        """Change the turn order of a stage; `dice` roll the initiative of a turn that begins by it."""
        super().__init__(stage)
        self._stage = stage
        self._document = stage.document
        self._dice = dice

    def delay(self, fighter_id: str) -> None:
        """Delay the action of a fighter, and of those who act as one with it."""
        ids = self.acting_as_one(fighter_id)

        def step(scene: Scene, battle: Battle) -> Scene:
            return turns.delayed(scene, ids, battle, rolls_of_next(scene, battle, self._dice))

        self._stage.attempt(self._change, step, self._words(ids, "delay"))

    def act_now(self, fighter_id: str) -> None:
        """Let a delaying fighter, and those who act as one with it, act at once."""
        ids = self.acting_as_one(fighter_id)

        def step(scene: Scene, battle: Battle) -> Scene:
            return turns.acting_now(scene, ids, battle)

        self._stage.attempt(self._change, step, self._words(ids, "act", "now"))

    def shift(self, fighter_id: str, *, earlier: bool) -> None:
        """Move a fighter, and those who act as one with it, one place up or down in the turn order."""
        ids = self.acting_as_one(fighter_id)

        def step(scene: Scene, battle: Battle) -> Scene:
            return turns.shifted(scene, ids, battle, earlier=earlier)

        self._stage.attempt(self._change, step, self._words(ids, "act", "earlier" if earlier else "later"))

    def go_first(self, fighter_id: str, points: str = "", phase: int | None = None) -> None:
        """Let a fighter, and those who act as one with it, go first, in EP1 in one phase.

        `points` is the kind with which each of them pays for it, "" for none.
        """
        ids = self.acting_as_one(fighter_id)

        def step(scene: Scene, battle: Battle) -> Scene:
            return turns.going_first(scene, ids, battle, phase)

        self._stage.attempt(self._change, step, self._words(ids, "go", "first"), ids, points)

    def act_again(self, fighter_id: str, points: str = "") -> None:
        """Add an extra action of a fighter after all others; `points` is the kind that pays for it, "" for none."""

        def step(scene: Scene, _battle: Battle) -> Scene:
            return turns.with_extra_action(scene, fighter_id)

        text = f"{self._stage.fight.name_of(fighter_id)}: extra action"
        self._stage.attempt(self._change, step, text, [fighter_id], points)

    def change_actions(self, fighter_id: str, by: int) -> None:
        """Add or remove an action of a fighter, as after a critical."""

        def step(scene: Scene, _battle: Battle) -> Scene:
            return turns.with_actions_changed(scene, fighter_id, by)

        text = f"{self._stage.fight.name_of(fighter_id)} {'gets' if by > 0 else 'loses'} an action"
        self._stage.attempt(self._change, step, text)

    def acting_as_one(self, fighter_id: str) -> list[str]:
        """Return the fighters of a team who act at the same time as one of them, in the same state, with this one."""
        stage = self._stage
        return (
            [fighter_id] if stage.scene is None else staging.acting_as_one(fighter_id, stage.scene, stage.fight.battle)
        )

    def pools(self, fighter_id: str) -> list[tuple[PointKind, int]]:
        """Return the kinds of points that can pay for going first or an action, with the number left."""
        document, character = self._document, self._document.character(fighter_id)
        return [] if character is None else turn_pools(document.roster, character, document.system)

    def _words(self, ids: Sequence[str], verb: str, how: str = "") -> str:
        return deed_in_words([*map(self._stage.fight.name_of, ids)], verb, how)

    def _change(
        self, step: Callable[[Scene, Battle], Scene], text: str, payers: Sequence[str] = (), points: str = ""
    ) -> None:
        """Change the turn order, for which each of the `payers` pays a point; the payments are logged."""
        fight, document = self._stage.fight, self._document
        before, roster, staying = fight.staged(), document.roster, list[Roll]()
        after = step(before, fight.battle)
        for payer in payers if points else ():
            kinds = turn_pools(roster, document.existing(payer), document.system)
            kind = next((kind.name for kind, left in kinds if kind.id == points and left), None)
            if kind is None:
                raise TurnError(payer, f"has no point of {points} left")
            one, roster = document.existing(payer), paid(roster, payer, points, document.system)
            spent = Event(DUE, ("goes first" if text.endswith("first") else "extra action", f"1 {kind}"))
            staying.append(line_about(one, spent, before, document.house))
        self._stage.advance(at_moment(roster, after), text, before, after, staying)
