"""The words and patterns of stat blocks in free text: labels, skills, values, and where a value begins."""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from gm_desk.core.characters.conversion import EDITIONS, PAIRS, WITHOUT_PAIR
from gm_desk.core.notation.attack_values import MODE
from gm_desk.core.notation.movement import WAY
from gm_desk.core.notation.skill import OTHER_NAMES
from gm_desk.core.notation.text import CLOSING, OPENING, any_of
from gm_desk.core.stat_blocks.names import PARTS as PART_NAMES
from gm_desk.core.stat_blocks.sections import APTITUDES, ARMOR, NUMBERS, POOLS, TEXTS
from gm_desk.core.systems.definition import System

COUNTED = {"number", "aptitude", "pool"}
LISTS = {"skills", "attacks", "ware", "gear", "traits", "rep", "motivations", "move", "note", "group"}
"""The labels that may head the lines below them."""
TRACKS = {"hp": 0, "hit points": 0, "hitpoints": 0, "health": 0, "health points": 0}
"""Names of the tracks of a system, with their index."""
NUMBER_NAMES: Mapping[str, Mapping[str, str]] = {
    "eclipse": {"wound thr": "WT", "speed (spd)": "SPD", "ini": "INIT", "trauma thr": "TT"},
    "kaiser": {
        "lvl": "LV",
        "lv": "LV",
        "life": "LP",
        "life point": "LP",
        "ini": "INIT",
        "str": "STR",
        "will": "WP",
        "faith": "FC",
        "wil": "WP",
        "intellect": "INT",
        "stamina points": "STA",
        "absorb": "ABS",
        "action point": "AP",
        "physical resistance": "PhR",
        "magic resistance": "MR",
        "illness resistance": "IR",
        "spirit resistance": "SR",
        "presence resistance": "PrR",
    },
}
MORE_TEXTS: Mapping[str, tuple[str, ...]] = {
    "skills": ("skill", "active skill", "knowledge", "knowledges", "combat skills", "social skills", "main skills"),
    "move": ("mobility system", "mobility systems", "mobility", "moves", "movement speed", "speeds"),
    "attacks": ("weaponry", "ranged attack", "ranged attacks", "melee attack", "melee attacks", "ranged", "armament"),
    "gear": ("items", "inventory", "possessions", "loot", "carries", "carrying", "kit", "belongings"),
    "ware": ("mods", "morph implants", "enhancement"),
    "count": ("count", "quantity", "qty", "how many"),
    "stress": ("stress", "stress value"),
    "motivations": ("goals",),
    "name": ("name", "npc", "character"),
}
NO_LABELS = {
    "attack",
    "weapon",
    "ranged",
    "stress",
    "count",
    "kit",
    "carries",
    "carrying",
    "loot",
    "knowledge",
    "skill",
    "mods",
    "trait",
}
"""The words that are labels only with a colon."""
LONGEST_HEADINGS, FEWEST_HEADINGS = 200, 3
JOINS = r"(?:[ ]*(?:[:=|→…]|(?:\.[ ]?){2,}|@(?=[ ]?[0-9]))[ ]*|[ ]+[-–—−]+[ ]*(?=[0-9(+])|[ ]+is[ ]+|[ ]+)"
"""What may stand between a label and its value."""
SPACES = r"[ \n]+"
NONE_SAID = r"(?:[-–—−]{1,3}|n/?a\b|none\b|nil\b|x)(?=[ ]*(?:$|[\n,;•·|)]|[A-Z]))"


OF_ANYTHING = ("know", "academics", "art", "exotic", "interest", "profession", "language")
"""The skills whose fields may be called like other skills: "Know: Psi"."""
LAST_WORDS = re.compile(r"[0-9)%\]][^0-9)%\]]*[,;•·|][ ]*(?P<words>[^\W\d_]+(?: [^\W\d_]+)?)$")
"""The text at the end of a line after other values."""
VALUES_ALONE = re.compile(r"[0-9]{1,3}(?:[ ]?/[ ]?[0-9]{1,3})?[ *_]*(?:\([^()]{1,40}\))?")
"""A value on a line of its own."""
FIRST_WORD = re.compile(r"(?P<number>[0-9]{1,3})%?(?=[ ]*(?:$|[,;•·|(]))|(?P<word>[^\W\d_]+)[ :]+[0-9]")


