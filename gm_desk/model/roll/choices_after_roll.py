"""What the GM may still do about the last roll, and what superior results and criticals leave for later tests."""

from collections.abc import Iterable, Iterator

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts import choices_after_roll
from gm_desk.core.drafts.attacks import hit_of
from gm_desk.core.drafts.choices_after_roll import Decision, Repair, criticals, own_verdict, superior_results
from gm_desk.core.drafts.draft import Chip, Draft, Origin, Side
from gm_desk.core.drafts.spending import PointPool
from gm_desk.core.rules.dice import flip_flop
from gm_desk.core.rules.outcomes import Contest, Grade, Graded, Hand
from gm_desk.core.rules.requests import Request, Summed
from gm_desk.core.systems.definition import SuperiorUse, System
from gm_desk.core.systems.points import picked
from gm_desk.core.systems.protocol import Result
from gm_desk.model.roll.wording import WORDS, picks_in_words, two_digits, winner_name
from gm_desk.store.journal.entries import Entry, Event, Override

BETWEEN = "; "
RULINGS = {
    "deadlock": "Deadlock",
    "higher_roll": "Higher roll",
    "higher_skill": "Higher skill",
    "defender": "Defender",
    "roll_off": "Roll off",
    "gm": "Left open",
}

UNDECIDED = {"deadlock", "gm"}
"""Rulings that leave the contest without a winner."""


class AfterRollChoice(Struct, frozen=True):
    """A change that is offered for the last roll: the text of its button, the entry it would make, and the undo text.

    `pays` is the id of a kind of points of which the character `payer` then has one less; `others` are the same change
    paid for with other points. A choice that is `on` is already made, a `quiet` one is a mere idea, and one that
    `undoes` takes back the damage of its entry.
    `about` is the part of the rules that it is about: "points", "superior" or "opposed".
    """

    text: str
    entry: Entry
    step: str
    tip: str = ""
    pays: str = ""
    payer: str = ""
    others: tuple["AfterRollChoice", ...] = ()
    on: bool = False
    quiet: bool = False
    undoes: bool = False
    about: str = ""


def choices(entry: Entry, result: Result, roster: Roster, system: System) -> list[AfterRollChoice]:
    """Return everything that may be done: rulings first, then points, superior results and ideas for criticals."""
    made: list[AfterRollChoice] = []
    if entry.struck or isinstance(entry.request, Event):
        return made
    decisions = choices_after_roll.decisions(entry.request, entry.dice, entry.house, system)
    for one in decisions:
        made += _ruling(entry, one)
    if len(decisions) == 1:
        made += [_said(entry, entry.request, ruling) for ruling in deadlock_won(entry.draft)]
    if entry.override is None:  # no point changes a verdict given by the GM
        found = choices_after_roll.repairs(roster, entry.draft, entry.request, entry.dice, entry.house, system)
        made += [_repair(entry, result, repair) for repair in found]
    return made + _superior(entry, result, system) + _ideas(entry, result, roster, system)


def _ruling(entry: Entry, decision: Decision) -> list[AfterRollChoice]:
    """Return the choices for a ruling, with the winner it makes; the GM may also let the first side win a tie."""
    winner = decision.winner
    tells = decision.result is not None and decision.ruling not in UNDECIDED
    wins = f": {winner_name(entry.draft, winner) if winner else 'nobody'} wins" if tells else ""
    ruled = structs.replace(entry, request=entry.request if decision.stands else decision.request, override=None)
    on = decision.stands and entry.override is None
    made = [_ruled(f"{RULINGS[decision.ruling]}{wins}", ruled, on=on)]
    if decision.ruling == "gm":
        made.append(_said(entry, decision.request, tie_won(entry.draft)))
    return made


def _said(entry: Entry, request: Request, override: Override) -> AfterRollChoice:
    """Return the choice of a verdict given by the GM on who wins."""
    after = structs.replace(entry, request=request, override=override)
    return _ruled(f"The GM: {override.words}", after, on=entry.override == override)


