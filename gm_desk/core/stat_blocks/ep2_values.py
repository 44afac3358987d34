"""The values of a stat block of Eclipse Phase 2e, each read from the text after its label."""

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct, structs

from gm_desk.core.characters.roster import MOST_APTITUDE, MOST_CHECK, MOST_STAT, NewId, Skill
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Attack, Points
from gm_desk.core.notation.armor import read_book_armor
from gm_desk.core.notation.lists import read_book_list, read_book_motivations
from gm_desk.core.notation.movement import read_book_movement
from gm_desk.core.notation.numbers import BOOK_NUMBER, read_book_number
from gm_desk.core.notation.points import read_book_rep
from gm_desk.core.notation.skill import Ratings, read_book_ratings, read_book_skills, skill_named
from gm_desk.core.notation.text import TextSpan, has_words, is_nothing, with_words
from gm_desk.core.rules.health import Health
from gm_desk.core.stat_blocks.account import Claim
from gm_desk.core.stat_blocks.sections import LabelledValue
from gm_desk.core.stat_blocks.source import Left
from gm_desk.core.systems.definition import System

CHECK = re.compile(
    r"\s*(?:\^\s*|\(\s*|\[\s*|/\s*|(?<=[0-9])\|(?=[0-9]))?([0-9]{1,3})(?![0-9]|\s+(?:vs\b|against\b))\s*%?[)\]]?"
)
ABOVE = re.compile(r"\s*\([^()^]{1,30}\)\s*\^\s*([0-9]{1,3})(?![0-9])")
"""A superscript check after a bracket."""
IGNORES = re.compile(r"ignores?\s+(?:the\s+)?(?:effects?\s+of\s+)?([0-9]|one|two|three)\s+wound", re.IGNORECASE)
IGNORED = re.compile(IGNORES.pattern + r"s?(?:\s+(?:effect|modifier)s?)?", re.IGNORECASE)
"""The same pattern with the text that belongs to it."""
LEAST_CHECK = 2
"""The smallest multiple of its aptitude that a check in brackets can be."""
TOTAL = re.compile(
    r"\s*(?P<parts>(?:(?P<base>[0-9]{1,3})\s*)?\+\s*(?P<bonus>[0-9]{1,3}))\s*[(=]\s*(?P<total>[0-9]{1,3})(?![0-9])\s*\)?"
)
"""A bonus with the total after it: "+5 (20)", "15 +5 (20)"."""
RANGE = re.compile(r"[\s(]*[0-9]{1,3}[-–][0-9]{1,3}(?![0-9d])")
PART = re.compile(r"\s*(?P<left>[0-9]{1,3})\s*/\s*(?P<whole>[0-9]{1,3})(?![0-9])(?!\s*/\s*[0-9])")
SAME = re.compile(r"\s*(?P<left>[0-9]{1,3})\s*/\s*(?P=left)\s*")
"""A full track: "35/35"."""
COUNTS = {"one": 1, "two": 2, "three": 3}
MOST_NUMBER = 9999
FIELDS = {
    "number": "stats",
    "aptitude": "stats",
    "pool": "points",
    "armor": "armor",
    "skill": "skills",
    "skills": "skills",
    "move": "movement",
    "stress": "stress_test",
    "level": "threat_level",
    "count": "number",
    **{name: name for name in ("rep", "motivations", "ware", "gear", "traits", "morph", "concept")},
}
"""The field for each kind of label."""
KEYED = {"number", "aptitude", "pool"}


class Aptitude(Struct, frozen=True):
    """An aptitude with its check, None if it has none, and the text after them."""

    value: int
    check: int | None
    rest: TextSpan


def read_aptitude(part: TextSpan, multiple: int) -> Aptitude | None:
    """Read an aptitude and its check: "15 ^45", "15 (45)", "15/45", or "1545" if a superscript was lost."""
    found = BOOK_NUMBER.match(part.text)
    if found is None or len(found[1]) > 5:  # noqa: PLR2004 - two digits and three
        return None
    value = int(found[1])
    if value > MOST_APTITUDE:
        return _run_together(part, multiple)
    check = CHECK.match(part.text, found.end())
    above = ABOVE.match(part.text, found.end())
    if above is not None and int(above[1]) <= MOST_CHECK:
        return Aptitude(value, int(above[1]), part.cut(found.end()))
    if check is None or int(check[1]) > MOST_CHECK:
        return Aptitude(value, None, part.cut(found.end()))
    if "^" not in check[0] and int(check[1]) < LEAST_CHECK * value:
        return Aptitude(value, None, part.cut(found.end()))  # "20 (25)" is not a check
    return Aptitude(value, int(check[1]), part.cut(check.end()))


