"""What a line may mean, and what it costs to believe it."""

from msgspec import Struct

from gm_desk.core.draft import Draft


class Prepared(Struct, frozen=True):
    """Hold a test, ready to be rolled; `apart` is one of nobody, which leaves what is being composed alone."""

    draft: Draft
    apart: bool = False


class DiceMeant(Struct, frozen=True):
    """Hold a sum of dice."""

    expression: str


class Somebody(Struct, frozen=True):
    """Hold a character alone."""

    character: str
    name: str


class Unclear(Struct, frozen=True):
    """Say what is wrong with a line, or which of several things it may mean."""

    says: str


Meaning = Prepared | DiceMeant | Somebody | Unclear


class Meant(Struct, frozen=True):
    """Hold the meanings of a line, best first; `sharp` unless the best rests on a misspelling, or there is none."""

    meanings: tuple[Meaning, ...] = ()
    sharp: bool = False
