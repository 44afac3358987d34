"""The edits that prepare a scene: who is in it, notes, markers and clocks; each a named undo step.

Every function refuses bad input (RulesError) before anything has changed.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct, structs

from gm_desk.core.characters.roster import MOST_SCENES, Roster, clean, name_or_count, numbered, valid_name
from gm_desk.core.drafts.draft import Chip
from gm_desk.core.errors import BadClockError, RulesError, TurnError
from gm_desk.core.scenes.clocks import TimeUnit, minutes_of
from gm_desk.core.scenes.conditions_in_force import after_fight
from gm_desk.core.scenes.order import TURNS
from gm_desk.core.scenes.scene import (
    MOST_CLOCKS,
    MOST_FIGHTERS,
    MOST_MARKERS,
    MOST_SEGMENTS,
    MOST_TURNS,
    Clock,
    Fighter,
    Marker,
    Scene,
    Surprise,
)
from gm_desk.core.scenes.staging import battle_of
from gm_desk.core.scenes.turns import with_points_spent
from gm_desk.core.wording.phrases import one_line
from gm_desk.model.roster.document import RosterDocument

NEW_SCENE = "New scene"
LONGEST = 40
"""The longest name of a scene in a notice, in characters."""
PARTS_OF_TASK = 4
"""The number of segments of a task when filled by hand."""


def add_scene(
    document: RosterDocument,
    ids: Sequence[str] = (),
    name: str = NEW_SCENE,
    pinned: Iterable[Chip] = (),
    *,
    later: bool = False,
) -> str:
    """Add a scene with characters and make it the current one; return its id, or "" if that was refused.

    The `pinned` modifiers are stored in the previous scene. One for `later` is only added.
    """
    roster = document.roster if later else with_pinned(document, pinned)
    if len(roster.scenes) >= MOST_SCENES:
        raise RulesError("scenes", f"a roster has at most {MOST_SCENES} scenes")
    taken = {scene.name for scene in roster.scenes}
    name = valid_name(name)
    scene = Scene(id=document.new_id(), name=numbered(name, taken) if name in taken else name)
    scene = scene.with_fighters(_fighters(document, ids))
    after = structs.replace(roster.with_scene(scene), stage=roster.stage if later else scene.id)
    return scene.id if document.change(after, f"new scene {scene.name}") else ""


def added_in_words(scene: Scene, fight: Scene) -> str:
    """Return the notice that a scene was added while the fight of another one is on."""
    added, stays = (one_line(one.name, LONGEST) for one in (scene, fight))
    return f"“{added}” was added for later; the fight in “{stays}” stays on stage."


def duplicate_scene(document: RosterDocument, scene_id: str) -> str:
    """Add a copy of a scene as it was prepared, without its fight; return its id, or "" if that was refused."""
    scene = existing(document, scene_id)
    name = numbered(scene.name, {one.name for one in document.roster.scenes})
    copy = structs.replace(scene, id=document.new_id(), name=name, now=None, past=(), ahead=(), thrown=())
    return copy.id if document.change(document.roster.with_scene(copy), f"duplicate {scene.name}") else ""


def remove_scene(document: RosterDocument, scene_id: str) -> None:
    """Remove a scene; conditions timed by its turns keep their time left until the next fight."""
    scene, roster = existing(document, scene_id), after_fight(document.roster, scene_id, document.system)
    scenes = tuple(one for one in roster.scenes if one.id != scene_id)
    stage = "" if roster.stage == scene_id else roster.stage
    document.change(structs.replace(roster, scenes=scenes, stage=stage), f"remove {scene.name}")


def go_to_scene(document: RosterDocument, scene_id: str, pinned: Iterable[Chip] = ()) -> None:
    """Make a scene the current one, or none with ""; the `pinned` modifiers are stored in the previous one."""
    roster = with_pinned(document, pinned)
    if scene_id == roster.stage:
        return
    name = existing(document, scene_id).name if scene_id else "no scene"
    document.change(structs.replace(roster, stage=scene_id), f"go to {name}")


def with_pinned(document: RosterDocument, pinned: Iterable[Chip]) -> Roster:
    """Return the roster with the pinned modifiers stored in the current scene."""
    roster, scene = document.roster, document.roster.on_stage
    return roster if scene is None else roster.with_scene(structs.replace(scene, pinned=tuple(pinned)))


def rename_scene(document: RosterDocument, scene_id: str, text: str) -> None:
    """Rename a scene; raise EmptyNameError for an empty name."""
    scene, name = existing(document, scene_id), valid_name(text)
    _put(document, structs.replace(scene, name=name), f"rename {scene.name}")


def set_scene_notes(document: RosterDocument, scene_id: str, text: str) -> None:
    """Set the notes of a scene."""
    scene = existing(document, scene_id)
    _put(document, structs.replace(scene, notes=clean(text)), f"edit notes of {scene.name}")


def with_people(document: RosterDocument, ids: Sequence[str], copied: Mapping[str, str] | None = None) -> Scene:
    """Return the current scene with characters added, or brought back; raise TurnError for too many.

    `copied` is the original of each that is a copy of a fighter, which joins the team of its original.
    """
    scene = staged(document)
    fresh = [one for one in ids if scene.fighter(one) is None and one not in (copied or {})]
    back = [structs.replace(one, withdrawn=False) for one in scene.fighters if one.id in ids]
    after = _with_copies(scene.with_fighters([*back, *_fighters(document, fresh)]), document, copied or {})
    if len(after.fighters) > MOST_FIGHTERS:
        raise TurnError("scene", f"at most {MOST_FIGHTERS} can be in a scene")
    return after


def _with_copies(scene: Scene, document: RosterDocument, copied: Mapping[str, str]) -> Scene:
    """Return a scene with copies of fighters, each after its original, and shown to the players as that is."""
    fighters, before = list(scene.fighters), dict[str, Fighter]()
    for one in _fighters(document, copied):
        original = scene.fighter(copied[one.id])
        if original is not None:
            last = before.get(original.id, original)
            copy = structs.replace(original, id=one.id, name=one.name, withdrawn=False)
            fighters.insert(fighters.index(last) + 1, copy)
            before[original.id] = copy
    return structs.replace(scene, fighters=tuple(fighters))


def take_out(document: RosterDocument, ids: Sequence[str]) -> None:
    """Take characters out of the current scene: during a fight they stay listed as withdrawn, else they are removed."""
    scene, text = staged(document), f"take {_names(document, ids)} out"
    if scene.now is None:
        for one in ids:
            scene = scene.without_fighter(one)
        _put(document, scene, text)
    else:
        change_fighters(document, ids, lambda one: structs.replace(one, withdrawn=True), text)


def set_surprise(document: RosterDocument, ids: Sequence[str], surprise: Surprise) -> None:
    """Set whether characters are surprised, react to a surprise, or neither."""
    text = f"{_names(document, ids)} {surprise or 'not surprised'}"
    change_fighters(document, ids, lambda one: structs.replace(one, surprise=surprise), text)


def spend_points(document: RosterDocument, fighter_id: str, by: int) -> None:
    """Spend a fighter's action points of the round, or restore them; raise TurnError if that is impossible."""
    scene = document.roster.on_stage
    if scene is None:
        raise TurnError("scene", "no scene is on stage")
    battle = battle_of(document.roster, scene, document.system, document.house)
    after = with_points_spent(scene, fighter_id, by, battle)
    text = f"{_names(document, [fighter_id])} {'spends' if by > 0 else 'regains'} an action point"
    document.change(document.roster.with_scene(after), text)


