"""The texts of rolls and verdicts, which always have a glyph and a word besides their colour."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from gm_desk.core.drafts.draft import AbilityKind, Draft, Mode, Side
from gm_desk.core.rules.dice import D100_SIDES, ROLLS, Needs, Thrown
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import (
    CheckOutcome,
    Contest,
    DamageOutcome,
    DiceTotal,
    Grade,
    Hand,
    KaiserOutcome,
    MarginOutcome,
    Outcome,
    Reason,
    Rolled,
    SideOutcome,
    SimpleOutcome,
)
from gm_desk.core.rules.requests import ROLL, After, KaiserCheck, KaiserContest, OpposedTest, SuccessTest, Summed
from gm_desk.core.systems.definition import SuperiorUse
from gm_desk.core.wording.phrases import ENDS_OF_ATTACK, GLYPHS, WORDS, minus, plural, signed

if TYPE_CHECKING:
    from gm_desk.core.rules.requests import Effort, Request
    from gm_desk.core.systems.protocol import Ignored, Result, Rules
    from gm_desk.store.journal.entries import Entry, Event

NO_DEFENCE = "no defence"
OWN = "✎"
"""The mark of a verdict given by the GM."""


def pill_of(grade: Grade | None, words: str) -> str:
    """Return a verdict with its glyph; one without a grade has none."""
    return words if grade is None else f"{GLYPHS[grade]} {words}"


def level_in_short(net: int) -> str:
    """Return a net level of advantage or disadvantage, "A1" or "D2"; "" for neither (Kaiser)."""
    return f"{'A' if net > 0 else 'D'}{abs(net)}" if net else ""


def two_digits(roll: int) -> str:
    """Return a d100 as its two dice show it."""
    return f"{roll:02d}"


def in_ranges(rolls: tuple[int, ...]) -> str:
    """Return rolls written as ranges: (1, 2, 3, 7) as "01–03, 07"."""
    runs: list[list[int]] = []
    for roll in rolls:
        if runs and roll == runs[-1][-1] + 1:
            runs[-1].append(roll)
        else:
            runs.append([roll])
    dash = "\N{EN DASH}"
    return ", ".join(two_digits(run[0]) + (f"{dash}{two_digits(run[-1])}" if len(run) > 1 else "") for run in runs)


IGNORED: "dict[Ignored, str]" = {"all": "all modifiers", "negative": "negative modifiers"}
AFTER: dict[After, str] = {
    "flip_flop": "flip-flop of {}",
    "upgrade": "upgrade",
    "downgrade": "downgrade",
}
FUMBLED = re.compile(r"Fumble, (level \d+)")
CONSEQUENCES = {"fails": "simply fails", "harm": "harms the roller", "disaster": "disaster"}
REASONS: dict[Reason, str] = {
    "only_success": "only success",
    "critical": "critical success",
    "higher_roll": "higher roll",
    "higher_skill": "higher skill",
    "tie": "equal rolls",
    "both_failed": "both fail",
    "both_succeeded": "both succeed",
}


class RollText(Struct, frozen=True):
    """The text of a roll: `dice` are the faces to draw, `grade` determines glyph and colour, None for neither.

    `net` and `target` are empty if there is none; `more` says who won and why, or describes other effects of the dice.
    In a contest, `other` describes the second side, and `won` is the winner in short. `own` marks a verdict given by
    the GM.
    """

    dice: tuple[str, ...]
    grade: Grade | None
    verdict: str
    net: str = ""
    target: str = ""
    more: str = ""
    other: "RollText | None" = None
    won: str = ""
    own: bool = False

    @property
    def pill(self) -> str:
        """The verdict with its glyph, and with a mark if it is the GM's."""
        return f"{OWN} {self.plain_pill}" if self.own else self.plain_pill

    @property
    def plain_pill(self) -> str:
        """The verdict with its glyph alone."""
        return pill_of(self.grade, self.verdict)

    @property
    def consequence(self) -> str:
        """What a fumble of a check leads to, with its degrees: "disaster, 2 degrees"; "" for any other verdict."""
        then = "" if self.won else self.verdict.partition(": ")[2]
        return ", ".join(filter(None, (then, self.more))) if then else ""

    @property
    def also(self) -> str:
        """What else the dice of a contest did, except for a fumble that the verdict names: "Eva: open roll"."""
        parts, named = self.won.split(", ")[1:], FUMBLED.match(self.verdict)
        own = [one for one in parts if named and one.endswith(f"fumbles ({named[1]})")][:1]
        return ", ".join(one for one in parts if one not in own)


