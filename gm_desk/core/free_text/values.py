"""The values and attacks of a stat block in free text, each read from an item of a line."""

import re
from collections.abc import Mapping

from msgspec import Struct, structs

from gm_desk.core.characters.roster import LEAST_RATING, MOST_RATING, NewId, Skill
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Armor, Attack
from gm_desk.core.free_text.counted import Item
from gm_desk.core.free_text.lexicon import COUNTED, BlockWords
from gm_desk.core.notation.armor import kinds_of
from gm_desk.core.notation.attack import listed_attack
from gm_desk.core.notation.attack_title import LABEL, ORDINAL, read_titled_attack
from gm_desk.core.notation.attack_values import IN_PROSE, MODE, is_dice, parted_by_dashes, parted_values, read_mark
from gm_desk.core.notation.skill import Ratings, skill_named
from gm_desk.core.notation.text import TextSpan, is_nothing
from gm_desk.core.stat_blocks.account import Claim
from gm_desk.core.stat_blocks.ep2_values import Values, is_number, take_skill
from gm_desk.core.stat_blocks.sections import LabelledValue
from gm_desk.core.systems.definition import System

DICE = (
    r"(?:[0-9]{1,3}d[0-9]{1,3}|d[0-9]{1,3})"
    r"(?:(?!(?<=[-+−–][0-9])[ ][-−–][ ][0-9]{2})"
    r"[ ]*[-+−–][ ]*(?:[0-9]{0,3}d[0-9]{1,3}|[0-9]{1,4}(?![0-9d])))*(?![0-9a-z])"
)
DAMAGE = re.compile(
    rf"(?P<label>\b(?:DV|damage|dmg)\b[ ]*[:=]?[ ]*)?(?P<bonus>\+[ ]*)?(?<![\w/])(?P<dice>(?>{DICE}))(?![ ]*/[ ]*[0-9])"
    r"(?:[ ]*(?:DV|damage|dmg)\b)?",
    re.IGNORECASE,
)
NUMBER_DAMAGE = re.compile(
    r"(?P<number>[0-9]{1,3})[ ]+(?:base[ ]+)?(?:damage|dmg)\b(?![ :=]*[0-9])(?:[ ,(]+(?P<kind>cut|thrust|blow)\b[)]?)?",
    re.IGNORECASE,
)
"""Damage that is a number before its label: "4 damage (cut)"."""
PLAIN_DAMAGE = re.compile(
    r"\b(?:base[ ]+)?(?:damage|dmg|dam|DV)\b\.?[ ]*[:=]?[ ]*(?P<number>[0-9]{1,4})(?![0-9d]|[ ]?[+−-][ ]?[0-9])"
    r"(?:[ ]+(?P<kind>cut|thrust|blow)\b)?",
    re.IGNORECASE,
)
KIND_DAMAGE = re.compile(r"(?<![\w/+−–-])(?P<number>[0-9]{1,3})[ ](?P<kind>cut|thrust|blow)\b", re.IGNORECASE)
MARKED = re.compile(r"(?<=[\w)])[ ]*[(\[](?P<mark>[^()\[\]]{1,30})[)\]]")
JOINING = " :=|→."
PERCENT = re.compile(r"(?<![\w+.])(?P<rating>[0-9]{1,3})[ ]*%")
LEADING = re.compile(
    r"""^[ :,=(\[–—-]*(?P<rating>[0-9]{1,3})(?![0-9d/]|[ ]*d[0-9]|[ ]*[+][ ]*[0-9]|[ ]*(?:m\b|rounds?|shots?))
    [ ]*[)\]]?(?=[ ]*(?:$|[,;(\[:–—]|DV|dmg|damage|[0-9]*d[0-9]))""",
    re.IGNORECASE | re.VERBOSE,
)
LEAD = re.compile(
    r"(?:(?:he|she|it|they)[ ]+)?(?:(?:carr(?:ies|y)|wields?|uses?|has|have)|armed[ ]with)[ ]+"
    r"(?:(?:an?|the|his|her|their|its)[ ]+)?"
    r"|an?[ ]+(?=[^\W\d_]{2})|(?-i:Attack[ ]+(?=[A-Z]))",
    re.IGNORECASE,
)
"""Words of a sentence before the name of an attack."""
BEFORE_MODES = re.compile(rf"^[ :,=(\[–—-]*(?P<rating>[0-9]{{2,3}})[ ]*%?[)\]]?(?=[ ]*(?:[→,]|{MODE}\b))")
"""A rating before firing modes or an arrow: "45 SA"."""
SEVERAL = re.compile(r"(?P<number>[0-9]{1,2})[ ]?[x×][ ]+(?=[^\W\d_])")
"""How many of a weapon there are: "2x Railgun"."""
COUNT = re.compile(r"[ ]?\([x×]?[0-9][x×]?\)(?=[ ]*(?:$|[:,;]|[^\W_]))")
"""How many of a weapon there are, after its name: "Grenades (4)"."""
PER = re.compile(r"/[^\W\d_]")
"""Damage for each of something: "1d10/turn"."""
MODES = re.compile(rf"{MODE}(?:/{MODE})*")
"""Firing modes, which are no name."""
PIERCING = re.compile(r"AP\b")
"""An AP number, which is no name."""
VERB = re.compile(r"[ ]+(?:does|deals|doing|dealing|inflicts)[ ]*$", re.IGNORECASE)
"""The word between the name of an attack and its damage."""
KINDS = re.compile(r"^\s*\[([^\W\d_][^\[\]0-9]*)\]\s*\(([^()]*)\)\s*$")
"""The kind of a weapon before its values: "[Firearms] (AP –2, DV 2d10)"."""
PIERCES = re.compile(r"(?P<ap>AP[ ]?[-−–]?[ ]?[0-9]{1,3})[ ,;:]+(?=[^\W\d_])")
"""An AP number before the name of an attack."""
NAME = re.compile(
    r"""(?P<name>[“"']?[^\W\d_][^,;:()\[\]|•=\n]{0,80}?(?:[ ][x×][ ]?[0-9]{1,2}(?=[ ]*(?:$|[,;:(\[–—-])))?)
    (?=[ ]*(?:$|[,;:()\[\]|•=\n]|[–—-][ ]|\+?[ ]?[0-9]+[ ]*(?:%|d[0-9])|\+?[ ]?d[0-9]|[0-9]{1,3}(?:$|[ ,;(])
    |\bDV\b|\bdamage\b|\bdmg\b|(?<=[ ])AP[ :]*[-−–]?[ ]?[0-9]))""",
    re.IGNORECASE | re.VERBOSE,
)


