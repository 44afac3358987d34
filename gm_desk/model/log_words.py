"""A roll of the log in the words of its exports."""

from datetime import datetime

from gm_desk.core.draft import Side
from gm_desk.core.rules.outcomes import Contest, Rolled
from gm_desk.core.scene import succeeded
from gm_desk.core.systems import RULES
from gm_desk.core.systems.face import Result
from gm_desk.core.text.one_line import one_line
from gm_desk.model.telling import picks_in_words, spends, tell
from gm_desk.model.verdicts import GLYPHS, signed
from gm_desk.store.entries import Entry
from gm_desk.store.formats.log_rows import LogRow
from gm_desk.store.systems import load_system

OWN_VERDICT = "✎"
LONGEST_NOTE = 10_000


def row_of(entry: Entry, past: tuple[Entry, ...] = (), evening: str = "") -> LogRow:
    """Tell a roll, and what it was judged before, in words."""
    result, system, draft = entry.result, load_system(entry.system), entry.draft
    if result is None:
        raise TypeError("an entry of the journal lacks dice")
    told = tell(draft, entry.request, entry.dice, result)
    other = draft.side("b")
    picks = [picks_in_words(entry.picks, system.superior_uses)] if entry.picks else []
    spent = spends(
        draft,
        entry.request,
        entry.dice,
        {kind.id: kind.name for kind in system.points},
        RULES[entry.system],
        entry.house,
    )
    net = _own(result)
    return LogRow(
        when=datetime.fromtimestamp(entry.time / 1000).astimezone(),
        session=entry.session,
        evening=one_line(evening),
        who=one_line(draft.name),
        what=one_line(f"{draft.what} (default)" if draft.defaults else draft.what),
        against=one_line(f"{other.name} {other.what}".strip()) if draft.opposed else "",
        modifiers=_modifiers(draft),
        sum=net.sum if net else None,
        net=net.net if net else None,
        target=told.target,
        dice="".join(told.dice) if net else " ".join(told.dice),
        verdict=one_line(verdict_of(entry)),
        glyph=GLYPHS.get(entry.grade, OWN_VERDICT) if entry.grade else OWN_VERDICT * (entry.override is not None),
        earlier=tuple(one_line(verdict_of(old)) for old in past),
        more=tuple(one_line(part) for part in (told.more, *spent, *picks) if part),
        note=one_line(entry.note, LONGEST_NOTE),
        success=_success(entry, result),
        secret=entry.secret,
        by_hand=entry.by_hand,
        struck=entry.struck,
    )


def verdict_of(entry: Entry) -> str:
    """Say the verdict that stands: the GM's, else that of the dice."""
    if entry.override is not None:
        return entry.override.words
    result = entry.result
    return "" if result is None else tell(entry.draft, entry.request, entry.dice, result).verdict


def _success(entry: Entry, result: Result) -> bool | None:
    """Tell whether whoever rolled got what they wanted; a verdict without a grade says nothing of that."""
    if entry.override is not None:
        return None if entry.override.grade is None else entry.override.grade.succeeds
    return None if entry.grade is None else succeeded(result)


def _own(result: Result) -> Rolled | None:
    """Give the first side's own test, where it is one of d100."""
    own = result.a if isinstance(result, Contest) else result
    return own if isinstance(own, Rolled) else None


def _modifiers(side: Side) -> tuple[str, ...]:
    """List the modifiers that counted."""
    return tuple(one_line(f"{chip.label} {signed(chip.value)}".strip()) for chip in side.counting)
