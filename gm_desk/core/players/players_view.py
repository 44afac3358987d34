"""What the players' window shows: one frozen value, built from a list of what the players may see.

Whatever is not named here never gets there: names of those who are hidden, numbers of NPCs, secret rolls, notes.
"""

from typing import Literal

from msgspec import Struct

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.scenes.scene import Fighter, Scene
from gm_desk.core.wording.one_line import one_line

Tone = Literal["", "warning", "bad"]


class PlayersWord(Struct, frozen=True):
    """A word about somebody ("badly hurt", "stunned", "waits"), and how grave it is."""

    text: str
    tone: Tone = ""


class PlayersRow(Struct, frozen=True):
    """Somebody in the turn order, or several who act together, under the name that the players know.

    `number` is how many they are. `hue` is a hue in degrees, or -1, and `portrait` the hash of a picture.
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
    """One side of a roll: its dice as faces, and its verdict; what was rolled and the target are those of a player."""

    dice: tuple[str, ...]
    name: str = ""
    what: str = ""
    target: str = ""
    verdict: str = ""
    grade: Grade | None = None


class PlayersRoll(Struct, frozen=True):
    """The last open roll: its sides that the players may see, the roller first, and who won if there are two."""

    sides: tuple[PlayersRollSide, ...]
    won: str = ""


class PlayersView(Struct, frozen=True):
    """Everything that the players' window shows; the empty one shows nothing.

    `turn` is worded ("turn 2, phase 3"), "" before a fight. `events` are what the GM has announced for this turn.
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
        """Return whether there is nothing to show."""
        return self == NOTHING_SHOWN


NOTHING_SHOWN = PlayersView()


class KnownAs(Struct, frozen=True):
    """Somebody as the players know them: by a name, "" for a stranger; `own` is a character of theirs."""

    name: str
    own: bool = False
    aliased: bool = False


def known(character: Character | None, scene: Scene | None) -> KnownAs | None:
    """Return somebody as the players know them, None if they know nothing of them.

    An NPC has a name for them only in the scene on stage; elsewhere it is not known whether the players know it.
    """
    if character is None:
        return None
    fighter = None if scene is None else scene.fighter(character.id)
    own = character.kind == "pc"
    if fighter is None:
        return KnownAs(one_line(character.name), own) if own else KnownAs("")
    if fighter.hidden:
        return None
    return KnownAs(name_shown(character, fighter), own, bool(fighter.alias.strip()))


def name_shown(character: Character, fighter: Fighter) -> str:
    """Return the name of somebody in a scene as the players read it: the alias where there is one."""
    return one_line(fighter.alias.strip() or character.name)


def shown_picture(roster: Roster) -> tuple[str, str]:
    """Return the picture that the players see, with its caption: that of the scene on stage, else the roster's."""
    source = roster.on_stage or roster
    return source.picture, one_line(source.caption) if source.picture else ""
