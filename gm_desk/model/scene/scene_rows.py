"""The rows of the scene pane: the turn order, who is out, markers, extra actions and clocks."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import reduce

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.values import Vitals, injury_marks, vitals_in_words
from gm_desk.core.scenes.conditions_in_force import all_in_force, kinds_of, worst_first
from gm_desk.core.scenes.order import COUNT, PAID, Battle, count_of
from gm_desk.core.scenes.scene import Clock, Fighter, Marker, Moment, Scene
from gm_desk.core.scenes.staging import FIRST, FighterStanding
from gm_desk.core.scenes.surprise import SURPRISED
from gm_desk.core.scenes.turns import extras_in_order, points_left, skipping
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import minus
from gm_desk.model.scene.conditions import pill_text
from gm_desk.model.scene.row import SceneRow, as_one_row
from gm_desk.model.scene.tasks import clock_in_short, clock_in_words

AFTER, OUT, CLOCKS = "After everybody", "Out", "Clocks"
LATER = "Not in this"
LOSES_NEXT = "skips next"
LAST = -1_000
"""The count of a marker without one, which is at the end of its turn."""
GONE = "no longer in the roster"


KnownRows = dict[Hashable, tuple[tuple[object, ...], FighterStanding | None, SceneRow]]
"""A cache of rows by their ids, each with the values that it was built from; a team's from the rows of its members."""


