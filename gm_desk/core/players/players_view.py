"""The content of the players' window: one frozen value, built from an allow list.

Anything without a field here never reaches it: hidden characters, numbers of NPCs, secret rolls, notes.
"""

from typing import Literal

from msgspec import Struct

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.scenes.scene import Fighter, Scene
from gm_desk.core.wording.phrases import one_line

Tone = Literal["", "warning", "bad"]


class PlayersWord(Struct, frozen=True):
    """A label for the state of a combatant ("badly hurt", "stunned", "waits"), and its severity."""

    text: str
    tone: Tone = ""


class PlayersRow(Struct, frozen=True):
    """A combatant in the turn order, or several who act together, under the name known to the players.

    `number` is their count, `hue` a hue in degrees or -1, and `portrait` the hash of a picture.
    """

    name: str
    number: int = 1
    hue: int = -1
    portrait: str = ""
    words: tuple[PlayersWord, ...] = ()
    acting: bool = False
    next: bool = False
    acted: bool = False
    out: bool = False


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


def name_shown(character: Character, fighter: Fighter) -> str:
    """Return the name of a character in a scene for the players: its alias if it has one."""
    return one_line(fighter.alias.strip() or character.name)


def shown_picture(roster: Roster) -> tuple[str, str]:
    """Return the picture that the players see, with its caption: that of the current scene, else the roster's."""
    source = roster.on_stage or roster
    return source.picture, one_line(source.caption) if source.picture else ""
