"""The text of a roll for exports and details."""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from gm_desk.core.drafts.chips import chip_in_words, worth_of
from gm_desk.core.drafts.draft import EYEBALLED, Chip, Draft, Level, Side
from gm_desk.core.drafts.evaluation import idle_chips
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.rules.outcomes import (
    CheckOutcome,
    Contest,
    Graded,
    Hand,
    KaiserOutcome,
    Outcome,
    Rolled,
    SideOutcome,
    SimpleOutcome,
)
from gm_desk.core.rules.requests import KaiserCheck, KaiserContest, OpposedTest, SuccessTest, Summed
from gm_desk.core.systems.protocol import Ignored, Result
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import GLYPHS, minus, one_line, signed
from gm_desk.model.log.cells import spent_in_words
from gm_desk.model.roll.roll_text import (
    IGNORED,
    OWN,
    degrees,
    opponents_in_words,
    picks_in_words,
    roll_text_of,
    text_by_dice,
    titled,
    two_digits,
    winner_name,
)
from gm_desk.store.exchange.log_text import LogRow
from gm_desk.store.journal.entries import TURN, Entry, Event
from gm_desk.store.shipped import load_system

LONGEST_NOTE = 10_000


def log_row_of(entry: Entry, past: tuple[Entry, ...] = (), evening: str = "") -> LogRow:
    """Return the text of a roll, with its earlier verdicts, or of an event."""
    if entry.event is not None:
        return _event(entry, entry.event, evening)
    result, roll_text, draft = entry.result, roll_text_of(entry), entry.draft
    if result is None or roll_text is None:
        raise TypeError("an entry of the journal lacks dice")
    system = load_system(entry.system)
    picks = [picks_in_words(entry.picks, system.superior_uses)] if entry.picks else []
    net = _own(result)
    return LogRow(
        when=datetime.fromtimestamp(entry.time / 1000).astimezone(),
        session=entry.session,
        evening=one_line(evening),
        who=one_line(draft.name),
        what=one_line(titled(draft)),
        against=one_line(opponents_in_words(draft)),
        modifiers=_modifiers(draft),
        sum=net.sum if net else None,
        net=net.net if net else None,
        target=roll_text.target,
        dice="".join(roll_text.dice) if net else " ".join(roll_text.dice),
        verdict=one_line(verdict_text(entry)),
        glyph=GLYPHS.get(entry.grade, OWN) if entry.grade else OWN * (entry.override is not None),
        earlier=tuple(one_line(verdict_text(old)) for old in past),
        more=tuple(one_line(part) for part in (roll_text.more, *spent_in_words(entry), *picks) if part),
        note=one_line(entry.note, LONGEST_NOTE),
        success=entry.verdict.success,
        secret=entry.secret,
        by_hand=entry.by_hand,
        struck=entry.struck,
    )


def verdict_text(entry: Entry) -> str:
    """Return the current verdict as text: the GM's, else that of the dice."""
    roll_text = roll_text_of(entry)
    return "" if roll_text is None else roll_text.verdict


def _event(entry: Entry, event: Event, evening: str) -> LogRow:
    """Return the text of an event without a roll."""
    first, *more = map(one_line, event.words or ("",))
    return LogRow(
        when=datetime.fromtimestamp(entry.time / 1000).astimezone(),
        session=entry.session,
        evening=one_line(evening),
        who=one_line(entry.draft.name),
        what=first,
        more=tuple(more),
        note=one_line(entry.note, LONGEST_NOTE),
        secret=entry.secret,
        struck=entry.struck,
        rolled=False,
        turn=event.kind == TURN,
    )


def _own(result: Result) -> Rolled | None:
    """Return the first side's test if it is a d100 test."""
    own = result.a if isinstance(result, Contest) else result
    return own if isinstance(own, Rolled) else None


def _modifiers(side: Side) -> tuple[str, ...]:
    """Return the modifiers that counted."""
    return tuple(one_line(chip_in_words(chip)) for chip in side.counting)


LEVEL_NAMES: dict[Level, str] = {
    "advantage": "advantage",
    "disadvantage": "disadvantage",
    "fumble_degree": "fumble degree",
}


class DetailText(Struct, frozen=True):
    """A part of the details; an `idle` one has no effect, and a `struck` one does not count."""

    text: str
    idle: bool = False
    struck: bool = False


