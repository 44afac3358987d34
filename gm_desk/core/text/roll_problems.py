"""What is wrong with a typed test, in words, with the nearest matches."""

from collections.abc import Iterable, Sequence

from gm_desk.core.roster import Character
from gm_desk.core.rules.modifiers import LARGEST, TRUE_MINUS
from gm_desk.core.rules.requests import LARGEST_BASE
from gm_desk.core.text.roll_book import Book
from gm_desk.core.text.roll_sides import AtHand, Pick
from gm_desk.core.text.roll_words import Wording, is_number

MOST_NAMED, MOST_NEAREST = 4, 3


def doubt(tied: Sequence[Pick]) -> str:
    """Say what a line may mean: one of several characters, or abilities, or values; nothing where it is clear."""
    if len(tied) < 2:  # noqa: PLR2004 - a doubt is between two
        return ""
    people = list(dict.fromkeys(pick.character.name for pick in tied if pick.character))
    abilities = list(dict.fromkeys(pick.ability.label for pick in tied if pick.ability))
    first = tied[0]
    if len({pick.character.id for pick in tied if pick.character}) > 1:
        if not first.who:
            return f"Whose {' '.join(first.what)}: {listed(people, 'or')}?"
        return f"“{' '.join(first.who)}” may be {listed(people, 'or')}"
    if len(abilities) > 1:
        return f"“{' '.join(first.what)}” may be {listed(abilities, 'or')}"
    values = [f"{typed.value:+d}".replace("-", TRUE_MINUS) for pick in tied for typed in pick.wording.modifiers[-1:]]
    label = first.wording.modifiers[-1].label.casefold() if values else ""
    return f"“{label}” may be {listed(list(dict.fromkeys(values)), 'or')}" if label else ""


def unknown(book: Book, wording: Wording, meant: AtHand) -> str:
    """Say what of a side nobody or nothing is called, with what is nearest."""
    words = wording.words
    if not words:
        return "Who rolls what? Type a name and a skill, like “lao guns”"
    if len(words) == 1 and is_number(words[0]):
        return f"{words[0][:9]} is no target: one is at most {LARGEST_BASE}"
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
    """Say that a number without a sign is no modifier."""
    shown = number if int(number) <= LARGEST and int(number) % step == 0 else str(2 * step)
    return f"“{number}” has no sign: a modifier is written +{shown} or {TRUE_MINUS}{shown}"


def listed(names: Sequence[str], word: str) -> str:
    """List names in words, and not too many."""
    shown = list(names[:MOST_NAMED])
    if len(names) > MOST_NAMED:
        return f"{', '.join(shown)} {word} one of {len(names) - MOST_NAMED} others"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {word} {shown[-1]}"


def _lacking(book: Book, one: Character, what: Sequence[str]) -> str:
    """Say that a character has nothing of that name to roll."""
    if not what:
        return f"{one.name} has nothing to roll"
    typed = " ".join(what)
    kind = book.system.skill_kind(typed)
    if kind is not None:
        return lacking_skill(book, one, kind.name)
    rollables, lexicon = book.rollables(one)
    known = (rollables[at] for at in lexicon.nearest(what, len(rollables)) if not rollables[at].cost)
    near = [ability.label for rollable in known if (ability := book.ability(one, rollable))]
    return _with_nearest(f"{one.name} has no “{typed}”", near)


def lacking_skill(book: Book, one: Character, name: str) -> str:
    """Say that a character lacks a skill of the system, with those of its kind."""
    category = _category(book, name)
    near = [skill.name for skill in one.skills if category and _category(book, skill.name) == category]
    return _with_nearest(f"{one.name} has no {name}", near)


def _category(book: Book, skill: str) -> str:
    kind = book.system.skill_kind(skill)
    return kind.category if kind else ""


def _nobody(book: Book, words: Sequence[str]) -> str:
    """Say that nobody is called so; where the rest is something to roll, it is the rest that names nobody."""
    who = next((words[:cut] for cut in range(len(words) - 1, 0, -1) if book.abilities.match(words[cut:])), words)
    near = [book.roster.characters[at].name for at in book.names.nearest(who)]
    return _with_nearest(f"Nobody is called “{' '.join(who)}”", near)


def _with_nearest(problem: str, near: Iterable[str]) -> str:
    names = list(dict.fromkeys(near))[:MOST_NEAREST]
    return f"{problem}: {', '.join(names)}?" if names else problem
