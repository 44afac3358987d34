import struct

import pytest

from gm_desk.store.shipped import resource
from installers.icons import SIZES, drawn, icns, ico

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.usefixtures("qapp")
def test_the_drawing_becomes_a_picture_of_its_size() -> None:
    picture = drawn(resource("icons/gm-desk.svg"), 48)
    assert picture.startswith(PNG)
    assert struct.unpack(">II", picture[16:24]) == (48, 48)


def test_an_icon_for_windows_lists_each_picture_and_where_it_is() -> None:
    pictures = {size: PNG + bytes([size % 256]) * size for size in SIZES}
    whole = ico(pictures)
    assert struct.unpack_from("<HHH", whole) == (0, 1, len(SIZES))
    for number, (size, picture) in enumerate(pictures.items()):
        entry = struct.unpack_from("<BBBBHHII", whole, 6 + 16 * number)
        assert entry[0] == size % 256, "256 is written as 0"
        length, place = entry[-2:]
        assert whole[place : place + length] == picture


def test_an_icon_for_macos_names_each_picture_by_its_size() -> None:
    whole = icns({16: PNG + b"a", 256: PNG + b"bb"})
    assert whole[:8] == b"icns" + struct.pack(">I", len(whole))
    assert whole[8:12] == b"icp4"
    assert whole[16:25] == PNG + b"a"
    assert whole[25:29] == b"ic08"
