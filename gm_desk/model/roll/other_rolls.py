"""Rolls of a group, of another test, of bare dice, and those made elsewhere; and the results of typed dice."""

from collections.abc import Sequence

from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft
from gm_desk.core.drafts.group_roll import rank
from gm_desk.core.drafts.rejudging import roll_missing
from gm_desk.core.drafts.verdict import verdict_of
from gm_desk.core.rules.dice import Needs, Thrown
from gm_desk.core.rules.requests import DiceSum
from gm_desk.core.systems.protocol import Result
from gm_desk.model.log.entries import Roll
from gm_desk.model.roll.composing import Situation
from gm_desk.model.roll.rolling import Rolling
from gm_desk.store.journal.entries import Entry


def roll_apart(rolling: Rolling, draft: Draft) -> Result | None:
    """Roll a test other than the one being composed, which stays unchanged."""
    rolling.finish()
    rolling.pending = rolling.waiting(draft)
    return None if rolling.pending is None else rolling.roll()


def roll_group(rolling: Rolling, drafts: Sequence[Draft]) -> list[Entry]:
    """Roll a test for each member, log them as one step, best on top, and return the entries, best first."""
    drafting, rules = rolling.drafting, rolling.drafting.rules
    done: list[tuple[Result, Roll]] = []
    record = drafting.record
    if not rolling.recent.affords(drafts):
        return []
    for draft in drafts:
        request, house = rules.ask(draft), draft.house(drafting.context.house)
        if request is not None:
            result, thrown = roll_missing(rules, request, {}, house, rolling.dice)
            done.append((result, Roll(draft, request, house, thrown)))
            record = record.after(draft, success=not verdict_of(result).failed)
    if not done:
        return []
    done.sort(key=lambda pair: rank(pair[0]))
    now = drafting.draft
    after = now.after_roll()
    rolls = [roll for _, roll in reversed(done)]
    entries = rolling.write(rolls, f"roll {now.what} of {len(rolls)} characters", Situation(after, record))
    if not entries:
        return []
    rolling.spent.emit(now if now != after else None)
    rolling.group.show_results(entries[::-1])
    return entries[::-1]


def log_roll(rolling: Rolling, roll: Roll, *, success: bool) -> Entry | None:
    """Log a roll made elsewhere, and pay for it; return None if that is refused."""
    rolling.finish()
    now, draft = rolling.drafting.draft, roll.draft
    same = (now.character, now.ability) == (draft.character, draft.ability)
    after = now.after_roll() if same else now
    record = rolling.drafting.record.after(draft, success=success)
    entries = rolling.write([roll], "", Situation(after, record))
    if not entries:
        return None
    rolling.spent.emit(now if now != after else None)
    return entries[0]


def roll_dice(rolling: Rolling, expression: str, draft: Draft | None = None) -> Result | None:
    """Roll a sum of dice like "2d10+3", which belongs to no character unless a draft is given.

    Raise BadExpressionError.
    """
    request, house = DiceSum(expression), rolling.drafting.context.house
    draft = draft or Draft(ability=Ability(AbilityKind.BARE, "", expression, 0))
    result, thrown = roll_missing(rolling.drafting.rules, request, {}, house, rolling.dice)
    rolling.write([Roll(draft, request, house, thrown)], f"roll {draft.what}", rolling.recent.situation)
    return result


def result_of(rolling: Rolling, typed: Thrown) -> Result | None:
    """Return the result of typed dice for the draft, or for the waiting roll."""
    waiting = rolling.pending or rolling.waiting()
    if waiting is None:
        return None
    thrown = dict(waiting.thrown)
    for name, faces in typed.items():
        thrown[name] = (*thrown.get(name, ()), *faces)
    result = rolling.drafting.rules.resolve(waiting.request, thrown, waiting.house)
    return None if isinstance(result, Needs) else result
