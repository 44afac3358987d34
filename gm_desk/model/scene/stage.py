"""The current scene, changed in single undo steps, and its fight as it follows from the roster."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters.roster import Roster
from gm_desk.core.errors import RulesError, TurnError
from gm_desk.core.rules.house import House
from gm_desk.core.scenes.conditions_in_force import ended, with_costs_due
from gm_desk.core.scenes.order import Battle
from gm_desk.core.scenes.scene import Moment, Scene
from gm_desk.core.scenes.staging import FighterStanding, Standings, at_moment, fight_of, left_standing, with_told
from gm_desk.model.log.entries import Roll
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.conditions import end_of
from gm_desk.model.scene.fight_lines import MomentLog, MomentStep, due_between, news, note, told_in_words
from gm_desk.model.scene.initiative import Combatants, read_throws

NO_SCENE = "no scene is on stage"


class StagedFight:
    """The fighters of the current scene and their order, each calculated again only after a change that affects it."""

    def __init__(self, document: RosterDocument) -> None:
        """Follow the current scene of a document."""
        self._document = document
        self._rules: tuple[str, House] | None = None
        self._seen: Roster | None = None
        self._found: Mapping[str, FighterStanding] = {}
        self._battle: Battle | None = None
        self._ordered: tuple[Moment, Battle, list[str]] | None = None
        self._all = Standings(document.system, document.house)

    def staged(self) -> Scene:
        """Return the current scene; raise TurnError without one."""
        scene = self._document.roster.on_stage
        if scene is None:
            raise TurnError("scene", NO_SCENE)
        return scene

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
        scene = self._document.roster.on_stage
        now = None if scene is None else scene.now
        if now is None:
            return []
        battle = self.battle
        if self._ordered is None or self._ordered[0] is not now or self._ordered[1] is not battle:
            found = [one for place in battle.places(now) for one in place if battle.able(one)]
            self._ordered = now, battle, found
        return self._ordered[2]

    def name_of(self, fighter_id: str) -> str:
        """Return the name of a fighter, or the last known name if the character is gone."""
        if character := self._document.character(fighter_id):
            return character.name
        scene = self._document.roster.on_stage
        fighter = None if scene is None else scene.fighter(fighter_id)
        return fighter.name if fighter else ""

    @property
    def left_standing(self) -> str:
        """Who is left standing if only one side of the fight is, as a sentence, else ""."""
        scene = self._document.roster.on_stage
        if scene is None or scene.now is None:
            return ""
        return left_standing(self.standings.values(), self._document.roster)

    @property
    def combatants(self) -> Combatants:
        """Those in the scene for whom initiative can be typed; the players are those who are not out."""
        scene, battle = self.staged(), self.battle
        people = [one for one in map(self._document.character, battle.combatants) if one is not None]
        players = [one.id for one in people if one.kind == "pc" and battle.able(one.id)]
        names = {one.id: self.name_of(one.id) for one in scene.fighters}
        return Combatants(names, players, {one.id: one.team for one in scene.fighters if one.team})

    def read_rolls(self, line: str, later: int = 0) -> dict[str, int]:
        """Return initiative typed for this turn, or one so many turns `later`, by fighter; raise TurnError."""
        battle, now = self.battle, self.staged().now
        turn = (1 if now is None else now.turn) + later
        base = {one.id: battle.rules.count(one, turn, battle.house) for one in battle.combatants.values()}
        return read_throws(line, self.combatants, base, battle.rules, battle.house)


class Stage(QObject):
    """The current scene, and its changes, each of which is one undo step of the roster.

    `changed` is emitted when the scene or a character in it has changed, `turn_came` with the ids of those whose turn
    begins, `happened` with the text of conditions that are over, a marker that is due or a clock that is full,
    `decided` with who is left standing when only one side is, and `refused` with the reason why a step is not possible.
    """

    changed = Signal()
    turn_came = Signal(list)
    happened = Signal(str)
    decided = Signal(str)
    refused = Signal(str)

    def __init__(self, document: RosterDocument, log: RollLog, parent: QObject | None = None) -> None:
        """Follow the current scene of a document."""
        super().__init__(parent)
        self.document = document
        self._came: tuple[object, ...] = ()
        self._harmed = False
        self._left = ""
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
        return self.document.roster.on_stage

    @property
    def now(self) -> Moment | None:
        """The moment of the fight, None before it begins."""
        scene = self.scene
        return None if scene is None else scene.now

    def note(self, kind: str, words: Sequence[str], *, secret: bool = False) -> Roll:
        """Return a log entry about the scene."""
        return note(self.scene, kind, words, self.document.house, secret=secret)

    def put(self, scene: Scene, text: str, line: Roll | None = None) -> None:
        """Change the current scene, with an entry in the log, as one undo step."""
        self.change(at_moment(self.document.roster, scene), text, staying=() if line is None else (line,))

    def advance(
        self, roster: Roster, text: str, before: Scene | None, after: Scene, staying: Sequence[Roll] = ()
    ) -> None:
        """Change the roster to another moment of the fight, log what is new in it, and emit what happens."""
        fight, house = self.fight, self.document.house
        due = due_between(before, after, fight.battle)
        if due and (reached := roster.scene(after.id)) is not None:
            roster = roster.with_scene(with_told(reached, due))
        over = self.change(roster, text, news(before, after, due, fight.battle, fight.name_of, house), staying)
        if told := told_in_words(over, due, fight.battle):
            self.happened.emit(told)

    def change(
        self, roster: Roster, text: str, lines: Sequence[Roll] = (), staying: Sequence[Roll] = ()
    ) -> Sequence[Roll]:
        """Change the roster as one undo step, with entries in the log, and one for each condition that has ended.

        Return these. Going back strikes out the entries of the moment that it leaves, but not those that are `staying`.
        """
        document, before = self.document, self.document.roster
        roster = with_costs_due(self.scene, roster, document.system)
        over = [end_of(*one, self.scene, document.house) for one in ended(before, roster, document.system)]
        return self._moments.write(roster, MomentStep(lines, staying, over), text)

    def attempt(self, step: Callable[..., None], *arguments: object) -> None:
        """Take a step, or emit the reason why it is refused."""
        try:
            step(*arguments)
        except RulesError as error:
            self.refused.emit(f"{self.fight.name_of(error.key)} {error.problem}".lstrip())

    def _open(self) -> None:
        self._came = () if self.scene is None else self.scene.whose_turn
        self._left = self.fight.left_standing
        self.changed.emit()

    def _follow(self) -> None:
        """Emit who acts now, if that has changed."""
        now, before, self._harmed = self.now, self._came, False
        self._came = () if self.scene is None else self.scene.whose_turn
        self.changed.emit()
        if now is not None and now.acting and before != self._came:
            self.turn_came.emit(list(now.acting))
        self._tell_who_is_left()

    def _follow_character(self, character_id: str) -> None:
        self._harmed |= self.scene is not None and self.scene.fighter(character_id) is not None

    def _follow_structure(self) -> None:
        self._harmed |= self.scene is not None  # a fighter may have been removed, or be back

    def _emit_changed(self) -> None:
        """Emit `changed` once for all characters of the scene that were changed together."""
        if self._harmed:
            self._harmed = False
            self.changed.emit()
            self._tell_who_is_left()

    def _tell_who_is_left(self) -> None:
        """Emit who is left standing, once when only one side is."""
        before, self._left = self._left, self.fight.left_standing
        if self._left and self._left != before:
            self.decided.emit(self._left)
