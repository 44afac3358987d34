import struct

import pytest

from installers.icu import is_used, items_of, package_in, packed, trimmed

HEADER = struct.pack("<HBBHHBBBB4s4B4B", 32, 0xDA, 0x27, 20, 0, 0, 0, 2, 0, b"CmnD", 1, 0, 0, 0, 73, 1, 0, 0) + bytes(8)
ITEMS = {
    "icudt73l/coll/de.res": b"collation" * 3,
    "icudt73l/ibm-37.cnv": b"table of an old encoding",
    "icudt73l/lang/de.res": b"names of languages",
    "icudt73l/root.res": b"root",
    "icudt73l/ucadata.icu": b"x" * 64,
}


def test_a_package_is_read_as_it_was_packed() -> None:
    header, items = items_of(packed(HEADER, ITEMS))
    assert header == HEADER
    assert {name: content.rstrip(b"\0") for name, content in items.items()} == ITEMS


def test_each_item_begins_where_icu_may_read_it() -> None:
    package = packed(HEADER, ITEMS)
    for content in ITEMS.values():
        assert (package.rindex(content) - len(HEADER)) % 16 == 0


def test_items_are_in_the_order_in_which_icu_looks_them_up() -> None:
    _, items = items_of(packed(HEADER, dict(reversed(ITEMS.items()))))
    assert list(items) == sorted(ITEMS)


def test_what_qt_does_not_use_is_left_out_and_the_rest_is_the_same() -> None:
    _, items = items_of(trimmed(packed(HEADER, ITEMS)))
    assert list(items) == ["icudt73l/coll/de.res", "icudt73l/root.res", "icudt73l/ucadata.icu"]
    assert items["icudt73l/ucadata.icu"] == ITEMS["icudt73l/ucadata.icu"]


def test_only_whole_folders_formats_of_countries_and_tables_of_encodings_are_unused() -> None:
    used = ("res_index.res", "zoneinfo64.res", "coll/zh.res", "pool.res", "currencyNumericCodes.res", "plurals.res")
    assert [name for name in used if not is_used(f"icudt73l/{name}")] == []
    assert not is_used("icudt73l/de_AT.res")
    assert not is_used("icudt73l/zh_Hans_SG.res")
    assert not is_used("icudt73l/zone/zh.res")
    assert not is_used("icudt73l/gb18030.cnv")


def test_the_package_is_found_inside_a_library() -> None:
    package = packed(HEADER, ITEMS)
    library = b"\x7fELF" + b"\xda\x27 not here " * 5 + package
    assert package_in(library) == package
    with pytest.raises(ValueError, match="no ICU data"):
        package_in(b"\x7fELF" + bytes(100))
