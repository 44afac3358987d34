"""Lists of a stat block: ware, gear and traits, motivations, rep."""

import re
from collections.abc import Mapping

from gm_desk.core.blocks.parts import Part, has_words, is_nothing
from gm_desk.core.stat_block import MOST_AMOUNT
from gm_desk.core.systems.system import System

REP = re.compile(r"(?P<name>[@\w]+?)(?:[-‑–— ]?rep)?[\s:]*(?P<score>[0-9]{1,4})", re.IGNORECASE)  # noqa: RUF001 - dashes
MOTIVATION = re.compile(r"\s+(?=[+−–-][^\W\d_])")


def read_list(part: Part) -> tuple[str, ...]:
    """List what stands between commas and their like, as it is written; a dash is nothing."""
    if is_nothing(part):
        return ()
    return tuple(item.words for item in part.trimmed(" \n,;•·|.").split(",;•·|") if has_words(item))


def read_motivations(part: Part) -> tuple[str, ...]:
    """List motivations, which may have nothing but their signs between them ("+Wealth –Police")."""
    return tuple(word for item in read_list(part) for word in MOTIVATION.split(item))


def read_rep(part: Part, system: System, old: Mapping[str, int]) -> tuple[dict[str, int], list[tuple[Part, bool]]]:
    """Return the rep scores by network, `old` ones first, and what names none or is `old` otherwise, told by True."""
    rep, left = dict(old), list[tuple[Part, bool]]()
    for item in [] if is_nothing(part) else part.split():
        found = REP.fullmatch(item.text)
        network = next((one for one in system.networks if found and one.casefold() == found["name"].casefold()), None)
        if found is None or network is None or int(found["score"]) > MOST_AMOUNT:
            left.append((item, False))
        elif rep.setdefault(network, int(found["score"])) != int(found["score"]):
            left.append((item, True))
    return rep, left
