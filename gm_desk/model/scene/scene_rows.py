"""The rows of the scene pane: the turn order, who is out, markers, extra actions and clocks."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.values import Vitals
from gm_desk.core.scenes.active_conditions import in_force_of, worst_first
from gm_desk.core.scenes.effects import bar_to_acting
from gm_desk.core.scenes.order import places
from gm_desk.core.scenes.scene import Clock, Fighter, Marker, Moment, Scene
from gm_desk.core.scenes.staging import FighterStanding
from gm_desk.core.scenes.turns import COUNT, Battle, count_of, extras_in_order, points_left, ranks_of
from gm_desk.core.systems.definition import System
from gm_desk.model.card.health import marks, standing
from gm_desk.model.roll.wording import signed
from gm_desk.model.scene.condition_text import pill_text
from gm_desk.model.scene.tasks import clock_in_words

RowKind = Literal["fighter", "marker", "extra", "clock", "heading"]
AFTER, OUT, CLOCKS = "After everybody", "Out", "Clocks"
LATER = "Not in this"
LAST = -1_000
"""The count of a marker without one, which is at the end of its turn."""
GONE = "no longer in the roster"


class SceneRow(Struct, frozen=True):
    """One row, ready to be painted; `ids` are its characters, several for a team that acts as one.

    `count` is its place in the order, `tail` muted text after the name, `pills` are its conditions, `acting` is whether
    it is its turn, and `dim` whether it has acted or is out.
    """

    key: Hashable
    kind: RowKind
    name: str
    names: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    count: str = ""
    tail: str = ""
    pills: tuple[str, ...] = ()
    marks: str = ""
    hindered: int = 0
    left: Fraction | None = None
    acting: bool = False
    dim: bool = False
    struck: bool = False
    filled: int = 0
    size: int = 0
    health: tuple[str, ...] = ()
    spoken: str = ""


KnownRows = dict[Hashable, tuple[tuple[object, ...], FighterStanding, SceneRow]]
"""A cache of rows by their ids, each with the values that it was built from."""


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
        self._acted = frozenset(() if scene.now is None else scene.now.acted)
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
        battle, ranks = self.battle, ranks_of(self._rolled, now, self.battle)
        in_order = [one for place in places(ranks.items()) for one in place if battle.able(one)]
        ranked = [(ranks[one][COUNT], self._place(one, now, ranks[one][COUNT])) for one in in_order]
        marked = [(LAST if one.count is None else one.count, self._marker(one)) for one in self._due(now)]
        yield from self._as_teams(_by_count(ranked, marked))
        extras = [self._extra(one, place) for place, one in enumerate(extras_in_order(now, battle))]
        if extras:
            yield _heading(AFTER)
            yield from extras
        rest = [one for one in self._scene.fighters if battle.able(one.id) and one.id not in ranks]
        if rest:
            yield _heading(f"{LATER} {'phase' if battle.rules.phases > 1 else battle.rules.word}")
            yield from self._as_teams([self._late(one, now) for one in sorted(rest, key=self._lateness)])
        out = [one for one in self._scene.fighters if not battle.able(one.id)]
        if out:
            yield _heading(OUT, str(len(out)))
            yield from (self._row((one.id,)) for one in out)

    def _place(self, fighter_id: str, now: Moment, count: int) -> SceneRow:
        """Return the row of a fighter in the turn order, at a count."""
        acting = fighter_id in now.acting and not now.after_all
        waits = fighter_id in now.waiting
        done = fighter_id in self._acted and not acting
        states = [
            (waits, "delays"),
            (fighter_id in now.suspended, "interrupted"),
            (now.phase in now.paid.get(fighter_id, ()), "first"),
        ]
        return self._row(
            (fighter_id,),
            count=str(count),
            acting=acting,
            dim=done,
            states=tuple(words for on, words in states if on),
        )

    def _lateness(self, fighter: Fighter) -> int:
        """Return the sort key of fighters who do not act: the highest count first, those without a roll last."""
        there = self._rolled.get(fighter.id)
        return -LAST if there is None or self._now is None else -count_of(there, self._now, self.battle)

    def _late(self, fighter: Fighter, now: Moment) -> SceneRow:
        """Return the row of a fighter who is able to act but does not in this phase, or has no roll yet."""
        if fighter.id in self._rolled:
            states = (fighter.surprise,) if fighter.surprise else ()
            return self._row((fighter.id,), count=self._count(fighter.id, now), dim=True, states=states)
        return self._row((fighter.id,), count="–", dim=True, states=("no initiative yet",))

    def _count(self, fighter_id: str, now: Moment) -> str:
        return str(count_of(self._rolled[fighter_id], now, self.battle))

    def _row(
        self,
        ids: tuple[str, ...],
        *,
        count: str = "",
        acting: bool = False,
        dim: bool = False,
        states: tuple[str, ...] = (),
    ) -> SceneRow:
        """Return the row of a fighter; conditions depend on the moment, so they are read each time."""
        there = self._standings.get(ids[0])
        if there is None:
            fighter = self._scene.fighter(ids[0])
            name = (fighter.name if fighter else "") or "Somebody"
            return SceneRow(ids, "fighter", name, (name,), ids, tail=GONE, dim=True, struck=True, spoken=GONE)
        made_of = (count, acting, dim, states, None if self._now is None else self._now.spent.get(ids[0]))
        known = self._known.get(ids)
        if known is not None and known[0] == made_of and known[1] is there and not there.character.conditions:
            return known[2]
        row = self._standing_row(there, ids, count=count, acting=acting, dim=dim, states=states)
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
        states: tuple[str, ...],
    ) -> SceneRow:
        """Return the row of a fighter by its state."""
        character, fighter, health = there.character, there.fighter, there.health
        name = character.name
        bar = bar_to_acting(character, self._roster, self._system) if character.conditions and acting else ""
        out = not self.battle.able(character.id)
        points = "" if out else self._points(character.id)
        tail = " · ".join(part for part in (self._tail(fighter, health), points, "cannot act" if bar else "") if part)
        pills = (*states, *self._conditions(character))
        row = SceneRow(
            ids,
            "fighter",
            name,
            (name,),
            ids,
            count=count,
            tail=tail,
            pills=pills,
            marks=marks(health.injuries, health.modifier),
            hindered=health.modifier,
            left=health.left,
            acting=acting,
            dim=dim or out,
            struck=out,
            health=tuple(standing(health)),
        )
        return structs.replace(row, spoken=_spoken(row))

    def _as_teams(self, rows: Iterable[SceneRow]) -> list[SceneRow]:
        """Return rows in which adjacent fighters who act as one team share a row."""
        found: list[SceneRow] = []
        for row in rows:
            if found and self._are_one(found[-1], row):
                found[-1] = _joined(found[-1], row)
            else:
                found.append(row)
        return found

    def _are_one(self, above: SceneRow, row: SceneRow) -> bool:
        """Return whether two rows are of one team, at the same count and in the same state."""
        if not (above.kind == row.kind == "fighter"):
            return False
        team = self._teams.get(row.ids[0], "")
        if not team or self._teams.get(above.ids[0]) != team:
            return False
        return (above.count, above.acting, above.dim, above.tail) == (row.count, row.acting, row.dim, row.tail)

    def _tail(self, fighter: Fighter | None, health: Vitals) -> str:
        """Return the muted text after a name: hidden, withdrawn, or why it is out."""
        if fighter is None:
            return ""
        words = ("hidden" if fighter.hidden else "", "withdrawn" if fighter.withdrawn else "")
        surprise = fighter.surprise if self._now is None else ""
        return " · ".join(part for part in (*words, surprise, health.state) if part)

    def _points(self, fighter_id: str) -> str:
        """Return the action points left in the round as text, if they are counted: "6 AP"."""
        rules = self.battle.rules
        counted = self._now is not None and rules.points
        return f"{points_left(fighter_id, self._now, self.battle)} {rules.points}" if self._now and counted else ""

    def _conditions(self, character: Character) -> list[str]:
        """Return the conditions of a character with their time left: "Stunned 2"."""
        found = in_force_of(character, self._roster, self._system) if character.conditions else []
        return [pill_text(one, self._system.id) for one in worst_first(found)]

    def _due(self, now: Moment) -> Iterable[Marker]:
        """Return the markers that are still due, the next one first."""
        return sorted((one for one in self._scene.markers if one.turn >= now.turn), key=lambda one: one.turn)

    def _marker(self, marker: Marker) -> SceneRow:
        """Return the row of a marker: its text and its time."""
        soon = self._now is not None and marker.turn == self._now.turn
        count = str(marker.count) if marker.count is not None and soon else ""
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
            count=shown,
            tail=tail,
            filled=clock.progress[0],
            size=clock.progress[1],
            spoken=", ".join(part for part in (f"clock, {shown}", "full" if clock.full else "", tail) if part),
        )


def _joined(above: SceneRow, row: SceneRow) -> SceneRow:
    """Return two rows of a team as one: names, wounds, average health, and the conditions with their number.

    If the numbers of wounds differ, the largest modifier is shown.
    """
    worst = min(above.hindered, row.hindered)
    members = len(above.ids) + 1
    left = [(each.left, len(each.ids)) for each in (above, row) if each.left is not None]
    pills = Counter(dict(_counted(pill, len(above.ids)) for pill in above.pills))
    pills.update(row.pills)
    names = [*above.names, *row.names]
    joined = structs.replace(
        above,
        name=stem_of(names),
        names=tuple(names),
        ids=(*above.ids, *row.ids),
        pills=tuple(f"{number} {pill}" for pill, number in pills.items()),
        marks=above.marks if above.marks == row.marks else f"to {signed(worst)}" if worst else "",
        hindered=worst,
        left=sum((part * number for part, number in left), Fraction(0)) / members if left else None,
    )
    if row.health != above.health:
        average = "" if joined.left is None else f"{round(joined.left * 100)}% left on average"
        joined = structs.replace(joined, health=(average, f"worst {signed(worst)}" if worst else ""))
    return structs.replace(joined, spoken=f"{members} acting together, {_spoken(joined)}")


def _spoken(row: SceneRow) -> str:
    """Return what a screen reader says of a fighter after the name: initiative, turn, state, conditions and health."""
    turn = "acting now" if row.acting else "has acted" if row.dim and not row.struck else ""
    parts = (f"initiative {row.count}" if row.count else "", turn, *row.tail.split(" · "), *row.pills, *row.health)
    return ", ".join(dict.fromkeys(part for part in parts if part))


def _counted(pill: str, members: int) -> tuple[str, int]:
    """Return a condition of a joined row with the number of members who have it."""
    number, _, words = pill.partition(" ")
    return (words, int(number)) if members > 1 and number.isdigit() else (pill, 1)


def stem_of(names: list[str]) -> str:
    """Return several names as one: "Mook 1, 2, 4", "Thug, 2, 3" after copying, or all if they share no beginning."""
    parts = [one.rpartition(" ") for one in names]
    stem = parts[-1][0]
    if stem and all(shared == stem for shared, _, _ in parts):
        return f"{stem} {', '.join(end for _, _, end in parts)}"
    copies = [part for one, part in zip(names, parts, strict=True) if one != stem]
    if len(copies) == len(names) - 1 and all(shared == stem and end.isdigit() for shared, _, end in copies):
        return ", ".join((stem, *(end for _, _, end in copies)))
    return ", ".join(names)


def _heading(name: str, count: str = "") -> SceneRow:
    return SceneRow(("heading", name), "heading", name, count=count)


def _by_count(rows: list[tuple[int, SceneRow]], marked: list[tuple[int, SceneRow]]) -> list[SceneRow]:
    """Return rows in turn order, with each marker after those who act at its count or before."""
    found = list(rows)
    for count, row in marked:
        place = next((at for at, (other, _) in enumerate(found) if other < count), len(found))
        found.insert(place, (count, row))
    return [row for _, row in found]
