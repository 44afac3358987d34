"""How the program speaks: what can be checked in all of its texts, and what its menus promise."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from gm_desk.store.shipped import resource

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
PAST = {"gm_desk/store/rosters/migrations.py"}
"""Names that files of older versions have."""
OLD_WORDS = (
    *(r"\bPut away\b", r"^Make( roster)?$", r"\bMakes \{?.* in ", r"^Shipped$", r"\b[Ee]yeballed\b", r"Use the chips"),
    *(r"\bnet of \d", r"^Points?$", r"(Larger|Smaller) pool", r"^Type damage", r"Damage of the last attack"),
    *(
        r"^The other side$",
        r"Choose who, choose what",
        r"^Modifiers by name",
        r"^Net (up|down)$",
        r"Roll from anywhere",
    ),
    *(
        r"^Roll on$",
        r"rolls open",
        r"\bhurts$",
        r"^to the dice|added to the dice",
        r"(best|worst) two",
        r"^net 0",
        r"\btyped, .* are rolled",
    ),
    *(r"of the dice with", r"to be (higher|strong)", r"one better", r"ignore hindrances", r"[Vv]ivid", r"^A helper$"),
    *(
        r"helping needs",
        r"Routine at",
        r"armor holds",
        r"take it back by hand",
        r"[Ll]et it count",
        r"^Reveal the roll",
    ),
    *(r"unless told otherwise", r"^The next roll is open$", r"^As &?what$", r"^With &?secret rolls", r"Choose where"),
    *(
        r"^Kind…$",
        r"finds no room",
        r"^Like the (system|book)$",
        r"a late one",
        r"^Limit of the net",
        r"^The \+20 of a pool",
    ),
    *(r"not held to anything", r"are no hit", r"has the better", r"from which it starts", r"\bthings? to check\b"),
    *(
        r"is not clear",
        r"stands word for word",
        r"belongs to no stat block",
        r"One after the other",
        r"takes? them away",
    ),
    *(r"chances there were", r"Too early to say", r"more cannot fail", r"were here already", r"it is not there, or"),
    *(r"^What it holds$", r"rolls? a target of nobody", r"^Clear the list$", r"has no place for", r"^Bring back \d"),
    *(r"\bsuffered\b", r"\bfight(s)? .* out some", r"takes it off", r"may be \{", r"makes it: a click", r"not told$"),
    *(r"stands? there twice", r"\bis no (whole number|key|skill|character|body)\b", r"\bholds no\b", r"may break off"),
    *(r"\bbrings? nobody", r"is beyond \W?\d", r"^Throw$", r"^Leave it$", r"\bcome back$"),
)
"""Words that people stumbled over, as patterns; what is said now is better."""
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


@pytest.mark.parametrize("old", OLD_WORDS)
def test_what_people_stumbled_over_does_not_come_back(said: list[tuple[str, int, str]], old: str) -> None:
    pattern = re.compile(old)
    found = [
        f"{name}:{line} {text!r}"
        for name, line, text in said
        if pattern.search(text.replace("&", "")) and name not in PAST
    ]
    articles = {path.name: path.read_text(encoding="utf-8") for path in resource("help").glob("*.md")}
    found += [name for name, text in articles.items() if "^" not in old and pattern.search(text)]
    assert found == []


def test_no_text_is_damaged_by_a_renamed_class(said: list[tuple[str, int, str]]) -> None:
    names = re.compile(r"\b(?!GitHub|JavaScript|PhR|PrR|MoS|MoF|PyInstaller)[A-Z][a-z]+[A-Z][a-z]+\w* [a-z]+ [a-z]")
    assert [f"{name}:{line} {text!r}" for name, line, text in said if names.search(text)] == []


def test_the_list_holds_the_words_of_every_layer(said: list[tuple[str, int, str]]) -> None:
    texts = {text for _, _, text in said}
    assert {"Nothing to roll yet", "Critical success", "the disk is full", "a name cannot be empty"} <= texts
    assert not any("SELECT" in text for text in texts)


def _plain(text: str) -> str:
    """Leave out the names of files and formats that are written in capitals everywhere."""
    return re.sub("|".join(rf"\b{word}\b" for word in LOUD), "name", text)