def tie_won(draft: Draft) -> Override:
    """Return the GM's verdict that the first side wins a tie."""
    return Override(f"{winner_name(draft, 'a')} wins the tie", Grade.SUCCESS)


def deadlock_won(draft: Draft) -> tuple[Override, Override]:
    """Return the GM's verdicts that side a wins and that side b wins, for where no ruling makes a winner."""
    return (
        Override(f"{winner_name(draft, 'a')} wins", Grade.SUCCESS),
        Override(f"{winner_name(draft, 'b')} wins", Grade.FAILURE),
    )


def _ruled(text: str, after: Entry, *, on: bool) -> AfterRollChoice:
    return AfterRollChoice(
        text, after, f"rule {text[:1].lower()}{text[1:]}", "Decide what the dice leave open", on=on, about="opposed"
    )


def _repair(entry: Entry, result: Result, repair: Repair) -> AfterRollChoice:
    """Return the choice to spend a point after the roll, from the most specific points, with the others as `others`."""
    side = entry.draft.side(repair.hand)
    does = use_in_words(result, repair)
    _, superior = choices_after_roll.superior_results(repair.result)
    after = structs.replace(entry, request=repair.request, picks=entry.picks[:superior])
    whose = f"{winner_name(entry.draft, 'b')}, " if repair.hand == "b" else ""

    def paid_from(purse: PointPool) -> AfterRollChoice:
        return AfterRollChoice(
            f"{whose}{purse.name} · {does}",
            after,
            f"{purse.name} of {winner_name(entry.draft, repair.hand)}: {does}",
            f"Spend a point: {purse.name}, {purse.left} left",
            purse.points,
            side.character,
            about="points",
        )

    first, *others = map(paid_from, repair.point_pools)
    return structs.replace(first, others=tuple(others))


def use_in_words(result: Result, repair: Repair) -> str:
    """Return what a point does, with both rolls of a flip-flop, and which verdict follows.

    "flip-flop 81 → 18: success, wins", "upgrade to superior ×2", "downgrade to failure"
    """
    if repair.use != "flip_flop":
        return f"{repair.use} to {_verdict(result, repair).replace(' success', '')}"
    roll = _own(result, repair.hand).roll if isinstance(result, Graded | Contest) else 0
    return f"flip-flop {two_digits(roll)} → {two_digits(flip_flop(roll))}: {_verdict(result, repair)}"


def _verdict(result: Result, repair: Repair) -> str:
    """Return the verdict that would follow, and whether the payer would then win, or nobody any more."""
    words = WORDS[_own(repair.result, repair.hand).grade].lower()
    if not isinstance(repair.result, Contest) or not isinstance(result, Contest):
        return words
    if repair.result.winner == result.winner:
        return words
    return f"{words}, wins" if repair.result.winner == repair.hand else f"{words}, nobody wins"


def _superior(entry: Entry, result: Result, system: System) -> list[AfterRollChoice]:
    """Return the choices that superior results can be spent on; choosing one again doubles it where there are two."""
    hand, superior = choices_after_roll.superior_results(result, entry.override)
    if not superior:
        return []
    whose = f"superior results of {winner_name(entry.draft, hand)}"
    return [_pick(entry, use, superior, whose, system) for use in system.superior_uses]


def _pick(entry: Entry, use: SuperiorUse, superior: int, whose: str, system: System) -> AfterRollChoice:
    picks = picked(entry.picks, use.id, superior)
    count = entry.picks.count(use.id)
    text = picks_in_words((use.id,) * max(1, count), system.superior_uses)
    spent = picks_in_words(picks, system.superior_uses) or "nothing"
    tip = f"{use.name}: {use.effect} ({whose})"
    step, after = f"spend {whose} on {spent}", structs.replace(entry, picks=picks)
    return AfterRollChoice(text, after, step, tip, on=bool(count), about="superior")