def roll_text_of(entry: "Entry") -> RollText | None:
    """Return the text of a roll with its current verdict: the GM's, else that of the dice.

    Return None if it is not a roll, or has no result.
    """
    roll_text, override = text_by_dice(entry), entry.override
    if override is None:
        return roll_text
    roll_text = roll_text or RollText((), None, "")
    return structs.replace(
        roll_text,
        grade=override.grade,
        verdict=override.words,
        more="",
        won="",
        own=True,
        other=roll_text.other and structs.replace(roll_text.other, grade=entry.verdict.other),
    )


def text_by_dice(entry: "Entry") -> RollText | None:
    """Return the text of a roll by its dice, regardless of the GM's verdict; None without a result."""
    return None if entry.result is None else text_of_result(entry.draft, entry.request, entry.dice, entry.result)


def text_of_result(draft: Draft, request: "Request | Event", dice: Thrown, result: "Result") -> RollText:
    """Return the text of a result."""
    match result:
        case Outcome() | MarginOutcome():
            return _test(result)
        case SimpleOutcome():
            return _simple(result)
        case Contest():
            won, more = _won(draft, result), _contest(draft, result)
            return structs.replace(_test(result.a), more=more, other=_test(result.b), won=won)
        case CheckOutcome():
            return _check(draft, request, dice, result)
        case KaiserOutcome():
            return _kaiser_contest(draft, request, dice, result)
        case DiceTotal() | DamageOutcome():
            return RollText(_summed(request, dice), None, minus(result.total))


def _test(outcome: Outcome | MarginOutcome) -> RollText:
    """Return the text of one d100 test, with its margin in EP1."""
    words = WORDS[outcome.grade]
    if isinstance(outcome, MarginOutcome):
        words += f", {'MoS' if outcome.success else 'MoF'} {outcome.margin}"
    return RollText(tuple(two_digits(outcome.roll)), outcome.grade, words, _net(outcome), f"TN {minus(outcome.target)}")


def _summed(request: "Request | Event", dice: Thrown) -> tuple[str, ...]:
    """Return the faces of a sum as the dice show them; a d100 has two digits, with 00 for a hundred."""
    from gm_desk.core.rules.damage import sides_of

    faces = dice.get(ROLLS, ())
    sides = sides_of(request) if isinstance(request, Summed) else ()
    return tuple(
        two_digits(face % size) if size == D100_SIDES else str(face) for face, size in zip(faces, sides, strict=False)
    )


def _net(outcome: Rolled) -> str:
    """Return the net modifier, and the sum of modifiers if the cap reduced it."""
    return f"net {signed(outcome.net)}" + ("" if outcome.sum == outcome.net else f" of {signed(outcome.sum)}")


def _simple(outcome: SimpleOutcome) -> RollText:
    """Return the text of a test that cannot fail: strong or weak, and whether it is critical."""
    from gm_desk.core.drafts.verdict import verdict_of

    words = ("Strong" if outcome.strong else "Weak") + " success" + (", critical" if outcome.critical else "")
    return RollText(
        tuple(two_digits(outcome.roll)), verdict_of(outcome).grade, words, _net(outcome), f"TN {minus(outcome.target)}"
    )


def _contest(draft: Draft, contest: Contest) -> str:
    """Return who won and why, with the dice of the other side."""
    other = contest.b
    rolled = f"{against_target(other)}, {REASONS[contest.reason]}"
    name = draft.side("b").name or "the other side"
    if contest.winner == "b" and draft.mode is not Mode.ATTACK:
        return f"{name} wins: {rolled}"
    return f"{_who_won(draft, contest)}: {name} {rolled}"


def against_target(outcome: Outcome | MarginOutcome) -> str:
    """Return a d100 and its target number: "12 under 25", "75 over 3"; "against" if they do not explain the result."""
    below = outcome.roll <= outcome.target  # but 00 succeeds and 99 fails, whatever the target
    place = "against" if outcome.success != below else "under" if below else "over"
    return f"{two_digits(outcome.roll)} {place} {minus(outcome.target)}"


