"""Files that only look like a campaign are refused in plain words, and nothing of them is kept."""

import io
import json
import os
import random
import sqlite3
import stat
import struct
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from campaign_makers import FACE, a_campaign, files_of, members, repacked, with_manifest
from gm_desk.store.campaign import verification
from gm_desk.store.campaign.exporting import export_campaign
from gm_desk.store.campaign.importing import check_campaign, import_campaign
from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.disk.places import Places
from gm_desk.store.journal.schema import APPLICATION_ID, SCHEMA
from gm_desk.store.portraits import hash_of
from gm_desk.store.rosters.files import encode_roster
from makers import a_roster

PORTRAIT = f"portraits/{hash_of(FACE)}.png"
NO_ZIP = "it is not a GM Desk campaign, or it is damaged"


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    here, path = Places(tmp_path / "here"), tmp_path / "mars.gmdesk"
    roster = a_campaign(here)
    export_campaign(roster, encode_roster(roster), here, path)
    return path


def refused(path: Path) -> tuple[str, str]:
    """Return the place and the problem for which a file is refused, and see that nothing of it was kept."""
    there = Places(path.parent / "there")
    with pytest.raises(UnreadableFileError) as raised:
        import_campaign(path, there)
    assert raised.value.path == path
    assert files_of(there) == {}
    return raised.value.place, raised.value.problem


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"PK\x05\x06", b"x" * 5000, b"PK\x03\x04" * 900, b"PK\x05\x06" + bytes(18)]
)
def test_what_is_no_zip_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "mars.gmdesk"
    path.write_bytes(content)
    assert refused(path) == ("", NO_ZIP)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.gmdesk"
    os.mkfifo(pipe)
    for path in (tmp_path / "gone.gmdesk", tmp_path, Path("/dev/zero"), pipe):
        with pytest.raises(UnreadableFileError) as raised:
            check_campaign(path)
        assert raised.value.problem == "file not found"


def test_a_file_cut_anywhere_is_refused(packed: Path) -> None:
    whole = packed.read_bytes()
    for length in range(0, len(whole), 97):
        packed.write_bytes(whole[:length])
        assert refused(packed)


def test_a_file_with_any_byte_changed_is_refused_or_says_the_same(packed: Path) -> None:
    whole, dice = packed.read_bytes(), random.Random(7)
    inside, roster = members(packed), check_campaign(packed)
    for _ in range(200):
        place = dice.randrange(len(whole))
        packed.write_bytes(whole[:place] + bytes([whole[place] ^ (1 << dice.randrange(8))]) + whole[place + 1 :])
        try:
            assert check_campaign(packed) == roster
        except UnreadableFileError:
            continue
        assert members(packed) == inside


@pytest.mark.parametrize(
    "name",
    [
        "../evil.json",
        "/etc/passwd",
        "C:\\evil",
        "rosters/x.json",
        "portraits/../../x.png",
        "portraits/" + "a" * 63 + ".png",
        "portraits/" + "A" * 64 + ".png",
        "portraits/" + "a" * 64 + ".svg",
        "portraits/" + "a" * 64 + ".png\n",
        "portraits/",
        "ROSTER.JSON",
        "journal.sqlite-wal",
        "roster.json\0x",
        "x\u202egnp",
    ],
)
def test_a_file_of_any_other_name_is_refused(packed: Path, name: str) -> None:
    inside = members(packed)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        info = zipfile.ZipInfo("placeholder")
        info.filename = name
        made.writestr(info, b"evil")
        for other, content in with_manifest(inside | {name: b"evil"}).items():
            if other != name:
                made.writestr(other, content)
    packed.write_bytes(buffer.getvalue())
    problem = refused(packed)[1]
    assert problem.startswith(("it contains a file that is not part of a campaign", NO_ZIP))
    assert problem.isprintable()


def test_two_files_of_one_name_are_refused(packed: Path) -> None:
    inside = members(packed)
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(packed, "a") as made:
        made.writestr("roster.json", inside["roster.json"])
    assert refused(packed) == ("", "it contains two files with the same name")


