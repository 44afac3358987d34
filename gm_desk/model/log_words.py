"""A roll of the log in the words of its exports."""

from datetime import datetime

from gm_desk.core.draft import Side
from gm_desk.core.rules.outcomes import Contest, Rolled
from gm_desk.core.systems import RULES
from gm_desk.core.systems.face import Result
from gm_desk.core.text.one_line import one_line
from gm_desk.model.telling import picks_in_words, spends, telling_of
from gm_desk.model.verdicts import GLYPHS, signed
from gm_desk.store.entries import Entry, Event
from gm_desk.store.formats.log_rows import LogRow
from gm_desk.store.systems import load_system

OWN_VERDICT = "✎"
LONGEST_NOTE = 10_000


def row_of(entry: Entry, past: tuple[Entry, ...] = (), evening: str = "") -> LogRow:
    """Tell a roll, and what it was judged before, in words; or what happened."""
    if entry.event is not None:
        return _event(entry, entry.event, evening)
    result, told, draft = entry.result, telling_of(entry), entry.draft
    if result is None or told is None:
        raise TypeError("an entry of the journal lacks dice")
    system = load_system(entry.system)
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
        success=entry.verdict.success,
        secret=entry.secret,
        by_hand=entry.by_hand,
        struck=entry.struck,
    )


def verdict_of(entry: Entry) -> str:
    """Return the verdict that stands in words: the GM's, else that of the dice."""
    told = telling_of(entry)
    return "" if told is None else told.verdict


def _event(entry: Entry, event: Event, evening: str) -> LogRow:
    """Tell what happened without a roll."""
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
    )


def _own(result: Result) -> Rolled | None:
    """Give the first side's own test, where it is one of d100."""
    own = result.a if isinstance(result, Contest) else result
    return own if isinstance(own, Rolled) else None


def _modifiers(side: Side) -> tuple[str, ...]:
    """List the modifiers that counted."""
    return tuple(one_line(f"{chip.label} {signed(chip.value)}".strip()) for chip in side.counting)
