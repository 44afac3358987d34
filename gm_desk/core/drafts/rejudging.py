"""Judging a roll again: applying another request to the same dice."""

from collections.abc import Iterable, Iterator
from typing import cast

from msgspec import Struct, structs

from gm_desk.core.drafts.choices_after_roll import own_verdict, with_point_spent
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.errors import BadDiceError, UnspendablePointError
from gm_desk.core.rules.dice import Dice, DieReading, Needs, Thrown, with_dice
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import GRADES, Hand
from gm_desk.core.rules.requests import KaiserContest, OpposedTest, Request, SuccessTest
from gm_desk.core.systems.protocol import Result, Rules

PLACEHOLDER = 1
"""The face assumed for a die that has not been rolled, so that the other side's dice can be assigned."""


class Judgement(Struct, frozen=True):
    """The new result: the dice that count, and the outcome or the dice still needed.

    `lost` means that a point spent after the roll no longer has an effect.
    """

    request: Request
    dice: Thrown
    found: Result | Needs
    lost: bool = False


def rejudged(rules: Rules, old: Request, draft: Draft, fallen: Thrown, house: House) -> Judgement | None:
    """Apply the request of a draft to rolled dice; return None if the draft has no request.

    Decisions made after the roll stay: a ruling, and a point if it can still be spent and does no harm.
    """
    asked = rules.ask(draft)
    if asked is None:
        return None
    kept = with_decisions_of(old, asked)
    for way in _ways(kept, asked):
        try:
            _, found = laid(rules, way, fallen, house)
        except UnspendablePointError:
            continue
        request = _without_harm(rules, way, found, fallen, house)
        return Judgement(request, *laid(rules, request, fallen, house), lost=request != kept)
    return None


def laid(rules: Rules, request: Request, fallen: Thrown, house: House) -> tuple[Thrown, Result | Needs]:
    """Assign rolled dice to a request, and return them with the outcome or the dice still needed.

    If dice of one side are missing, those of the other side are still assigned.
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
            faces = ()  # dice that follow from one that has not been rolled are not known yet
        if not faces:
            missing = missing or found
            if not _side(missing):
                break
        else:
            lying = with_dice(lying, found, faces)
        whole = with_dice(whole, found, faces or (PLACEHOLDER,) * found.count)
    return lying, missing or found


def completed(rules: Rules, request: Request, fallen: Thrown, house: House, dice: Dice) -> Thrown:
    """Assign rolled dice to a request, and roll only those that are missing."""
    lying, found = laid(rules, request, fallen, house)
    while isinstance(found, Needs):
        name = found.name
        fallen = {**fallen, name: (*lying.get(name, ()), *found.throw(dice))}
        lying, found = laid(rules, request, fallen, house)
    return lying


def gathered(throws: Iterable[Thrown]) -> Thrown:
    """Join dice rolled for the same roll at several times: for each name the longest run that continues the first."""
    joined: dict[str, tuple[int, ...]] = {}
    for throw in throws:
        for name, faces in throw.items():
            known = joined.get(name, ())
            if len(faces) > len(known) and faces[: len(known)] == known:
                joined[name] = faces
    return joined


def with_decisions_of(old: Request, new: Request) -> Request:
    """Return a new request with the decisions that only the old one has: points after the roll, printing, ruling."""
    match old, new:
        case SuccessTest(), SuccessTest():
            return structs.replace(new, after=old.after, printing=old.printing)
        case OpposedTest(), OpposedTest():
            a, b = (
                cast("SuccessTest", with_decisions_of(old.a, new.a)),
                cast("SuccessTest", with_decisions_of(old.b, new.b)),
            )
            ruling = None if new.attack else new.ruling or old.ruling
            return structs.replace(new, a=a, b=b, ruling=ruling)
        case KaiserContest(), KaiserContest():
            return structs.replace(new, ruling=new.ruling or old.ruling)
        case _:
            return new


def remembering(now: Request, earlier: Iterable[Request]) -> Request:
    """Return a request with the points spent after the roll, including those that have lost their effect.

    `earlier` are the previous requests, the latest one first.
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
    """Remove a point spent after the roll if the result is better without it."""
    hands: tuple[Hand, ...] = ("a", "b")
    for hand in hands:
        plain = with_point_spent(request, hand, None)
        _, better = laid(rules, plain, fallen, house)
        if plain != request and _rank(better, hand) < _rank(found, hand):
            request = plain
    return request


