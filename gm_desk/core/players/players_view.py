"""The content of the players' window: one frozen value, built from an allow list.

Anything without a field here never reaches it: hidden characters, numbers of NPCs, secret rolls, notes.
"""

from collections.abc import Iterator

from msgspec import Struct

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.players.players_order import HueOf, PlayersRow, name_shown, players_rows
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.scenes.order import Battle
from gm_desk.core.scenes.scene import Moment, Scene
from gm_desk.core.scenes.staging import battle_of
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import one_line


class PlayersClock(Struct, frozen=True):
    """A clock that the GM shows."""

    name: str
    size: int
    filled: int


class PlayersRollSide(Struct, frozen=True):
    """One side of a roll: its faces and its verdict; ability and target only for a player character."""

    dice: tuple[str, ...]
    name: str = ""
    what: str = ""
    target: str = ""
    verdict: str = ""
    grade: Grade | None = None


class PlayersRoll(Struct, frozen=True):
    """The last public roll: the sides that the players may see, the roller first, and the winner if there are two."""

    sides: tuple[PlayersRollSide, ...]
    won: str = ""


class PlayersView(Struct, frozen=True):
    """The complete content of the players' window; an empty one shows nothing.

    `turn` is text ("turn 2, phase 3"), "" before a fight. `events` are those that the GM has announced for this turn.
    """

    scene: str = ""
    turn: str = ""
    rows: tuple[PlayersRow, ...] = ()
    events: tuple[str, ...] = ()
    clocks: tuple[PlayersClock, ...] = ()
    roll: PlayersRoll | None = None
    picture: str = ""
    caption: str = ""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show."""
        return self == NOTHING_SHOWN


NOTHING_SHOWN = PlayersView()


def players_view(
    roster: Roster, system: System, house: House, hue_of: HueOf, roll: PlayersRoll | None = None
) -> PlayersView:
    """Return the players' view of a roster, with the last roll that they may see."""
    picture, caption = shown_picture(roster)
    scene = roster.on_stage
    if scene is None:
        return PlayersView(roll=roll, picture=picture, caption=caption)
    battle = battle_of(roster, scene, system, house)
    return PlayersView(
        scene=one_line(scene.name),
        turn=_turn(scene.now, battle),
        rows=tuple(players_rows(roster, scene, battle, system, hue_of)),
        events=tuple(_events(scene)),
        clocks=tuple(PlayersClock(one_line(one.name), one.size, one.filled) for one in scene.clocks if one.shown),
        roll=roll,
        picture=picture,
        caption=caption,
    )


def _turn(now: Moment | None, battle: Battle) -> str:
    """Return the turn as text, with the phase if a turn has several."""
    if now is None:
        return ""
    turn = f"{battle.rules.word} {now.turn}"
    return f"{turn}, phase {now.phase}" if battle.rules.phases > 1 else turn


def _events(scene: Scene) -> Iterator[str]:
    """Yield the events that the GM has announced for this turn."""
    for one in scene.markers:
        if not one.hidden and scene.now is not None and one.turn == scene.now.turn:
            yield one_line(one.text)


class KnownAs(Struct, frozen=True):
    """A character as the players know it: its name, "" for a stranger; `own` is whether it is a player character."""

    name: str
    own: bool = False


def known(character: Character | None, scene: Scene | None) -> KnownAs | None:
    """Return a character as the players know it, or None if they do not know it.

    An NPC has a name only in the current scene; elsewhere the players may not know it.
    """
    if character is None:
        return None
    fighter = None if scene is None else scene.fighter(character.id)
    own = character.kind == "pc"
    if fighter is None:
        return KnownAs(one_line(character.name), own) if own else KnownAs("")
    if fighter.hidden:
        return None
    return KnownAs(name_shown(character, fighter), own)


def shown_picture(roster: Roster) -> tuple[str, str]:
    """Return the picture that the players see, with its caption: that of the current scene, else the roster's."""
    source = roster.on_stage or roster
    return source.picture, one_line(source.caption) if source.picture else ""
