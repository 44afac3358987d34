"""The items of a line in free text: labels, skills and attacks in any order, each with its value."""

import re
from collections.abc import Iterator

from gm_desk.core.free_text.counted import CountedItems, Item
from gm_desk.core.free_text.lexicon import (
    ALONE,
    BARE_SKILL,
    COUNTED,
    DICE,
    FIELD_RATED,
    LISTS,
    MORPH,
    MOVES,
    PARTS,
    PLAIN,
    RATED_MOVE,
    SHORT_VALUES,
    SKIPPED,
    STRONG,
    STRUCK_KIND,
    UNKNOWN,
    BlockWords,
    ends_sentence,
    line_end,
    piece_end,
)
from gm_desk.core.free_text.strikes import (
    ANOTHER,
    CONTINUES,
    NAMELESS,
    STRIKES,
    TURNED,
    VALUE_BEHIND,
    end_of_skill,
    is_prose,
    is_rated,
    loads,
    names_skill,
)
from gm_desk.core.notation.skill import NO_SKILL
from gm_desk.core.notation.text import CLOSING, OPENING, TextSpan

RATED_NAME = re.compile(r"[^\W\d_][^\W_][^:0-9]*[ :]+[0-9]{1,3}%?")
WIDE = re.compile(r"(?<=[0-9])[ ]{2,}(?=[A-Z])")
"""A gap between two values."""
ROLLED = re.compile(r"[ :=]*[0-9]{0,2}d[0-9]", re.IGNORECASE)
SHORT_GROUP = re.compile(r"[ ]+[A-Z]{3}[ :=]+[0-9]")
"""The first number after the title of a group without a colon: "Aptitudes COO 15"."""


