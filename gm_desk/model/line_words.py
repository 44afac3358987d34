"""A line of the log in words: one line for a chat, every detail, and what a change to it is called."""

from collections.abc import Iterator

from msgspec import Struct

from gm_desk.core.draft import EYEBALLED, Chip, Draft, Level, Side
from gm_desk.core.reading import idle_chips
from gm_desk.core.rules.kaiser_outcomes import CheckOutcome, KaiserOutcome, SideOutcome
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.rules.outcomes import Contest, Graded, Hand, Outcome, SimpleOutcome
from gm_desk.core.rules.requests import KaiserCheck, KaiserContest, OpposedTest, SuccessTest, Summed
from gm_desk.core.systems import RULES
from gm_desk.core.systems.face import Ignored, Result
from gm_desk.model.telling import IGNORED, by_dice, degrees, spends, telling_of, winner_name
from gm_desk.model.verdicts import minus, signed, two_digits
from gm_desk.store.entries import Entry, Event
from gm_desk.store.systems import load_system

LEVEL_NAMES: dict[Level, str] = {
    "advantage": "advantage",
    "disadvantage": "disadvantage",
    "fumble_degree": "fumble degree",
}


class Part(Struct, frozen=True):
    """Hold some words of the details; those that are `idle` change nothing, and `struck` ones do not count."""

    text: str
    idle: bool = False
    struck: bool = False


class Details(Struct, frozen=True):
    """Hold all there is to say about one side of a roll: who and what, each modifier, how the number came about."""

    heading: str
    modifiers: tuple[Part, ...]
    made: str
    rolled: str


def named(entry: Entry) -> str:
    """Name a roll, or what happened: "Guns of Lao Qing", "9 damage of Jaqui"."""
    what, name = entry.draft.what, entry.draft.name
    if entry.event is not None:
        what = next(iter(entry.event.words), "")
    return f"{what or 'the roll'} of {name}" if name else what or "the roll"


def in_one_line(entry: Entry) -> str:
    """Tell of a roll, or of what happened, in one line of plain text, as for a chat."""
    told, draft = telling_of(entry), entry.draft
    if entry.event is not None:
        return _event_in_one_line(entry, entry.event)
    what = f"{draft.what} (default)" if draft.defaults else draft.what
    if draft.opposed:
        other = draft.side("b")
        what += " vs " + " ".join(part for part in (other.name, other.what) if part)
    numbers = () if told is None else (told.net, told.target)
    head = ", ".join(part for part in (what, *numbers) if part)
    dice = "" if told is None else "".join(told.dice) if told.net.startswith("net") else " ".join(told.dice)
    points = {kind.id: kind.name for kind in load_system(entry.system).points}
    spent = spends(draft, entry.request, entry.dice, points, RULES[entry.system], entry.house)
    more = (told.more if told else "", *spent, entry.note)
    whose = f"{draft.name}: " if draft.name else ""
    tail = ", ".join(part for part in more if part)
    line = f"{whose}{head} → {dice} {told.plain_pill if told else ''}" + (f" ({tail})" if tail else "")
    return " ".join((f"[struck] {line}" if entry.struck else line).split())


def _event_in_one_line(entry: Entry, event: Event) -> str:
    """Tell of what happened: "Jaqui: 9 damage, 1 wound (in the dark)"."""
    whose = f"{entry.draft.name}: " if entry.draft.name else ""
    line = f"{whose}{', '.join(event.words)}" + (f" ({entry.note})" if entry.note else "")
    return " ".join((f"[struck] {line}" if entry.struck else line).split())


def details(entry: Entry) -> list[Details]:
    """Say everything about each side of a roll."""
    result = entry.result
    if result is None or isinstance(entry.request, Summed):
        return []
    made = [_side(entry, entry.draft, result.a if isinstance(result, Contest | KaiserOutcome) else result)]
    if isinstance(result, Contest | KaiserOutcome):
        made.append(_side(entry, entry.draft.side("b"), result.b))
    return made


def _side(entry: Entry, side: Side, own: Result | SideOutcome) -> Details:
    """Say everything about one side."""
    system, ability = load_system(entry.system), side.ability
    hand: Hand = "a" if side is entry.draft else "b"
    what = f"{side.what}, default to {ability.linked}" if ability and side.defaults else side.what
    heading = " · ".join(part for part in (winner_name(entry.draft, hand) if side.name else "", what) if part)
    idle = idle_chips(side, system, entry.draft.house(entry.house))
    chips = (Chip("", side.eyeballed, EYEBALLED),) if side.eyeballed is not None else side.chips
    reach = system.reach is not None
    modifiers = tuple(Part(worded(chip, reach=reach), chip.id in idle, chip.struck) for chip in chips)
    modifiers += tuple(map(Part, _levels(entry, side)))
    told = by_dice(entry)
    dice = () if told is None else (told if hand == "a" else told.other or told).dice
    return Details(heading, modifiers, _arithmetic(entry, side, own), _rolled(own, dice))


