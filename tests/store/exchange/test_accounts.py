"""An account says of every field of a source what became of it."""

from gm_desk.store.exchange.accounts import Account, FieldAccount

RAW = {"name": "Mara", "system": {"cog": 15, "pools": {}, "tags": ["a", "b"]}, "flags": {"x": {"y": 1}}}


def test_what_nothing_was_said_of_is_listed_leaf_by_leaf() -> None:
    account = Account(RAW)
    account.came_in(("name",), "Mara")
    account.leave(("flags",), "bookkeeping of the program it comes from")
    assert account.unaccounted() == [
        ("system", "cog"),
        ("system", "pools"),
        ("system", "tags", 0),
        ("system", "tags", 1),
    ]


def test_what_was_said_of_a_field_holds_for_all_below_it() -> None:
    account = Account(RAW)
    for key in RAW:
        account.leave((key,), "not needed")
    assert account.unaccounted() == []


def test_a_path_that_leads_nowhere_gives_nothing() -> None:
    account = Account(RAW)
    assert account.peek("system", "cog") == 15
    assert account.peek("system", "tags", 1) == "b"
    assert account.peek("system", "tags", 9) is None
    assert account.peek("name", "first") is None


def test_a_place_is_spelt_as_in_a_program() -> None:
    assert FieldAccount(("items", 3, "system", "dv"), "").place == "items[3].system.dv"
