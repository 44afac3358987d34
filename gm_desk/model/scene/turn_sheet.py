"""The turn sheet: the current scene in Markdown, for running a fight on paper."""

from collections.abc import Iterable, Iterator

from msgspec import structs

from gm_desk.core.characters import harm
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.values import track_in_words
from gm_desk.core.drafts.abilities import rating_of
from gm_desk.core.drafts.draft import Chip
from gm_desk.core.notation.armor import kinds_of, write_armor
from gm_desk.core.notation.attack import write_attack
from gm_desk.core.scenes.scene import Clock, Fighter, Marker, Scene
from gm_desk.core.scenes.staging import FighterStanding
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import plural, signed
from gm_desk.model.scene.row import SceneRow
from gm_desk.model.scene.scene_rows import RowMaker
from gm_desk.model.scene.stage import Stage
from gm_desk.model.scene.tasks import clock_in_words
from gm_desk.store.exchange.log_text import escaped

TURNS = 6
"""The number of turns with boxes to tick."""
MOST_BOXES = 12
"""Maximum number of segments of a clock that are printed one by one."""
BLANK = "\N{NO-BREAK SPACE}" * 4
"""An empty cell with room for a tick; Markdown would join one without content to the cell before."""
IN_ORDER = {"fighter", "marker", "extra"}


def turn_sheet(stage: Stage, pinned: Iterable[Chip] = ()) -> str:
    """Return the sheet of the current scene with the modifiers pinned in it; raise TurnError without one."""
    scene = stage.fight.staged()
    rows = RowMaker(
        stage.document.roster, scene, stage.fight.standings, stage.fight.battle, stage.document.system
    ).rows()
    parts = [f"# {escaped(scene.name)}", escaped(scene.notes), _order(scene, rows, stage)]
    parts += _section("Who is who", map(_Person(stage).line, stage.fight.standings.values()))
    turn = stage.fight.battle.rules.word.capitalize()
    parts += _section("Coming up", (_marker(one, turn) for one in scene.markers if _later(one, scene)))
    parts += _section("Clocks", map(_clock, scene.clocks))
    counting = (one for one in pinned if not one.struck)
    parts += _section("Modifiers", (f"{escaped(one.label or 'Modifier')} {signed(one.value)}" for one in counting))
    return "\n\n".join(filter(None, parts)) + "\n"


def _section(title: str, lines: Iterator[str]) -> list[str]:
    items = "\n".join(f"- {line}" for line in lines)
    return [f"## {title}", items] if items else []


def _order(scene: Scene, rows: list[SceneRow], stage: Stage) -> str:
    """Return the table of the turn order, with an empty box for each turn, or its phases."""
    first = scene.now.turn if scene.now else 1
    turns = [str(turn) for turn in range(first, first + TURNS)]
    heads = ["Count", "Who", "Now", *turns]
    lines = [f"| {' | '.join(heads)} |", f"|---:|---|---|{'---|' * len(turns)}"]
    later = {("marker", one.id) for one in scene.markers if not _in_order(one, scene)}
    for row in rows:
        if row.kind in IN_ORDER and row.key not in later:
            cells = [row.count or BLANK, _name(row), escaped(", ".join(filter(None, (row.tail, *row.pills)))) or BLANK]
            lines.append(f"| {' | '.join([*cells, *[_box(row, stage)] * len(turns)])} |")
    return "\n".join(lines) if len(lines) > len(heads[:2]) else ""


def _in_order(marker: Marker, scene: Scene) -> bool:
    """Return whether a marker belongs in the table of the turn order, which is that of this turn."""
    return scene.now is not None and scene.now.turn == marker.turn


def _later(marker: Marker, scene: Scene) -> bool:
    """Return whether the turn of a marker is later."""
    return scene.now is None or scene.now.turn < marker.turn


def _name(row: SceneRow) -> str:
    name = escaped(row.name)
    return f"*{name}*" if row.kind == "marker" else f"**{name}**" if row.acting else name


def _box(row: SceneRow, stage: Stage) -> str:
    """Return the text of a box: empty, or the phases in which the fighter acts, to be crossed out."""
    rules, there = stage.fight.battle.rules, stage.fight.standings.get(row.ids[0]) if row.ids else None
    if rules.phases == 1 or there is None or row.kind != "fighter":
        return BLANK
    acting = range(1, rules.phases + 1)
    return " ".join(str(phase) for phase in acting if rules.acts(there.combatant, 2, phase))


class _Person:
    """A formatter of a fighter's line: health, thresholds, armor and attacks."""

    def __init__(self, stage: Stage) -> None:
        """Take the rules from a stage."""
        self._system, self._house = stage.document.system, stage.document.house

    def line(self, one: FighterStanding) -> str:
        """Return the line."""
        parts = (*self._health(one.character), self._armor(one.character), self._attacks(one.character))
        return f"**{escaped(one.character.name)}**{_hidden(one.fighter)}: " + "; ".join(filter(None, parts))

    def _health(self, character: Character) -> Iterator[str]:
        for track in harm.tracks(character, self._system, RULES[self._system.id], self._house):
            if not track.empty or track.most is not None:
                injury = harm.INJURIES.get(track.kind)
                threshold = f"{injury.threshold} {track.threshold}" if injury and track.threshold else ""
                wounds = plural(track.injuries, injury.name) if injury and track.injuries else ""
                out = ", ".join(f"{one.state} at {one.at}" for one in track.thresholds)
                head = f"{track.name} {track_in_words(track)}"
                yield escaped(", ".join(filter(None, (head, wounds, threshold, out))))

    def _armor(self, character: Character) -> str:
        return f"armor {escaped(write_armor(character.armor, kinds_of(self._system)))}" if character.armor else ""

    def _attacks(self, character: Character) -> str:
        """Return the attacks, each with the rating that it is rolled against."""
        rated = (structs.replace(one, rating=rating_of(one, character, self._system)) for one in character.attacks)
        return "; ".join(escaped(write_attack(one)) for one in rated)


def _hidden(fighter: Fighter) -> str:
    return " (hidden)" if fighter.hidden else ""


def _marker(marker: Marker, turn: str) -> str:
    at = "" if marker.count is None else f", at {marker.count}"
    return f"{turn} {marker.turn}{at}: {escaped(marker.text)}"


def _clock(clock: Clock) -> str:
    """Return a clock with a number for each segment, with filled ones crossed out."""
    name = f"{escaped(clock.name)}, {clock_in_words(clock)}"
    if clock.minutes or clock.size > MOST_BOXES:
        return name
    boxes = (f"~~{place}~~" if place <= clock.filled else str(place) for place in range(1, clock.size + 1))
    return f"{name}: {' '.join(boxes)}"