class Details(Struct, frozen=True):
    """The details of one side of a roll: who rolled what, each modifier, and the calculation of the target."""

    heading: str
    modifiers: tuple[DetailText, ...]
    made: str
    rolled: str


def name_of_entry(entry: Entry) -> str:
    """Return the name of a roll or an event: "Guns of Lao Qing", "9 damage of Jaqui"."""
    what, name = entry.draft.rolled, entry.draft.name
    if entry.event is not None:
        what = next(iter(entry.event.words), "")
    return f"{what or 'the roll'} of {name}" if name else what or "the roll"


def in_one_line(entry: Entry) -> str:
    """Return a roll or an event as one line of plain text, for a chat."""
    roll_text, draft = roll_text_of(entry), entry.draft
    if entry.event is not None:
        return _event_in_one_line(entry, entry.event)
    whom = opponents_in_words(draft)
    what = f"{titled(draft)} vs {whom}" if whom else titled(draft)
    numbers = () if roll_text is None else (roll_text.net, roll_text.target)
    head = ", ".join(part for part in (what, *numbers) if part)
    dice = (
        ""
        if roll_text is None
        else "".join(roll_text.dice)
        if roll_text.net.startswith("net")
        else " ".join(roll_text.dice)
    )
    more = (roll_text.more if roll_text else "", *spent_in_words(entry), entry.note)
    whose = f"{draft.name}: " if draft.name else ""
    tail = ", ".join(part for part in more if part)
    line = f"{whose}{head} → {dice} {roll_text.plain_pill if roll_text else ''}" + (f" ({tail})" if tail else "")
    return " ".join((f"[struck] {line}" if entry.struck else line).split())


def _event_in_one_line(entry: Entry, event: Event) -> str:
    """Return an event as one line: "Jaqui: 9 damage, 1 wound (in the dark)"."""
    whose = f"{entry.draft.name}: " if entry.draft.name else ""
    line = f"{whose}{', '.join(event.words)}" + (f" ({entry.note})" if entry.note else "")
    return " ".join((f"[struck] {line}" if entry.struck else line).split())


def details(entry: Entry) -> list[Details]:
    """Return the details of each side of a roll, none for a sum of dice."""
    result = entry.result
    if result is None or isinstance(entry.request, Summed):
        return []
    made = [_side(entry, entry.draft, result.a if isinstance(result, Contest | KaiserOutcome) else result)]
    if isinstance(result, Contest | KaiserOutcome):
        made.append(_side(entry, entry.draft.side("b"), result.b))
    return made


def _side(entry: Entry, side: Side, own: Result | SideOutcome) -> Details:
    """Return the details of one side."""
    system, ability = load_system(entry.system), side.ability
    hand: Hand = "a" if side is entry.draft else "b"
    what = f"{side.what}, default to {ability.linked}" if ability and side.defaults else side.what
    name = winner_name(entry.draft, hand) if side.name else ""
    heading = " · ".join(part for part in (name, side.weapon, what) if part)
    idle = idle_chips(side, system, entry.draft.house(entry.house))
    chips = (Chip("", side.eyeballed, EYEBALLED),) if side.eyeballed is not None else side.chips
    reach = system.reach is not None
    modifiers = tuple(DetailText(worded(chip, reach=reach), chip.id in idle, chip.struck) for chip in chips)
    modifiers += tuple(map(DetailText, _levels(entry, side)))
    roll_text = text_by_dice(entry)
    dice = () if roll_text is None else (roll_text if hand == "a" else roll_text.other or roll_text).dice
    return Details(heading, modifiers, _arithmetic(entry, side, own), _rolled(own, dice))


def _levels(entry: Entry, side: Side) -> Iterator[str]:
    """Yield the levels of a side that its kind of check uses, and the adjustment of degrees."""
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
    """Return a modifier with its value; a difficulty to reach has no sign."""
    value = str(chip.value) if reach and chip.origin == "difficulty" else worth_of(chip)
    return f"{chip.label or 'Modifier'} {value}".strip()


