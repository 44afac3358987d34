"""Items that are counted: numbers, armor, ways to move, rep and skills, each with its value."""

import re

from msgspec import Struct

from gm_desk.core.free_text.lexicon import (
    ARMOR_FIRST,
    ARMOR_RATING,
    BONUS_SIGN,
    COUNT,
    COUNTED,
    DENIED,
    INITIALS,
    KIND_NAMES,
    KINDS,
    MOVES,
    NUMBER,
    NUMBER_FIRST,
    PIECE_END,
    PLUS_RATED,
    RATING,
    REP,
    SEVERAL,
    SIGNED_RATING,
    SLASHED,
    SPECIAL,
    WORN_KINDS,
    BlockWords,
    Word,
)
from gm_desk.core.notation.armor import WORN_ALONE
from gm_desk.core.notation.text import TextSpan

POOL_KEYS = "pool:insight/pool:moxie/pool:vigor/pool:flex"


class Item(Struct, frozen=True, gc=False):
    """A part of a line: its kind and key, its label, its value, and the position after it within the line.

    `parts` are the summands of a value that is a total ("15 +5").
    """

    kind: str
    key: str
    label: TextSpan
    value: TextSpan
    end: int
    parts: TextSpan = TextSpan("")

    @property
    def counts(self) -> bool:
        """Whether it is a number or a skill."""
        return self.kind in COUNTED | {"skill", "armor", "move"}


class CountedItems:
    """The counted items of a line, found by the words of a lexicon."""

    def __init__(self, lexicon: BlockWords, *, signed: bool) -> None:
        """Find them by a lexicon; `signed` ratings may be below 0, and armor may be named by its kinds (Kaiser)."""
        self._lexicon = lexicon
        self._signed = signed

    def begins(self, text: str, start: int = 0) -> bool:
        """Return whether a counted item begins at a position."""
        item = self.at(TextSpan(text), start)
        return item is not None

    def at(self, line: TextSpan, start: int) -> Item | None:
        """Return a number, armor, a way to move, rep or a known skill."""
        word = self._lexicon.label(line.text, start)
        if word is not None and (found := self._labelled(line, start, word)):
            return found
        for kind, pattern in (("rep", REP), ("move", MOVES)):
            matched = pattern.match(line.text, start)
            if matched is not None:
                return Item(kind, kind, line.cut(start, start), line.cut(start, matched.end()), matched.end())
        pools = INITIALS.match(line.text, start)
        if pools is not None and "insight" in self._lexicon.keys:
            first, last = pools.span("values")
            return Item("several", POOL_KEYS, line.cut(start, first).trimmed(" :="), line.cut(first, last), last)
        worn = WORN_ALONE.match(line.text, start)
        if worn is not None and PIECE_END.match(line.text, worn.end()):
            return Item("armor", "AV", line.cut(start, start), line.cut(start, worn.end()), worn.end())
        armor = WORN_KINDS.match(line.text, start) if self._signed else None
        if armor is not None and len(KIND_NAMES.findall(armor["values"])) > 1:
            return Item("armor", "AV", line.cut(start, start), line.cut(start, armor.end()), armor.end())
        skill = self._lexicon.skill(line.text, start)
        return (self._skilled(line, start, skill) if skill else None) or self._turned(line, start)

    def _skilled(self, line: TextSpan, start: int, skill: Word) -> Item | None:
        """Return a known skill with its rating: "Melee 45", "Melee [Blades] 45 (55)"."""
        special = SPECIAL.match(line.text, skill.end)
        if special is None:
            return self.rated(line, start, skill.key, skill.end)
        return self.rated(line, start, f"{skill.key} ({special['special']})", special.end())

    def _turned(self, line: TextSpan, start: int) -> Item | None:
        """Return a number before its label: "45 Guns"."""
        found = NUMBER_FIRST.match(line.text, start) or ARMOR_FIRST.match(line.text, start)
        if found is None:
            return None
        label, skill = self._lexicon.label(line.text, found.end()), self._lexicon.skill(line.text, found.end())
        word = label if label is not None and label.kind in COUNTED | {"armor"} else skill
        if word is None or PIECE_END.match(line.text, word.end) is None:
            return None
        name = line.cut(found.end(), word.end)
        return Item(word.kind, word.key, name, line.cut(start, found.end("value")), word.end)

    def _labelled(self, line: TextSpan, start: int, word: Word) -> Item | None:
        """Return a label with its number."""
        text, label = line.text, line.cut(start, word.end)
        if word.kind in COUNTED:
            if several := self._slashed(line, start, word):
                return several
            bonus = BONUS_SIGN.match(text, word.end) if word.key == "DB" else None
            found = NUMBER.match(text, bonus.end() if bonus else word.end)
            if found is None:
                return None
            value = self._without_items(_value(line, found))
            end = value.end - line.start if not found["total"] else found.end()
            return Item(word.kind, word.key, label, value, end, _parts(line, found))
        if word.kind == "armor":
            found = KINDS.match(text, word.end) or ARMOR_RATING.match(text, word.end) or DENIED.match(text, word.end)
            named = found.groupdict().get("before") if found else None
            other = named is not None and found is not None and KINDS.match(text[found.end() :].lstrip(" ,;/"))
            if found is None or other or (named and self._lexicon.ends_with_skill(named)):
                return None
            return Item("armor", "AV", label, line.cut(word.end, found.end()), found.end())
        found = COUNT.match(text, word.end) if word.kind == "count" else None
        return Item("count", "count", label, line.cut(*found.span("value")), found.end()) if found else None

    def _without_items(self, value: TextSpan) -> TextSpan:
        """Return a value without a bracket that begins with another item: "50 (Wound Threshold 10)"."""
        opened = value.text.find("(", 1)
        return value.cut(0, opened) if opened > 0 and self.begins(value.text, opened + 1) else value

    def _slashed(self, line: TextSpan, start: int, first: Word) -> Item | None:
        """Return several labels with as many values: "WT/DUR/DR 6/30/45"."""
        words, ends, end = [first], [start], first.end
        while gap := SEVERAL.match(line.text, end):
            word = self._lexicon.label(line.text, gap.end())
            if word is None or word.kind not in COUNTED:
                return None
            words.append(word)
            ends.append(gap.end())
            end = word.end
        if len(words) == 1:
            return None
        found, none = SLASHED.match(line.text, end), DENIED.match(line.text, end)
        keys = "/".join(f"{word.kind}:{word.key}" for word in words)
        if none is not None and found is None:
            return Item("several", keys, line.cut(start, end), line.cut(end, none.end()).trimmed(" :=|"), none.end())
        if found is None or len(found["values"].split("/")) != len(words):
            return None
        return Item("several", keys, line.cut(start, end), line.cut(found.start("values"), found.end()), found.end())

    def rated(self, line: TextSpan, start: int, name: str, end: int) -> Item | None:
        """Return a skill with its rating."""
        found = (SIGNED_RATING.match(line.text, end) if self._signed else None) or RATING.match(line.text, end)
        if found is None or (found.groupdict().get("sign") == "+" and not PLUS_RATED.search(line.text)):
            return None
        return Item("skill", name, line.cut(start, end), _value(line, found), found.end(), _parts(line, found))


def _value(line: TextSpan, found: re.Match[str]) -> TextSpan:
    """Return the span of a value, or of its total."""
    return line.cut(found.start("total"), found.end("total")) if found["total"] else line.cut(*found.span("value"))


def _parts(line: TextSpan, found: re.Match[str]) -> TextSpan:
    """Return the span of the summands of a total."""
    return line.cut(found.start("value"), found.start("total")) if found["total"] else line.cut(0, 0)
