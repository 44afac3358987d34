"""Lists of a stat block: ware, gear and traits, motivations, rep."""

import re

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


def read_rep(part: Part, system: System) -> tuple[dict[str, int], list[Part]]:
    """Read rep scores by network, and give what names none."""
    rep, left = dict[str, int](), list[Part]()
    for item in [] if is_nothing(part) else part.split():
        found = REP.fullmatch(item.text)
        network = next((one for one in system.networks if found and one.casefold() == found["name"].casefold()), None)
        if found is None or network is None or network in rep or int(found["score"]) > MOST_AMOUNT:
            left.append(item)
        else:
            rep[network] = int(found["score"])
    return rep, left