class LineScanner:
    """A scanner for the items of one line after another; `place` is the list that the line may continue."""

    def __init__(self, lexicon: BlockWords, *, plain_damage: bool = False) -> None:
        """Scan by the words of a lexicon; with `plain_damage`, damage may be a number (Kaiser)."""
        self._lexicon = lexicon
        self.counted = CountedItems(lexicon, signed=plain_damage)
        self._damage = re.compile(
            rf"{PLAIN}|{STRUCK_KIND}|{DICE.pattern}" if plain_damage else DICE.pattern, re.IGNORECASE
        )

    def items(self, line: TextSpan, place: str = "") -> Iterator[Item]:
        """Yield the items of a line, one after another, with nothing between them but separators."""
        text, start = line.text, 0
        while start < len(text):
            skipped = SKIPPED.match(text, start)
            start = skipped.end() if skipped and not _is_said(text, start) else start
            if start >= len(text):
                return
            item = self.at(line, start, place)
            yield item
            if item.kind in LISTS:
                place = item.kind if not item.value.text.strip() or item.kind in {"skills", "attacks"} else ""
            start = max(item.end, start + 1)

    def attack_at(self, line: TextSpan, start: int) -> Item | None:
        """Return the attack at a position where no counted item begins, or None."""
        if self._listed(line, start) is not None or self._titled(line, start) is not None:
            return None
        return self._attack(line, start, "")

    def heads(self, text: str) -> bool:
        """Return whether a text begins with the title of a list of skills or attacks, or of numbers."""
        word, unknown = self._lexicon.label(text, 0), UNKNOWN.match(text)
        heads = word is not None and word.kind in {"skills", "attacks", "group"}
        return heads or (unknown is not None and self._part(unknown[0], text, unknown.end()) != "")

    def at(self, line: TextSpan, start: int, place: str) -> Item:
        """Return the item at a position, of kind "other" if it has no meaning."""
        found = self.counted.at(line, start) or self._listed(line, start)
        if found is not None and place == "attacks" and found.kind == "skill" and STRIKES.match(line.text, found.end):
            return self._attack(line, start, place) or found
        if found is not None:
            return found
        if place in {"ware", "gear", "traits", "motivations", "note"}:
            end = self._list_end(line.text, start)
            return Item(place, place, line.cut(start, start), line.cut(start, end), end)
        return (
            self._titled(line, start)
            or self._attack(line, start, place)
            or self._unlisted(line, start, place)
            or self._unknown(line, start)
            or _other(line, start)
        )

    def _listed(self, line: TextSpan, start: int) -> Item | None:
        """Return a label with text as its value, up to the next label."""
        word = self._lexicon.label(line.text, start)
        if word is None or word.kind in COUNTED | {"armor", "count"}:
            return None
        label, rest = line.cut(start, word.end), line.text[word.end :]
        alone = not rest.strip(" :|=-–—\n")
        moves = word.kind == "move" and (MOVES.match(rest.lstrip()) or RATED_MOVE.match(rest)) is not None
        begins = word.kind in {"skills", "move"} and start == 0 and any(map(str.isdigit, rest))
        begins |= word.kind in LISTS and start == 0 and line.text[: word.end].isupper()
        begins |= word.kind == "group" and SHORT_GROUP.match(rest) is not None
        begins |= word.kind == "morph" and start == 0 and MORPH.fullmatch(rest) is not None
        if not (word.colon or alone or moves or begins):
            return None
        behind = word.end + len(rest) - len(rest.lstrip(" :|=")) if rest else word.end
        if word.kind == "group" and not (alone or begins or self.counted.begins(line.text, behind)):
            return None
        if word.kind in {"skills", "attacks", "group"}:
            return Item(word.kind, word.key, label, line.cut(behind, behind), behind)
        end = self._list_end(line.text, behind)
        end = self._before_attack(line.text, behind, end) if word.kind == "move" else end
        return Item(word.kind, word.key, label, line.cut(behind, end), end)

    def _before_attack(self, text: str, start: int, end: int) -> int:
        """Return the end of a list before a piece that contains damage."""
        while start < end:
            behind = min(piece_end(text, start), end)
            if self._damage.search(text, start, behind):
                return max(0, start - 1)
            start = behind + 1
        return end

    def _list_end(self, text: str, start: int) -> int:
        """Return the position before the next item after a list."""
        depth = 0
        for place in range(start, len(text)):
            letter = text[place]
            depth = max(0, depth + (letter in OPENING) - (letter in CLOSING))
            wide = letter == " " and text[place : place + 3].isspace()
            if depth or not (wide or letter in ",;•|\n" or ends_sentence(text, place)):
                continue
            skipped = SKIPPED.match(text, place)
            behind = skipped.end() if skipped else place
            word = self._lexicon.label(text, behind)
            heads = word is not None and word.colon
            if (
                heads
                or ((wide or letter in STRONG) and UNKNOWN.match(text, behind))
                or self.counted.begins(text, behind)
            ):
                return place
        return len(text)

    def _attack(self, line: TextSpan, start: int, place: str) -> Item | None:
        """Return an attack with everything written about it."""
        text, end = line.text, piece_end(line.text, start)
        piece = text[start:end]
        heads = UNKNOWN.match(text, start)
        named = heads.end() if heads and heads.end() <= end else start
        if NAMELESS.match(piece) or self._is_rolled(text, start):
            return None
        struck = self._damage.search(piece) is not None and not is_prose(piece)
        follows = piece_end(text, end + 1) if text[end : end + 1] == "," else end
        later = self._damage.search(text[end:follows]) if follows > end and len(piece.split()) < 7 else None  # noqa: PLR2004
        bare = later is not None and not any(
            map(str.isalpha, re.sub(r"DV|damage", "", text[end : end + later.start()]))
        )
        line_long = heads is not None and self._damage.search(text[named : line_end(text, named)]) is not None
        if place != "attacks" and heads and not struck and not bare:
            line_long = line_long and is_rated(text, named, self._lexicon)
        rated = place == "attacks" and RATED_NAME.fullmatch(piece.strip()) is not None
        skilled = end_of_skill(text, piece, end, self._lexicon, listed=place == "attacks")
        if not (struck or bare or line_long or rated or skilled) or not any(map(str.isalpha, piece)):
            return None
        end = skilled or end
        end = self._attack_end(text, start, end, whole=heads is not None or place == "attacks")
        return Item("attack", "attack", line.cut(start, start), line.cut(start, end), end)

    def _is_rest(self, text: str, item: Item) -> bool:
        """Return whether an item is the only skill on the line of an attack, with nothing but its values after it."""
        end, last = item.end, line_end(text, item.end)
        while end < last and text[end] == ",":
            skipped = SKIPPED.match(text, end)
            start = skipped.end() if skipped else end + 1
            if CONTINUES.match(text, start) is None:
                return False
            end = piece_end(text, start)
        return item.kind == "skill" and not text[end:last].strip(" .")

    def _is_rolled(self, text: str, start: int) -> bool:
        """Return whether the label of a number is followed by dice, which are no damage: "INIT 1d6+7"."""
        word = self._lexicon.label(text, start)
        return word is not None and word.kind in COUNTED and ROLLED.match(text, word.end) is not None

    def _attack_end(self, text: str, begun: int, end: int, *, whole: bool) -> int:
        """Return the end of an attack: the beginning of the first piece that is not about it."""
        struck = self._damage.search(text, begun, end) is not None
        turned = TURNED.fullmatch(text[begun:end].strip()) is not None
        while end < len(text) and (text[end] == "," or VALUE_BEHIND.match(text, end)):
            skipped = SKIPPED.match(text, end)
            start = skipped.end() if skipped else end + 1
            behind = piece_end(text, start)
            piece = text[start:behind]
            matched = (CONTINUES.match(piece) or loads(text[begun:end], piece)) is not None
            counted = None if matched else self.counted.at(TextSpan(text), start)
            if struck and not begun and counted is not None and self._is_rest(text, counted):
                end = counted.end
                continue
            if not matched and (counted is not None or self._listed(TextSpan(text), start)):
                break
            another = ANOTHER.fullmatch(piece) is not None or (turned and TURNED.fullmatch(piece) is not None)
            another = another or names_skill(piece, self._lexicon)
            if (struck and another) or not (matched or whole):
                break
            struck = struck or self._damage.search(piece) is not None
            end = behind
        return end

    def _unlisted(self, line: TextSpan, start: int, place: str) -> Item | None:
        """Return a skill that the system does not list, in a list of skills or with a percentage."""
        found = BARE_SKILL.match(line.text, start)
        behind = found["name"].find(": ") + 2 if found else 0
        if (
            found is None
            or NO_SKILL.fullmatch(found["name"])
            or (behind > 1 and self._lexicon.label(found["name"], behind))
        ):
            return None
        item = self.counted.rated(line, start, found["name"], found.end())
        if item is None:
            return None
        return item if place == "skills" or "%" in item.value.text or _has_field(item, line.text) else None

    def _unknown(self, line: TextSpan, start: int) -> Item | None:
        """Return a label without a meaning, with its value."""
        found = UNKNOWN.match(line.text, start)
        if found is None:
            return None
        end = self._list_end(line.text, found.end())
        return Item("note", "note", line.cut(start, found.end()), line.cut(found.end(), end), end)

    def _titled(self, line: TextSpan, start: int) -> Item | None:
        """Return the title of a part of a block if an item follows: "Derived:"."""
        found = UNKNOWN.match(line.text, start)
        kind = self._part(found[0], line.text, found.end()) if found else ""
        if found is None or not kind:
            return None
        if any(map(str.isdigit, found[0])):  # "AV 4/ Attacks:", of which the title is the last word
            last = start + found[0].rstrip(" :*_").rfind(" ") + 1
            return Item("other", "", line.cut(start, start), line.cut(start, last), last) if last > start else None
        return Item(kind, kind, line.cut(start, found.end()), line.cut(found.end(), found.end()), found.end())

    def _part(self, title: str, text: str, place: int) -> str:
        """Return the kind of the part of a block that a title heads ("Derived:"), if an item follows it."""
        last = title.strip(" :*_").rpartition(" ")[2].casefold()
        kind = {"skills": "skills", "attacks": "attacks", "weapons": "attacks"}.get(
            last, "group" if last in PARTS or title.strip(" :*_").casefold() in ALONE else ""
        )
        gap = SKIPPED.match(text, place)
        behind = gap.end() if gap else place
        return kind if kind and (kind == "attacks" or self.counted.begins(text, behind)) else ""


