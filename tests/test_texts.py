"""How the program speaks: what can be checked in all of its texts, and what its menus promise."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from gm_desk.assets import resource

LISTING = resource("icons").parent.parent / "packaging" / "texts.py"
OF_COMMANDS = {"gm_desk/rules_command.py", "gm_desk/convert_command.py", "gm_desk/forecast_command.py"}
"""Show lines to be typed and JSON, which have quotes and columns of their own."""
FAULTS = {
    "shouts with an exclamation mark": r"!",
    "writes an ellipsis with three full stops": r"\.\.\.",
    "has two spaces": r"[^ .\n\d}]  +[^ ]",
    "has a straight quote or apostrophe": r"(?<!\w)'\w+'|[a-z]'[a-z]|\"\w",
    "has a hyphen for a minus": r"(?<![\w{}/.-])-(\d|\{\})",
    "shouts in capitals": r"\b[A-Z]{4,}\b(?<!PRAGMA)",
    "speaks of the machine": r"(?i)\b(exceptions?|invalid|null|decoded?|traceback|stderr|boolean|parse[ds]?|widget)\b",
    "calls a character an actor": r"(?i)(?<!Foundry )(?<!one )\bactors?\b",
}
LOUD = {"GM_DESK_DATA", "HOME", "JSON", "README", "JPEG", "LGPL", "NoPreference", "MMMM", "FILE", "LIKE"}

pytestmark = pytest.mark.skipif(not LISTING.is_file(), reason="an installed GM Desk has no packaging/")


@pytest.fixture(scope="module")
def listing() -> ModuleType:
    spec = importlib.util.spec_from_file_location("texts", LISTING)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.fixture(scope="module")
def said(listing: ModuleType) -> list[tuple[str, int, str]]:
    """List where the program says what."""
    every: list[Path] = listing.modules()
    named = [(path.relative_to(listing.SOURCE.parent).as_posix(), path) for path in every]
    return [(name, *one) for name, path in named if name not in OF_COMMANDS for one in listing.texts_of(path)]


@pytest.mark.parametrize("fault", FAULTS)
def test_no_text(said: list[tuple[str, int, str]], fault: str) -> None:
    pattern = re.compile(FAULTS[fault])
    found = [f"{name}:{line} {text!r}" for name, line, text in said if pattern.search(_plain(text))]
    assert found == []


@pytest.mark.parametrize("fault", ["shouts with an exclamation mark", "has a straight quote or apostrophe"])
def test_no_article_of_the_help(fault: str) -> None:
    articles = {path.name: path.read_text(encoding="utf-8") for path in resource("help").glob("*.md")}
    assert [name for name, text in articles.items() if re.search(FAULTS[fault], text)] == []
    assert len(articles) > 3


def test_the_list_holds_the_words_of_every_layer(said: list[tuple[str, int, str]]) -> None:
    texts = {text for _, _, text in said}
    assert {"Nothing to roll yet", "Critical success", "the disk is full", "a name cannot be empty"} <= texts
    assert not any("SELECT" in text for text in texts)


def _plain(text: str) -> str:
    """Leave out the names of files and formats that are written in capitals everywhere."""
    return re.sub("|".join(rf"\b{word}\b" for word in LOUD), "name", text)
