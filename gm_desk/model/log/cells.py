"""One roll of the log, ready to be painted, and its text as a screen reader speaks it."""

from collections.abc import Sequence
from datetime import datetime
from enum import IntEnum
from itertools import pairwise

from msgspec import Struct

from gm_desk.core.drafts.draft import Mode
from gm_desk.core.rules.dice import Thrown
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.rules.requests import ROLL, KaiserCheck, OpposedTest, SuccessTest
from gm_desk.core.systems.registry import RULES
from gm_desk.model.log.entries import LogEntry
from gm_desk.model.roll.roll_text import (
    RollText,
    opponents_in_words,
    picks_in_words,
    roll_text_of,
    spends,
    text_by_dice,
    titled,
    two_digits,
)
from gm_desk.store.journal.entries import Entry
from gm_desk.store.shipped import load_system

NOT_SAVED = "Not saved"
SECRET = "secret"  # noqa: S105 - a mark, not a password
BY_HAND = "dice typed by hand"
STRUCK_OUT = "struck out"
UNREADABLE = "The dice cannot be read"


class LogColumn(IntEnum):
    """The columns of the log."""

    TIME = 0
    WHO = 1
    WHAT = 2
    NET = 3
    TARGET = 4
    DICE = 5
    VERDICT = 6
    NOTE = 7


class LogLine(Struct, frozen=True):
    """The text of a row: that of its cells, and the muted text after some of them.

    `whom` is the opponent, who is to be read even if a cell is too narrow for all of its text. `past` are the
    verdicts before the current one, oldest first; the last is that of the dice if the GM overrides them.
    """

    cells: tuple[str, ...]
    tails: dict[LogColumn, str]
    grade: Grade | None
    faces: tuple[str, ...]
    past: tuple[str, ...]
    struck: bool
    by_hand: bool
    whom: str = ""

    def words(self, column: int) -> str:
        """Return the whole text of a cell."""
        tail = self.tails.get(LogColumn(column), "")
        return f"{self.cells[column]} {tail}" if tail else self.cells[column]

    def whole(self, column: int) -> str:
        """Return the whole text of a cell, with the earlier verdicts if it shows the verdict."""
        words = self.words(column)
        return f"{words}, before: {', '.join(self.past)}" if column == LogColumn.VERDICT and self.past else words


def line_of(logged: LogEntry) -> LogLine:
    """Return the row of a roll; its result is computed from its request, house rules and dice."""
    entry = logged.entry
    roll_text = roll_text_of(entry)
    net, _, capped = (roll_text.net if roll_text else "").partition(" of ")
    tails = {LogColumn.WHO: SECRET if entry.secret else "", LogColumn.NET: f"of {capped}" if capped else ""}
    cells = (
        clock(entry.time),
        entry.draft.name,
        _what(entry),
        net,
        roll_text.target if roll_text else "",
        "".join(roll_text.dice) if roll_text else "",
        _verdict(entry, roll_text),
        _notes(logged, roll_text),
    )
    faces, grade = (roll_text.dice, roll_text.grade) if roll_text else ((), None)
    whom, past = entry.draft.side("b").name, _past(logged, roll_text)
    return LogLine(cells, tails, grade, faces, past, entry.struck, entry.by_hand, whom)


def clock(time: int) -> str:
    """Return a time, in milliseconds since 1970 (UTC), as local hours and minutes."""
    return datetime.fromtimestamp(time / 1000).astimezone().strftime("%H:%M")


def _verdict(entry: Entry, roll_text: RollText | None) -> str:
    """Return a verdict with its glyph, "" for an entry that is not a roll."""
    return roll_text.pill if roll_text else "" if entry.event else UNREADABLE


def _past(logged: LogEntry, roll_text: RollText | None) -> tuple[str, ...]:
    """Return the earlier verdicts without repetitions, and without one that is the current one again."""
    entry = logged.entry
    texts = [roll_text_of(old) for old in logged.past]
    if entry.override is not None and not (entry.draft.against and isinstance(entry.request, KaiserCheck)):
        texts.append(text_by_dice(entry))
    verdicts = [(_verdict(entry, then), then.won if then else "") for then in (*texts, roll_text)]
    return tuple(
        won if pill == next_pill else pill for (pill, won), (next_pill, _) in pairwise(_without_repeats(verdicts))
    )


