"""One roll as the journal keeps it, and what was made of it later."""

from typing import Any, Self

from msgspec import UNSET, Struct, UnsetType, structs

from gm_desk.core.draft import Draft
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import Request

EVENING_ENDS_AFTER = 6 * 60 * 60 * 1000

DiceThrown = dict[str, tuple[int, ...]]


class Revision(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Say what changed about an entry at a time, in milliseconds since 1970 (UTC); what is unset stays as it was.

    `picks` are what superior results were spent on, by the ids of their uses.
    """

    id: str
    entry: str
    time: int
    draft: Draft | UnsetType = UNSET
    request: Request | UnsetType = UNSET
    dice: DiceThrown | UnsetType = UNSET
    secret: bool | UnsetType = UNSET
    struck: bool | UnsetType = UNSET
    picks: tuple[str, ...] | UnsetType = UNSET
    note: str | UnsetType = UNSET

    @property
    def changes(self) -> dict[str, Any]:
        """Give what changed, by the names of the entry's fields."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__ if name not in {"id", "entry", "time"}}
        return {name: value for name, value in fields.items() if value is not UNSET}


class Entry(Struct, frozen=True, kw_only=True):
    """Hold one roll: `time` is in milliseconds since 1970 (UTC), `dice` are faces by the request's names for them.

    Entries of one group roll share a `batch`, those of one evening a `session`. What is `struck` counts no longer.
    """

    id: str
    batch: str
    session: str
    time: int
    system: str
    draft: Draft
    request: Request
    house: House
    dice: DiceThrown
    by_hand: bool = False
    secret: bool = False
    struck: bool = False
    picks: tuple[str, ...] = ()
    note: str = ""

    def revised(self, revision: Revision) -> Self:
        """Give the entry as a revision leaves it."""
        return structs.replace(self, **revision.changes)


def words_of(draft: Draft) -> str:
    """Give what a roll can be found by: who and what, and against whom."""
    other = (draft.opponent.name, draft.opponent.what) if draft.opponent and draft.opposed else ()
    return " ".join((draft.name, draft.what, *other)).casefold()