def _rank(found: Result | Needs, hand: Hand) -> int:
    """Return the rank of a side's own outcome, best lowest; 0 for all if there are no grades."""
    own = None if isinstance(found, Needs) else own_verdict(found, hand)
    return 0 if own is None else GRADES.index(own.grade)


def _side(needs: Needs) -> str:
    """Return the side whose dice are needed, or "" for one side only or both."""
    return needs.name.rpartition(".")[0]


def _ways(kept: Request, asked: Request) -> Iterator[Request]:
    """Yield the requests to try: with all points spent after the roll, then with fewer."""
    yield kept
    if isinstance(kept, OpposedTest):
        yield with_point_spent(kept, "a", None)
        yield with_point_spent(kept, "b", None)
        yield with_point_spent(with_point_spent(kept, "a", None), "b", None)
    elif isinstance(kept, SuccessTest):
        yield with_point_spent(kept, "a", None)
    else:
        yield asked


def roll_missing(rules: Rules, request: Request, thrown: Thrown, house: House, dice: Dice) -> tuple[Result, Thrown]:
    """Roll the missing dice until there is an outcome; return it with all dice."""
    while isinstance(found := rules.resolve(request, thrown, house), Needs):
        thrown = with_dice(thrown, found, found.throw(dice))
    return found, thrown


def replayed(rules: Rules, request: Request, given: Thrown, house: House) -> Result:
    """Return the outcome of rolled dice.

    Raise BadDiceError with the key of dice that are missing, surplus or impossible ("a.dice[2]").
    """
    lying: Thrown = {}
    while isinstance(found := rules.resolve(request, lying, house), Needs):
        lying = with_dice(lying, found, _next_of(given, lying, found))
    _refuse_surplus(given, lying)
    return found


def used(rules: Rules, request: Request, given: Thrown, house: House) -> Thrown:
    """Return the rolled dice that a request uses, since they may have been rolled for another one.

    If there are too few, return those there are.
    """
    lying: Thrown = {}
    while isinstance(found := rules.resolve(request, lying, house), Needs):
        start = len(lying.get(found.name, ()))
        faces = given.get(found.name, ())[start : start + found.count]
        if len(faces) < found.count:
            break
        lying = with_dice(lying, found, tuple(map(found.shown, faces)))
    return lying


def missing_dice(count: int, sides: int) -> str:
    """Return the number of missing dice as text: "one d6 is missing"."""
    return f"one d{sides} is missing" if count == 1 else f"{count}d{sides} are missing"


def _refuse_surplus(given: Thrown, lying: Thrown) -> None:
    """Raise BadDiceError for dice beyond those that a roll uses."""
    for name, faces in given.items():
        surplus = len(faces) - len(lying.get(name, ()))
        if surplus:
            raise BadDiceError(name, f"too many dice: {surplus} more than this roll uses")


def _next_of(given: Thrown, lying: Thrown, needs: Needs) -> tuple[int, ...]:
    """Return the next needed dice from those given; if they are missing, surplus dice before them come first."""
    start = len(lying.get(needs.name, ()))
    faces = given.get(needs.name, ())[start : start + needs.count]
    if len(faces) < needs.count:
        _refuse_surplus({name: given[name] for name in lying if name != needs.name}, lying)
        raise BadDiceError(needs.name, missing_dice(needs.count - len(faces), needs.sides))
    for place, face in enumerate(faces, start):
        if not needs.allows(face):
            key = needs.name if needs.reading is DieReading.TEST else f"{needs.name}[{place}]"
            raise BadDiceError(key, f"a d{needs.sides} cannot show that")
    return faces