def _run_together(part: TextSpan, multiple: int) -> Aptitude | None:
    """Read an aptitude to which its check is joined, because a superscript was lost."""
    for size in (2, 1):
        found = re.match(rf"\s*([0-9]{{{size}}})([0-9]{{2,3}})(?![0-9])", part.text)
        if found and int(found[1]) <= MOST_APTITUDE and int(found[1]) * multiple == int(found[2]):
            return Aptitude(int(found[1]), int(found[2]), part.cut(found.end()))
    odd = re.match(r"\s*([0-9]{2})([0-9]{2,3})(?![0-9])", part.text)
    if odd and int(odd[1]) <= MOST_APTITUDE and int(odd[1]) <= int(odd[2]) <= MOST_CHECK:
        return Aptitude(int(odd[1]), int(odd[2]), part.cut(odd.end()))
    return None


class Values:
    """The values of a block: `fields`, `skills`, `attacks`, and `left` for spans without a field."""

    def __init__(self, system: System, new_id: NewId) -> None:
        """Start without values."""
        self.system = system
        self.new_id = new_id
        self.fields: dict[str, Any] = {}
        self.skills: dict[str, Skill] = {}
        self.attacks: list[Attack] = []
        self.left: list[Left] = []
        self.doubts: list[str] = []
        self.claims: list[Claim] = []

    def take(self, entry: LabelledValue) -> None:
        """Read the text after a label."""
        if entry.kind in FIELDS:
            key = entry.key if entry.kind in KEYED else ""
            text = Claim(entry.value, FIELDS[entry.kind], key, entry.label.words)
            self.claims += [Claim(entry.label), text]
        entry = _totalled(self, entry)
        taker = TAKERS.get(entry.kind)
        if taker is not None:
            taker(self, entry)
        elif entry.kind in {"ware", "gear", "traits"}:
            self.fields[entry.kind] = (*self.fields.get(entry.kind, ()), *read_book_list(entry.value))
        elif entry.kind in {"morph", "concept"}:
            self.set_text(entry.kind, entry)
        else:
            self.leave(entry.whole.trimmed())

    def set_text(self, field: str, entry: LabelledValue) -> None:
        """Set a text field, unless it has another value."""
        words = entry.value.trimmed().words
        if has_words(entry.value) and self.fields.setdefault(field, words) != words:
            self.leave_twice(entry)

    def leave_twice(self, entry: LabelledValue) -> None:
        """Leave a value that contradicts an earlier one, with a doubt."""
        self.doubts.append(f"{entry.label.words} appears twice with different values: the second one is in the notes")
        self.leave(entry.whole.trimmed())

    def leave(self, part: TextSpan, label: str = "") -> None:
        """Leave a span for the notes."""
        self.left += [Left(one, label) for one in with_words(part)]

    def leave_rest(self, entry: LabelledValue, rest: TextSpan) -> None:
        """Leave the text after a value for the notes, and read the number of ignored wounds from it."""
        ignores = IGNORES.search(rest.text) if "health" not in self.fields else None
        if ignores is not None:
            count = ignores[1].casefold()
            self.fields["health"] = Health(ignored_wounds=COUNTS.get(count) or int(count))
        if ignores is None or not IGNORED.fullmatch(rest.text.strip(" \n,;.()[]")):
            self.leave(rest.unwrapped() if rest.text.count("(") != 1 else rest, entry.label.words)

    def deny(self, key: str) -> None:
        """Mark a number as absent, so that it is not derived either."""
        none = self.fields.get("none", ())
        if is_number(self.system, key) and key not in {*none, *self.fields.get("stats", {})}:
            self.fields["none"] = (*none, key)

    def put(self, field: str, key: str, value: Any, entry: LabelledValue) -> bool:
        """Set a value; return False if the field has another one."""
        values = self.fields.setdefault(field, {})
        if field == "stats" and key in self.fields.get("none", ()):
            self.fields["none"] = tuple(one for one in self.fields["none"] if one != key)
        if values.setdefault(key, value) == value:
            return True
        self.leave_twice(entry)
        return False

    def refuse(self, entry: LabelledValue, doubt: str) -> None:
        """Leave a value that its field cannot contain, and add the reason to the doubts."""
        self.leave(entry.whole.trimmed())
        if doubt:
            self.doubts.append(f"{entry.label.words}: {doubt}")

    def in_list(self, skill: Skill, title: str) -> Skill:
        """Return a skill in a list with a title: one that the system does not list is a field in "Know Skills"."""
        fields = title.casefold().startswith("know") and self.system.skill_kind("Know: X") is not None
        if not fields or ":" in skill.name or self.system.skill_kind(skill.name) is not None:
            return skill
        named = skill_named(f"Know: {skill.name}", Ratings(skill.rating), self.system, self.new_id)
        return structs.replace(skill, name=named.name, aptitude=named.aptitude, category=named.category)

    def add_skill(self, skill: Skill, part: TextSpan) -> None:
        """Add a skill; if it exists, both must agree, or one of them must say less than the other."""
        key = skill.name.casefold()
        old = self.skills.setdefault(key, skill)
        new, before = (Ratings(one.rating, one.specialisations, one.note) for one in (skill, old))
        if new == before or new == Ratings(old.rating):
            return
        if before == Ratings(skill.rating):
            self.skills[key] = skill
            return
        self.doubts.append(f"{skill.name} is {old.rating} in one place and {skill.rating} in another")
        self.leave(part.trimmed())


