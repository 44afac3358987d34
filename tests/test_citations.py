"""The rules that docstrings cite are topics of the help: (EP1, EP2, "Opposed tests")."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import gm_desk
from gm_desk.store.shipped import load_help, load_system

PACKAGE = Path(gm_desk.__file__).parent
SYSTEMS = {"EP1": "ep1", "EP2": "ep2", "Kaiser": "kaiser"}
NAME = rf"(?:{'|'.join(SYSTEMS)})"
CITATION = re.compile(rf"\(({NAME}(?:, {NAME})*)((?:, \"[^\"]+\")+)\)")
OTHER_FORMS = re.compile(
    rf"\({NAME}(?:, {NAME})*, (?!\"|{NAME})[^()]+\)|\brules, \"|\b(?:rules|facts)\.md\b|\((?:EP|K), "
)
"""A topic without quotes, a page without a system, and files that are not in the repository."""


@cache
def prose_of_the_package() -> list[tuple[str, str]]:
    """List each docstring of the package, on one line, with its place."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    found.append((f"{path.relative_to(PACKAGE)}:{node.lineno}", " ".join(text.split())))
    return found


def topics_cited() -> Iterator[tuple[str, str, str]]:
    """Yield each citation as its place, its system and its topic."""
    for place, text in prose_of_the_package():
        for systems, topics in CITATION.findall(text):
            for system in systems.split(", "):
                for topic in re.findall(r'"([^"]+)"', topics):
                    yield place, SYSTEMS[system], topic


def titles(system_id: str) -> set[str]:
    articles = load_help(load_system(system_id))
    return {article.title for article in articles if article.topic.startswith("rules/")}


@pytest.mark.parametrize("system_id", SYSTEMS.values())
def test_every_topic_that_is_cited_stands_in_the_rules_help(system_id: str) -> None:
    known = titles(system_id)
    cited = [(place, topic) for place, system, topic in topics_cited() if system == system_id]
    assert len(cited) > 5, "the pattern finds the citations"
    assert [(place, topic) for place, topic in cited if topic not in known] == []


def test_no_citation_has_another_form() -> None:
    assert [(place, text) for place, text in prose_of_the_package() if OTHER_FORMS.search(text)] == []


@pytest.mark.parametrize(
    ("text", "is_other"),
    [
        ("Halve Fray (EP2, opposed tests).", True),
        ('Harm (rules, "Stat blocks").', True),
        ("As rules.md has it.", True),
        ('Halve Fray (EP1, EP2, "Opposed tests").', False),
        ("Rounded up (EP1).", False),
        ("Rounded up (EP1: WT and TT).", False),
    ],
)
def test_another_form_is_recognised(text: str, *, is_other: bool) -> None:
    assert bool(OTHER_FORMS.search(text)) is is_other
