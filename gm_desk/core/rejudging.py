"""Judging a roll anew: another request, put to the dice that have fallen already."""

from collections.abc import Iterable, Iterator
from typing import cast

from msgspec import Struct, structs

from gm_desk.core.draft import Draft
from gm_desk.core.errors import UnspendablePointError
from gm_desk.core.rules.dice import Needs, Thrown, with_dice
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import KaiserContest, OpposedTest, Request, SuccessTest
from gm_desk.core.systems.face import Result, Rules


class Judgement(Struct, frozen=True):
    """Hold what a roll comes to: the dice that count, and the result or which dice are still to be thrown.

    `lost` tells that a point which was spent after the roll buys nothing any more.
    """

    request: Request
    dice: Thrown
    found: Result | Needs
    lost: bool = False


def rejudged(rules: Rules, old: Request, draft: Draft, fallen: Thrown, house: House) -> Judgement | None:
    """Put the request of a draft to dice that have fallen; None where the draft comes to no request.

    What was decided after the roll stays: a ruling, and a point while it can be spent on this roll.
    """
    asked = rules.ask(draft)
    if asked is None:
        return None
    for lost, request in enumerate(_ways(carried(old, asked), asked)):
        try:
            dice, found = laid(rules, request, fallen, house)
        except UnspendablePointError:
            continue
        return Judgement(request, dice, found, lost > 0)
    return None


def laid(rules: Rules, request: Request, fallen: Thrown, house: House) -> tuple[Thrown, Result | Needs]:
    """Lay out the dice that a request needs, one after another, as far as they have fallen; others stay aside."""
    lying: Thrown = {}
    while isinstance(found := rules.resolve(request, lying, house), Needs):
        start = len(lying.get(found.name, ()))
        faces = fallen.get(found.name, ())[start : start + found.count]
        if not faces:
            break
        lying = with_dice(lying, found, faces)
    return lying, found


def gathered(throws: Iterable[Thrown]) -> Thrown:
    """Join dice that fell for the same roll at several times: of each name the most that go on as the first began."""
    joined: dict[str, tuple[int, ...]] = {}
    for throw in throws:
        for name, faces in throw.items():
            known = joined.get(name, ())
            if len(faces) > len(known) and faces[: len(known)] == known:
                joined[name] = faces
    return joined


def carried(old: Request, new: Request) -> Request:
    """Give a new request what was decided after the roll, or stands in the old one alone: points, printing, ruling."""
    match old, new:
        case SuccessTest(), SuccessTest():
            return structs.replace(new, after=old.after, printing=old.printing)
        case OpposedTest(), OpposedTest():
            a, b = cast("SuccessTest", carried(old.a, new.a)), cast("SuccessTest", carried(old.b, new.b))
            ruling = None if new.attack else new.ruling or old.ruling
            return structs.replace(new, a=a, b=b, ruling=ruling)
        case KaiserContest(), KaiserContest():
            return structs.replace(new, ruling=new.ruling or old.ruling)
        case _:
            return new


def _ways(kept: Request, asked: Request) -> Iterator[Request]:
    """List the requests to be tried: with all points spent after the roll, then with fewer."""
    yield kept
    if isinstance(kept, OpposedTest):
        yield structs.replace(kept, a=structs.replace(kept.a, after=None))
        yield structs.replace(kept, b=structs.replace(kept.b, after=None))
        yield structs.replace(kept, a=structs.replace(kept.a, after=None), b=structs.replace(kept.b, after=None))
    elif isinstance(kept, SuccessTest):
        yield structs.replace(kept, after=None)
    else:
        yield asked
