"""A typed test: "lao guns -20 vs jaqui fray", "45+20-10", "2d10+3"; or the reason why it cannot be understood."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from msgspec import structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.drafts.abilities import AnySide, attack_of, chosen, is_same_side
from gm_desk.core.drafts.attacks import draft_of, usual_defence
from gm_desk.core.drafts.draft import Draft, Level, Mode, Side
from gm_desk.core.drafts.opponents import Defence, opposed, usual_defences, usual_mode
from gm_desk.core.errors import RulesError, UnclearLineError
from gm_desk.core.finder.changes import done_meant
from gm_desk.core.finder.choices import (
    is_plain,
    listed_targets,
    parted,
    read_pieces,
    unknown_level,
    with_targets,
)
from gm_desk.core.finder.index import RollableIndex
from gm_desk.core.finder.lexicon import words_of
from gm_desk.core.finder.meanings import (
    LONGEST,
    TYPED_ID,
    CharacterMeant,
    DiceMeant,
    LineMeanings,
    Meaning,
    Prepared,
    SideSplit,
    Typed,
    Unclear,
    halves,
    is_number,
    splits_of,
    tidy,
    with_comma_before_teamwork,
)
from gm_desk.core.finder.sides import Pick, SideContext, ambiguous, picks
from gm_desk.core.rules.dice import Expression
from gm_desk.core.rules.modifiers import LARGEST, TRUE_MINUS
from gm_desk.core.rules.requests import LARGEST_BASE, MOST_MODIFIERS, MOST_VALUE
from gm_desk.core.wording.phrases import joined

MOST_NAMED, MOST_NEAREST = 4, 3


def doubt(tied: Sequence[Pick]) -> str:
    """Return the alternatives of an ambiguous line (characters, abilities or values), or nothing if it is clear."""
    if len(tied) < 2:  # noqa: PLR2004 - a doubt is between two
        return ""
    people = list(dict.fromkeys(pick.character.name for pick in tied if pick.character))
    abilities = list(dict.fromkeys(pick.called for pick in tied if pick.called))
    first = tied[0]
    if len({pick.character.id for pick in tied if pick.character}) > 1:
        if not first.who:
            return f"Whose {' '.join(first.what)}: {listed(people, 'or')}?"
        return f"“{' '.join(first.who)}” could be {listed(people, 'or')}"
    if len(abilities) > 1:
        return f"“{' '.join(first.what)}” could be {listed(abilities, 'or')}"
    values = [f"{typed.value:+d}".replace("-", TRUE_MINUS) for pick in tied for typed in pick.split.modifiers[-1:]]
    label = first.split.modifiers[-1].label.casefold() if values else ""
    return f"“{label}” could be {listed(list(dict.fromkeys(values)), 'or')}" if label else ""


def unknown(book: RollableIndex, split: SideSplit, meant: SideContext) -> str:
    """Return which words of a side match no character or ability, with the nearest names."""
    words = split.words
    if not words:
        return f"Who rolls what? Type a name and a skill, like “{book.system.examples.roll}”"
    if len(words) == 1 and is_number(words[0]):
        return f"{words[0][:9]} is too high: a target is at most {LARGEST_BASE}"
    number = next((word for word in words if is_number(word) and not book.names.holds(word)), "")
    if number:
        return _unsigned(number[:9], book.system.step)
    for cut in range(len(words), 0, -1):
        people = book.people(words[:cut], meant.home)
        if people:
            return _lacking(book, people[0][1], words[cut:])
    for cut in range(len(words) - 1, 0, -1):
        people = book.people(words[cut:], meant.home)
        if people:
            return _lacking(book, people[0][1], words[:cut])
    return _nobody(book, words)


def _unsigned(number: str, step: int) -> str:
    """Return the message for a number without a sign, which is not a modifier."""
    shown = number if int(number) <= LARGEST and int(number) % step == 0 else str(2 * step)
    return f"“{number}” has no sign: a modifier is written +{shown} or {TRUE_MINUS}{shown}"


def listed(names: Sequence[str], word: str) -> str:
    """Join names to a list, up to a limit."""
    shown = list(names[:MOST_NAMED])
    if len(names) > MOST_NAMED:
        return f"{', '.join(shown)} {word} one of {len(names) - MOST_NAMED} others"
    return joined(shown, word)


def _lacking(book: RollableIndex, one: Character, words: Sequence[str]) -> str:
    """Return the message that a character has no ability of that name, with those most like it, or else the attacks."""
    if not words:
        return f"{one.name} has nothing to roll"
    typed = " ".join(words)
    unrolled = next((attack for attack in one.attacks if words_of(attack.name) == list(words)), None)
    if unrolled is not None:
        return f"{unrolled.name} of {one.name} has no skill to roll with: add one to its line"
    kind = book.system.skill_kind(typed)
    if kind is not None:
        return lacking_skill(book, one, kind.name)
    rollables, lexicon = book.rollables(one)
    known = (rollables[at] for at in lexicon.nearest(words, len(rollables)) if not rollables[at].cost)
    near = [found.ability.label for rollable in known if (found := book.found(one, rollable))]
    return _with_nearest(f"{one.name} has no “{typed}”", near or [attack.name for attack in one.attacks])


def lacking_skill(book: RollableIndex, one: Character, name: str) -> str:
    """Return the message that a character lacks a skill of the system, with the skills of its category."""
    category = _category(book, name)
    near = [skill.name for skill in one.skills if category and _category(book, skill.name) == category]
    return _with_nearest(f"{one.name} has no {name}", near)


def _category(book: RollableIndex, skill: str) -> str:
    kind = book.system.skill_kind(skill)
    return kind.category if kind else ""


def _nobody(book: RollableIndex, words: Sequence[str]) -> str:
    """Return the message that no character has this name; words that name an ability are not quoted."""
    who = next((words[:cut] for cut in range(len(words) - 1, 0, -1) if book.abilities.match(words[cut:])), words)
    near = [book.roster.characters[at].name for at in book.names.nearest(who)]
    return _with_nearest(f"Nobody is called “{' '.join(who)}”", near)


def _with_nearest(problem: str, near: Iterable[str]) -> str:
    names = list(dict.fromkeys(near))[:MOST_NEAREST]
    return f"{problem}: {', '.join(names)}?" if names else problem


MOST = 9
DICE = re.compile(r"(?=.*(?:[0-9] ?d|d ?[0-9]))[0-9d+\- ]+", re.IGNORECASE)


def read_line(line: str, book: RollableIndex, standing: Draft, most: int = MOST) -> LineMeanings:
    """Read a line; `standing` is the current test, which supplies the modifiers and any character not named.

    Return tests ready to be rolled, sums of dice, characters, or the reason why there are none as text. Never raise.
    """
    text = tidy(line[: LONGEST + 1])
    if not text:
        return LineMeanings()
    try:
        if len(line) > LONGEST:
            raise UnclearLineError("line", f"A line has at most {LONGEST} characters")
        done = done_meant(text, book, standing.character)
        return _read(text, book, standing, most) if done is None else LineMeanings((done,), sharp=True)
    except RulesError as error:
        return LineMeanings((Unclear(error.problem[:1].upper() + error.problem[1:]),))


def _read(text: str, book: RollableIndex, standing: Draft, most: int) -> LineMeanings:
    """Read a line as a sum of dice, or as a test of one side or of two."""
    if DICE.fullmatch(text):
        expression = text.replace(" ", "")
        Expression.parse(expression)
        return LineMeanings((DiceMeant(expression),), sharp=True)
    text = with_comma_before_teamwork(text, lambda word: book.names.holds(word) or book.abilities.holds(word))
    alone, others = listed_targets(text, book)
    if others:
        found = _read_parted(alone, book, standing, most)
        return with_targets(found, [one.id for one in others])
    return _read_parted(text, book, standing, most)


def _read_parted(text: str, book: RollableIndex, standing: Draft, most: int) -> LineMeanings:
    """Read a test with choices after commas, which are part of a name if they are no choices."""
    plain, pieces = parted(text)
    if not pieces:
        return _read_test(text, book, standing, most)
    try:
        read = partial(_read_test, book=book, standing=standing, most=most)
        return read_pieces(plain, pieces, book, (standing, most), read)
    except RulesError:
        if any(is_plain(piece, book) for piece in pieces):
            whole = _read_test(text, book, standing, most)
            if whole.sharp and not isinstance(whole.meanings[0], Unclear):
                return whole
        raise


def _read_test(text: str, book: RollableIndex, standing: Draft, most: int) -> LineMeanings:
    """Read a test of one side or of two, without choices."""
    first, *others = halves(text)
    if len(others) > 1:
        return LineMeanings((Unclear("One “vs” is enough: a test has two sides at most"),))
    standing = _without_typed(standing)
    splits = splits_of(first, book.system, book.names.holds)
    at = SideContext(standing.character, standing.ability, alone=not others)
    if others and not first:
        splits = [SideSplit((), ())]
    found = _at_hand(standing, book) if others and not first else picks(book, splits, at)
    if not found:
        return LineMeanings((Unclear(unknown(book, splits[0], at)),))
    found = _with_known_levels(found, book)
    if others:
        return _two_sided(others[0], found, book, standing, most)
    return _with_doubt(_one_sided(found, book, standing, most), found)


def _with_known_levels(found: Sequence[Pick], book: RollableIndex) -> list[Pick]:
    """Remove the picks that have no such levels as were typed; raise UnclearLineError if none are left."""
    able = [one for one in found if not unknown_level(one.ability, one.split.levels, book)]
    if found and (not able or able[0].cost > found[0].cost):
        ability = found[0].ability
        level = unknown_level(ability, found[0].split.levels, book)
        raise UnclearLineError("line", f"{ability.label if ability else 'this'} has no {level}")
    return able


def _at_hand(standing: Draft, book: RollableIndex) -> list[Pick]:
    """Return the current test as the reading of a line that names nobody before “vs”."""
    character = book.character(standing.character)
    if character is None or standing.ability is None:
        return []
    return [Pick(0, SideSplit(()), character, standing.ability)]


def _with_doubt(meanings: Iterator[Meaning], found: Sequence[Pick], more: Sequence[Pick] = ()) -> LineMeanings:
    """Return what a line may mean, with its ambiguity, if any, first."""
    listed = list(meanings)
    says = doubt(ambiguous(found)) or doubt(ambiguous(more) if more else [])
    doubtful = bool(says) and isinstance(listed[0], Prepared)
    sharp = found[0].sharp and (not more or more[0].sharp)
    return LineMeanings((Unclear(says), *listed) if doubtful else tuple(listed), sharp)


def _one_sided(found: Sequence[Pick], book: RollableIndex, standing: Draft, most: int) -> Iterator[Meaning]:
    """Yield the possible meanings of a line without “vs”; a character alone is followed by their tests."""
    made = 0
    for pick in found[:most]:
        made += 1
        yield _meaning(pick, book, standing)
    one = found[0].character
    if found[0].ability is not None or one is None:
        return
    for rollable in book.rollables(one)[0][: most - made]:
        roll = book.found(one, rollable)
        if roll is not None:
            pick = Pick(0, found[0].split, one, roll.ability, attack=roll.attack)
            yield Prepared(_draft(pick, book, standing))


def _meaning(pick: Pick, book: RollableIndex, standing: Draft) -> Meaning:
    if pick.ability is None and pick.character is not None:
        return CharacterMeant(pick.character.id, pick.character.name)
    return Prepared(_draft(pick, book, standing), apart=pick.character is None)


def _two_sided(text: str, found: Sequence[Pick], book: RollableIndex, standing: Draft, most: int) -> LineMeanings:
    """Read the text after “vs”: a difficulty, a number, or an opponent."""
    splits = splits_of(text, book.system, book.names.holds)
    reach = next((number for one in splits if (number := _reached(one, book)) is not None), None)
    if reach is not None:
        reaching = [structs.replace(one, split=structs.replace(one.split, difficulty=reach)) for one in found]
        return _with_doubt(_one_sided(reaching, book, standing, most), reaching)
    at = SideContext(
        standing.side("b").character, other=True, against=found[0].character.id if found[0].character else ""
    )
    against = picks(book, splits, at) if text else []
    if not against or not against[0].sharp:
        _refuse_self(found[0], picks(book, splits, structs.replace(at, against="")))
    if not against:
        says = unknown(book, splits[0], at) if text else "Against whom? Type a name after “vs”"
        return LineMeanings((Unclear(says),))
    against = _with_known_levels(against, book)
    pairs = [(one, other) for one in ambiguous(found) for other in against]
    pairs += [(one, against[0]) for one in found if one not in ambiguous(found)]
    meanings = (
        Prepared(_against(_draft(one, book, standing), other, book), apart=one.character is None)
        for one, other in pairs[:most]
    )
    return _with_doubt(meanings, found, against)


def _refuse_self(one: Pick, others: Sequence[Pick]) -> None:
    """Raise UnclearLineError for a test of a character against themselves."""
    if one.character and others and others[0].sharp and others[0].character is one.character:
        name = one.character.name
        raise UnclearLineError("line", f"{name} cannot oppose {name}: name somebody else after “vs”")


def _reached(split: SideSplit, book: RollableIndex) -> int | None:
    """Return the difficulty after “vs”, in a system that has difficulties, or None."""
    number = split.difficulty
    if book.system.reach is None or (split.words and number is not None):
        return None
    if len(split.words) == 1 and is_number(split.words[0]):
        number = int(split.words[0][:9])
    if number is not None and (split.modifiers or split.levels):
        what = "modifiers" if split.modifiers else "levels"
        raise UnclearLineError("line", f"a difficulty has no {what}: type them before “vs”")
    return number


def _draft(pick: Pick, book: RollableIndex, standing: Draft) -> Draft:
    """Return the test of one side, with the current modifiers and the typed ones."""
    system = book.system
    if pick.character is None:
        draft = Draft(ability=pick.ability)
    elif pick.attack is not None:
        draft = draft_of(pick.attack, pick.character, system, book.rules, draft=standing)
        same = is_same_side(draft, standing)
        draft = structs.replace(draft, eyeballed=standing.eyeballed if same else None)
    else:
        draft = chosen(standing, pick.character, pick.ability, system, book.rules)
        draft = draft.without_attack() if pick.what else draft
        same = is_same_side(draft, standing)
        draft = structs.replace(draft, mode=Mode.ALONE, eyeballed=standing.eyeballed if same else None)
    reach, difficulty = system.reach, pick.split.difficulty
    if difficulty is not None:
        if difficulty > MOST_VALUE:
            raise UnclearLineError("line", f"{difficulty} is above the highest difficulty, {MOST_VALUE}")
        draft = draft.with_difficulty(difficulty, system.difficulty_name(difficulty), reach)
    return _levelled(_modified(draft, pick.split.modifiers), pick.split.levels)


def _against(draft: Draft, pick: Pick, book: RollableIndex) -> Draft:
    """Return a test with its opponent, who defends as named or as usual; the defence is halved if the rules say so."""
    split, system = pick.split, book.system
    if pick.character is None:
        side = _levelled(_modified(Side(ability=pick.ability), split.modifiers), split.levels)
        return structs.replace(draft, mode=usual_mode(draft, system), opponent=side)
    draft = opposed(draft, pick.character, system, book.rules, _defence(draft, pick, book))
    side = draft.opponent or Side()
    if split.difficulty is not None:
        side = side.with_difficulty(split.difficulty, system.difficulty_name(split.difficulty), system.reach)
    return structs.replace(draft, opponent=_levelled(_modified(side, split.modifiers), split.levels))


def _defence(draft: Draft, pick: Pick, book: RollableIndex) -> Defence | None:
    """Return the named defence, if possible as the rules pair it, or else the usual one, which must have a value."""
    if draft.ability is None or pick.character is None:
        return None
    usual = usual_defences(draft.ability, pick.character, book.system)
    if pick.what and pick.ability is not None:
        named = Defence(pick.ability)
        return next((one for one in usual if one.ability.identity == pick.ability.identity), named)
    attack = attack_of(draft, book.character(draft.character))
    unpaired = None if usual or attack is None else usual_defence(attack, pick.character, book.system)
    if usual or unpaired is not None:
        return usual[0] if usual else unpaired
    pair = book.system.pairing_of(draft.ability.label)
    if pair is not None:
        lack = lacking_skill(book, pick.character, pair.theirs[0])
        raise UnclearLineError(
            "line", f"{lack}{'' if lack.endswith('?') else '.'} Name another skill that opposes this"
        )
    name, what = pick.character.name, draft.ability.label
    raise UnclearLineError("line", f"Type a skill of {name} against {what}, after the name")


def _levelled(side: AnySide, levels: Sequence[tuple[Level, int]]) -> AnySide:
    """Return a side with the typed levels; other levels do not change."""
    for level, value in levels:
        side = side.with_level(level, value)
    return side


def _modified(side: AnySide, modifiers: Sequence[Typed]) -> AnySide:
    """Return a side with the typed modifiers added."""
    if len(side.chips) + len(modifiers) > MOST_MODIFIERS:
        raise UnclearLineError("line", f"A test can have at most {MOST_MODIFIERS} modifiers")
    for number, typed in enumerate(modifiers, 1):
        side = side.with_chip(typed.chip(number))
    return side


def _without_typed(draft: Draft) -> Draft:
    """Return a draft without what an earlier line typed, and without an opponent who is not selected."""
    opponent = _untyped(draft.opponent) if draft.opponent and draft.opposed else None
    return structs.replace(_untyped(draft), opponent=opponent)


def _untyped(side: AnySide) -> AnySide:
    chips = tuple(chip for chip in side.chips if chip.pinned or not chip.id.startswith(TYPED_ID))
    return side if chips == side.chips else structs.replace(side, chips=chips)