class NamedAttack(Struct, frozen=True):
    """An attack that was read: its name within the span, and the attack."""

    name: TextSpan
    attack: Attack


def read_free_attack(
    part: TextSpan, lexicon: BlockWords, attack_id: str, *, plain_damage: bool = False
) -> NamedAttack | None:
    """Read an attack from a span that begins with its name, or with its damage ("2d10 pistol"); None if it has none."""
    whole = part.trimmed(" \n,;•·|.")
    labelled = LABEL.match(whole.text)
    whole = whole.cut(labelled.end()) if labelled else whole
    several = SEVERAL.match(whole.text)
    whole = whole.cut(several.end()) if several else whole
    first = PIERCES.match(whole.text)
    piercing = first["ap"] if first else ""
    whole = whole.cut(first.end()) if first else whole
    name, rest = _named(whole, lexicon)
    counted = None if plain_damage or not name.text else COUNT.match(rest.text)
    if counted is not None:
        end = rest.start + counted.end() - whole.start
        name, rest = whole.cut(name.start - whole.start, end), whole.cut(end)
    text = _spaced(KINDS.sub(r"(\2, \1)", parted_by_dashes(rest.text)))
    fields: list[str] = []
    turned = plain_damage and NUMBER_DAMAGE.match(text)
    rating, text = ("", text) if turned else _rating(text, lexicon)
    damage, text = _damage(text, plain_damage=plain_damage)
    if not any(map(str.isalpha, name.text)):
        if damage is None or not any(map(str.isalpha, text)):
            return None
        name, text = _name_behind(whole, text)
        if MODES.fullmatch(name.text) or PIERCING.match(name.text):
            return None
    fields += [rating] if rating else []
    rolled = damage is not None and is_dice(damage)
    fields += [f"DV {damage}"] if rolled else []
    more = _tidy(text)
    more = more if IN_PROSE.search(more) else parted_values(more)
    words = ", ".join(filter(None, [*fields, piercing, MARKED.sub(_unbracketed, more)]))
    plain = name.words.strip(" .“”\"'*_")
    attack = read_titled_attack(f"{plain} ({several['number']})" if several else plain, TextSpan(words), attack_id)
    if damage is not None and not rolled:
        attack = structs.replace(attack, damage=damage)
    return NamedAttack(name, attack)


