"""What conditions do, in words."""

import pytest

from gm_desk.core.wording.reference import effects_in_words, tables
from gm_desk.store.shipped import load_system


@pytest.mark.parametrize("system", ["ep1", "ep2", "kaiser"])
def test_every_condition_of_a_system_says_what_it_does(system: str) -> None:
    book = load_system(system)
    assert [kind.id for kind in book.conditions if not (effects_in_words(kind) or kind.hint)] == []
    table = tables(book)["conditions"](book)
    assert all(f"| {kind.name} |" in table for kind in book.conditions)


def test_what_fades_says_how_fast() -> None:
    words = {kind.id: effects_in_words(kind) for kind in load_system("ep1").conditions}
    assert words["shock-resisted"] == ["−30 to all tests", "fades by 10 a turn"]
    assert words["after-shock"] == ["−30 to all tests", "fades by 10 every 20 turns"]
    kaiser = {kind.id: effects_in_words(kind) for kind in load_system("kaiser").conditions}
    assert kaiser["prone"] == ["disadvantage 2 to all tests"]
