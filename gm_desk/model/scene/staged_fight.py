"""The fight of the current scene as it follows from the roster: the state of the fighters, and who acts when."""

from collections.abc import Mapping

from gm_desk.core.characters.roster import Roster
from gm_desk.core.errors import TurnError
from gm_desk.core.rules.house import House
from gm_desk.core.scenes.order import Battle
from gm_desk.core.scenes.scene import Moment, Scene
from gm_desk.core.scenes.staging import FighterStanding, Standings, fight_of
from gm_desk.model.roster.document import RosterDocument
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