def _won(draft: Draft, contest: Contest) -> str:
    """Return who won and why, for use when the dice of both sides are shown."""
    return f"{_who_won(draft, contest)}: {REASONS[contest.reason]}"


def _who_won(draft: Draft, contest: Contest) -> str:
    """Return who won, or whether an attack hit."""
    if draft.mode is Mode.ATTACK:
        return ENDS_OF_ATTACK[contest.winner].capitalize()
    return f"{winner_name(draft, contest.winner) if contest.winner else 'Nobody'} wins"


def winner_name(draft: Draft, hand: Hand) -> str:
    """Return the name of a side, or a description if it has no name."""
    return draft.side(hand).name or ("this side" if hand == "a" else "the other side")


def _check(draft: Draft, request: "Request | Event", dice: Thrown, outcome: CheckOutcome) -> RollText:
    """Return the text of a check against a difficulty, or of a total that is compared with several (Kaiser)."""
    from gm_desk.core.drafts.verdict import verdict_of
    from gm_desk.core.systems.kaiser_dice import standing_total

    difficulty, net = (request.difficulty, _flat(request.effort)) if isinstance(request, KaiserCheck) else (0, "")
    target = f"{minus(outcome.total)} vs {minus(difficulty)}"
    if draft.against and isinstance(request, KaiserCheck):
        target = minus(standing_total(outcome, request.effort))
    verdict = verdict_of(outcome)
    words = f"{WORDS[Grade.SUCCESS if verdict.success else Grade.FAILURE]}, {degrees(outcome.degrees)}"
    if outcome.fumble_level is not None:
        words = fumble(outcome.fumble_level)
    more = ", ".join(
        ["open roll"] * outcome.open + [degrees(outcome.degrees)] * outcome.fumble + adjustment_in_words(request)
    )
    return RollText(_faces(dice, ""), verdict.grade, words, net, target, more)


def _kaiser_contest(draft: Draft, request: "Request | Event", dice: Thrown, outcome: KaiserOutcome) -> RollText:
    """Return the text of two totals compared with each other (Kaiser)."""
    from gm_desk.core.drafts.verdict import verdict_of

    verdict = verdict_of(outcome)
    words = "Tie" if outcome.tie else f"{'Wins' if verdict.success else 'Loses'}, {degrees(outcome.degrees)}"
    if outcome.a.fumble_level is not None:
        words = f"Fumble, level {outcome.a.fumble_level}: {words.lower()}"
    net = _flat(request.a) if isinstance(request, KaiserContest) else ""
    target = f"{minus(outcome.a.total)} vs {minus(outcome.b.total)}"
    more = ", ".join([_decided(draft, dice, outcome), *([] if outcome.tie else adjustment_in_words(request))])
    other = RollText(_faces(dice, "b."), verdict.other, minus(outcome.b.total))
    return RollText(_faces(dice, "a."), verdict.grade, words, net, target, more, other, more)


def _decided(draft: Draft, dice: Thrown, outcome: KaiserOutcome) -> str:
    """Return who won, and other effects of the dice of both sides; a counter-attack is offered if it is possible."""
    attack = draft.mode is Mode.ATTACK
    if outcome.winner is None:
        won = "Nobody hits: a tie" if attack else "A tie"
    elif outcome.tie:
        won = f"{winner_name(draft, outcome.winner)} wins the tie" if not attack else "No hit: a tie"
    else:
        won = f"{winner_name(draft, outcome.winner)} wins by {outcome.degrees}"
    off = [f"roll-off {':'.join(map(str, dice['roll_off']))}"] if dice.get("roll_off") else []
    return ", ".join([won, *off, *_did(draft, "a", outcome.a), *_did(draft, "b", outcome.b)])


def _did(draft: Draft, hand: Hand, side: SideOutcome) -> list[str]:
    """Return other effects of a side's dice."""
    name = winner_name(draft, hand)
    parts = [f"{name}: open roll"] * side.open
    if side.fumble_level is not None:
        parts.append(f"{name} fumbles (level {side.fumble_level})")
    return parts


def _faces(dice: Thrown, side: str) -> tuple[str, ...]:
    """Return the faces of a side's dice, followed by those of extra and fumble dice."""
    return tuple(str(face) for kind in ("dice", "extra", "fumble") for face in dice.get(side + kind, ()))