def test_a_link_is_refused(packed: Path) -> None:
    inside = members(packed)
    with zipfile.ZipFile(packed, "w") as made:
        for name, content in inside.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (stat.S_IFLNK if name == "roster.json" else stat.S_IFREG) << 16
            made.writestr(info, content)
    assert refused(packed) == ("roster.json", "it is a link, not a file")


def test_an_encrypted_file_is_refused_with_a_word(packed: Path) -> None:
    whole = bytearray(packed.read_bytes())
    at = whole.index(b"PK\x01\x02")
    while at >= 0:
        whole[at + 8] |= 1
        at = whole.find(b"PK\x01\x02", at + 4)
    packed.write_bytes(bytes(whole))
    assert refused(packed)[1] == "it is encrypted"


def test_a_file_packed_in_another_way_is_refused(packed: Path) -> None:
    repacked(packed, members(packed), zipfile.ZIP_LZMA)
    assert refused(packed)[1] == "its compression method is not supported"


def test_a_bomb_is_refused_before_it_goes_off(packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_desk.store.campaign.exporting.ALWAYS_FINE", 1000)
    repacked(packed, members(packed) | {"roster.json": bytes(5_000_000)})
    assert refused(packed) == ("", "it would unpack to far more than a campaign can contain")


def test_a_member_larger_than_any_is_refused(packed: Path) -> None:
    repacked(packed, members(packed) | {PORTRAIT: bytes(21 * 1024 * 1024)})
    assert refused(packed) == (PORTRAIT, "it is larger than 20 MB")


def test_a_member_that_is_longer_than_it_says_is_refused(packed: Path) -> None:
    inside = members(packed)
    whole = bytearray(repacked(packed, inside).read_bytes())
    listed = whole.index(b"PK\x01\x02", whole.index(b"PK\x01\x02") + 4)
    size = len(inside["roster.json"])
    assert struct.unpack_from("<I", whole, listed + 24)[0] == size
    struct.pack_into("<I", whole, listed + 24, size - 1)
    packed.write_bytes(bytes(whole))
    assert refused(packed)[1]


def test_a_list_of_more_files_than_any_campaign_has_is_not_read(packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "MOST_FILES", 3)
    assert refused(packed) == ("", "it contains more than 3 files")


def test_a_list_that_is_longer_than_its_count_is_not_read(packed: Path) -> None:
    whole = bytearray(packed.read_bytes())
    struct.pack_into("<I", whole, len(whole) - 10, 2**31)
    packed.write_bytes(bytes(whole))
    assert "more than" in refused(packed)[1]


def test_a_zip_with_a_note_behind_it_is_refused(packed: Path) -> None:
    with zipfile.ZipFile(packed, "a") as made:
        made.comment = b"a note"
    assert refused(packed) == ("", NO_ZIP)


@pytest.mark.parametrize("left", ["manifest.json", "roster.json"])
def test_a_file_without_its_heart_is_refused(packed: Path, left: str) -> None:
    repacked(packed, {name: content for name, content in members(packed).items() if name != left})
    assert refused(packed) == ("", NO_ZIP)


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("UPDATE about SET version = 5", "it was written by a newer GM Desk"),
        ("UPDATE about SET version = 3", verification.DAMAGED),
        ("UPDATE about SET version = 2", verification.DAMAGED),
        ("DELETE FROM about", verification.DAMAGED),
    ],
)
def test_a_log_whose_own_table_names_another_version_is_refused(
    packed: Path, tmp_path: Path, said: str, problem: str
) -> None:
    log = tmp_path / "log.sqlite"
    log.write_bytes(members(packed)["journal.sqlite"])
    with closing(sqlite3.connect(log)) as connection, connection:
        connection.execute(said)
    repacked(packed, with_manifest(members(packed) | {"journal.sqlite": log.read_bytes()}, id="mars"))
    assert refused(packed) == ("journal.sqlite", problem)


