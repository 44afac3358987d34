"""Spans and the patterns that find them."""

import importlib
import pkgutil
import re

import pytest

from gm_desk.core import drafts, notation
from gm_desk.core.notation.text import LazyPattern, lazy_pattern

ROOMS = (notation, drafts)


def test_a_lazy_pattern_is_compiled_when_it_is_first_used() -> None:
    pattern = lazy_pattern("a(b)?", re.IGNORECASE)
    assert "fullmatch" not in vars(pattern)
    found = pattern.fullmatch("AB")
    assert found is not None
    assert found[1] == "B"
    assert pattern.fullmatch("AC") is None
    assert vars(pattern)["fullmatch"] == re.compile("a(b)?", re.IGNORECASE).fullmatch


def test_a_wrong_lazy_pattern_is_refused_when_it_is_used() -> None:
    wrong = lazy_pattern("(")
    with pytest.raises(re.error):
        wrong.match("")


def test_every_lazy_pattern_compiles() -> None:
    found = [
        one
        for room in ROOMS
        for module in pkgutil.iter_modules(room.__path__, f"{room.__name__}.")
        for one in vars(importlib.import_module(module.name)).values()
        if isinstance(one, LazyPattern)
    ]
    assert found
    for one in found:
        assert one.groups >= 0