class RowMaker:
    """A builder of rows from a scene, its fighters, and their current state."""

    def __init__(
        self,
        roster: Roster,
        scene: Scene,
        standings: Mapping[str, FighterStanding],
        battle: Battle,
        system: System,
        known: KnownRows | None = None,
    ) -> None:
        """Take the scene, the state of its fighters, and the fight; `known` rows are reused."""
        self._system = system
        self._roster, self._scene, self._standings, self.battle = roster, scene, standings, battle
        self._now: Moment | None = scene.now
        self._rolled = {} if scene.now is None else self.battle.rolled(scene.now)
        self._known = {} if known is None else known
        self._kinds = kinds_of(roster, system)
        self._known_kinds = system.conditions, roster.conditions
        now = Moment() if scene.now is None else scene.now
        self._acted = frozenset(now.acted)
        self._counts: list[tuple[str, int]] = []
        self._first = LAST
        self._apart = frozenset((*now.acting, *now.waiting, *now.suspended, *now.paid, *now.skips))
        self._teams = {one.id: one.team for one in scene.fighters if one.team}

    def rows(self) -> list[SceneRow]:
        """Return the rows from top to bottom."""
        found = self._before() if self._now is None else list(self._fight(self._now))
        clocks = [self._clock(one) for one in self._scene.clocks]
        return [*found, *(_heading(CLOCKS), *clocks)] if clocks else found

    def _before(self) -> list[SceneRow]:
        """Return all fighters in scene order, before a fight."""
        rows = self._as_teams([self._row((one.id,)) for one in self._scene.fighters])
        return [*rows, *map(self._marker, self._scene.markers)]

    def _fight(self, now: Moment) -> Iterator[SceneRow]:
        """Yield the turn order of a moment, then the fighters who are not in it."""
        battle = self.battle
        order = battle.order(now)
        ranks = order.keys
        in_order = [one for place in order.places for one in place if battle.able(one)]
        self._counts = [(one, ranks[one][COUNT]) for one in in_order]
        self._first = max((count for _, count in self._counts), default=LAST)
        places = {one: FIRST if ranks[one][PAID] else ranks[one][COUNT] for one in in_order}
        ranked = [(places[one], self._place(one, now, ranks[one][COUNT])) for one in in_order]
        late = [] if now.after_all else [one for one in now.acting if one not in ranks and one in self._rolled]
        if late:
            ranked = sorted([*self._late_acting(late, now), *ranked], key=lambda placed: -placed[0])
        marked = [(_place_of_marker(one, now), self._marker(one)) for one in self._due(now)]
        yield from self._as_teams(_by_count(ranked, marked))
        extras = [self._extra(one, place) for place, one in enumerate(extras_in_order(now, battle))]
        if extras:
            yield _heading(AFTER)
            yield from extras
        there = {*ranks, *late}
        rest = [one for one in self._scene.fighters if battle.able(one.id) and one.id not in there]
        if rest:
            yield _heading(f"{LATER} {'phase' if battle.rules.phases > 1 else battle.rules.word}")
            yield from self._as_teams([self._late(one, now) for one in sorted(rest, key=self._lateness)])
        out = [one for one in self._scene.fighters if not battle.able(one.id)]
        if out:
            yield _heading(OUT, str(len(out)))
            yield from (self._row((one.id,), acting=one.id in now.acting) for one in out)

    def _late_acting(self, ids: Iterable[str], now: Moment) -> Iterator[tuple[int, SceneRow]]:
        """Yield those who take a delayed action in a phase that is not theirs, with their counts."""
        for one in filter(self.battle.able, ids):
            count = count_of(self._rolled[one], now, self.battle)
            yield count, self._place(one, now, count)

    def _place(self, fighter_id: str, now: Moment, count: int) -> SceneRow:
        """Return the row of a fighter in the turn order, at a count."""
        if fighter_id not in self._apart:
            surprise = self._surprise(fighter_id, count)
            acted = fighter_id in self._acted
            return self._row((fighter_id,), count=minus(count), dim=acted, states=(surprise,) if surprise else ())
        acting = fighter_id in now.acting and not now.after_all
        waits = fighter_id in now.waiting
        done = fighter_id in self._acted and not acting
        skips = skipping(fighter_id, now)
        states = [
            (waits, "delays"),
            (skips, "skips"),
            (fighter_id in now.skips and not skips, LOSES_NEXT),
            (fighter_id in now.suspended, "interrupted"),
            (now.phase in now.paid.get(fighter_id, ()), "first"),
        ]
        return self._row(
            (fighter_id,),
            count=minus(count),
            acting=acting,
            dim=done,
            states=tuple(words for on, words in states if on),
        )

    def _surprise(self, fighter_id: str, own: int) -> str:
        """Return who surprises a fighter by their counts until the fighter's turn (Kaiser): "surprised: Isa"."""
        gap, there = self.battle.rules.surprise_gap, self._standings.get(fighter_id)
        if not gap or self._first - own < gap or there is None or fighter_id in self._acted:
            return ""
        if any(one.kind.id == SURPRISED for one in all_in_force(there.character, self._kinds, self._roster)):
            return ""
        ahead = [self._standings[one].character.name for one, count in self._counts if count - own >= gap]
        return f"surprised: {ahead[0] if len(ahead) == 1 else len(ahead)}"

    def _lateness(self, fighter: Fighter) -> int:
        """Return the sort key of fighters who do not act: the highest count first, those without a roll last."""
        there = self._rolled.get(fighter.id)
        return -LAST if there is None or self._now is None else -count_of(there, self._now, self.battle)

    def _late(self, fighter: Fighter, now: Moment) -> SceneRow:
        """Return the row of a fighter who is able to act but does not in this phase, or has no roll yet."""
        if fighter.id in self._rolled:
            waits = fighter.id in now.waiting
            states = ("delays",) if waits else (LOSES_NEXT,) * (fighter.id in now.skips)
            return self._row((fighter.id,), count=self._count(fighter.id, now), dim=not waits, states=states)
        return self._row((fighter.id,), count="–", dim=True, states=("no initiative yet",))

    def _count(self, fighter_id: str, now: Moment) -> str:
        return minus(count_of(self._rolled[fighter_id], now, self.battle))

    def _row(
        self,
        ids: tuple[str, ...],
        *,
        count: str = "",
        acting: bool = False,
        dim: bool = False,
        states: tuple[str, ...] = (),
    ) -> SceneRow:
        """Return the row of a fighter: the known one, unless something shown in it has changed."""
        there = self._standings.get(ids[0])
        if there is None:
            fighter = self._scene.fighter(ids[0])
            name = (fighter.name if fighter else "") or "Somebody"
            return SceneRow(ids, "fighter", name, (name,), ids, tail=GONE, dim=True, struck=True)
        now = self._now
        spent, turn_1 = (None, True) if now is None else (now.spent.get(ids[0]), now.turn == 1)
        passed = self._passed(there.character) if there.character.conditions else ()
        made_of = (count, acting, dim, states, now is None, turn_1, spent, passed)
        known = self._known.get(ids)
        if known is not None and known[0] == made_of and known[1] is there:
            return known[2]
        pills, bar = self._conditions(there.character) if passed else ((), "")
        aloud = known[2].health if known is not None and known[1] is there else tuple(vitals_in_words(there.health))
        shown = (*states, *pills)
        row = self._standing_row(there, ids, count=count, acting=acting, dim=dim, pills=shown, bar=bar, aloud=aloud)
        self._known[ids] = (made_of, there, row)
        return row

    def _standing_row(
        self,
        there: FighterStanding,
        ids: tuple[str, ...],
        *,
        count: str,
        acting: bool,
        dim: bool,
        pills: tuple[str, ...],
        bar: str,
        aloud: tuple[str, ...],
    ) -> SceneRow:
        """Return the row of a fighter by its state, with its health as text that is read aloud.

        `bar` is the condition that prevents it from acting, if any.
        """
        character, fighter, health = there.character, there.fighter, there.health
        name = character.name
        out = not self.battle.able(character.id)
        points = "" if out else self._points(character.id)
        tail = " · ".join(
            part for part in (points, self._tail(fighter, health), "cannot act" if bar and acting else "") if part
        )
        return SceneRow(
            ids,
            "fighter",
            name,
            (name,),
            ids,
            count=count,
            tail=tail,
            pills=pills,
            marks=injury_marks(health.injuries, health.modifier),
            hindered=health.modifier,
            left=health.left,
            acting=acting,
            dim=dim or out,
            struck=out,
            health=aloud,
        )

    def _as_teams(self, rows: Iterable[SceneRow]) -> list[SceneRow]:
        """Return rows in which adjacent fighters who act as one team share a row."""
        found: list[list[SceneRow]] = []
        for row in rows:
            if found and self._are_one(found[-1][0], row):
                found[-1].append(row)
            else:
                found.append([row])
        return [each[0] if len(each) == 1 else self._team(tuple(each)) for each in found]

    def _team(self, rows: tuple[SceneRow, ...]) -> SceneRow:
        """Return the rows of a team as one row: the known one, unless one of them has changed."""
        ids = tuple(row.ids[0] for row in rows)
        known = self._known.get(ids)
        if known is not None and known[0] == rows:
            return known[2]
        row = reduce(as_one_row, rows)
        self._known[ids] = rows, None, row
        return row

    def _are_one(self, above: SceneRow, row: SceneRow) -> bool:
        """Return whether two rows are of one team, at the same count and in the same state."""
        if not (self._teams and above.kind == row.kind == "fighter"):
            return False
        team = self._teams.get(row.ids[0], "")
        if not team or self._teams.get(above.ids[0]) != team:
            return False
        return (above.count, above.acting, above.dim, above.tail) == (row.count, row.acting, row.dim, row.tail)

    def _tail(self, fighter: Fighter | None, health: Vitals) -> str:
        """Return the muted text after a name: hidden, withdrawn, surprise in turn 1, or why it is out."""
        if fighter is None:
            return ""
        words = ("hidden" if fighter.hidden else "", "withdrawn" if fighter.withdrawn else "")
        early = self._now is None or (self._now.turn == 1 and not health.out)
        surprise = fighter.surprise if early else ""
        return " · ".join(part for part in (*words, surprise, health.state) if part)

    def _points(self, fighter_id: str) -> str:
        """Return the action points left in the round as text, if they are counted: "6 AP"."""
        rules = self.battle.rules
        counted = self._now is not None and rules.points
        return f"{points_left(fighter_id, self._now, self.battle)} {rules.points}" if self._now and counted else ""

    def _passed(self, character: Character) -> tuple[object, ...]:
        """Return what the text of a character's conditions depends on: how many of its moments have passed for each.

        For a condition that has been followed by another one, that is the text itself.
        """
        found: list[object] = [self._known_kinds]
        for one in character.conditions:
            span, now = one.span, self._roster.moment_of(one)
            passed = 0 if span is None else span.gone if now is None else span.passed(now)
            if span is not None and span.count is not None and passed >= span.count:
                kind = self._kinds.get(one.kind)
                if kind is not None and kind.then:
                    return self._conditions(character)
                passed = span.count
            found.append(passed)
        return tuple(found)

    def _conditions(self, character: Character) -> tuple[tuple[str, ...], str]:
        """Return a character's conditions with their time left, "Stunned 2", and the first that bars it from acting."""
        found = worst_first(all_in_force(character, self._kinds, self._roster))
        bar = next((one.name for one in found if not one.kind.acts), "")
        return tuple(pill_text(one, self._system.id) for one in found), bar

    def _due(self, now: Moment) -> Iterable[Marker]:
        """Return the markers that are still due, the next one first."""
        return sorted((one for one in self._scene.markers if one.turn >= now.turn), key=lambda one: one.turn)

    def _marker(self, marker: Marker) -> SceneRow:
        """Return the row of a marker: its text and its time."""
        soon = self._now is not None and marker.turn == self._now.turn
        count = minus(marker.count) if marker.count is not None and soon else ""
        name = marker.text if soon else f"{self.battle.rules.word} {marker.turn}: {marker.text}"
        return SceneRow(("marker", marker.id), "marker", name, count=count, spoken="marker")

    def _extra(self, fighter_id: str, place: int) -> SceneRow:
        """Return the row of an extra action that has not been taken."""
        now = self._now
        acting = now is not None and now.after_all and fighter_id in now.acting and place == 0
        row = self._row((fighter_id,), acting=acting)
        count = "" if now is None else self._count(fighter_id, now)
        return SceneRow(
            ("extra", place, fighter_id),
            "extra",
            row.name,
            row.names,
            row.ids,
            count=count,
            tail="extra action",
            acting=acting,
            spoken="extra action after everybody",
        )

    def _clock(self, clock: Clock) -> SceneRow:
        """Return the row of a clock with its progress."""
        shown = clock_in_words(clock)
        tail = "shown to the players" if clock.shown else ""
        return SceneRow(
            ("clock", clock.id),
            "clock",
            clock.name,
            count=clock_in_short(clock),
            tail=tail,
            filled=clock.progress[0],
            size=clock.progress[1],
            spoken=", ".join(part for part in (f"clock, {shown}", "full" if clock.full else "", tail) if part),
        )


def _heading(name: str, count: str = "") -> SceneRow:
    return SceneRow(("heading", name), "heading", name, count=count)


def _place_of_marker(marker: Marker, now: Moment) -> int:
    """Return the count of a marker in the order; one of a later turn is at the end."""
    return LAST if marker.count is None or marker.turn > now.turn else marker.count


def _by_count(rows: list[tuple[int, SceneRow]], marked: list[tuple[int, SceneRow]]) -> list[SceneRow]:
    """Return rows in turn order, with each marker after those who act at its count or before."""
    found = list(rows)
    for count, row in marked:
        place = next((at for at, (other, _) in enumerate(found) if other < count), len(found))
        found.insert(place, (count, row))
    return [row for _, row in found]