def _arithmetic(entry: Entry, side: Side, own: Result | SideOutcome) -> str:
    """Return the calculation of a target: "65 − 20 − 30 = 15", with the effect of the cap."""
    if isinstance(own, Graded | SimpleOutcome):
        bonus = 20 if side.point is not None and side.point.use == "add_20" else 0
        values = [chip.value for chip in side.counting if chip.value] + [bonus] * bool(bonus)
        terms = minus(own.base) + "".join(_term(value) for value in values)
        if sum(values) != own.net:
            held = f"{minus(own.base)}{_term(own.net)} = {minus(own.target)}" if own.net else f"target {own.target}"
            return f"{held} ({_why(entry, side, own)})"
        return f"{terms} = {minus(own.target)}" if values else f"target {minus(own.target)}"
    total = _compared(entry, own) if isinstance(own, CheckOutcome | SideOutcome) else 0
    flat = [
        chip.value for chip in side.counting if chip.origin != "difficulty" or load_system(entry.system).reach is None
    ]
    halves = side.ability.halved_above if side.ability else 0
    halved = f", half above {halves}" if 0 < halves < total else ""
    return f"{minus(side.base)}{''.join(_term(value) for value in flat if value)} + dice{halved} = {minus(total)}"


def _compared(entry: Entry, own: CheckOutcome | SideOutcome) -> int:
    """Return the total of a side as it was compared: one roll against several has no difficulty (Kaiser)."""
    from gm_desk.core.systems.kaiser_dice import standing_total

    request = entry.request
    if isinstance(own, CheckOutcome) and isinstance(request, KaiserCheck) and entry.draft.against:
        return standing_total(own, request.effort)
    return own.total


def _why(entry: Entry, side: Side, own: Graded | SimpleOutcome) -> str:
    """Return the reasons why the net differs from the sum of the modifiers."""
    if side.point is not None and side.point.use == "ignore_modifiers":
        return f"a point ignores {IGNORED[_ignored(entry, side)]}"
    if entry.house.most_severe:
        return "most severe only"
    return f"sum {signed(own.sum)}, net {signed(own.net)}"


def _ignored(entry: Entry, side: Side) -> Ignored:
    """Return the modifiers ignored by the point of a side."""
    request = entry.request
    if isinstance(request, OpposedTest):
        request = request.a if side is entry.draft else request.b
    test = request if isinstance(request, SuccessTest) else SuccessTest(side.base)
    return RULES[entry.system].ignored(test, entry.house)


def _rolled(own: Result | SideOutcome, dice: tuple[str, ...]) -> str:
    """Return the faces, and the margin of success or failure."""
    if isinstance(own, SimpleOutcome):
        return f"rolled {two_digits(own.roll)}"
    if isinstance(own, Graded):
        if isinstance(own, Outcome):
            more = f", {own.superior} superior" if own.superior else ""
        else:
            more = f", {'MoS' if own.success else 'MoF'} {own.margin}"
        return f"rolled {two_digits(own.roll)}{', a double' if own.critical else ''}{more}"
    more = f", {degrees(own.degrees)}" if isinstance(own, CheckOutcome) else ""
    return f"rolled {' '.join(dice)}{more}"


def _term(value: int) -> str:
    return f" {'+' if value > 0 else TRUE_MINUS} {abs(value)}"


def change_between(before: Draft, after: Draft) -> str:
    """Return the changes of a draft as text: "with Smoke −30", "defaulting", "with the most severe modifier only"."""
    found = [*_changes(before, after)]
    other = [*_changes(before.side("b"), after.side("b"))]
    if other:
        found.append(f"{' and '.join(other)} for {winner_name(after, 'b')}")
    if before.adjust != after.adjust:
        found.append(f"with degrees adjusted {signed(after.adjust)}")
    if before.most_severe != after.most_severe:
        found.append("with the most severe modifier only" if after.most_severe else "with all modifiers")
    return " and ".join(found) or "anew"


def _changes(before: Side, after: Side) -> Iterator[str]:
    """Yield the changes of one side."""
    old, new = ({chip.id: chip for chip in side.counting} for side in (before, after))
    changed = [chip for key, chip in new.items() if (key not in old or old[key].value != chip.value)]
    if changed:
        yield "with " + ", ".join(map(worded, changed))
    gone = [chip for key, chip in old.items() if key not in new]
    if gone:
        yield "without " + ", ".join(map(worded, gone))
    if before.defaults != after.defaults:
        yield "defaulting" if after.defaults else "with the skill"
    if before.ability != after.ability:
        yield f"on {after.what}"
    if before.point != after.point:
        yield "with a point" if after.point else "without the point"
    for level, name in LEVEL_NAMES.items():
        if before.level(level) != after.level(level):
            yield f"with {name} {signed(after.level(level))}"