def _totalled(values: Values, entry: LabelledValue) -> LabelledValue:
    """Return a value given as summands with their total: "15 +5 (20)" is 20."""
    found = TOTAL.match(entry.value.text) if entry.kind in {"number", "aptitude"} else None
    if found is None or int(found["base"] or 0) + int(found["bonus"]) > int(found["total"]):
        return entry
    if found["base"] and int(found["base"]) + int(found["bonus"]) != int(found["total"]):
        return entry
    values.leave(entry.value.cut(*found.span("parts")), entry.label.words)
    return structs.replace(entry, value=entry.value.cut(found.start("total")))


def is_number(system: System, key: str) -> bool:
    """Return whether the system's stat blocks have a number with this key."""
    return any(stat.key == key for section in system.sections for stat in section.stats)


def _is_track(system: System, key: str) -> bool:
    """Return whether a number is the length of a track, of which a part may be left."""
    return any(stat.key == key for one in system.sections if one.kind == "tracks" for stat in one.stats)


def _number(values: Values, entry: LabelledValue) -> None:
    value = entry.value.trimmed(" +") if entry.key == "DB" else entry.value
    if RANGE.match(value.text):
        values.refuse(entry, "it is a range")
        return
    if _is_track(values.system, entry.key) and _is_part(value):
        values.refuse(entry, "it may be what is left of the second number")
        return
    value = value.cut(0, same.end("left")) if (same := SAME.fullmatch(value.text)) else value
    number = read_book_number(value, MOST_STAT)
    if not is_number(values.system, entry.key) or (number.value is None and has_words(number.rest)):
        values.refuse(entry, number.doubt)
    elif number.value is None:
        values.deny(entry.key)
    elif values.put("stats", entry.key, number.value, entry):
        values.leave_rest(entry, number.rest)


def _aptitude(values: Values, entry: LabelledValue) -> None:
    if is_nothing(entry.value):
        values.deny(entry.key)
        return
    if entry.key not in values.system.aptitudes and is_number(values.system, entry.key):
        _number(values, entry)
        return
    found = read_aptitude(entry.value, values.system.check)
    if found is None or entry.key not in values.system.aptitudes:
        beyond = BOOK_NUMBER.match(entry.value.text) is not None and entry.key in values.system.aptitudes
        values.refuse(entry, f"its value is outside the range 0 to {MOST_APTITUDE}" if beyond else "")
        return
    if not values.put("stats", entry.key, found.value, entry):
        return
    if found.rest.text.lstrip().startswith("/") and has_words(found.rest):
        values.doubts.append(f"{entry.label.words} has two values: the second one is in the notes")
    own = found.check is not None and found.check != found.value * values.system.check
    if not own or values.put("checks", entry.key, found.check, entry):
        values.leave_rest(entry, found.rest)


