"""Judging a roll anew: another request, put to the dice that have fallen already."""

from collections.abc import Iterable, Iterator
from typing import cast

from msgspec import Struct, structs

from gm_desk.core.drafts.after_roll import GRADES, own_verdict, spending
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.errors import BadDiceError, UnspendablePointError
from gm_desk.core.rules.dice import Dice, DieReading, Needs, Thrown, with_dice
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Hand
from gm_desk.core.rules.requests import KaiserContest, OpposedTest, Request, SuccessTest
from gm_desk.core.systems.protocol import Result, Rules

PLACEHOLDER = 1
"""What a die that has not fallen stands for, so that the other side's dice can be laid out."""


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

    What was decided after the roll stays: a ruling, and a point while it can be spent on this roll and does no harm.
    """
    asked = rules.ask(draft)
    if asked is None:
        return None
    kept = carried(old, asked)
    for way in _ways(kept, asked):
        try:
            _, found = laid(rules, way, fallen, house)
        except UnspendablePointError:
            continue
        request = _without_harm(rules, way, found, fallen, house)
        return Judgement(request, *laid(rules, request, fallen, house), lost=request != kept)
    return None


def laid(rules: Rules, request: Request, fallen: Thrown, house: House) -> tuple[Thrown, Result | Needs]:
    """Lay out the dice that a request needs, as far as they have fallen, and say what they mean or which are missing.

    Where dice of one side are missing, those of the other side lie there all the same.
    """
    lying: Thrown = {}
    whole: Thrown = {}
    missing: Needs | None = None
    while isinstance(found := rules.resolve(request, whole, house), Needs):
        start = len(whole.get(found.name, ()))
        faces = fallen.get(found.name, ())[start : start + found.count]
        if missing is not None and not _side(found):
            break
        if missing is not None and _side(found) == _side(missing):
            faces = ()  # what follows from dice that have not fallen is not known yet
        if not faces:
            missing = missing or found
            if not _side(missing):
                break
        else:
            lying = with_dice(lying, found, faces)
        whole = with_dice(whole, found, faces or (PLACEHOLDER,) * found.count)
    return lying, missing or found


def completed(rules: Rules, request: Request, fallen: Thrown, house: House, dice: Dice) -> Thrown:
    """Lay out the dice of a request, and throw those alone that have not fallen yet."""
    lying, found = laid(rules, request, fallen, house)
    while isinstance(found, Needs):
        name = found.name
        fallen = {**fallen, name: (*lying.get(name, ()), *found.throw(dice))}
        lying, found = laid(rules, request, fallen, house)
    return lying


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


def remembering(now: Request, earlier: Iterable[Request]) -> Request:
    """Give a request the points that were spent after the roll, also those that bought nothing since.

    `earlier` are the requests that stood before, the latest one first.
    """
    for old in earlier:
        match now, old:
            case SuccessTest(after=None), SuccessTest():
                now = structs.replace(now, after=old.after)
            case OpposedTest(), OpposedTest():
                a, b = (structs.replace(x, after=x.after or y.after) for x, y in ((now.a, old.a), (now.b, old.b)))
                now = structs.replace(now, a=a, b=b)
            case _:
                pass
    return now


def _without_harm(rules: Rules, request: Request, found: Result | Needs, fallen: Thrown, house: House) -> Request:
    """Leave out a point spent after the roll where the roll is now better without it."""
    hands: tuple[Hand, ...] = ("a", "b")
    for hand in hands:
        plain = spending(request, hand, None)
        _, better = laid(rules, plain, fallen, house)
        if plain != request and _rank(better, hand) < _rank(found, hand):
            request = plain
    return request


def _rank(found: Result | Needs, hand: Hand) -> int:
    """Rank a side's own verdict, the best lowest; all are alike where there is none."""
    own = None if isinstance(found, Needs) else own_verdict(found, hand)
    return 0 if own is None else GRADES.index(own.grade)


def _side(needs: Needs) -> str:
    """Name the side whose dice are needed, nothing where there is one or both."""
    return needs.name.rpartition(".")[0]


def _ways(kept: Request, asked: Request) -> Iterator[Request]:
    """List the requests to be tried: with all points spent after the roll, then with fewer."""
    yield kept
    if isinstance(kept, OpposedTest):
        yield spending(kept, "a", None)
        yield spending(kept, "b", None)
        yield spending(spending(kept, "a", None), "b", None)
    elif isinstance(kept, SuccessTest):
        yield spending(kept, "a", None)
    else:
        yield asked


def rolled(rules: Rules, request: Request, thrown: Thrown, house: House, dice: Dice) -> tuple[Result, Thrown]:
    """Throw what is still needed until there is an outcome; give it with all dice that lie on the table."""
    while isinstance(found := rules.resolve(request, thrown, house), Needs):
        thrown = with_dice(thrown, found, found.throw(dice))
    return found, thrown


def replayed(rules: Rules, request: Request, given: Thrown, house: House) -> Result:
    """Give the outcome of dice that have fallen.

    Raises BadDiceError that names dice which are missing, left over or impossible ("a.dice[2]").
    """
    lying: Thrown = {}
    while isinstance(found := rules.resolve(request, lying, house), Needs):
        lying = with_dice(lying, found, _next_of(given, lying, found))
    for name, faces in given.items():
        surplus = len(faces) - len(lying.get(name, ()))
        if surplus:
            raise BadDiceError(name, f"there are more than are rolled, {surplus} too many")
    return found


def used(rules: Rules, request: Request, given: Thrown, house: House) -> Thrown:
    """Give those of the dice that have fallen which a request uses: they may have fallen for another one.

    Where they are too few, they are given as far as they go.
    """
    lying: Thrown = {}
    while isinstance(found := rules.resolve(request, lying, house), Needs):
        start = len(lying.get(found.name, ()))
        faces = given.get(found.name, ())[start : start + found.count]
        if len(faces) < found.count:
            break
        lying = with_dice(lying, found, tuple(map(found.shown, faces)))
    return lying


def _next_of(given: Thrown, lying: Thrown, needs: Needs) -> tuple[int, ...]:
    """Take the dice that are needed next from those given."""
    start = len(lying.get(needs.name, ()))
    faces = given.get(needs.name, ())[start : start + needs.count]
    if len(faces) < needs.count:
        raise BadDiceError(needs.name, f"of the dice with {needs.sides} sides {needs.count - len(faces)} are missing")
    for place, face in enumerate(faces, start):
        if not needs.allows(face):
            key = needs.name if needs.reading is DieReading.TEST else f"{needs.name}[{place}]"
            raise BadDiceError(key, f"a die with {needs.sides} sides does not show that")
    return faces