def _is_said(text: str, start: int) -> bool:
    """Return whether there is a value without a label at a position, such as a dash."""
    return not text[start].isspace() and DICE.match(text, start) is not None


def _has_field(item: Item, text: str) -> bool:
    """Return whether a name with a field in brackets and a plausible rating is a separate piece."""
    alone = piece_end(text, item.end) == item.end + len(text[item.end :]) - len(text[item.end :].lstrip(" "))
    return alone and FIELD_RATED.fullmatch(f"{item.key} {item.value.text.strip()}") is not None


def _other(line: TextSpan, start: int) -> Item:
    """Return the text up to the next separator; values with one letter as their label are a piece of their own."""
    short = SHORT_VALUES.match(line.text, start)
    end = short.end() if short is not None else piece_end(line.text, start)
    wide = WIDE.search(line.text, start, end)
    end = wide.start() if wide is not None else end
    return Item("other", "", line.cut(start, start), line.cut(start, end), end)


class AttackNotes:
    """The notes after a semicolon behind the attacks of a line: "Pistol, Guns, 2d10; jams often"."""

    def __init__(self, line: TextSpan) -> None:
        """Begin before the first item of a line."""
        self._line = line
        self._between = ""
        self._end = -1

    def follow(self, item: Item) -> None:
        """Go on to an item that is no note; notes may follow it if it is an attack."""
        self._end = item.end if item.kind == "attack" else -1
        if self._end >= 0 and not self._between:
            self._between = self._line.text[: item.value.start - self._line.start] or " "

    def takes(self, item: Item) -> bool:
        """Return whether an item without a meaning of its own is a note on the attack before it.

        In a line that has semicolons between its other parts, it must be about an attack.
        """
        text, start = self._line.text, item.value.start - self._line.start
        gap = text[self._end : start].strip() if self._end >= 0 else ""
        if gap != ";" or (";" in self._between and CONTINUES.match(item.value.text) is None):
            self._end = -1
            return False
        self._end = item.end
        return True
