"""The text of a roll as a screen reader speaks it."""

from collections.abc import Sequence

from gm_desk.core.drafts.draft import Mode
from gm_desk.core.rules.dice import Thrown
from gm_desk.core.rules.requests import ROLL
from gm_desk.model.roll.roll_text import RollText, opponents_in_words, roll_text_of, two_digits
from gm_desk.store.journal.entries import Entry


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
