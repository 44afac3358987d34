"""The edits of what the players see: aliases, health in words, the picture and its caption; each an undo step."""

from collections.abc import Sequence

from msgspec import structs

from gm_desk.core.characters.naming import name_or_count
from gm_desk.core.characters.roster import clean
from gm_desk.core.scenes.scene import Marker
from gm_desk.model.roster.document import ALONE, RosterDocument
from gm_desk.model.scene.scene_edits import change_fighters, clock_of, put_clock, staged

LONGEST_ALIAS = 80
LONGEST_CAPTION = 200


def set_alias(document: RosterDocument, ids: Sequence[str], text: str) -> None:
    """Set the name under which the players know some characters of the scene; "" is their own."""
    alias = " ".join(clean(text).split())[:LONGEST_ALIAS]
    named = [one for one in map(document.character, ids) if one is not None]
    who = name_or_count(named) if named else "somebody"
    step = f"call {who} {alias}" if alias else f"call {who} by name"
    change_fighters(document, ids, lambda one: structs.replace(one, alias=alias), step)


def set_health_told(document: RosterDocument, ids: Sequence[str], told: bool | None) -> None:
    """Set whether the players are told how hurt some characters are; None is as in the rest of the scene."""
    named = [one for one in map(document.character, ids) if one is not None]
    who = name_or_count(named) if named else "somebody"
    words = "as in the scene" if told is None else "told" if told else "not told"
    change_fighters(document, ids, lambda one: structs.replace(one, health=told), f"health of {who} {words}")


def set_scene_health(document: RosterDocument, told: bool) -> None:
    """Set whether the players are told how hurt everybody in the scene on stage is."""
    scene = staged(document)
    after = structs.replace(scene, health=told)
    document.change(document.roster.with_scene(after), f"health {'told' if told else 'not told'} in {scene.name}")


def show_clock(document: RosterDocument, clock_id: str, *, shown: bool) -> None:
    """Show a clock of the scene on stage to the players, or hide it."""
    clock = clock_of(document, clock_id)
    step = f"{'show' if shown else 'hide'} clock {clock.name}"
    put_clock(document, structs.replace(clock, shown=shown), step)


def show_marker(document: RosterDocument, marker_id: str, *, shown: bool) -> None:
    """Announce something that happens in a turn of the scene on stage to the players, or keep it from them."""
    scene = staged(document)

    def changed(marker: Marker) -> Marker:
        return structs.replace(marker, hidden=not shown) if marker.id == marker_id else marker

    after = structs.replace(scene, markers=tuple(map(changed, scene.markers)))
    document.change(document.roster.with_scene(after), "announce an event" if shown else "hide an event")


def set_picture(document: RosterDocument, picture: str) -> None:
    """Set the picture that the players see, by its hash, and remove the caption of the last one; "" shows none."""
    _put(document, "show a picture" if picture else "remove the picture", picture=picture, caption="")


def set_caption(document: RosterDocument, text: str) -> None:
    """Set the text on the picture."""
    caption = " ".join(clean(text).split())[:LONGEST_CAPTION]
    _put(document, "caption of the picture", caption=caption)


def _put(document: RosterDocument, step: str, **parts: str) -> None:
    """Change the picture or caption of the scene on stage, or of the roster where none is."""
    roster = document.roster
    scene = roster.on_stage
    after = structs.replace(roster, **parts) if scene is None else roster.with_scene(structs.replace(scene, **parts))
    document.change(after, step, run=ALONE)