def set_hidden(document: RosterDocument, ids: Sequence[str], *, hidden: bool) -> None:
    """Hide characters from the players, or reveal them."""
    text = f"{'hide' if hidden else 'reveal'} {_names(document, ids)}"
    change_fighters(document, ids, lambda one: structs.replace(one, hidden=hidden), text)


def set_team(document: RosterDocument, ids: Sequence[str], *, together: bool) -> None:
    """Let several characters act together on one initiative roll, or each on their own."""
    there = [one.id for one in staged(document).fighters if one.id in ids]
    if together and len(there) == 1:
        raise TurnError("scene", "select two or more who are to act together")
    team = document.new_id() if together else ""
    text = f"{_names(document, ids)} {'act together' if together else 'act apart' if len(ids) > 1 else 'acts apart'}"
    change_fighters(document, ids, lambda one: structs.replace(one, team=team), text, shared=together)


def change_fighters(
    document: RosterDocument,
    ids: Sequence[str],
    change: Callable[[Fighter], Fighter],
    text: str,
    *,
    shared: bool = False,
) -> None:
    """Change the entries of characters in the current scene; with `shared` they take the first one's roll, too."""
    scene = staged(document)
    fighters = [change(one) for one in scene.fighters if one.id in ids]
    if not fighters:
        raise TurnError("scene", "none of those selected is in the scene")
    after = scene.with_fighters(fighters)
    if shared and after.now is not None:
        rolls = [after.now.throws[one.id] for one in fighters if one.id in after.now.throws]
        throws = {**after.now.throws, **dict.fromkeys([one.id for one in fighters], rolls[0])} if rolls else {}
        after = structs.replace(after, now=structs.replace(after.now, throws=throws or after.now.throws))
    _put(document, after, text)


