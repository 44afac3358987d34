"""The state of the program: settings, what was open, where the window stood, the test being composed.

None of it can be undone, and losing it loses no work: an unreadable file starts afresh.
"""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, structs

from gm_desk.core.draft import Draft
from gm_desk.core.roster import clean
from gm_desk.core.scene import Scene
from gm_desk.store.files import write_atomically

Theme = Literal["system", "dark", "light"]
MOST_RECENT = 9
MOST_LINES, LONGEST_LINE = 50, 200

Line = Annotated[str, Meta(max_length=LONGEST_LINE)]


class Recent(Struct, frozen=True):
    """Remember a roster that was open."""

    path: str
    name: str


class View(Struct, frozen=True, omit_defaults=True):
    """Remember what was on the screen of one roster: the character selected, the test composed, what had failed.

    `folded` are the ids of the groups that show no characters; "" is that of those without a group. `secret` says
    whether the next roll is, where that is not as by default. `folded_evenings` are the ids of those of the log.
    """

    selected: str = ""
    draft: Draft = Draft()
    scene: Scene = Scene()
    folded: tuple[str, ...] = ()
    secret: bool | None = None
    folded_evenings: tuple[str, ...] = ()


class Window(Struct, frozen=True, omit_defaults=True):
    """Remember the window: Qt's geometry in base64, and the sizes of each splitter by its name."""

    geometry: str = ""
    panes: dict[str, list[Annotated[int, Meta(ge=0, le=100_000)]]] = {}


class State(Struct, frozen=True, omit_defaults=True):
    """Hold everything the program remembers of itself.

    `secret` says whether rolls are unless the GM says otherwise; `history` are lines of the finder, the newest last.
    """

    theme: Theme = "system"
    window: Window = Window()
    recent: tuple[Recent, ...] = ()
    views: dict[str, View] = {}
    veiled: bool = False
    secret: bool = False
    history: Annotated[tuple[Line, ...], Meta(max_length=MOST_LINES)] = ()

    def opened(self, path: Path, name: str) -> "State":
        """Remember a roster as the last one open, unless its path is no text, which no file of ours can hold."""
        latest = Recent(str(path), name)
        if clean(latest.path) != latest.path:
            return self
        others = tuple(recent for recent in self.recent if recent.path != latest.path)
        return structs.replace(self, recent=(latest, *others)[:MOST_RECENT])

    def with_view(self, roster_id: str, view: View) -> "State":
        """Remember what is on the screen of a roster."""
        return structs.replace(self, views={**self.views, roster_id: view})

    def with_line(self, line: str) -> "State":
        """Remember a line of the finder as the newest one; each is there once, and one too long not at all."""
        line = " ".join(clean(line).split())
        if not line or len(line) > LONGEST_LINE:
            return self
        others = tuple(old for old in self.history if old != line)
        return structs.replace(self, history=(*others, line)[-MOST_LINES:])


def read_state(path: Path) -> State:
    """Read the state; where there is none, or it cannot be read, give a fresh one."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=State)
    except (OSError, ValueError, RecursionError):
        return State()


def write_state(path: Path, state: State) -> None:
    """Write the state whole; raises UnwritableFileError."""
    write_atomically(path, msgspec.json.format(msgspec.json.encode(state), indent=1))
