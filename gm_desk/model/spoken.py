"""What came of rolls in words that a screen reader says: no glyphs, nothing told by place or colour."""

from collections.abc import Sequence

from gm_desk.core.rules.dice import Thrown
from gm_desk.core.rules.requests import ROLL
from gm_desk.model.telling import Telling, telling_of
from gm_desk.model.verdicts import two_digits
from gm_desk.store.entries import Entry

UNREADABLE = "the dice cannot be read"


def spoken(entry: Entry) -> str:
    """Say who rolled what, the dice, what they were against, and the verdict: "Lao Qing, Guns: 61 against 65, …"."""
    draft, told = entry.draft, telling_of(entry)
    rolls = ", ".join(part for part in (draft.name, draft.what) if part)
    if draft.opposed:
        rolls += " against " + ", ".join(part for part in (draft.side("b").name, draft.side("b").what) if part)
    found = UNREADABLE if told is None else f"{_numbers(told)}{_verdict(told)}"
    secret = "Secret: " if entry.secret else ""
    return f"{secret}{rolls}: {found}"


def spoken_group(entries: Sequence[Entry]) -> str:
    """Say what came of a group's roll: how many succeed, and each of them, best first."""
    good = sum(entry.verdict.success is True for entry in entries)
    secret = "Secret: " if entries[0].secret else ""
    each = "; ".join(
        f"{entry.draft.name} {_numbers(told)}{_verdict(told)}"
        for entry in entries
        if (told := telling_of(entry)) is not None
    )
    return f"{secret}{entries[0].draft.what}, {good} of {len(entries)} succeed: {each}"


def spoken_dice(thrown: Thrown) -> str:
    """Say the faces that lie on the table, those of two sides against each other, and nothing of what they mean."""
    sides: dict[str, list[str]] = {}
    for name, faces in thrown.items():
        side, _, kind = name.rpartition(".")
        sides.setdefault(side, []).extend(two_digits(face) if kind == ROLL else str(face) for face in faces)
    return " against ".join(" ".join(faces) for faces in sides.values())


def _numbers(told: Telling) -> str:
    """Say dice and target: "61 against 65", "5 7: 19 against 12"."""
    own, versus, other = told.target.partition(" vs ")
    if versus:
        return f"{' '.join(told.dice)}: {own} against {other}, "
    target = told.target.removeprefix("TN ")
    return f"{''.join(told.dice)} against {target}, " if target else f"{' '.join(told.dice)}: "


def _verdict(told: Telling) -> str:
    """Say the verdict that stands, and what else the dice did."""
    if told.own:
        return told.verdict
    verdict, more = told.verdict[:1].lower() + told.verdict[1:], told.more[:1].upper() + told.more[1:]
    return ". ".join(part for part in (verdict, more) if part)