def _levels(entry: Entry, side: Side) -> Iterator[str]:
    """Name the levels that a side brought, as far as its kind of check knows any, and how degrees were adjusted."""
    request, first = entry.request, side is entry.draft
    if isinstance(request, KaiserContest):
        kind = request.kind_of(request.a if first else request.b)
    elif isinstance(request, KaiserCheck):
        kind = request.kind
    else:
        return
    known = load_system(entry.system).levels_of(kind)
    for level, name in LEVEL_NAMES.items():
        if side.level(level) and ("fumble" if level == "fumble_degree" else "advantage") in known:
            yield f"{name} {side.level(level) if level != 'fumble_degree' else signed(side.level(level))}"
    if first and request.adjust:
        yield f"degrees {signed(request.adjust)}"


def worded(chip: Chip, *, reach: bool = False) -> str:
    """Write a modifier with its value; a difficulty to reach is no modifier."""
    value = str(chip.value) if reach and chip.origin == "difficulty" else signed(chip.value)
    return f"{chip.label or 'Modifier'} {value}"


def _arithmetic(entry: Entry, side: Side, own: Result | SideOutcome) -> str:
    """Write how a number came about: "65 − 20 − 30 = 15", with what the cap took away."""
    if isinstance(own, Graded | SimpleOutcome):
        bonus = 20 if side.point is not None and side.point.use == "add_20" else 0
        values = [chip.value for chip in side.counting if chip.value] + [bonus] * bool(bonus)
        terms = minus(own.base) + "".join(_term(value) for value in values)
        if sum(values) != own.net:
            held = f"{minus(own.base)}{_term(own.net)} = {minus(own.target)}" if own.net else f"target {own.target}"
            return f"{held} ({_why(entry, side, own)})"
        return f"{terms} = {minus(own.target)}" if values else f"target {minus(own.target)}"
    total = own.total if isinstance(own, CheckOutcome | SideOutcome) else 0
    flat = [
        chip.value for chip in side.counting if chip.origin != "difficulty" or load_system(entry.system).reach is None
    ]
    return f"{minus(side.base)}{''.join(_term(value) for value in flat if value)} + dice = {minus(total)}"


def _why(entry: Entry, side: Side, own: Graded | SimpleOutcome) -> str:
    """Say why the modifiers do not come to their sum."""
    if side.point is not None and side.point.use == "ignore_modifiers":
        return f"a point ignores {IGNORED[_ignored(entry, side)]}"
    if entry.house.most_severe:
        return "the most severe alone"
    return f"sum {signed(own.sum)}, net {signed(own.net)}"


def _ignored(entry: Entry, side: Side) -> Ignored:
    """Return which modifiers the point of a side ignores."""
    request = entry.request
    if isinstance(request, OpposedTest):
        request = request.a if side is entry.draft else request.b
    test = request if isinstance(request, SuccessTest) else SuccessTest(side.base)
    return RULES[entry.system].ignored(test, entry.house)


def _rolled(own: Result | SideOutcome, dice: tuple[str, ...]) -> str:
    """Say what was rolled and by how much it is right or wrong."""
    if isinstance(own, SimpleOutcome):
        return f"rolled {two_digits(own.roll)}"
    if isinstance(own, Graded):
        if isinstance(own, Outcome):
            more = f", {own.superior} superior" if own.superior else ""
        else:
            more = f", margin {own.margin}"
        return f"rolled {two_digits(own.roll)}{', a double' if own.critical else ''}{more}"
    more = f", {degrees(own.degrees)}" if isinstance(own, CheckOutcome) else ""
    return f"rolled {' '.join(dice)}{more}"


def _term(value: int) -> str:
    return f" {'+' if value > 0 else TRUE_MINUS} {abs(value)}"


def change_between(before: Draft, after: Draft) -> str:
    """Name what makes a draft another: "with Smoke −30", "defaulting", "by the most severe modifier alone"."""
    found = [*_changes(before, after)]
    other = [*_changes(before.side("b"), after.side("b"))]
    if other:
        found.append(f"{' and '.join(other)} for {winner_name(after, 'b')}")
    if before.adjust != after.adjust:
        found.append(f"with degrees adjusted {signed(after.adjust)}")
    if before.most_severe != after.most_severe:
        found.append("by the most severe modifier alone" if after.most_severe else "by all modifiers")
    return " and ".join(found) or "anew"


def _changes(before: Side, after: Side) -> Iterator[str]:
    """Name what changed on one side."""
    old, new = ({chip.id: chip for chip in side.counting} for side in (before, after))
    changed = [chip for key, chip in new.items() if (key not in old or old[key].value != chip.value)]
    if changed:
        yield "with " + ", ".join(map(worded, changed))
    gone = [chip for key, chip in old.items() if key not in new]
    if gone:
        yield "without " + ", ".join(map(worded, gone))
    if before.defaults != after.defaults:
        yield "defaulting" if after.defaults else "not defaulting"
    if before.ability != after.ability:
        yield f"on {after.what}"
    if before.point != after.point:
        yield "with a point" if after.point else "without the point"
    for level, name in LEVEL_NAMES.items():
        if before.level(level) != after.level(level):
            yield f"with {name} {signed(after.level(level))}"