class Word(Struct, frozen=True, gc=False):
    """A label or skill in a text: its meaning, and its end."""

    kind: str
    key: str
    end: int
    colon: bool = False


class BlockWords:
    """The labels and skills of one system, or of several together."""

    def __init__(self, systems: Sequence[System]) -> None:
        """Collect the words, and build the patterns."""
        self._known = {name: meaning for system in systems for name, meaning in _labels(system)}
        self.keys = frozenset(key for kind, key in self._known.values() if kind in COUNTED)
        skills = {kind.name.casefold(): kind.name for one in systems for kind in one.skills if not kind.fields}
        fields = {kind.name.casefold(): kind.name for one in systems for kind in one.skills if kind.fields}
        if any(one.id == "ep2" for one in systems):
            skills |= {other: other.title() for other, name in OTHER_NAMES.items() if name.casefold() in skills}
            fields |= {other: other.title() for other, name in OTHER_NAMES.items() if name.casefold() in fields}
        for place, edition in enumerate(EDITIONS):
            if any(one.id == edition for one in systems):
                skills |= {pair[1 - place].casefold(): pair[1 - place] for pair in PAIRS}
        if any(one.id == "ep2" for one in systems):
            skills |= {name.casefold(): name for name in WITHOUT_PAIR}
        skills = {name: word for name, word in skills.items() if name not in fields}
        self.skills, self.fields = frozenset(skills), frozenset(fields)
        self._stems = sorted(fields, key=len, reverse=True)
        self._label = re.compile(
            rf"(?P<name>{any_of(self._known, SPACES)})(?:\.(?=[ :]))?(?![^\W\d]|['’])(?=(?P<colon>[ ]{{0,3}}[:=|]))?",
            re.IGNORECASE,
        )
        self._skill = re.compile(
            rf"""(?P<name>(?:{any_of(skills, SPACES)})(?![^\W\d]|['’])
            |(?:{any_of(fields, SPACES)})(?![\w'’])(?:[ ]*:[ ]*|[ ]*[(\[][ ]*|[ ]*[-–—][ ]+(?=[A-Z])|[ ]+(?=[A-Z]))
             (?:[^\W\d_][^0-9:,;()\[\]\n|•]{{0,38}}?(?::[ ][A-Z][^0-9:,;()\[\]\n|•]{{0,38}}?)?)(?:[ ]*[)\]])?
             (?=[ ]*[:=|(\[.,;\u2013\u2014-]|[ ]+[0-9–—−-]|[ ]*$)
            |(?:{any_of(fields, SPACES)})(?=[ ]*[:=]?[ ]*[0-9]{{2}}(?![0-9d/])))""",
            re.IGNORECASE | re.VERBOSE,
        )

    def label(self, text: str, place: int) -> Word | None:
        """Return the label at a position, or None."""
        found = self._label.match(text, place)
        if found is None:
            return None
        known_name = found["name"].casefold()
        kind, key = self._known[known_name]
        colon = found["colon"] is not None
        if known_name in NO_LABELS and not colon:
            return None
        return Word(kind, key, found.end(), colon)

    def headings(self, text: str) -> list[str]:
        """Return the keys of a line that consists of labels of numbers; none for any other line."""
        if len(text) > LONGEST_HEADINGS or any(map(str.isdigit, text)):
            return []
        keys, place = list[str](), 0
        while place < len(text):
            if not text[place].isalnum():
                place += 1
                continue
            word = self.label(text, place)
            if word is None or word.kind not in COUNTED | {"armor"}:
                return []
            keys.append(word.key)
            place = word.end
        return keys if len(keys) >= FEWEST_HEADINGS else []

    def skill(self, text: str, place: int) -> Word | None:
        """Return the skill at a position, with its field, or None."""
        found = self._skill.match(text, place)
        if found is None or self._heads_value(found["name"]) or self._ends_name(found["name"]):
            return None
        name = found["name"].removesuffix(" is") if ":" in found["name"] else found["name"]
        return Word("skill", name, found.start() + len(name))

    def _heads_value(self, name: str) -> bool:
        """Return whether the field of a skill is the label of a number: "pilot: Init 8"."""
        behind = name.find(":") + 1
        start = behind + len(name[behind:]) - len(name[behind:].lstrip())
        word = self.label(name, start) if behind else None
        return word is not None and word.kind in COUNTED and word.end >= len(name.rstrip())

    def _ends_name(self, name: str) -> bool:
        """Return whether a field is a skill itself, so that the words before it are a name: "Doctor Pilot: Guns"."""
        plain = name.casefold()
        stem = next((one for one in self._stems if plain.startswith(one)), "")
        rest = name[len(stem) :]
        field = rest.rpartition(":")[2].strip(" -–—([)]").casefold()
        known = stem.startswith(OF_ANYTHING) and rest.lstrip(" ").startswith((":", "("))
        words = field.split()
        ends = any(" ".join(words[place:]) in self.skills for place in range(1, len(words)))
        return bool(stem) and (
            (field in self.skills and not known) or (ends and rest.startswith(" ") and ":" not in rest)
        )

    def is_parted(self, before: str, behind: str) -> bool:
        """Return whether a label or a skill is split over two lines, or separated from its number below it."""
        if VALUES_ALONE.fullmatch(behind) and (word := self.label(before, 0)) and not before[word.end :].strip(" :*_"):
            return word.kind in COUNTED | {"armor", "move"}
        last, first = LAST_WORDS.search(before), FIRST_WORD.match(behind)
        if last is None or first is None:
            return False
        if first["number"]:
            word = self.label(last["words"], 0)
            return self.is_skill(last["words"]) or (word is not None and word.kind in COUNTED)
        whole = f"{last['words'].rpartition(' ')[2]} {first['word']}"
        word = self.label(whole, 0)
        return self.is_skill(whole) or (word is not None and word.end == len(whole) and word.kind in COUNTED)

    def ends_with_skill(self, words: str) -> bool:
        """Return whether the last of some words are the name of a skill."""
        parts = words.split()
        return any(self.is_skill(" ".join(parts[place:])) for place in range(len(parts)))

    def is_skill(self, name: str) -> bool:
        """Return whether words are the name of a skill, with its field or without."""
        plain = " ".join(name.split()).casefold()
        return plain in self.skills or plain in self.fields or plain.partition(":")[0].strip() in self.fields


