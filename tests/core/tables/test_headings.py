from msgspec import structs

from gm_desk.core.free_text.free_text import free_text
from gm_desk.core.tables.headings import headings_of
from gm_desk.store.shipped import load_system

EP2 = load_system("ep2")


def test_headings_are_collected_once_for_a_system_and_anew_for_another_with_its_id() -> None:
    bare = structs.replace(EP2, skills=())
    assert headings_of(EP2) is headings_of(EP2)
    assert headings_of(EP2).meaning("Infiltrate") is not None
    assert headings_of(bare).meaning("Infiltrate") is None


def test_a_reader_of_free_text_is_made_once_for_the_same_systems() -> None:
    kaiser = load_system("kaiser")
    assert free_text([EP2, kaiser]) is free_text([EP2, kaiser])
    assert set(free_text([EP2]).judge.words) == {"ep2"}
    assert set(free_text([EP2, kaiser]).judge.words) == {"ep2", "kaiser"}
