"""Choices in a typed line, after commas: "burst, minor cover", "teamwork 2"."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import count

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.attack_choices import choices_of, is_ranged, uses_of, with_option, with_use
from gm_desk.core.combat.modifiers import (
    SideOfTest,
    fitting_modifiers,
    kind_of_test,
    modifier_chip,
    modifiers_for,
    searched,
    side_of_test,
    time_chip,
)
from gm_desk.core.drafts.abilities import attack_of
from gm_desk.core.drafts.chips import teamwork_chip
from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Level
from gm_desk.core.errors import UnclearLineError
from gm_desk.core.finder.index import RollableIndex
from gm_desk.core.finder.lexicon import MISSPELT, words_of
from gm_desk.core.finder.meanings import (
    AGAINST,
    LEVEL,
    SIGNED,
    TYPED_ID,
    LineMeanings,
    Meaning,
    Prepared,
    Typed,
    Unclear,
    halves,
    read_levels,
)
from gm_desk.core.rules.modifiers import parse_modifier
from gm_desk.core.rules.outcomes import HANDS, Hand
from gm_desk.core.rules.requests import MOST_MODIFIERS
from gm_desk.core.systems.combat import AttackChoice, CommonModifier, FiringUse
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import joined

SEPARATOR = re.compile(r"(?<![0-9]),|,(?![0-9])")
"""A comma that is not part of a number."""
LEAST_OF_A_NAME = 3
MOST_NAMED = 4
MODIFIERS = re.compile(r"[^-+0-9,]*(?:[-+][0-9]+\s*)+")
"""Signed numbers, after a label or alone."""
MODE = re.compile(r"(?P<name>.*?)\s*(?P<numbers>(?<!\d)[-+][0-9]+\s*(?:[-+][0-9]+\s*)*)")
"""The name of a firing mode, which may end with dice ("+1d10+10"), and signed numbers after it."""
COUNTED = re.compile(
    r"""(?:teamwork|team)(?:\s+of)?\s*(?P<count>[0-9]{1,2})?|(?P<helpers>[0-9]{1,2})\s+helpers?
    |(?P<time>tak(?:e|ing)\s+(?:more\s+)?time)(?:\s+for)?\s*(?P<minutes>[0-9]{1,2})?(?:\s*min(?:ute)?s?)?""",
    re.VERBOSE | re.IGNORECASE,
)


class Named(Struct, frozen=True):
    """The names of an option, the id of its choice, "" for a firing mode, and its own."""

    names: tuple[str, ...]
    choice: str
    option: str

    def is_begun(self, typed: Sequence[str]) -> bool:
        """Return whether each typed word begins a word of the names, and the first one a name of its own."""
        firsts = [_words(name)[:1] for name in self.names]
        starts = bool(typed) and any(word.startswith(typed[0]) for words in firsts for word in words)
        return starts and _begun(typed, _words(" ".join(self.names)))


def parted(text: str) -> tuple[str, list[str]]:
    """Return a line up to its first comma, and the pieces after it."""
    heads, pieces = [], list[str]()
    for half in halves(text):
        head, *behind = SEPARATOR.split(half)
        heads.append(head.strip())
        pieces += filter(None, map(str.strip, behind))
    against = next((word for word in text.split() if word.casefold() in AGAINST), "vs")
    return f" {against} ".join(heads).strip() if len(heads) > 1 else heads[0], pieces


def listed_targets(text: str, book: RollableIndex) -> tuple[str, list[Character]]:
    """Return a line without the further targets after commas ("vs thug 1, thug 2"), and those targets.

    A piece that clearly names one character is a target, unless it is the full name of a choice.
    """
    first, *others = halves(text)
    if len(others) != 1:
        return text, []
    head, *pieces = SEPARATOR.split(others[0])
    found, kept = list[Character](), [head]
    for piece in pieces:
        named = _named_so(piece, book)
        if len(named) == 1:
            found += named
        else:
            kept.append(piece)
    if not found:
        return text, []
    against = next(word for word in text.split() if word.casefold() in AGAINST)
    return f"{first} {against} {','.join(kept)}".strip(), found


def with_targets(found: LineMeanings, others: Sequence[str]) -> LineMeanings:
    """Return the tests with further targets; raise UnclearLineError for a number among them."""
    meanings: list[Meaning] = []
    if any(isinstance(one, Prepared) and not one.draft.side("b").character for one in found.meanings[:1]):
        raise UnclearLineError("line", "A number cannot be one of several targets: name all of them after “vs”")
    for one in found.meanings:
        if isinstance(one, Prepared) and one.draft.character and one.draft.side("b").character:
            mine = {one.draft.character, one.draft.side("b").character}
            targets = tuple(dict.fromkeys(target for target in others if target not in mine))
            meanings.append(structs.replace(one, others=targets))
        elif not isinstance(one, Prepared):
            meanings.append(one)
    return structs.replace(found, meanings=tuple(meanings))


def _named_so(piece: str, book: RollableIndex) -> list[Character]:
    """Return the characters clearly named by words or beginnings of words; several if the name is ambiguous."""
    words = words_of(piece)
    people = book.people(tuple(words), "") if words else []
    if not people or people[0][0] >= MISSPELT or not all(map(book.names.holds, words)):
        return []
    return [one for cost, one in people if cost == people[0][0]]


def is_plain(piece: str, book: RollableIndex) -> bool:
    """Return whether a piece may be part of a plain test: it has a signed number, or a word of a name or ability."""
    words = [word for word in words_of(piece) if len(word) >= LEAST_OF_A_NAME]
    return SIGNED.search(piece) is not None or any(book.names.holds(one) or book.abilities.holds(one) for one in words)


def read_pieces(
    plain: str,
    pieces: Sequence[str],
    book: RollableIndex,
    circumstances: tuple[object, ...],
    read: Callable[[str], LineMeanings],
) -> LineMeanings:
    """Return the tests of a line with the choices of the pieces; tests without these choices are left out.

    `read` reads the plain line before them, in the given circumstances. All before the last piece is read once, while
    that is typed. Raise UnclearLineError if the first test lacks a choice.
    """
    *others, last = pieces

    def before() -> LineMeanings:
        return read_pieces(plain, others, book, circumstances, read) if others else read(plain)

    return _with_piece(book.before_comma((plain, *others), circumstances, before), last, book)


def _with_piece(found: LineMeanings, piece: str, book: RollableIndex) -> LineMeanings:
    """Return the tests of a line with the choice of a piece; tests without it are left out.

    Raise UnclearLineError if the first test lacks it.
    """
    first = next((one for one in found.meanings if isinstance(one, Prepared)), None)
    if first is None:
        raise UnclearLineError("line", _no_test(found, piece))
    made = [one for one in found.meanings[:1] if isinstance(one, Unclear)]
    tests = [structs.replace(first, draft=_with(first.draft, piece, book))]
    for one in found.meanings:
        if isinstance(one, Prepared) and one is not first:
            try:
                tests.append(structs.replace(one, draft=_with(one.draft, piece, book)))
            except UnclearLineError:
                continue
    return LineMeanings((*made, *tests), found.sharp)


def _no_test(found: LineMeanings, piece: str) -> str:
    """Return the reason why a line is not a test with choices."""
    unclear = next((one.says for one in found.meanings if isinstance(one, Unclear)), "")
    return unclear or f"“{piece}” needs a test: name an attack or a skill before the comma"


def _with(draft: Draft, piece: str, book: RollableIndex) -> Draft:
    """Return a test with what a piece names: typed modifiers, or a choice or common modifier by its name.

    A name is meant exactly, or else by the beginnings of its words. Numbers after a firing mode are modifiers.
    """
    attacker = book.character(draft.character)
    attack, typed = attack_of(draft, attacker), _words(piece)
    fired = None if attack is None else _mode_before(piece, attack, book)
    if fired is not None:
        values = [Typed(parse_modifier(one, book.system.step)) for one in fired[1]]
        return _with_numbers(_chosen(draft, attack, fired[0], book), values)
    if any(letter.isalpha() for letter in piece):
        named = list(_options(draft, attacker, book.system)) if attack is None else _named(attack, book)
        exact = next((one for one in named if any(_words(name) == typed for name in one.names)), None)
        hand, known = ("a", []) if exact else _modifiers(draft, piece, book)
        whole = any(_words(one.name) == typed for one in known)
        meant = exact or next((one for one in named if one.is_begun(typed)), None)
        if meant is not None and not whole:
            return _chosen(draft, attack, meant, book)
        if len(known) > 1:
            names = joined([one.name for one in known[:MOST_NAMED]])
            raise UnclearLineError("line", f"“{piece}” could be {names}")
        if known:
            return draft.with_side(hand, draft.side(hand).with_chip(modifier_chip(known[0])))
    numbers = _numbers(piece, book)
    if numbers:
        return _with_numbers(draft, numbers)
    counted, words = _counted(piece, book.system), piece.split()
    if counted is not None:
        return draft.with_chip(counted)
    if book.system.levels and all(map(LEVEL.fullmatch, words)):
        return _with_levels(draft, read_levels(words), book)
    people = _named_so(piece, book)
    if len(people) > 1:
        names = joined([one.name for one in people[:MOST_NAMED]])
        raise UnclearLineError("line", f"“{piece}” could be {names}")
    raise UnclearLineError("line", _unknown(piece, attack, book.system))


def _mode_before(piece: str, attack: Attack, book: RollableIndex) -> tuple[Named, list[str]] | None:
    """Return the firing mode that a piece names and the signed numbers after it, if any ("fa +30").

    A number belongs to the name of a mode if it is one of its words ("BF +10 -20"), not if it ends one ("FA +1d10+10").
    """
    found = MODE.fullmatch(piece)
    typed, numbers = (_words(found["name"]), SIGNED.findall(found["numbers"])) if found else ((), [])
    if not typed:
        return None
    modes = [one for one in _named(attack, book) if not one.choice and one.is_begun(typed)]
    of_a_name = next((one for one in modes if numbers[0] in " ".join(one.names).split()), None)
    if of_a_name is not None:
        return (of_a_name, numbers[1:]) if numbers[1:] else None
    return (modes[0], numbers) if modes else None


def unknown_level(ability: Ability | None, levels: Sequence[tuple[Level, int]], book: RollableIndex) -> str:
    """Return the first level that an ability does not have, or nothing; a bare number counts as a skill."""
    kind = AbilityKind.SKILL if ability is None or ability.kind is AbilityKind.BARE else ability.kind
    known = book.system.levels_of(kind)
    unknown = (level for level, _ in levels if ("fumble" if level == "fumble_degree" else "advantage") not in known)
    return next(unknown, "").replace("_", " ")


def _with_levels(draft: Draft, levels: Sequence[tuple[Level, int]], book: RollableIndex) -> Draft:
    """Return a test with levels of the acting side; raise UnclearLineError if its ability has none of them."""
    unknown = unknown_level(draft.ability, levels, book)
    if unknown:
        raise UnclearLineError("line", f"{draft.what} has no {unknown}")
    for level, value in levels:
        draft = draft.with_level(level, value)
    return draft


def _counted(piece: str, system: System) -> Chip | None:
    """Return the chip of teamwork or of taking time, with the helpers or minutes that are typed, else with one."""
    found = COUNTED.fullmatch(piece)
    if found is None:
        return None
    number = int(found["helpers"] or found["count"] or found["minutes"] or 1)
    if found["time"]:
        return time_chip(number, system)
    return teamwork_chip(number) if system.teamwork is not None and number else None


def _numbers(piece: str, book: RollableIndex) -> list[Typed]:
    """Return the modifiers that a piece consists of, with their labels; none if it may be part of a name."""
    rest = SIGNED.sub(" ", piece)
    words = words_of(rest)
    named = words and all(book.names.holds(word) or book.abilities.holds(word) for word in words)
    if not MODIFIERS.fullmatch(piece) or named:
        return []
    found = MODIFIERS.finditer(piece) if piece else ()
    label = " ".join(rest.split())
    values = [parse_modifier(signed, book.system.step) for one in found for signed in SIGNED.findall(one[0])]
    return [Typed(value, label) for value in values]


def _with_numbers(draft: Draft, numbers: Sequence[Typed]) -> Draft:
    """Return a test with typed modifiers of the acting side."""
    if len(draft.chips) + len(numbers) > MOST_MODIFIERS:
        raise UnclearLineError("line", f"A test can have at most {MOST_MODIFIERS} modifiers")
    for typed in numbers:
        free = next(number for number in count(1) if draft.chip(f"{TYPED_ID}{number}") is None)
        draft = draft.with_chip(typed.chip(free))
    return draft


def _chosen(draft: Draft, attack: Attack | None, named: Named, book: RollableIndex) -> Draft:
    """Return a test with a choice of its attack; without an attack line, an option of it as a modifier."""
    system = book.system
    if attack is not None:
        if named.choice:
            return with_option(draft, attack, named.choice, named.option, system)
        return with_use(draft, attack, named.option, system)
    attacker, prefix = book.character(draft.character), f"{named.choice} "
    known = modifiers_for(draft, "a", attacker, system, book.roster.modifiers)
    for one in known:
        if one.id.startswith(prefix):
            draft = draft.without_chip(modifier_chip(one).id)
    meant = next((one for one in known if one.id == f"{prefix}{named.option}"), None)
    return draft if meant is None else draft.with_chip(modifier_chip(meant))


def _named(attack: Attack, book: RollableIndex) -> list[Named]:
    """Return the choices for an attack with their names; the name of a choice means its first unusual option."""
    asked = "choices", attack.modes, is_ranged(attack, book.system)
    return book.kept(asked, lambda: list(_choices_in(attack, book.system)))


def _choices_in(attack: Attack, system: System) -> Iterator[Named]:
    uses = uses_of(attack, system)
    for mode in system.combat.modes:
        for use in mode.uses:
            if use in uses:
                yield Named((mode.id, mode.name, use.name, *mode.also, *use.also, *_does(use)), "", use.id)
    yield from _of_choices(choices_of(attack, system))


def _options(draft: Draft, attacker: Character | None, system: System) -> Iterator[Named]:
    """Yield the choices for an attack without a line on the card."""
    kind = kind_of_test(draft, attacker, system)
    if kind != "other":
        yield from _of_choices([one for one in system.combat.choices if one.reach in {kind, "both", "any"}])


def _of_choices(choices: Sequence[AttackChoice]) -> Iterator[Named]:
    for choice in choices:
        yield Named((choice.name,), choice.id, _next_to_usual(choice))
    for choice in choices:
        for option in choice.options:
            names = (
                option.id,
                option.short,
                option.label,
                f"{option.short} {choice.name}",
                f"{choice.name} {option.short}",
            )
            yield Named(names, choice.id, option.id)


def _does(use: FiringUse) -> list[str]:
    """Return the words for what a use of a firing mode does."""
    return [word for word, does in (("damage", use.damage), ("hit", use.value), ("targets", use.targets > 1)) if does]


def _next_to_usual(choice: AttackChoice) -> str:
    """Return the option after the usual one, or the last one."""
    ids = [option.id for option in choice.options]
    return ids[min(ids.index(choice.usual) + 1, len(ids) - 1)]


def _modifiers(draft: Draft, piece: str, book: RollableIndex) -> tuple[Hand, list[CommonModifier]]:
    """Return the modifiers possibly named by a piece, of the first side that has any, and that side."""
    attacker = book.character(draft.character)
    for hand in HANDS if draft.opposed else HANDS[:1]:
        side = side_of_test(draft, hand, attacker, book.system)
        found = book.kept(("modifiers", side, piece), partial(_searched, side, piece, book))
        if found:
            return hand, found
    return "a", []


def _searched(side: SideOfTest, piece: str, book: RollableIndex) -> list[CommonModifier]:
    """Return the modifiers that a side can have and that a piece possibly names."""
    known = book.kept(("modifiers", side), lambda: fitting_modifiers(side, book.system, book.roster.modifiers))
    return _nearest(searched(known, piece), _words(piece))


def _nearest(found: list[CommonModifier], typed: tuple[str, ...]) -> list[CommonModifier]:
    """Return the modifiers with exactly the typed name, else those whose name begins with it, else all."""
    whole = [one for one in found if _words(one.name) == typed]
    return whole or [one for one in found if _words(one.name)[: len(typed)] == typed] or found


def _unknown(piece: str, attack: Attack | None, system: System) -> str:
    """Return the message for a piece that names nothing, with the possible choices."""
    if attack is None:
        return f"“{piece}” is not a modifier for this test"
    known = [mode.id for mode in system.combat.modes if any(use in uses_of(attack, system) for use in mode.uses)]
    known += [choice.name.casefold() for choice in choices_of(attack, system)]
    return f"{attack.name} has no “{piece}”" + (f": {', '.join(known)}?" if known else "")


@lru_cache(maxsize=1024)
def _words(text: str) -> tuple[str, ...]:
    """Return the words of a name; those of all choices and modifiers are compared at each key."""
    return tuple(text.casefold().replace("-", " ").replace("+", " ").replace(",", " ").split())


def _begun(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether each typed word begins a word of a name."""
    return bool(typed) and all(any(word.startswith(one) for word in words) for one in typed)