def _pool(values: Values, entry: LabelledValue) -> None:
    number = read_book_number(entry.value, MOST_AMOUNT)
    if number.value is None:
        if has_words(number.rest):
            values.refuse(entry, number.doubt)
    else:
        of = PART.fullmatch(entry.value.trimmed().text)
        most = int(of["whole"]) if of and number.value <= int(of["whole"]) <= MOST_AMOUNT else 0
        points = Points(now=number.value, max=most or number.value)
        if values.put("points", entry.key, points, entry) and not most:
            values.leave_rest(entry, number.rest)


def _armor(values: Values, entry: LabelledValue) -> None:
    read = read_book_armor(entry.value.trimmed(), values.system)
    worn = values.fields.get("armor", ())
    more = tuple(one for one in read.armor if one not in worn)
    if any(not one.name and not old.name for one in more for old in worn):
        values.leave_twice(entry)
        return
    values.fields["armor"] = (*worn, *more)
    values.doubts += read.doubts
    if read.left:
        values.leave(entry.whole.trimmed())


def take_skill(values: Values, entry: LabelledValue) -> None:
    """Read a skill that is not in the list of skills."""
    ratings = None if RANGE.match(entry.value.text) else read_book_ratings(entry.value)
    if is_nothing(entry.value):
        return
    if ratings is None:
        values.refuse(entry, read_book_number(entry.value, 150).doubt)
        return
    values.add_skill(skill_named(entry.label.words, ratings, values.system, values.new_id), entry.whole)


def _skills(values: Values, entry: LabelledValue) -> None:
    read = read_book_skills(entry.value, values.system, values.new_id)
    for skill, part in zip(read.skills, read.parts, strict=True):
        values.add_skill(values.in_list(skill, entry.label.words), part)
    for part in read.left:
        values.leave(part, entry.label.words)
    values.doubts += read.doubts


def _move(values: Values, entry: LabelledValue) -> None:
    read = read_book_movement(entry.value)
    values.fields["movement"] = (*values.fields.get("movement", ()), *read.movement)
    for part in read.left:
        values.leave(part, entry.label.words)


def _stress(values: Values, entry: LabelledValue) -> None:
    if not is_nothing(entry.value):
        values.set_text("stress_test", entry)


def _rep(values: Values, entry: LabelledValue) -> None:
    rep, left = read_book_rep(entry.value, values.system, values.fields.get("rep", {}))
    values.fields["rep"] = rep
    for part, twice in left:
        values.leave(part, entry.label.words)
        if twice:
            values.doubts.append(f"“{part.words}”: the network has another score already; this one is in the notes")


def _motivations(values: Values, entry: LabelledValue) -> None:
    values.fields["motivations"] = (*values.fields.get("motivations", ()), *read_book_motivations(entry.value))


def _level(values: Values, entry: LabelledValue) -> None:
    text = entry.value.trimmed().words.casefold()
    level = next((one.name for one in values.system.threat_levels if one.name.casefold() == text), None)
    if level is None:
        values.leave(entry.whole.trimmed())
    elif values.fields.setdefault("threat_level", level) != level:
        values.leave_twice(entry)


def _count(values: Values, entry: LabelledValue) -> None:
    number = read_book_number(entry.value, MOST_NUMBER)
    if not number.value or has_words(number.rest):
        values.leave(entry.whole.trimmed())
    elif values.fields.setdefault("number", number.value) != number.value:
        values.leave_twice(entry)


def _is_part(value: TextSpan) -> bool:
    """Return whether a value is a smaller number of a larger one ("12/30"), and not durability and death rating."""
    found = PART.match(value.text)
    if found is None:
        return False
    left, whole = int(found["left"]), int(found["whole"])
    return left < whole and whole not in {2 * left, 3 * left // 2, (3 * left + 1) // 2}


TAKERS: dict[str, Callable[[Values, LabelledValue], None]] = {
    "number": _number,
    "aptitude": _aptitude,
    "pool": _pool,
    "armor": _armor,
    "skill": take_skill,
    "skills": _skills,
    "move": _move,
    "stress": _stress,
    "rep": _rep,
    "motivations": _motivations,
    "level": _level,
    "count": _count,
}
"""What reads the text after each kind of label."""