def _named(part: TextSpan, lexicon: BlockWords) -> tuple[TextSpan, TextSpan]:
    """Split off the name; "Pistol Guns 65" ends before the skill."""
    found = NAME.match(part.text)
    if found is None or DAMAGE.match(part.text):
        return part.cut(0, 0), part
    end = found.end("name")
    words = list(re.finditer(r"[^\W\d_]+", found["name"]))
    for word in words[1:]:
        skill = lexicon.skill(part.text, word.start())
        rated = skill is not None and part.text[skill.end : end].strip(" :%").isdigit()
        if skill is not None and (skill.end >= end or rated):
            end = word.start()
            break
    verb, named = VERB.search(part.text, 0, end), end
    end = verb.start() if verb and verb.start() else end
    lead = LEAD.match(part.text)
    start = lead.end() if lead and lead.end() < end else 0
    return part.cut(start, end).trimmed(" \n:,–—-"), part.cut(named if verb else end)


def _name_behind(whole: TextSpan, text: str) -> tuple[TextSpan, str]:
    """Return the words after the damage, taken as the name, and the text after them."""
    words = text.strip(" ,;()")
    found = NAME.match(words)
    name = found["name"].strip() if found else words
    place = whole.text.find(name)
    return whole.cut(place, place + len(name)) if place >= 0 else TextSpan(name, whole.start), words[len(name) :]


def _unbracketed(found: re.Match[str]) -> str:
    """Return a value in brackets without them: "energy (cone)"; other brackets stay."""
    return f", {found['mark']}" if read_mark(found["mark"].strip()) else found[0]


def _spaced(text: str) -> str:
    """Return a text on one line, without brackets around all of it."""
    plain = " ".join(text.split()).strip(" :=–—-")
    span = TextSpan(plain)
    return span.unwrapped().text if plain.startswith(("(", "[")) else plain


def _rating(text: str, lexicon: BlockWords) -> tuple[str, str]:
    """Split off the skill and the rating with which it is rolled."""
    for found in re.finditer(r"(?<![^\s(,;\[:])[^\W\d_]", text[:200]):
        skill = lexicon.skill(text, found.start())
        rated = (
            re.compile(r"[ ]*[:=(\[]?[ ]*(?P<rating>[0-9]{1,3})(?![0-9d])[ ]*%?[)\]]?").match(text, skill.end)
            if skill
            else None
        )
        if skill is not None and rated is not None and int(rated["rating"]) <= MOST_RATING:
            before = text[: found.start()].rstrip()
            closed = rated[0].rstrip()[-1:] in (")", "]") and before[-1:] in ("(", "[")
            before = before[:-1] if closed else text[: found.start()]
            return f"{skill.key} {rated['rating']}", f"{before} {text[rated.end() :]}"
    for pattern in (LEADING, BEFORE_MODES, PERCENT):
        rated = pattern.search(text)
        if rated is not None and int(rated["rating"]) <= MOST_RATING:
            return rated["rating"], f"{text[: rated.start()]} {text[rated.end() :]}"
    return "", text


