"""Lists as people and books write them: ware, gear, traits, motivations, rep."""

import re
from collections.abc import Iterable, Mapping

from gm_desk.core.characters.roster import clean
from gm_desk.core.characters.stat_block import MOST_AMOUNT
from gm_desk.core.notation.parts import parts_of
from gm_desk.core.notation.spans import TextSpan, has_words, is_nothing
from gm_desk.core.systems.definition import System


def parse_items(text: str) -> tuple[str, ...]:
    """Read the items of a list, parted by commas, semicolons or line ends; one that shows nothing is none."""
    items = (" ".join(part.split()) for part in parts_of(clean(text)))
    return tuple(item for item in items if any(letter.isprintable() for letter in item if letter != " "))


def write_items(items: Iterable[str]) -> str:
    """Write items as one line."""
    return ", ".join(items)


REP = re.compile(r"(?P<name>[@\w]+?)(?:[-‑–— ]?rep)?[\s:]*(?P<score>[0-9]{1,4})", re.IGNORECASE)  # noqa: RUF001 - dashes
MOTIVATION = re.compile(r"\s+(?=[+−–-][^\W\d_])")


def read_list(part: TextSpan) -> tuple[str, ...]:
    """List what stands between commas and their like, as it is written; a dash is nothing."""
    if is_nothing(part):
        return ()
    return tuple(item.words for item in part.trimmed(" \n,;•·|.").split(",;•·|") if has_words(item))


def read_motivations(part: TextSpan) -> tuple[str, ...]:
    """List motivations, which may have nothing but their signs between them ("+Wealth –Police")."""
    return tuple(word for item in read_list(part) for word in MOTIVATION.split(item))


def read_rep(
    part: TextSpan, system: System, old: Mapping[str, int]
) -> tuple[dict[str, int], list[tuple[TextSpan, bool]]]:
    """Return the rep scores by network, `old` ones first, and what names none or is `old` otherwise, told by True."""
    rep, left = dict(old), list[tuple[TextSpan, bool]]()
    for item in [] if is_nothing(part) else part.split():
        found = REP.fullmatch(item.text)
        network = next((one for one in system.networks if found and one.casefold() == found["name"].casefold()), None)
        if found is None or network is None or int(found["score"]) > MOST_AMOUNT:
            left.append((item, False))
        elif rep.setdefault(network, int(found["score"])) != int(found["score"]):
            left.append((item, True))
    return rep, left