@pytest.mark.parametrize("left", ["journal.sqlite", PORTRAIT])
def test_a_file_that_the_manifest_names_must_be_there(packed: Path, left: str) -> None:
    repacked(packed, {name: content for name, content in members(packed).items() if name != left})
    assert refused(packed) == ("manifest.json", "it does not contain the files that its manifest lists")


@pytest.mark.parametrize("name", ["roster.json", "journal.sqlite", PORTRAIT])
def test_a_file_that_was_changed_is_refused(packed: Path, name: str) -> None:
    inside = members(packed)
    repacked(packed, inside | {name: inside[name][:-1] + b"!"})
    assert refused(packed) == (name, "it was changed after it was exported")


def test_a_portrait_is_what_its_name_says_whatever_the_manifest_says(packed: Path) -> None:
    repacked(packed, with_manifest(members(packed) | {PORTRAIT: b"another face"}, id="mars"))
    assert refused(packed)[0] == PORTRAIT


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{", b"[" * 100_000, b'{"format": "1"}', b'{"format": 1}', b'{"format": NaN}', b"\xff"]
)
def test_a_manifest_that_is_none_is_refused(packed: Path, content: bytes) -> None:
    repacked(packed, members(packed) | {"manifest.json": content})
    assert refused(packed) == ("manifest.json", "it is damaged")


def test_a_manifest_may_say_more_than_is_known_here(packed: Path) -> None:
    inside = members(packed)
    manifest = json.loads(inside["manifest.json"]) | {"mood": "grim"}
    repacked(packed, inside | {"manifest.json": json.dumps(manifest).encode()})
    assert check_campaign(packed).name == "Mars"


def test_a_campaign_of_a_newer_format_is_refused_with_a_word(packed: Path) -> None:
    manifest = {"format": 2, "version": "9.1\u202e", "files": {"everything": "else"}}
    repacked(packed, members(packed) | {"manifest.json": json.dumps(manifest).encode()})
    said = refused(packed)[1]
    assert said == "it was written by a newer GM Desk, 9.1�, and this one cannot read it"


def test_a_roster_that_cannot_be_opened_is_refused_by_its_place(packed: Path) -> None:
    strange = members(packed)["roster.json"].replace(b'"ep2"', b'"ep9"')
    repacked(packed, with_manifest(members(packed) | {"roster.json": strange}, id="mars", system="ep9"))
    assert refused(packed) == ("roster.json", "this version does not know the system “ep9”")


def test_another_roster_than_the_manifest_says_is_refused(packed: Path) -> None:
    repacked(packed, with_manifest(members(packed), id="another"))
    assert refused(packed) == ("roster.json", "it is not the roster that the manifest names")


def a_database(path: Path, script: str) -> bytes:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    return path.read_bytes()


OURS = f"{SCHEMA} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 1; "


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ("CREATE TABLE other(x);", "it is not a GM Desk log"),
        (f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 99;", "it was written by a newer GM Desk"),
        (OURS + "CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM entry; END;", "it is not a GM Desk log"),  # noqa: S608 - a test's own words
        (OURS + "CREATE VIEW revision AS SELECT 1;", "it is not a GM Desk log"),
        (OURS + "CREATE TABLE revision(x);", "it is not a GM Desk log"),
    ],
)
def test_a_database_that_is_no_log_or_does_more_than_one_is_refused(
    packed: Path, tmp_path: Path, script: str, problem: str
) -> None:
    log = a_database(tmp_path / "made.sqlite", script)
    repacked(packed, with_manifest(members(packed) | {"journal.sqlite": log}, id="mars"))
    assert refused(packed) == ("journal.sqlite", problem)


def test_a_log_that_is_damaged_is_refused(packed: Path) -> None:
    log = members(packed)["journal.sqlite"]
    repacked(
        packed, with_manifest(members(packed) | {"journal.sqlite": log[:5000] + bytes(len(log) - 5000)}, id="mars")
    )
    assert refused(packed)[0] == "journal.sqlite"


def test_a_roster_of_another_place_is_no_campaign_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "mars.gmdesk"
    path.write_bytes(encode_roster(a_roster()))
    assert refused(path) == ("", NO_ZIP)