def _damage(text: str, *, plain_damage: bool) -> tuple[str | None, str]:
    """Split off the damage; one that is part of a sentence stays in the text."""
    for found in DAMAGE.finditer(text):
        dice = "".join(found["dice"].split()).replace("–", "−")
        if is_dice(dice) and not IN_PROSE.search(text, 0, found.start()):
            return dice, f"{text[: found.start()]} {text[found.end() :]}"
    patterns = (NUMBER_DAMAGE, PLAIN_DAMAGE, KIND_DAMAGE) if plain_damage else ()
    plain = next(filter(None, (one.search(text) for one in patterns)), None)
    if plain is not None:
        damage = " ".join(filter(None, [plain["number"], (plain["kind"] or "").lower()]))
        return damage, f"{text[: plain.start()]} {text[plain.end() :]}"
    return None, text


def _tidy(text: str) -> str:
    """Return the rest of a text, without empty brackets and repeated separators."""
    plain = re.sub(r"[(\[][\s,;]*[)\]]", " ", text)
    plain = re.sub(r"([(\[])[\s,;]+", r"\1", plain)
    plain = re.sub(r"[\s,;]+([)\]])", r"\1", plain)
    plain = re.sub(r"\s*([,;])(?:\s*[,;])+", r"\1", plain)
    plain = " ".join(plain.split()).strip(" ,;:–—-")
    plain = plain if PER.match(plain) else plain.strip(" ,;:/–—-")
    return TextSpan(plain).unwrapped().text if plain.startswith(("(", "[")) else plain


PAIR = re.compile(r"(?P<kind>[^\W\d_]+)[ :]*(?P<value>[0-9]{1,4})")
TURNED_PAIR = re.compile(r"(?P<value>[0-9]{1,4})[ ]*(?P<kind>[^\W\d_]+)")
SIGNED = re.compile(r"[ :=|(]*[-–−](?P<rating>[0-9]{1,3})(?![0-9])[ )]*")
SLASHED = re.compile(r"[ :=|([]*(?P<values>[+]?[0-9]{1,4}(?:[ ]*/[ ]*[+]?[0-9]{1,4})*)(?![0-9])[)\] ]*")
INITIATIVE = re.compile(r"\s*(?P<value>[0-9]{1,3})\s*/\s*(?P<speed>[1-4])\s*")
"""Initiative and Speed: "8/3"."""
STRUCK = re.compile(
    r"[ ]*\((?P<attack>[^\W\d_][^()]{1,40}?[ ,:]+(?:(?:DV )?[0-9]{1,2}d[0-9]|[0-9]{1,3} (?:cut|thrust|blow)\b)[^()]*)\)"
)
"""An attack in brackets after the rating of its skill: "Guns 50 (SMG 2d6)"."""
HEADS = {"skills", "attacks", "group"}
TEXTS = {"ware", "gear", "traits", "motivations", "morph", "concept", "stress", "level", "rep", "move", "count"}