def add_marker(document: RosterDocument, text: str, turn: int, count: int | None = None) -> None:
    """Add an event in a turn; raise RulesError for an impossible turn or an empty text."""
    scene, words, word = staged(document), valid_name(text), TURNS[document.system.id].word
    if len(scene.markers) >= MOST_MARKERS:
        raise TurnError("markers", f"a scene has at most {MOST_MARKERS} markers")
    marker = Marker(id=document.new_id(), text=words, turn=_turn(turn, word), count=count)
    _put(
        document,
        structs.replace(scene, markers=(*scene.markers, marker)),
        f"mark {word} {turn}: {words}",
    )


def change_marker(document: RosterDocument, marker_id: str, line: str) -> None:
    """Change a marker to a typed line, "turn 4: the lights return"; raise RulesError for any other text."""
    scene, word = staged(document), TURNS[document.system.id].word
    added = read_addition(line, word)
    if not added.turn:
        raise TurnError("scene", f"a marker has a {word}: “{word} 4: lights return”")
    markers = tuple(
        structs.replace(one, text=added.text, turn=added.turn, count=added.count) if one.id == marker_id else one
        for one in scene.markers
    )
    _put(document, structs.replace(scene, markers=markers), f"change marker {added.text}")


def marker_line(document: RosterDocument, marker_id: str) -> str:
    """Return a marker as it is typed; raise TurnError if it is gone."""
    marker = next((one for one in staged(document).markers if one.id == marker_id), None)
    if marker is None:
        raise TurnError("scene", "the marker is no longer in the scene")
    at = "" if marker.count is None else f", {marker.count}"
    return f"{TURNS[document.system.id].word} {marker.turn}{at}: {marker.text}"


def remove_marker(document: RosterDocument, marker_id: str) -> None:
    """Remove a marker."""
    scene = staged(document)
    gone = next((one.text for one in scene.markers if one.id == marker_id), "")
    markers = tuple(one for one in scene.markers if one.id != marker_id)
    _put(document, structs.replace(scene, markers=markers), f"remove marker {gone}")


def add_clock(document: RosterDocument, name: str, size: int = PARTS_OF_TASK, *, minutes: int = 0) -> str:
    """Add a clock of `size` segments, or a task with a duration in minutes; return its id.

    Raise BadClockError for invalid values.
    """
    scene, name = staged(document), valid_name(name)
    if len(scene.clocks) >= MOST_CLOCKS:
        raise BadClockError("clocks", f"a scene has at most {MOST_CLOCKS} clocks")
    clock = Clock(id=document.new_id(), name=name, size=_size(size), minutes=minutes)
    done = _put(document, structs.replace(scene, clocks=(*scene.clocks, clock)), f"new clock {name}")
    return clock.id if done else ""


def show_clock(document: RosterDocument, clock_id: str, *, shown: bool) -> None:
    """Show a clock to the players, or hide it from them."""
    clock = clock_of(document, clock_id)
    text = f"{'show' if shown else 'hide'} clock {clock.name}"
    put_clock(document, structs.replace(clock, shown=shown), text)


def put_clock(document: RosterDocument, clock: Clock, text: str) -> None:
    """Replace a clock of the current scene."""
    scene = staged(document)
    clocks = tuple(clock if one.id == clock.id else one for one in scene.clocks)
    _put(document, structs.replace(scene, clocks=clocks), text)


def remove_clock(document: RosterDocument, clock_id: str) -> None:
    """Remove a clock."""
    scene, clock = staged(document), clock_of(document, clock_id)
    clocks = tuple(one for one in scene.clocks if one.id != clock_id)
    _put(document, structs.replace(scene, clocks=clocks), f"remove clock {clock.name}")


