"""The data that come with the program: systems, lists of names, and the help."""

import re

import msgspec
from msgspec import Struct

from gm_desk.assets import resource
from gm_desk.core.characters.naming import Culture
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.reference import tables


def load_system(system_id: str) -> System:
    """Read a system's data ("ep2"); raises OSError or msgspec.ValidationError where the installation is damaged."""
    return msgspec.json.decode(resource(f"systems/{system_id}.json").read_bytes(), type=System)


def load_names(system_id: str) -> tuple[Culture, ...]:
    """Read the names fit for a system; raises OSError or msgspec.ValidationError where the installation is damaged."""
    cultures = msgspec.json.decode(resource("names.json").read_bytes(), type=tuple[Culture, ...])
    return tuple(culture for culture in cultures if system_id in culture.systems)


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
