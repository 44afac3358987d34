"""One roll as the journal keeps it."""

from msgspec import Struct

from gm_desk.core.draft import Draft
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import SuccessTest

EVENING_ENDS_AFTER = 6 * 60 * 60 * 1000


class Entry(Struct, frozen=True, kw_only=True):
    """Hold one roll: `time` is in milliseconds since 1970 (UTC), `dice` are faces by the request's names for them.

    Entries of one group roll share a `batch`, those of one evening a `session`.
    """

    id: str
    batch: str
    session: str
    time: int
    system: str
    draft: Draft
    request: SuccessTest
    house: House
    dice: dict[str, tuple[int, ...]]
    by_hand: bool = False
    secret: bool = False