def _ideas(entry: Entry, result: Result, roster: Roster, system: System) -> list[AfterRollChoice]:
    """Return ideas for what a critical may mean, to be written down as a note.

    Ideas that the damage roll of an attack already accounts for are left out, since the damage has a control of its
    own.
    """
    made: list[AfterRollChoice] = []
    hits = hit_of(entry.draft, result, entry.override, roster.character(entry.draft.character)) is not None
    for hand, success in choices_after_roll.criticals(result, entry.override):
        whose = f"{winner_name(entry.draft, 'b')}: " if hand == "b" else ""
        ideas = system.criticals.success if success else system.criticals.failure
        counted = system.criticals.damage if hits and hand == "a" else ()
        made += [_idea(entry, f"{whose}{idea}") for idea in ideas if idea not in counted]
    return made


def _idea(entry: Entry, text: str) -> AfterRollChoice:
    parts = entry.note.split(BETWEEN) if entry.note else []
    on = text in parts
    note = BETWEEN.join([part for part in parts if part != text] if on else [*parts, text])
    step = f"{'take back' if on else 'note'} “{text}”"
    return AfterRollChoice(
        text,
        structs.replace(entry, note=note),
        step,
        "An idea for the critical: click to note it",
        on=on,
        quiet=True,
        about="superior",
    )


def _own(result: Graded | Contest, hand: Hand) -> Graded:
    """Return the verdict of one side."""
    if isinstance(result, Contest):
        return result.a if hand == "a" else result.b
    return result


def wants_third_result(result: Result) -> bool:
    """Return whether both sides succeed, so that the GM names a third result (EP1, "Opposed tests")."""
    return isinstance(result, Contest) and result.reason == "both_succeeded"


def with_third_result(entry: Entry, text: str) -> Entry:
    """Return the entry with the third result of a variable opposed test as its note."""
    return structs.replace(entry, note=" ".join(text.split()))


CRITICAL = "critical"


class LeftBehind(Struct, frozen=True):
    """A chip for the next test of whom it concerns.

    That is the next one of `character` or, where there are `skills`, the next of anybody else who rolls one of them.
    """

    chip: Chip
    character: str
    skills: tuple[str, ...] = ()

    def concerns(self, side: Side) -> bool:
        """Return whether the test of a side is one that it is for."""
        if not self.skills:
            return bool(side.character) and side.character == self.character
        return side.character != self.character and side.ability is not None and side.ability.label in self.skills


def left_behind(entries: Iterable[Entry], side: Side, system: System) -> list[Chip]:
    """Return the chips that rolls, the oldest first, have left for the test of a side."""
    standing: list[LeftBehind] = []
    for entry in entries:
        if entry.struck or isinstance(entry.request, Summed | Event):
            continue
        sides = [entry.draft, *([entry.draft.opponent] if entry.draft.opponent and entry.draft.opposed else [])]
        standing = [one for one in standing if not any(map(one.concerns, sides))]
        standing += _of_entry(entry, system)
    return [one.chip for one in standing if one.concerns(side)]


def _of_entry(entry: Entry, system: System) -> Iterator[LeftBehind]:
    """Yield what one roll leaves behind."""
    result = entry.result
    if result is None:
        return
    hand, superior = superior_results(result, entry.override)
    roller, own = entry.draft.side(hand), own_verdict(result, hand)
    for use in system.superior_uses:
        count = entry.picks.count(use.id)
        if superior and own is not None and count and use.next_value and roller.character:
            value = count * use.next_value * (1 if own.success else -1)
            yield LeftBehind(
                _chip(entry, use.id, value, f"{use.name}: {roller.what}"), roller.character, use.noticed_by
            )
    for critical_hand, success in criticals(result, entry.override) if system.criticals.next_value else ():
        side = entry.draft.side(critical_hand)
        value = system.criticals.next_value * (1 if success else -1)
        if side.character:
            yield LeftBehind(
                _chip(entry, f"{CRITICAL} {critical_hand}", value, f"Critical: {side.what}"), side.character
            )


def _chip(entry: Entry, what: str, value: int, label: str) -> Chip:
    return Chip(f"left {entry.id} {what}", value, label, Origin.LEFT)