class FreeValues(Values):
    """The values of a block, from the items of its lines."""

    def __init__(self, system: System, lexicon: BlockWords, new_id: NewId) -> None:
        """Start without values."""
        super().__init__(system, new_id)
        self._lexicon = lexicon
        self.struck: list[Skill] = []
        """The skills that attacks name, with their ratings."""

    def add(self, item: Item, heading: str = "") -> None:
        """Read an item; `heading` is the title of the list in which it is."""
        self.leave(item.parts.trimmed(" ([="), item.label.words)
        if item.value.start > item.label.end and not item.parts.text:
            self.claims.append(Claim(TextSpan(" " * (item.value.start - item.label.end), item.label.end)))
        if item.kind in COUNTED:
            value = item.value.unwrapped() if item.value.text.lstrip()[:1] in "([" else item.value
            kind = "aptitude" if item.key in self.system.aptitudes and self.system.check else item.kind
            kind = "number" if kind == "aptitude" and not self.system.check else kind
            value = TextSpan(value.text.replace("|", "/"), value.start)
            speed = INITIATIVE.fullmatch(value.text) if item.key == "INIT" and is_number(self.system, "SPD") else None
            if speed is not None:
                self.take(LabelledValue(kind, "SPD", item.label, value.cut(*speed.span("speed"))))
                value = value.cut(*speed.span("value"))
            self.take(LabelledValue(kind, item.key, item.label, value))
        elif item.kind == "several":
            self._add_several(item)
        elif item.kind == "armor":
            self._add_armor(item)
        elif item.kind == "skill":
            self._add_skill(item, heading)
        elif item.kind == "attack":
            self._add_attack(item.value)
        elif item.kind in HEADS:
            self.claims.append(Claim(item.label))
        elif item.kind in TEXTS:
            self.take(LabelledValue(item.kind, item.key, item.label, item.value))
        else:
            self.leave(_whole(item))

    def add_struck(self) -> None:
        """Add the skills that only attacks name."""
        for skill in self.struck:
            self.skills.setdefault(skill.name.casefold(), skill)

    def _add_several(self, item: Item) -> None:
        """Read several labels with as many values."""
        self.claims.append(Claim(item.label))
        keys = [one.split(":") for one in item.key.split("/")]
        labels, values = item.label.split("/"), item.value.split("/")
        values = [item.value] * len(labels) if len(values) == 1 else values
        for (kind, key), label, value in zip(keys, labels, values, strict=True):
            self.take(LabelledValue(kind, key, label, value))

    def _add_armor(self, item: Item) -> None:
        """Read armor: "6/12 (vest)", "vest 6/12", "Cut 5, Blow 3"."""
        kinds = kinds_of(self.system)
        found = SLASHED.search(item.value.text.replace("|", "/"))
        values = _by_kind(item.value.text, kinds)
        if not values and found is not None:
            numbers = [int(one) for one in found["values"].split("/")]
            numbers *= len(kinds) if len(numbers) == 1 else 1
            values = dict(zip(kinds, numbers, strict=True)) if len(numbers) == len(kinds) else {}
        if not values or max(values.values()) > MOST_AMOUNT:
            if is_nothing(item.value.trimmed(JOINING)):
                self.claims.append(Claim(item.value))
            else:
                self.leave(_whole(item))
            self.claims.append(Claim(item.label))
            return
        armor = Armor(values=values, name=_armor_name(item.value.text, kinds))
        if self.fields.setdefault("armor", (armor,)) != (armor,):
            self.leave_twice(LabelledValue("armor", "AV", item.label, item.value))
            return
        self.claims += [Claim(item.label), Claim(item.value, "armor", "", item.label.words)]

    def _add_skill(self, item: Item, heading: str) -> None:
        """Read a skill with its rating, which may be below 0 in Kaiser."""
        signed = SIGNED.fullmatch(item.value.text)
        rating = -int(signed["rating"]) if signed and self.system.least_rating < 0 else None
        if rating is not None and LEAST_RATING <= rating <= MOST_RATING:
            skill = skill_named(item.key, Ratings(rating), self.system, self.new_id)
            self.claims += [Claim(part, "skills") for part in (item.label, item.value)]
            self.add_skill(skill, item.label)
            return
        value = item.value.trimmed(" :=|.–—-")
        if value.text[:1] == "+":
            value = value.cut(1)
            plain = f"{item.key} “+{value.words}” was read as {value.words}"
            self.doubts += [plain] if self.system.least_rating >= 0 else []
        struck = STRUCK.search(value.text)
        part = value.cut(*struck.span("attack")) if struck else None
        value = value.cut(0, struck.start()) if struck else value
        self.claims += [Claim(item.label), Claim(value if struck else item.value, "skills")]
        inner = value.unwrapped() if value.text[:1] in "([" else value
        listed_name = self.in_list(skill_named(item.key, Ratings(0), self.system, str), heading).name
        label = TextSpan(listed_name if listed_name.endswith(f": {item.key}") else item.key, item.label.start)
        before = len(self.left)
        take_skill(self, LabelledValue("skill", item.key, label, inner))
        if len(self.left) > before:
            del self.left[before:]
            self.leave(_whole(item), heading)
        elif part is not None and self._add_attack(part):
            self.attacks[-1] = structs.replace(self.attacks[-1], skill=self.attacks[-1].skill or item.key)

    def _add_attack(self, part: TextSpan) -> bool:
        """Read an attack, and return whether it is one; text that only looks like one is left for the notes."""
        base = self.system.base_damage
        if counted := ORDINAL.match(part.text):
            self.claims.append(Claim(part.cut(0, counted.end())))
            part = part.cut(counted.end())
        listed = listed_attack(part.text, self.system, self.new_id)
        if listed is not None:
            self.take_attack(part, listed)
            return True
        strike = read_free_attack(part, self._lexicon, self.new_id(), plain_damage=base)
        if strike is None:
            self.leave(part)
            return False
        self.take_attack(part, strike.attack)
        return True

    def take_attack(self, part: TextSpan, attack: Attack) -> None:
        """Add an attack, and the skill that it names with a rating."""
        if attack.skill and attack.rating is not None and self._lexicon.is_skill(attack.skill):
            self.struck.append(skill_named(attack.skill, Ratings(attack.rating), self.system, self.new_id))
        place = len(self.attacks)
        self.claims.append(Claim(part, "attacks", place, attack.name))
        self.attacks.append(structs.replace(attack, name=attack.name or "Attack"))

    def note_attack(self, part: TextSpan) -> bool:
        """Add a text to the notes of the last attack; return whether there is one."""
        if not self.attacks:
            return False
        last = self.attacks[-1]
        self.attacks[-1] = structs.replace(last, notes="; ".join(filter(None, [last.notes, part.words.rstrip(" .")])))
        self.claims.append(Claim(part, "attacks", len(self.attacks) - 1, last.name))
        return True


