"""What the GM may still do about the last roll, in the words of the buttons that do it."""

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts import after_roll
from gm_desk.core.drafts.after_roll import Decision, Repair
from gm_desk.core.drafts.attacks import hit_of
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.drafts.spending import Purse
from gm_desk.core.rules.dice import flip_flop
from gm_desk.core.rules.outcomes import Contest, Grade, Graded, Hand
from gm_desk.core.rules.requests import After, Request
from gm_desk.core.systems.definition import SuperiorUse, System
from gm_desk.core.systems.points import picked
from gm_desk.core.systems.protocol import Result
from gm_desk.model.roll.wording import WORDS, picks_in_words, two_digits, winner_name
from gm_desk.store.journal.entries import Entry, Event, Override

BETWEEN = "; "
USES: dict[After, str] = {"upgrade": "one better", "downgrade": "no longer critical"}
RULINGS = {
    "deadlock": "Deadlock",
    "higher_roll": "Higher roll",
    "higher_skill": "Higher skill",
    "defender": "Defender",
    "roll_off": "Roll off",
    "gm": "Left open",
}

UNDECIDED = {"deadlock", "gm"}
"""Rulings by which nobody wins, as their names say."""


class AfterRollChoice(Struct, frozen=True):
    """Offer a change to the last roll: a button's words, what the entry would then be, and the name of the step.

    `pays` names points that the character `payer` then has one less of, `others` the same change paid otherwise. One
    that is `on` is made already, and `quiet` ones are mere ideas. One that `undoes` takes back the damage of its entry.
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


def choices(entry: Entry, result: Result, roster: Roster, system: System) -> list[AfterRollChoice]:
    """List all that may be done: rulings first, then points, superior results and ideas for criticals."""
    made: list[AfterRollChoice] = []
    if entry.struck or isinstance(entry.request, Event):
        return made
    decisions = after_roll.decisions(entry.request, entry.dice, entry.house, system)
    for one in decisions:
        made += _ruling(entry, one)
    if len(decisions) == 1:
        made += [_said(entry, entry.request, said) for said in deadlock_won(entry.draft)]
    if entry.override is None:  # over the GM's own verdict no point changes anything
        found = after_roll.repairs(roster, entry.draft, entry.request, entry.dice, entry.house, system)
        made += [_repair(entry, result, repair) for repair in found]
    return made + _superior(entry, result, system) + _ideas(entry, result, roster, system)


def _ruling(entry: Entry, decision: Decision) -> list[AfterRollChoice]:
    """Offer a ruling, and say whom it makes the winner; the GM may also let the first side win a tie."""
    winner = decision.winner
    tells = decision.result is not None and decision.ruling not in UNDECIDED
    wins = f": {winner_name(entry.draft, winner) if winner else 'nobody'} wins" if tells else ""
    ruled = structs.replace(entry, request=entry.request if decision.stands else decision.request, override=None)
    on = decision.stands and entry.override is None
    made = [_ruled(f"{RULINGS[decision.ruling]}{wins}", ruled, on=on)]
    if decision.ruling == "gm":
        made.append(_said(entry, decision.request, tie_won(entry.draft)))
    return made


def _said(entry: Entry, request: Request, said: Override) -> AfterRollChoice:
    """Offer the GM's own word on who wins."""
    after = structs.replace(entry, request=request, override=said)
    return _ruled(f"The GM: {said.words}", after, on=entry.override == said)


def tie_won(draft: Draft) -> Override:
    """Give the GM's word by which the first side wins a tie."""
    return Override(f"{winner_name(draft, 'a')} wins the tie", Grade.SUCCESS)


def deadlock_won(draft: Draft) -> tuple[Override, Override]:
    """Return the GM's word by which either side wins where no ruling makes a winner."""
    return (
        Override(f"{winner_name(draft, 'a')} wins", Grade.SUCCESS),
        Override(f"{winner_name(draft, 'b')} wins", Grade.FAILURE),
    )


def _ruled(text: str, after: Entry, *, on: bool) -> AfterRollChoice:
    return AfterRollChoice(text, after, f"rule {text[:1].lower()}{text[1:]}", "Rule what the dice leave open", on=on)


def _repair(entry: Entry, result: Result, repair: Repair) -> AfterRollChoice:
    """Offer a point after the roll: with the most special purse first, and with the others behind it."""
    side = entry.draft.side(repair.hand)
    does = f"{_use(result, repair)}: {_verdict(result, repair)}"
    _, superior = after_roll.superior_results(repair.result)
    after = structs.replace(entry, request=repair.request, picks=entry.picks[:superior])
    whose = f"{winner_name(entry.draft, 'b')}, " if repair.hand == "b" else ""

    def paid_from(purse: Purse) -> AfterRollChoice:
        return AfterRollChoice(
            f"{whose}{purse.name} · {does}",
            after,
            f"{purse.name} of {winner_name(entry.draft, repair.hand)}: {does}",
            f"Spend a point: {purse.name}, {purse.left} left",
            purse.points,
            side.character,
        )

    first, *others = map(paid_from, repair.purses)
    return structs.replace(first, others=tuple(others))


def _use(result: Result, repair: Repair) -> str:
    """Say what a point does; a flip-flop with both rolls."""
    if repair.use != "flip_flop":
        return USES[repair.use]
    roll = _own(result, repair.hand).roll if isinstance(result, Graded | Contest) else 0
    return f"flip-flop {two_digits(roll)} → {two_digits(flip_flop(roll))}"


def _verdict(result: Result, repair: Repair) -> str:
    """Say what the verdict would be, and whether whoever pays would then win, or nobody any more."""
    words = WORDS[_own(repair.result, repair.hand).grade].lower()
    if not isinstance(repair.result, Contest) or not isinstance(result, Contest):
        return words
    if repair.result.winner == result.winner:
        return words
    return f"{words}, wins" if repair.result.winner == repair.hand else f"{words}, nobody wins"


def _superior(entry: Entry, result: Result, system: System) -> list[AfterRollChoice]:
    """Offer what superior results buy; a second click doubles it where there are two."""
    hand, superior = after_roll.superior_results(result, entry.override)
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
    return AfterRollChoice(text, structs.replace(entry, picks=picks), f"spend {whose} on {spent}", tip, on=bool(count))


def _ideas(entry: Entry, result: Result, roster: Roster, system: System) -> list[AfterRollChoice]:
    """Offer what a critical may mean, to be written down as a note.

    What the damage of an attack counts by itself is left out: the damage has a control of its own for that.
    """
    made: list[AfterRollChoice] = []
    hits = hit_of(entry.draft, result, entry.override, roster.character(entry.draft.character)) is not None
    for hand, success in after_roll.criticals(result, entry.override):
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
        text, structs.replace(entry, note=note), step, "An idea for the critical: note it", on=on, quiet=True
    )


def _own(result: Graded | Contest, hand: Hand) -> Graded:
    """Give a side's own verdict."""
    if isinstance(result, Contest):
        return result.a if hand == "a" else result.b
    return result


def wants_third_result(result: Result) -> bool:
    """Return whether both sides succeed, so that the GM names a third result (EP1, "Opposed tests")."""
    return isinstance(result, Contest) and result.reason == "both_succeeded"


def with_third_result(entry: Entry, text: str) -> Entry:
    """Write down the third result of a variable opposed test."""
    return structs.replace(entry, note=" ".join(text.split()))
