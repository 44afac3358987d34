"""Damage and healing in a typed line: "thug 2 damage 12 kinetic", "thug 2 12 damage", "lao heal 5"."""

import re
from collections.abc import Iterator

from msgspec import Struct

from gm_desk.core.characters.harm import Kind, armor_against
from gm_desk.core.characters.roster import Character
from gm_desk.core.errors import RulesError
from gm_desk.core.finder.index import RollableIndex
from gm_desk.core.finder.lexicon import words_of
from gm_desk.core.finder.meanings import HarmMeant, HarmTrack, Meaning, Unclear
from gm_desk.core.notation.points import read_harm
from gm_desk.core.wording.one_line import joined

WORDS = r"damage|stress|fatigue|wounds?|traumas?"
AMOUNT = r"[0-9]{1,4}(?![^\W_])"
FORMS = tuple(
    re.compile(rf"(?P<who>.*?)(?:^|\s+){form}", re.IGNORECASE)
    for form in (
        rf"(?P<heal>heal)\s+(?:(?P<amount>{AMOUNT})\s*)?(?P<track>{WORDS})(?P<rest>)",
        rf"(?P<heal>heal)\s+(?:(?P<track>{WORDS})\s+)?(?P<amount>{AMOUNT})(?P<rest>)",
        rf"(?P<track>{WORDS})\s+(?P<heal>heal)\s+(?P<amount>{AMOUNT})(?P<rest>)",
        rf"(?P<amount>{AMOUNT})\s+(?P<heal>heal)(?P<track>)(?P<rest>)",
        rf"(?P<track>{WORDS})\s+(?P<amount>{AMOUNT})(?P<rest>(?:\s.*)?)",
        rf"(?P<amount>{AMOUNT})\s+(?P<track>{WORDS})(?P<rest>(?:\s.*)?)",
        r"(?P<amount>)(?P<track>(?<=\s)(?:wound|trauma))(?P<rest>)",
    )
)
"""The orders of a name, a track and a number; the number before its track comes last, since a name may end with one."""
MARKS: dict[str, tuple[Kind, HarmTrack]] = {"wound": ("damage", "wounds"), "trauma": ("stress", "traumas")}
"""The tracks on which wounds and traumas are counted, and what they are called."""
SHARP = 10
"""Above this cost a name is misspelled, and the line more likely something else."""


class _Harm(Struct, frozen=True):
    """A reading of a line: who, the track and its kind, the amount, and the words after it."""

    who: str
    track: HarmTrack
    kind: Kind
    line: str


BEGINNING = re.compile(rf"(?:heal|{WORDS}|{AMOUNT}\s+(?:{WORDS}|heal))\b", re.IGNORECASE)


def begins_with_harm(text: str) -> bool:
    """Return whether a line begins with damage or healing."""
    return BEGINNING.match(text.strip()) is not None


def harm_meant(text: str, book: RollableIndex, selected: str) -> Meaning | None:
    """Return the damage or healing of a line, in any order of its words; None if the line is something else.

    Without a name, it is for the `selected` character.
    """
    tracks = {stat.name.casefold() for one in book.system.sections if one.kind == "tracks" for stat in one.stats}
    refused: Meaning | None = None
    for harm in _readings(text):
        if harm.kind not in tracks or (harm.track != harm.kind and book.system.base_damage):
            continue
        if _is_number_of_name(text, harm, book):
            continue
        one, doubt = person(harm.who, book, selected)
        if one is None:
            refused = refused or (Unclear(doubt) if doubt else None)
            continue
        try:
            armor_against(one, read_harm(harm.line).armor)
        except RulesError as error:
            refused = refused or Unclear(error.problem[:1].upper() + error.problem[1:])
            continue
        return HarmMeant(one.id, one.name, harm.track, harm.line)
    return refused


def _readings(text: str) -> Iterator[_Harm]:
    """Yield the readings of a line, the likeliest first."""
    for form in FORMS:
        found = form.fullmatch(text)
        if found is None:
            continue
        groups = found.groupdict()
        word = (groups["track"] or "damage").casefold()
        kind, track = MARKS.get(word.removesuffix("s"), (_KINDS.get(word, "damage"), _KINDS.get(word, "damage")))
        heals = "heal " if groups.get("heal") else ""
        rest = f" {groups['rest'].strip()}" if groups["rest"].strip() else ""
        marked = track != kind
        if not (marked and rest) and (marked or groups["amount"]):  # "heal damage" is an action
            yield _Harm(groups["who"], track, kind, f"{heals}{groups['amount'] or 1}{rest}")


_KINDS: dict[str, Kind] = {"stress": "stress", "fatigue": "fatigue"}


def _is_number_of_name(text: str, harm: _Harm, book: RollableIndex) -> bool:
    """Return whether the number of a line belongs to a name, so that the amount is missing: "thug 2 damage"."""
    number = harm.line.removeprefix("heal ").split(maxsplit=1)[0]
    words = words_of(f"{harm.who} {number}")
    if not harm.who or not text.casefold().startswith(f"{harm.who} {number}".casefold()):
        return False
    people = book.people(words, "")
    return bool(people) and people[0][0] <= SHARP and number in people[0][1].name.split()


def person(who: str, book: RollableIndex, selected: str) -> tuple[Character | None, str]:
    """Return the character named by words, or the candidates; nobody if they name no one."""
    words = words_of(who)
    if not words:
        return book.character(selected), ""
    people = book.people(words, selected)
    if not people or people[0][0] > SHARP:
        return None, ""
    first, one = people[0]
    alike = [other.name for cost, other in people if cost == first]
    if len(alike) > 1:
        return None, f"“{who}” could be {joined(alike[:3])}"
    return one, ""