def fumble(level: int) -> str:
    """Return the effect of a fumble level as text."""
    from gm_desk.core.systems.kaiser_dice import fumble_consequence

    return f"Fumble, level {level}: {CONSEQUENCES[fumble_consequence(level)]}"


def degrees(count: int) -> str:
    """Return a number of degrees as text."""
    return plural(count, "degree")


def adjustment_in_words(request: "Request | Event") -> list[str]:
    """Return the manual adjustment of degrees as text, empty unless it is Kaiser."""
    by = request.adjust if isinstance(request, KaiserCheck | KaiserContest) else 0
    return [f"degrees adjusted {signed(by)}"] if by else []


def _flat(effort: "Effort") -> str:
    return f"mod {signed(effort.flat - effort.value)}" if effort.flat != effort.value else ""


def rolls_in_words(count: int, *, secret: int = 0) -> str:
    """Return a number of rolls as text, with how many of them are secret."""
    rolls = plural(count, "roll")
    return f"{rolls}, {secret:,} of them secret" if secret else rolls


def spends(
    draft: Draft, request: "Request | Event", dice: Thrown, names: Mapping[str, str], rules: "Rules", house: House
) -> list[str]:
    """Return the points that a roll spent as texts, with their uses."""
    two = isinstance(request, OpposedTest)
    parts = []
    for hand, test in (("a", request.a), ("b", request.b)) if isinstance(request, OpposedTest) else (("a", request),):
        side = draft.side("a" if hand == "a" else "b")
        whose = f"{side.name}: " if two else ""
        if isinstance(test, SuccessTest) and test.pool and side.point:
            does = "+20" if test.pool == "add_20" else f"ignores {IGNORED[rules.ignored(test, house)]}"
            parts.append(f"{whose}{names.get(side.point.points, '')} {does}".strip())
        if isinstance(test, SuccessTest) and test.after:
            rolls = dice.get(f"{hand}.{ROLL}" if two else ROLL, (0,))
            parts.append(f"{whose}point, {AFTER[test.after].format(two_digits(rolls[0]))}")
    return parts


def about(draft: Draft) -> str:
    """Return what was rolled and by whom as text."""
    return " · ".join(part for part in (draft.rolled, draft.name) if part)


def titled(side: Side) -> str:
    """Return what a side rolled: its attack, or else its ability."""
    return f"{side.rolled} (default)" if side.defaults else side.rolled


def opponents_in_words(draft: Draft) -> str:
    """Return the opponents of a roll and their defence: "Jaqui Fray ÷ 2", "45", "3 targets", or ""."""
    if draft.against:
        whom = "target" if draft.weapon else "opponent"
        return plural(draft.against, whom)
    other = draft.side("b")
    what = other.what
    if other.ability is not None and other.ability.kind is AbilityKind.BARE:
        what = what.replace(other.ability.label, minus(other.ability.rating))
    return " ".join(dict.fromkeys(part for part in (other.name, what) if part)) if draft.opposed else ""


def faces_of(dice: Thrown) -> tuple[tuple[str, ...], ...]:
    """Return the faces of each side's dice without their result."""
    sides: dict[str, list[str]] = {}
    for name, faces in dice.items():
        side, _, kind = name.rpartition(".")
        shown = [digit for face in faces for digit in (two_digits(face) if kind == ROLL else (str(face),))]
        sides.setdefault(side, []).extend(shown)
    return tuple(map(tuple, sides.values()))


def picks_in_words(picks: Sequence[str], uses: Sequence[SuperiorUse]) -> str:
    """Return what superior results were spent on ("Quality, Damage", "Damage ×2")."""
    names = {use.id: use.name for use in uses}
    counted = [(names.get(pick, pick), picks.count(pick)) for pick in dict.fromkeys(picks)]
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in counted)


WAITING = {
    "extra": "’s open roll: one d6",
    "fumble": " fumbles: roll the level",
    "roll_off": "A tie: roll off",
}


def waits_for(draft: Draft, needs: Needs) -> str:
    """Return the dice that a roll waits for, and whose they are, as text."""
    hand, _, name = needs.name.rpartition(".")
    says = WAITING.get(name, f" roll {needs.count} d{needs.sides}")
    return says if name == "roll_off" else f"{winner_name(draft, 'b' if hand == 'b' else 'a')}{says}"
