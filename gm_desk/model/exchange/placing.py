"""Where imported characters go: the group that suits them, and as how many rows those that stand for several."""

import re
from collections.abc import Sequence

from msgspec import Struct

from gm_desk.core.characters.naming import numbered_names
from gm_desk.core.characters.roster import Character, Roster, place_in_gang
from gm_desk.core.wording.phrases import one_line

MOST_APART = 50
"""The most characters that one row becomes; more stay one row."""
PLURAL = re.compile(r"(?:[^\W\d_]{2,}[ -])?[^\W\d_]{3,}(?<![suivSUIV])(?<!ve)(?<![cs]he)(?<!sse)(?<!xe)s")
"""A name that ends like a plural: "Thugs", "Dock guards", but not "Boss" or "Iris"."""


LAST = 10**9 - 1
"""The highest number of a gang."""


class Destination(Struct, frozen=True):
    """The group that characters go to, and the id of the one they follow; "" means no group, or the end.

    `over` is the id of a character whose card is still empty: the first added character replaces it. `named` is the
    name of a group that is added if the roster has none of it, in place of `group`. With `apart`, a row that stands for
    several becomes as many characters.
    """

    group: str = ""
    after: str = ""
    over: str = ""
    named: str = ""
    apart: bool = False


def suiting(roster: Roster, imported: Sequence[Character], group: str, after: str = "") -> Destination:
    """Return where characters go if a group and a character in it are selected.

    NPCs go there only if no player character is in it; otherwise to their gang, or else to the largest group of NPCs.
    """
    chosen = Destination(group, after)
    if any(one.kind == "pc" for one in imported) or not imported:
        return chosen
    members = roster.grouped()
    if (group or after) and all(one.kind != "pc" for one in members.get(group, ())):
        return chosen
    theirs = groups_of_npcs(roster)
    last = f"{_single(imported[0].name)} {LAST}"
    gang = next((one for one in theirs if place_in_gang(last, members[one], one)), "")
    return Destination(gang or next(iter(theirs), ""))


def groups_of_npcs(roster: Roster) -> list[str]:
    """Return the ids of the groups with NPCs and without player characters, the largest first."""
    members = roster.grouped()
    found = [one.id for one in roster.groups if members[one.id] and all(x.kind != "pc" for x in members[one.id])]
    return sorted(found, key=lambda one: len(members[one]), reverse=True)


def parts_of(character: Character) -> int:
    """Return how many characters a row can become: 1 if it stands for one, or for too many."""
    return character.number if character.number <= MOST_APART else 1


def names_apart(character: Character) -> list[str]:
    """Return the names of the characters that a row stands for: "Thug 1" to "Thug 5" of five "Thugs"."""
    return numbered_names(_single(character.name), parts_of(character), ())


def _single(name: str) -> str:
    """Return the name of one of several: "Thug" for "Thugs"."""
    return name[:-1] if PLURAL.fullmatch(name) else name


def apart_in_words(imported: Sequence[Character]) -> str:
    """Return how the rows that stand for several would be called: "5 characters: Thug 1 to Thug 5", or ""."""
    rows = [one for one in imported if parts_of(one) > 1]
    if not rows:
        return ""
    if len(rows) > 1:
        return f"{sum(map(parts_of, rows))} separate characters"
    names = names_apart(rows[0])
    return f"{len(names)} characters: {one_line(names[0], 30)} to {one_line(names[-1], 30)}"
