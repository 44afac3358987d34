"""Built-in data: where it is; systems, lists of names, and the help."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from gm_desk.core.systems.definition import System

if TYPE_CHECKING:
    from gm_desk.core.characters.naming import Culture


def resource(name: str) -> Path:
    """Return the path of a file or folder in resources/, named like "systems/ep2.json".

    An installed or frozen GM Desk has resources/ inside the package, a checkout beside it.
    """
    package = Path(__file__).resolve().parents[1]
    inside = package / "resources"
    return (inside if inside.is_dir() else package.parent / "resources") / name


def load_system(system_id: str) -> System:
    """Load a system's data ("ep2"); raise OSError or msgspec.ValidationError if the installation is damaged."""
    return _system_in(resource(f"systems/{system_id}.json"))


@cache
def _system_in(path: Path) -> System:
    """Read the data of a system once.

    What is derived from a system, such as the words that a text is searched for, is then derived once as well.
    """
    return msgspec.json.decode(path.read_bytes(), type=System)


def load_names(system_id: str) -> "tuple[Culture, ...]":
    """Load the names for a system; raise OSError or msgspec.ValidationError if the installation is damaged."""
    from gm_desk.core.characters.naming import Culture

    cultures = msgspec.json.decode(resource("names.json").read_bytes(), type=tuple[Culture, ...])
    return tuple(culture for culture in cultures if system_id in culture.systems)


DESK, RULES = "desk", "rules"
HEADING = r"(?m)^## ([a-z-]+): (.+)$"
PLACE = r"(?m)^\[([a-z ]+)\]$"
"""A placeholder for a table of the system's data."""
KEY = r"\{([a-z]+\.[a-z_]+)\}"
"""A mark for the shortcut of an action: {roll.roll}."""
EXAMPLE = r"\{=([a-z_]+)\}"
"""A mark for an example of the system: {=against}."""
ONLY = r"\{((?:(?:ep1|ep2|kaiser) ?)+): ((?:[^{}]|\{[^{}]*\})*)\}"
"""A part for some systems only: {ep1 ep2: Wounds count.}."""


class Article(Struct, frozen=True):
    """A help page: its `topic` ("rules/modifiers"), its title, and its text as Markdown."""

    topic: str
    title: str
    text: str

    def contains(self, words: str) -> bool:
        """Return whether it contains all of the words, ignoring case."""
        inside = f"{self.title}\n{self.text}".casefold()
        return all(word in inside for word in words.casefold().split())


def load_help(system: System, keys: Callable[[str], str] = str) -> list[Article]:
    """Return the pages about the program and a system's rules, with the keys of actions by id.

    Raise OSError if the installation is damaged.
    """
    from gm_desk.core.wording.reference import tables

    made = tables(system)
    rules = re.sub(PLACE, lambda found: made[found[1]](system), _text(system.id))
    texts = {DESK: _text(DESK), RULES: rules}
    return [one for area, text in texts.items() for one in _articles(area, _filled_in(text, system, keys))]


def _filled_in(text: str, system: System, keys: Callable[[str], str]) -> str:
    """Replace the marks of a text: parts for some systems only, examples, and keys."""
    text = re.sub(ONLY, lambda found: found[2] if system.id in found[1].split() else "", text)
    text = re.sub(EXAMPLE, lambda found: str(getattr(system.examples, found[1])), text)
    return re.sub(KEY, lambda found: keys(found[1]), text)


def _text(name: str) -> str:
    return resource(f"help/{name}.md").read_text(encoding="utf-8")


def _articles(area: str, text: str) -> list[Article]:
    """Split a text at its headings, each of which has a topic and a title."""
    _, *parts = re.split(HEADING, text)
    triples = zip(parts[0::3], parts[1::3], parts[2::3], strict=True)
    return [Article(f"{area}/{topic}", title, body.strip()) for topic, title, body in triples]
