"""The help: what the program does, and the rules of each system in words of our own."""

import re

from msgspec import Struct

from gm_desk.assets import resource
from gm_desk.core.reference import tables
from gm_desk.core.systems.system import System

DESK, RULES = "desk", "rules"
HEADING = re.compile(r"^## ([a-z-]+): (.+)$", re.MULTILINE)
PLACE = re.compile(r"^\[([a-z ]+)\]$", re.MULTILINE)
"""Where a table of what the system lists belongs."""


class Article(Struct, frozen=True):
    """Hold an article: its `topic` ("rules/modifiers"), its title, and its text as Markdown."""

    topic: str
    title: str
    text: str

    def tells_of(self, words: str) -> bool:
        """Tell whether all of some words stand in it, whatever their case."""
        inside = f"{self.title}\n{self.text}".casefold()
        return all(word in inside for word in words.casefold().split())


def load_help(system: System) -> list[Article]:
    """Read what the program does, then the rules of a system; raises OSError where the installation is damaged."""
    made = tables(system)
    rules = PLACE.sub(lambda found: made[found[1]](system), _text(system.id))
    return [*_articles(DESK, _text(DESK)), *_articles(RULES, rules)]


def _text(name: str) -> str:
    return resource(f"help/{name}.md").read_text(encoding="utf-8")


def _articles(area: str, text: str) -> list[Article]:
    """Cut a text at its headings, each of which names its topic and its title."""
    _, *parts = HEADING.split(text)
    triples = zip(parts[0::3], parts[1::3], parts[2::3], strict=True)
    return [Article(f"{area}/{topic}", title, body.strip()) for topic, title, body in triples]