def _without_repeats(verdicts: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the verdicts without those that repeat the one before."""
    return [one for place, one in enumerate(verdicts) if place == 0 or verdicts[place - 1] != one]


def _what(entry: Entry) -> str:
    """Return what was rolled and against what, or the event."""
    draft = entry.draft
    if entry.event is not None:
        return next(iter(entry.event.words), "")
    whom = opponents_in_words(draft)
    return f"{titled(draft)} vs {whom}" if whom else titled(draft)


def _notes(logged: LogEntry, roll_text: RollText | None) -> str:
    """Return all other notes about a roll."""
    entry = logged.entry
    notes = [NOT_SAVED] * (not logged.saved) + [STRUCK_OUT] * entry.struck
    happened = ", ".join(entry.event.words[1:]) if entry.event else ""
    noted = "; ".join(filter(None, (happened, entry.note)))
    notes += [noted] if noted else []
    notes += [roll_text.more] if roll_text and roll_text.more else []
    notes += spent_in_words(entry)
    if entry.picks:
        notes.append(picks_in_words(entry.picks, load_system(entry.system).superior_uses))
    notes += [BY_HAND] * entry.by_hand
    text = ", ".join(notes)
    return text[:1].upper() + text[1:]


def spent_in_words(entry: Entry) -> list[str]:
    """Return the points that a roll spent as texts; the system is loaded only if there are any."""
    request = entry.request
    sides = (request.a, request.b) if isinstance(request, OpposedTest) else (request,)
    if not any(isinstance(side, SuccessTest) and (side.pool or side.after) for side in sides):
        return []
    names = {kind.id: kind.name for kind in load_system(entry.system).points}
    return spends(entry.draft, request, entry.dice, names, RULES[entry.system], entry.house)


def spoken(entry: Entry) -> str:
    """Return who rolled what, the dice, the target and the verdict: "Lao Qing, Guns: 61 against 65, …"."""
    draft, roll_text = entry.draft, roll_text_of(entry)
    rolls = ", ".join(part for part in (draft.name, draft.rolled) if part)
    if draft.against:
        rolls += f" against {opponents_in_words(draft)}"
    elif draft.opposed:
        rolls += " against " + ", ".join(part for part in (draft.side("b").name, draft.side("b").what) if part)
    found = "the dice cannot be read" if roll_text is None else f"{_numbers(roll_text)}{_spoken_verdict(roll_text)}"
    secret = "Secret: " if entry.secret else ""
    return f"{secret}{rolls}: {found}"


def spoken_group(entries: Sequence[Entry]) -> str:
    """Return the result of a group's roll: how many succeed, and each of them, best first."""
    secret = "Secret: " if entries[0].secret else ""
    each = "; ".join(
        f"{entry.draft.name} {_numbers(roll_text)}{_spoken_verdict(roll_text)}"
        for entry in entries
        if (roll_text := roll_text_of(entry)) is not None
    )
    return f"{secret}{entries[0].draft.rolled}, {succeeding(entries)}: {each}"


def succeeding(entries: Sequence[Entry]) -> str:
    """Return how many of a group succeed: "2 of 3 succeed", or "2 of 3 hit" if all attack."""
    words = "hit" if all(entry.draft.mode is Mode.ATTACK for entry in entries) else "succeed"
    return f"{sum(entry.verdict.success is True for entry in entries)} of {len(entries)} {words}"


def spoken_dice(thrown: Thrown) -> str:
    """Return the faces rolled, those of two sides against each other, without their result."""
    sides: dict[str, list[str]] = {}
    for name, faces in thrown.items():
        side, _, kind = name.rpartition(".")
        sides.setdefault(side, []).extend(two_digits(face) if kind == ROLL else str(face) for face in faces)
    return " against ".join(" ".join(faces) for faces in sides.values())


def _numbers(roll_text: RollText) -> str:
    """Return dice and target: "61 against 65", "5 7: 19 against 12"."""
    own, versus, other = roll_text.target.partition(" vs ")
    if versus:
        return f"{' '.join(roll_text.dice)}: {own} against {other}, "
    target = roll_text.target.removeprefix("TN ")
    return f"{''.join(roll_text.dice)} against {target}, " if target else f"{' '.join(roll_text.dice)}: "


def _spoken_verdict(roll_text: RollText) -> str:
    """Return the current verdict, and other effects of the dice."""
    if roll_text.own:
        return roll_text.verdict
    verdict = roll_text.verdict[:1].lower() + roll_text.verdict[1:]
    more = roll_text.more[:1].upper() + roll_text.more[1:]
    return ". ".join(part for part in (verdict, more) if part)