def clock_of(document: RosterDocument, clock_id: str) -> Clock:
    """Return a clock of the current scene; raise BadClockError if it is gone."""
    found = next((one for one in staged(document).clocks if one.id == clock_id), None)
    if found is None:
        raise BadClockError("clock", "it is no longer in the scene")
    return found


ADDITION = re.compile(
    r"(?:turn|round)\s+(?P<turn>\d{1,5})(?:\s*,\s*(?P<count>-?\d{1,3}))?\s*[:–-]\s*(?P<text>.*\S)", re.IGNORECASE
)
TURN_ALONE = re.compile(r"(?:turn|round)\s+(?P<turn>-?\d{1,5})(?:\s*,\s*-?\d{1,3})?\s*[:–-]?", re.IGNORECASE)
TASK = re.compile(
    r"(?:task\s+)?(?P<name>.*?\S)\s+(?P<number>\d{1,6})\s*(?P<unit>minutes?|mins?|m|hours?|hrs?|h|days?|d)",
    re.IGNORECASE,
)
UNITS: Mapping[str, TimeUnit] = {"m": "minutes", "h": "hours", "d": "days"}
CLOCK = re.compile(r"(?:clock\s+)?(?P<name>.*?\S)\s+(?P<size>\d{1,5})", re.IGNORECASE)


class Addition(Struct, frozen=True):
    """The meaning of a typed line: a marker of a `turn`, a clock with a `size`, or a task with its `minutes`."""

    text: str
    turn: int = 0
    count: int | None = None
    size: int = 0
    minutes: int = 0


def read_addition(line: str, word: str) -> Addition:
    """Read a marker, "turn 4: the lights return", a clock, "Security arrives 5", or a task, "Repair the drive 8 h".

    Raise RulesError for any other text, with the system's `word` for a turn.
    """
    line = line.strip()
    if marker := ADDITION.fullmatch(line):
        count = None if marker["count"] is None else int(marker["count"])
        return Addition(marker["text"], _turn(int(marker["turn"]), word), count)
    if alone := TURN_ALONE.fullmatch(line):
        raise TurnError("scene", f"add what happens then: “{word} {alone['turn']}: lights return”")
    if task := TASK.fullmatch(line):
        minutes = minutes_of(int(task["number"]), UNITS[task["unit"][0].lower()])
        return Addition(task["name"], minutes=minutes)
    if clock := CLOCK.fullmatch(line):
        return Addition(clock["name"], size=_size(int(clock["size"])))
    examples = f"“{word} 4: lights return”, a clock, “Alarm 5”, or a task with its time, “Repair 8 h”"
    raise TurnError("scene", f"type {examples}")


def add_typed(document: RosterDocument, line: str) -> None:
    """Add the marker, clock or task of a typed line; raise RulesError for any other text."""
    added = read_addition(line, TURNS[document.system.id].word)
    if added.turn:
        add_marker(document, added.text, added.turn, added.count)
    elif added.minutes:
        add_clock(document, added.text, minutes=added.minutes)
    else:
        add_clock(document, added.text, added.size)


def _turn(turn: int, word: str) -> int:
    if not 1 <= turn <= MOST_TURNS:
        raise TurnError("turn", f"a {word} is a number from 1 to {MOST_TURNS:,}")
    return turn


def _size(size: int) -> int:
    if not 1 <= size <= MOST_SEGMENTS:
        raise BadClockError("size", f"a clock has 1 to {MOST_SEGMENTS} segments")
    return size


def existing(document: RosterDocument, scene_id: str) -> Scene:
    """Return a scene by its id; raise RulesError if it is gone."""
    scene = document.roster.scene(scene_id)
    if scene is None:
        raise RulesError("scene", "it is no longer in the roster")
    return scene


def staged(document: RosterDocument) -> Scene:
    """Return the current scene; raise TurnError without one."""
    scene = document.roster.on_stage
    if scene is None:
        raise TurnError("scene", "no scene is on stage")
    return scene


def _fighters(document: RosterDocument, ids: Iterable[str]) -> list[Fighter]:
    return [Fighter(id=one.id, name=one.name) for one in map(document.existing, ids)]


def _names(document: RosterDocument, ids: Sequence[str]) -> str:
    people = [one for one in map(document.character, ids) if one is not None]
    return name_or_count(people) if people else "somebody"


def _put(document: RosterDocument, scene: Scene, text: str) -> bool:
    return document.change(document.roster.with_scene(scene), text)