def _labels(system: System) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the labels of a system with their meaning."""
    for texts in (TEXTS, MORE_TEXTS):
        for kind, names in texts.items():
            yield from ((name, (kind, kind)) for name in names)
    yield from ((name, ("armor", "AV")) for name in ARMOR)
    eclipse = system.step != 1
    if not eclipse:
        yield "ar", ("armor", "AV")
    own = {stat.key for section in system.sections for stat in section.stats}
    if eclipse:
        yield from ((name, ("number", key)) for name, key in NUMBERS.items() if key in own)
        yield from ((name, ("aptitude", key)) for name, key in APTITUDES.items())
        yield from ((name, ("pool", key)) for name, key in POOLS.items())
    for section in system.sections:
        if section.kind in {"numbers", "tracks"} and not (eclipse and section.rolled):
            for stat in section.stats if section.kind == "numbers" else ():
                yield from ((word.casefold(), ("number", stat.key)) for word in (stat.key, stat.name))
        if section.kind == "tracks":
            yield from ((name, ("number", section.stats[place].key)) for name, place in TRACKS.items())
    more = NUMBER_NAMES["eclipse" if eclipse else system.id] if eclipse or system.id in NUMBER_NAMES else {}
    yield from ((name, ("number", key)) for name, key in more.items())


SKIPPED = re.compile(r"(?:[\s,;:•·|/.&()\[\]]|(?:and|plus|with|wears|wearing)\b|[-–—+*](?=\s))+", re.IGNORECASE)
BRACKETS = r"(?:\([^()\n]{0,80}\)|\[[^\[\]\n]{0,80}\])"
TOTAL = r"(?:[0-9]{1,3}[ ]*)?\+[ ]*[0-9]{1,3}[ ]*[(=][ ]*(?P<total>[0-9]{1,3})[ ]*\)?"
"""A bonus with the total after it: "+5 (20)", "15 +5 (20)"."""
IGNORES = r"(?:,?[ ]*\(?ignores?\s+[^,;()\n]{0,30}?wounds?(?:\s+(?:effect|modifier)s?)?\)?)?"
NUMBER = re.compile(
    rf"""{JOINS}?(?P<value>{TOTAL}
    |[(\[]?[ ]*[0-9]{{1,9}}(?![^\W_]|[ ]*d[0-9]|[.,][0-9]|[ ]?[x×][ ]|[-–][0-9])
     [ ]*%?[ ]*[)\]]?
     (?:[ ]*[|][ ]*[0-9]{{1,3}}(?=[ ]*(?:$|\n))|(?<=[0-9])[|][0-9]{{1,3}}|[ ]*\^[ ]*[0-9]{{1,3}}
     |[ ]*/[ ]*[0-9]{{1,3}}(?![0-9/])|[ ]*{BRACKETS}){{0,2}}{IGNORES}
    |{NONE_SAID})""",
    re.VERBOSE | re.IGNORECASE,
)
RATING = re.compile(
    rf"""{JOINS}?(?P<value>{TOTAL}
    |[(\[]?[ ]*(?P<sign>[-+–−](?=[0-9]))?(?P<rating>[0-9]{{1,4}})
     (?![^\W_]|[ ]*d[0-9]|[.,][0-9]|/[0-9]+/|[-–][0-9])[ ]*%?[ ]*[)\]]?
     (?:[ ]*/[ ]*[0-9]{{1,3}}%?(?![0-9])|[ ]*{BRACKETS}){{0,2}})""",
    re.VERBOSE | re.IGNORECASE,
)
SIGNED_RATING = re.compile(
    r"(?:[ ]*[:=|][ ]*|[ ]+[-–—−]+[ ]+|[ ]+)(?P<value>[-–−](?=[0-9])[0-9]{1,3}(?![0-9d]))(?P<total>(?!))?", re.VERBOSE
)
"""A rating below 0, as Kaiser has them."""
PLUS_RATED = re.compile(r"[^\W\d_)][ :=]*\+(?!(?:10|20|30)(?![0-9]))[0-9]{1,2}(?![0-9]|[ ]*d[0-9])")
"""A number with a plus that is no modifier."""
NUMBER_FIRST = re.compile(r"(?P<value>[0-9]{1,4}%?)[ ]+(?=[^\W\d_])")
ARMOR_FIRST = re.compile(r"(?P<value>[0-9]{1,3}(?:[ ]?/[ ]?[0-9]{1,3}){1,2})[ ]+(?=(?:armou?r|AV)\b)", re.IGNORECASE)
"""The values of armor before their label: "4/6 armor"."""
SPECIAL = re.compile(r"[ ]*[(\[](?P<special>[^\W\d_][^0-9()\[\]\n]{1,38})[)\]](?=[ :]*[0-9])")
"""A specialisation between a skill and its rating."""
SEVERAL = re.compile(r"[ ]*/[ ]*")
SLASHED = re.compile(rf"{JOINS}?(?P<values>(?:[0-9]{{1,4}}|[—–-]|n/a)(?:[ ]*/[ ]*(?:[0-9]{{1,4}}|[—–-]))+)(?![0-9/])")
KIND_NAMES = re.compile(r"(?:cut|thrust|blow|energy|kinetic)", re.IGNORECASE)
ARMOR_RATING = re.compile(
    rf"""(?:[ ]*\([^()0-9\n]{{1,40}}\)(?=[ ]*:))?
    (?P<before>(?:[ ]*[:=])?[ ]+[^\W\d][^0-9,;:()\n/]{{0,30}}?(?:[ ]\([a-z]{{3,12}}\))?)?{JOINS}?[(\[]?[ ]*
    (?P<values>[+]?[0-9]{{1,4}}(?:(?:[ ]*/[ ]*|[|](?=[0-9]))[+]?[0-9]{{1,4}}){{0,2}})
    (?![0-9/]|[ ]*d[0-9]|[ ]?[+][ ]?[0-9]|[ ]*{KIND_NAMES.pattern})[ ]*[)\]]?
    (?P<behind>[ ]*{BRACKETS})?""",
    re.VERBOSE,
)
DENIED = re.compile(rf"{JOINS}{NONE_SAID}", re.IGNORECASE)
COUNT = re.compile(rf"{JOINS}[x×]?(?P<value>[0-9]{{1,4}})(?![0-9])")
PIECE_END = re.compile(r"[ ]*(?:[,;•|\n./]|$)|[ ]+(?:and\b|\()|(?<=\.)")
KIND = r"(?:energy|kinetic|cut|thrust|blow|e|k)"
KINDS = re.compile(
    rf"""(?:[ ]*\([^()0-9\n]{{1,40}}\))?{JOINS}?[(\[]?(?P<values>(?:{KIND}[ ]*:?[ ]*[0-9]{{1,4}}|[0-9]{{1,4}}[ ]*{KIND})
    (?:[ ,;/]+(?:and[ ])?(?:{KIND}[ ]*:?[ ]*[0-9]{{1,4}}|[0-9]{{1,4}}[ ]*{KIND})){{0,4}})(?!\w)[)\]]?
    (?P<behind>[ ]*{BRACKETS})?""",
    re.VERBOSE | re.IGNORECASE,
)
WORN_KINDS = re.compile(
    rf"""(?:[^\W\d_]+(?:[ ][^\W\d_]+){{0,2}}[ ]*:
    |(?:bone|bronze|chain|cloth|heavy|hide|iron|leather|light|medium|padded|plate|quilted|scale|steel|studded)[ -]?
    (?:armou?r|coat|jerkin|mail|vest)\b)?{KINDS.pattern}""",
    re.VERBOSE | re.IGNORECASE,
)
"""Values of armor with a title or what it is made of, or without: "leather armor cut 1 thrust 1"."""
RATES = r"[0-9]{1,4}[ ]*/[ ]*[0-9]{1,4}"
RATED_MOVE = re.compile(rf"[ ]+{RATES}[ ]*(?:$|[,;|•\n])")
MOVES = re.compile(
    rf"(?:{WAY.pattern})[^\n,;:0-9()]{{0,20}}[ ]*:?[ ]*\(?[^()\n0-9,;]{{0,20}}{RATES}[ ]*\)?", re.IGNORECASE
)
INITIALS = re.compile(r"I[ ]*/[ ]*M[ ]*/[ ]*V[ ]*/[ ]*F[ :=]*(?P<values>[0-9](?:[ ]*/[ ]*[0-9]){3})(?![0-9/])")
"""The four pools by their first letters: "I/M/V/F 2/1/3/1"."""
REP = re.compile(r"(?:@|[cefgirx])[-–— ]?rep[ :=]*[0-9]{1,3}(?![0-9])", re.IGNORECASE)
UNKNOWN = re.compile(
    r"[\"“'\N{LEFT SINGLE QUOTATION MARK}]?[^\W_][^:;,.()\[\]\n•|]{0,45}(?:\([^()\n]{0,30}\))?[\"”'’]?[ ]*:(?=[ \n]|$)"
)
UNKNOWN_FIRST = re.compile(r"[^\W\d_][^0-9,;:()\n]{1,25}(?:\([^()\n]{1,40}\))?:? [~≈+]?[0-9][^,;:()\n]{0,11}[,;][ ]+")
"""A value unknown to all systems, before known ones."""
BARE_SKILL = re.compile(
    r"(?P<name>[A-Z][^\W\d_]*(?:[ '’/:-]{1,2}[^\W\d_]+){0,5}(?:[ ]*\([^()\n0-9]{1,40}\))?)(?=[^\w]*[0-9])"
)
MORPH = re.compile(r"[ ]+[A-Z][^\W\d_]+(?:[ -][A-Z][^\W\d_]+){0,2}")
"""The name of a morph after its label without a colon."""
BONUS_SIGN = re.compile(r"[ :=]*\+[ ]*")
FIELD_RATED = re.compile(r"[^0-9:()]{3,40}\([A-Z][^()]{2,38}\) [2-9][0-9]%?")
"""A skill that no system lists, with a field in brackets: "Professional (Security) 50"."""
DICE = re.compile(r"(?<![\w+])\+?[ ]?[0-9]{0,3}d[0-9]{1,3}\b|\bDV\b", re.IGNORECASE)
PLAIN = r"(?:base )?(?:damage|dmg|dam)\.?[ :=]*[0-9]|(?<=[^\W\d_] )[0-9]{1,3} (?:base )?(?:damage|dmg)\b"
STRUCK_KIND = r"(?:(?<=[^\W\d_] )|(?<=[,:] ))[0-9]{1,3} (?:cut|thrust|blow)(?=[ ]*(?:$|[,;.|()\n+]))"
"""Base damage with its kind after a name: "club 4 blow" (Kaiser)."""
PARTS = {
    *PART_NAMES,
    "derived",
    "characteristics",
    "resistances",
    "resistance",
    "main",
    "other",
    "primary",
    "secondary",
}
"""The last words of titles of parts of a block."""
ALONE = {
    *("mind", "body", "mental", "physical", "combat", "social", "defense", "defence", "offense", "offence", "vitals"),
    *("core", "tactical", "ego", "apt", "apts", "aptitude"),
}
"""Titles of parts of a block that may be part of a name, but are not names themselves."""
LAST_IN_PROSE = {
    *("has", "have", "had", "with", "is", "are", "was", "were", "of", "the", "and", "or", "to", "a", "an", "in", "at"),
    *("for", "gets", "uses", "about", "roll", "rolls", "add", "adds", "test", "against", "vs", "than", "then", "that"),
    *("by", "from"),
}
"""Words that never end a name."""
SHORT_VALUES = re.compile(r"(?:[A-Z][ ]?[0-9]{1,3}%?(?:[,;]?[ ]+|$))+")
"""Values whose labels are single letters, which may mean anything: "G40 F30"."""
STRONG = ";•·|\n"
SIGNS = re.compile(rf"[{re.escape(STRONG + OPENING + CLOSING)},./]|[ ](?=and[ ])", re.IGNORECASE)
"""The signs at which a piece may end."""
BRACKET = re.compile(rf"[{re.escape(OPENING + CLOSING)}\n]")
SENTENCE_END = re.compile(r"\.[ ]+(?=[A-Z][A-Za-z]|$)")
AND = re.compile(r"(?<=[0-9)]) and (?=[^\W\d_][^,;()0-9]{1,40} \(?(?:DV )?[0-9]{0,2}d[0-9])", re.IGNORECASE)
"""The word between two attacks: "pistol 2d10 and knife 1d10"."""
SLASH = re.compile(rf"[ ]/[ ]+(?!(?:{MODE}|AP|range|ammo)\b)(?=[^\W\d_])")


def piece_end(text: str, start: int) -> int:
    """Return the position of the next separator outside brackets."""
    depth = 0
    for found in SIGNS.finditer(text, start):
        letter, place = found[0][0], found.start()
        if letter in STRONG and not (depth and letter == ";" and _is_closed(text, place)):
            return place
        depth = max(0, depth + (letter in OPENING) - (letter in CLOSING))
        if not depth and _parts(text, place, letter):
            return place
    return len(text)


def _is_closed(text: str, place: int) -> bool:
    """Return whether a bracket opened at a position is closed on the same line, before another one opens."""
    found = BRACKET.search(text, place)
    return found is not None and found[0] in CLOSING


def _parts(text: str, place: int, letter: str) -> bool:
    """Return whether a sign outside brackets separates two pieces."""
    if letter == " ":
        return AND.match(text, place) is not None
    return letter == "," or ends_sentence(text, place) or _slashes(text, place)


def ends_sentence(text: str, place: int) -> bool:
    """Return whether a full stop ends a sentence: "50. Rusty pistol"."""
    return text[place] == "." and SENTENCE_END.match(text, place) is not None and text[place - 1 : place].isalnum()


def _slashes(text: str, place: int) -> bool:
    """Return whether a slash between two spaces separates two items."""
    return text[place] == "/" and SLASH.match(text, place - 1) is not None


def line_end(text: str, start: int) -> int:
    """Return the position of the next line end or strong separator."""
    return min((place for mark in STRONG if (place := text.find(mark, start)) >= 0), default=len(text))