def _whole(item: Item) -> TextSpan:
    """Return label and value of an item as one span."""
    first, last = sorted((item.label, item.value), key=lambda one: one.start)
    gap = max(0, last.start - first.end)
    return TextSpan(f"{first.text}{' ' * gap}{last.text}", first.start).trimmed()


def _by_kind(text: str, kinds: tuple[str, ...]) -> Mapping[str, int]:
    """Return the values of armor whose kinds are named, in any order."""
    found: dict[str, int] = {}
    turned = re.match(r"[ :=|(]*[0-9]", text) is not None
    for one in (TURNED_PAIR if turned else PAIR).finditer(text):
        typed_kind = one["kind"].casefold()
        kind = next((kind for kind in kinds if kind.casefold().startswith(typed_kind)), None)
        if kind is not None and kind not in found:
            found[kind] = int(one["value"])
    return found


def _armor_name(text: str, kinds: tuple[str, ...]) -> str:
    """Return the words beside the values of armor."""
    plain = re.sub(r"[+]?[0-9]{1,4}(?:[ ]*/[ ]*[+]?[0-9]{1,4})*", " ", text)
    words = (word for word in re.findall(r"[^\W_][^\s()\[\],;:=|]*", plain))
    parts = [word for word in words if not any(kind.casefold().startswith(word.casefold()) for kind in kinds)]
    return " ".join(parts).removesuffix(" and") if parts != ["and"] else ""
