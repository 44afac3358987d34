"""Typed lines that change a character: damage and healing (“thug 2 damage 12 kinetic”, “heal 5”), and conditions."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from gm_desk.core.characters.harm import TrackKind, armor_against
from gm_desk.core.characters.roster import Character
from gm_desk.core.errors import BadConditionError, RulesError
from gm_desk.core.finder.index import RollableIndex
from gm_desk.core.finder.lexicon import words_of
from gm_desk.core.finder.meanings import ConditionMeant, HarmMeant, HarmTrack, Meaning, Unclear
from gm_desk.core.notation.condition import read_condition
from gm_desk.core.notation.points import read_harm
from gm_desk.core.scenes.conditions_in_force import kinds_of
from gm_desk.core.wording.phrases import joined

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
MARKS: dict[str, tuple[TrackKind, HarmTrack]] = {"wound": ("damage", "wounds"), "trauma": ("stress", "traumas")}
"""The tracks on which wounds and traumas are counted, and what they are called."""
SHARP = 10
"""Above this cost a name is misspelled, and the line more likely something else."""
BEGINNING = re.compile(rf"(?:heal|{WORDS}|{AMOUNT}\s+(?:{WORDS}|heal))\b", re.IGNORECASE)
_KINDS: dict[str, TrackKind] = {"stress": "stress", "fatigue": "fatigue"}
MOST_NAME_WORDS = 20
"""Maximum number of words of a condition's name that can begin a line."""
TIMED = re.compile(r"\b(?:of|until|turns?|rounds?|phases?|start|end)\b", re.IGNORECASE)
"""The words after which a name is that of whoever's turns time a condition."""


class _Harm(Struct, frozen=True):
    """A reading of a line: who, the track and its kind, the amount, and the words after it."""

    who: str
    track: HarmTrack
    kind: TrackKind
    line: str


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


def done_meant(text: str, book: RollableIndex, selected: str) -> Meaning | None:
    """Return what a line does to a character without a roll: damage or a condition; None if it is something else."""
    found = _done_to_first(text, book, selected)
    timed = isinstance(found, ConditionMeant) and TIMED.search(text)
    if isinstance(found, HarmMeant) or timed:
        return found
    return _done_to_last(text, book) or found


def _done_to_first(text: str, book: RollableIndex, selected: str) -> Meaning | None:
    return harm_meant(text, book, selected) or condition_meant(text, book, selected)


def _done_to_last(text: str, book: RollableIndex) -> Meaning | None:
    """Return what a line that ends with a name does to that character: "wound jaqui", "prone thug 2"."""
    words, doubts = text.split(), list[str]()
    if not begins_with_harm(text) and not _begins_with_condition(words, book):
        return None
    for cut in range(1, len(words)):
        name = " ".join(words[cut:])
        one, doubt = person(name, book, "")
        doubts += [doubt] if doubt else []
        found = None if one is None else _done_to_first(f"{name} {' '.join(words[:cut])}", book, "")
        if isinstance(found, HarmMeant | ConditionMeant):
            return found
    return Unclear(doubts[0]) if doubts else None


def condition_meant(text: str, book: RollableIndex, selected: str) -> Meaning | None:
    """Return the condition set by a line, or the reason why it cannot be set; None if the line is something else.

    The condition is named in full, after the name of a character, or alone for the `selected` one.
    """
    for who, line in _splits(text, book):
        if not who and any(map(book.names.holds, words_of(line)[:1])):
            continue
        one, doubt = person(who, book, selected)
        if one is None:
            if doubt:
                return Unclear(doubt)
            continue
        kinds = kinds_of(book.roster, book.system).values()
        try:
            read_condition(line, kinds, book.roster.characters, book.roster.system)
        except BadConditionError as error:
            if _is_rolled(one, line, book):
                continue
            return Unclear(error.problem[:1].upper() + error.problem[1:])
        return ConditionMeant(one.id, one.name, line)
    return None


def _is_rolled(one: Character, line: str, book: RollableIndex) -> bool:
    """Return whether words are something that a character rolls though they begin with a condition: "shock baton"."""
    words = words_of(re.split(r"\svs\b|,", line, maxsplit=1)[0])
    return len(words) > 1 and bool(book.rolls(one, words))


def _begins_with_condition(words: Sequence[str], book: RollableIndex) -> bool:
    """Return whether the first words are the full name of a condition."""
    names = (kind.name.casefold().split() for kind in kinds_of(book.roster, book.system).values())
    first = [word.casefold().rstrip(",") for word in words[:MOST_NAME_WORDS]]
    return any(name and first[: len(name)] == name for name in names)


def _splits(text: str, book: RollableIndex) -> Iterator[tuple[str, str]]:
    """Yield the ways to split a line before the full name of a condition."""
    words = text.split()
    names = [kind.name.casefold().split() for kind in kinds_of(book.roster, book.system).values()]
    for place in range(len(words)):
        rest = [word.casefold().rstrip(",") for word in words[place:]]
        if any(name and rest[: len(name)] == name for name in names):
            yield " ".join(words[:place]), " ".join(words[place:])
