"""A campaign is exported to one file and imported unchanged, completely or not at all."""

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs

from campaign_makers import FACE, a_campaign, files_of, members
from gm_desk import __version__
from gm_desk.core.characters.roster import Roster
from gm_desk.core.scenes.scene import Scene
from gm_desk.store import portraits
from gm_desk.store.campaign import exporting, importing
from gm_desk.store.campaign.exporting import export_campaign
from gm_desk.store.campaign.importing import (
    ExistingCampaign,
    check_campaign,
    existing_campaign,
    import_campaign,
    put_aside,
    thin_out_put_aside,
)
from gm_desk.store.disk.files import UnwritableFileError, write_atomically
from gm_desk.store.disk.places import Places
from gm_desk.store.journal.journal import Journal
from gm_desk.store.portraits import hash_of, keep_portrait
from gm_desk.store.rosters.files import encode_roster, read_in_part, read_roster, write_roster
from makers import PAST, a_disk_with_room_for, a_journal, a_roster, an_entry, rolls_in, some_entries


@pytest.fixture
def here(tmp_path: Path) -> Places:
    return Places(tmp_path / "here")


@pytest.fixture
def there(tmp_path: Path) -> Places:
    return Places(tmp_path / "there")


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    return tmp_path / "mars.gmdesk"


def export(roster: Roster, places: Places, path: Path) -> tuple[str, ...]:
    return export_campaign(roster, encode_roster(roster), places, path)


def rolls(places: Places, roster_id: str) -> list[str]:
    with a_journal(places.journal(roster_id)) as journal:
        return [entry.id for entry in rolls_in(journal, 100)]


def test_a_campaign_is_the_same_on_another_laptop(here: Places, there: Places, packed: Path) -> None:
    roster = a_campaign(here)
    assert export(roster, here, packed) == ()
    made = import_campaign(packed, there)
    assert made == there.roster("Mars", roster.id)
    assert made.read_bytes() == here.roster("Mars", roster.id).read_bytes()
    assert rolls(there, roster.id) == ["roll-3", "roll-2", "roll-1"]
    assert (there.portraits / f"{hash_of(FACE)}.png").read_bytes() == FACE
    assert set(files_of(there)) == set(files_of(here))


def test_the_pictures_for_the_players_go_along(here: Places, there: Places, packed: Path) -> None:
    large = FACE + bytes(range(256)) * 8_000
    of_scene, of_roster = (keep_portrait(here.portraits, content) for content in (large, FACE + b" of Mars"))
    scene = Scene(id="scene", picture=of_scene)
    roster = structs.replace(a_campaign(here), scenes=(scene,), picture=of_roster, caption="Mars")
    assert export(roster, here, packed) == ()
    assert read_roster(import_campaign(packed, there)) == roster
    assert {one.stem for one in there.portraits.iterdir()} == {hash_of(FACE), of_scene, of_roster}
    assert (there.portraits / f"{of_scene}.png").read_bytes() == large


def test_a_campaign_that_was_taken_in_goes_on(here: Places, there: Places, packed: Path) -> None:
    roster = a_campaign(here)
    export(roster, here, packed)
    import_campaign(packed, there)
    with a_journal(there.journal(roster.id), [an_entry("roll-4", time=2_000_000_000_000)]) as journal:
        assert len(rolls_in(journal, 100)) == 4


def test_the_manifest_names_everything_with_its_sum(here: Places, packed: Path) -> None:
    roster = a_campaign(here)
    export(roster, here, packed)
    inside = members(packed)
    manifest = json.loads(inside.pop("manifest.json"))
    said = {part["name"]: (part["size"], part["sha256"]) for part in manifest.pop("files")}
    assert said == {name: (len(content), hash_of(content)) for name, content in inside.items()}
    assert set(said) == {"roster.json", "journal.sqlite", f"portraits/{hash_of(FACE)}.png"}
    assert manifest == {"format": 1, "version": __version__, "id": roster.id, "name": "Mars", "system": "ep2"}


def test_the_same_campaign_gives_the_same_bytes(here: Places, packed: Path, tmp_path: Path) -> None:
    roster = a_campaign(here)
    export(roster, here, packed)
    export(roster, here, tmp_path / "again")
    assert packed.read_bytes() == (tmp_path / "again").read_bytes()


def test_a_roster_without_rolls_and_portraits_is_a_campaign_too(here: Places, there: Places, packed: Path) -> None:
    roster = a_roster(name="Mars")
    export(roster, here, packed)
    assert read_roster(import_campaign(packed, there)) == roster
    assert not there.journal(roster.id).exists()


def test_a_log_is_copied_while_it_is_open_and_written_to(here: Places, there: Places, packed: Path) -> None:
    roster = a_campaign(here, rolls=0)
    with closing(Journal(here.journal(roster.id))) as journal:
        journal.add(some_entries(3))
        assert Path(f"{journal.path}-wal").stat().st_size
        export(roster, here, packed)
        journal.add([an_entry("later")])
    import_campaign(packed, there)
    assert rolls(there, roster.id) == ["roll-3", "roll-2", "roll-1"]


def test_the_bytes_of_the_file_are_kept_whatever_they_say(here: Places, packed: Path) -> None:
    content = b'{"format": 99, "from": "the future"}'
    export_campaign(a_roster(), content, here, packed)
    assert members(packed)["roster.json"] == content


def test_what_cannot_be_put_in_is_told_and_the_rest_is_there(here: Places, there: Places, packed: Path) -> None:
    roster = a_campaign(here)
    here.journal(roster.id).write_bytes(b"no log" * 200)
    (here.portraits / f"{hash_of(FACE)}.png").unlink()
    log, faces = export(roster, here, packed)
    assert log.startswith("the log, which could not be read")
    assert faces == "1 portrait whose file is missing or damaged"
    assert read_roster(import_campaign(packed, there)) == roster


def test_a_portrait_that_is_a_path_is_never_looked_for(here: Places, packed: Path) -> None:
    roster = a_campaign(here)
    (eva,) = roster.characters
    secret = here.root / "secret.png"
    secret.write_bytes(b"secret")
    roster = structs.replace(roster, characters=(structs.replace(eva, portrait="../secret"),))
    assert export(roster, here, packed) == ("1 portrait whose file is missing or damaged",)
    assert [name for name in members(packed) if "png" in name] == []


def test_what_shrinks_like_a_bomb_is_packed_so_that_it_can_be_read(
    here: Places, there: Places, packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "ALWAYS_FINE", 0)
    (eva,) = a_campaign(here, rolls=0).characters
    roster = a_roster(characters=(structs.replace(eva, notes="a" * 1_000_000),))
    export(roster, here, packed)
    assert packed.stat().st_size > 1_000_000
    assert read_roster(import_campaign(packed, there)) == roster


def test_a_full_disk_leaves_the_file_that_was_there(here: Places, packed: Path) -> None:
    roster = a_campaign(here)
    packed.write_bytes(b"before")
    with a_disk_with_room_for(100), pytest.raises(UnwritableFileError) as caught:
        export(roster, here, packed)
    assert caught.value.path == packed
    assert packed.read_bytes() == b"before"


@pytest.mark.parametrize("failing", [1, 2, 3])
def test_whatever_cannot_be_written_there_is_no_roster_and_no_log_and_the_next_try_succeeds(
    here: Places, there: Places, packed: Path, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    roster = a_campaign(here)
    export(roster, here, packed)
    calls = iter(range(1, 9))

    def write(path: Path, data: bytes) -> None:
        if next(calls) == failing:
            raise UnwritableFileError(path, "no space left on device")
        write_atomically(path, data)

    with monkeypatch.context() as patched:
        patched.setattr(importing, "write_atomically", write)
        patched.setattr(portraits, "write_atomically", write)
        with pytest.raises(UnwritableFileError):
            import_campaign(packed, there)
    assert not existing_campaign(roster.id, there)
    assert read_roster(import_campaign(packed, there)) == roster


def test_who_is_here_is_found_by_id_whatever_the_file_is_called(here: Places, tmp_path: Path) -> None:
    roster = a_campaign(here)
    path = here.roster("Mars", roster.id)
    assert existing_campaign(roster.id, here) == ExistingCampaign(path, log=True)
    path = path.rename(here.rosters / "other.json")
    assert existing_campaign(roster.id, here) == ExistingCampaign(path, log=True)
    path = path.rename(tmp_path / "elsewhere.json")
    assert existing_campaign(roster.id, here) == ExistingCampaign(None, log=True)
    assert existing_campaign(roster.id, here, [path]) == ExistingCampaign(path, log=True)
    assert not existing_campaign("another", here, [path, tmp_path / "gone.json"])


def test_a_pipe_among_the_rosters_is_not_waited_for(here: Places) -> None:
    here.rosters.mkdir(parents=True)
    os.mkfifo(here.rosters / "a-mars.json")
    assert not existing_campaign("mars", here)


def test_a_damaged_roster_is_found_by_the_name_of_its_file(here: Places) -> None:
    roster = a_campaign(here)
    path = here.roster("Mars", roster.id)
    path.write_bytes(b"{")
    assert existing_campaign(roster.id, here).roster == path


def test_a_campaign_takes_the_place_of_what_is_here_once_that_is_put_aside(
    here: Places, there: Places, packed: Path
) -> None:
    roster = a_campaign(here)
    export(roster, here, packed)
    old = a_campaign(there, rolls=9, name="Old Mars")
    found = existing_campaign(roster.id, there)
    aside = put_aside(found, roster.id, there, "2026-01-02")
    assert import_campaign(packed, there, over=found.roster) == found.roster
    assert found.roster is not None
    assert read_roster(found.roster) == roster
    assert len(rolls(there, roster.id)) == 3
    assert aside == there.backups_of(roster.id) / "old-mars-2026-01-02.gmdesk"
    assert read_roster(import_campaign(aside, Places(there.root / "again"))) == old
    assert len(rolls(Places(there.root / "again"), roster.id)) == 9


def test_nothing_that_an_older_log_left_is_played_into_the_new_one(here: Places, there: Places, packed: Path) -> None:
    roster = a_campaign(here)
    export(roster, here, packed)
    log = there.journal(roster.id)
    with closing(Journal(log)) as journal:
        journal.add(some_entries(9))
        kept = [(tail, Path(f"{log}{tail}").read_bytes()) for tail in ("", "-wal", "-shm")]
    for tail, content in kept:
        Path(f"{log}{tail}").write_bytes(content)
    import_campaign(packed, there)
    assert rolls(there, roster.id) == ["roll-3", "roll-2", "roll-1"]


def test_a_campaign_without_a_log_leaves_none_of_another(here: Places, there: Places, packed: Path) -> None:
    roster = a_campaign(here, rolls=0)
    export(roster, here, packed)
    a_campaign(there)
    import_campaign(packed, there)
    assert not there.journal(roster.id).exists()


def test_what_is_damaged_is_put_aside_as_it_is(here: Places) -> None:
    roster = a_campaign(here)
    here.roster("Mars", roster.id).write_bytes(b"{ torn")
    here.journal(roster.id).write_bytes(b"no log")
    Path(f"{here.journal(roster.id)}-wal").write_bytes(b"what stands beside it")
    aside = put_aside(existing_campaign(roster.id, here), roster.id, here, "2026-01-02")
    assert members(aside)["roster.json"] == b"{ torn"
    assert aside.with_suffix(".sqlite").read_bytes() == b"no log"
    assert aside.with_suffix(".sqlite-wal").read_bytes() == b"what stands beside it"


def test_a_log_that_can_be_read_is_put_aside_once(here: Places) -> None:
    roster = a_campaign(here)
    aside = put_aside(existing_campaign(roster.id, here), roster.id, here, "2026-01-02")
    assert [*aside.parent.iterdir()] == [aside]


def test_a_log_without_a_roster_is_put_aside_too(here: Places) -> None:
    roster = a_campaign(here)
    here.roster("Mars", roster.id).unlink()
    aside = put_aside(existing_campaign(roster.id, here), roster.id, here, "2026-01-02")
    assert "journal.sqlite" in members(aside)


def test_nothing_that_was_put_aside_is_written_over(here: Places) -> None:
    roster = a_campaign(here)
    found = existing_campaign(roster.id, here)
    made = {put_aside(found, roster.id, here, "2026-01-02").name for _ in range(3)}
    assert len(made) == 3


def put_aside_with(folder: Path, *names: str) -> Path:
    """Lay files into a folder of backups, and give the last one."""
    folder.mkdir()
    for name in names:
        (folder / name).write_bytes(b"x")
    return folder / names[-1]


def test_the_newest_five_that_were_put_aside_stay(tmp_path: Path) -> None:
    days = [f"mars-2026-01-0{day}-101010.gmdesk" for day in range(1, 8)]
    newest = put_aside_with(tmp_path / "mars", *days)
    thin_out_put_aside(newest, tmp_path / "mars.gmdesk")
    assert sorted(path.name for path in newest.parent.iterdir()) == days[2:]


def test_of_one_second_the_last_that_were_put_aside_stay(tmp_path: Path) -> None:
    numbers = ["mars-2026-01-01-101010.gmdesk", *(f"mars-2026-01-01-101010-{n}.gmdesk" for n in range(2, 12))]
    newest = put_aside_with(tmp_path / "mars", *numbers)
    thin_out_put_aside(newest, tmp_path / "mars.gmdesk")
    assert {path.name for path in newest.parent.iterdir()} == set(numbers[-5:])


def test_what_was_put_aside_last_stays_though_the_clock_was_put_back(tmp_path: Path) -> None:
    later = [f"mars-2027-01-0{day}-101010.gmdesk" for day in range(1, 7)]
    newest = put_aside_with(tmp_path / "mars", *later, "mars-2026-01-01-101010.gmdesk")
    thin_out_put_aside(newest, tmp_path / "mars.gmdesk")
    assert {path.name for path in newest.parent.iterdir()} == {newest.name, *later[-4:]}


def test_a_damaged_log_goes_with_the_campaign_beside_which_it_was_put(tmp_path: Path) -> None:
    old = [f"mars-2026-01-01-101010.{end}" for end in ("gmdesk", "sqlite", "sqlite-wal", "sqlite-shm")]
    days = [f"mars-2026-01-0{day}-101010.{end}" for day in range(2, 7) for end in ("sqlite", "gmdesk")]
    newest = put_aside_with(tmp_path / "mars", *old, *days)
    thin_out_put_aside(newest, tmp_path / "mars.gmdesk")
    assert {path.name for path in newest.parent.iterdir()} == set(days)


def test_nothing_else_among_the_backups_is_thinned_out(tmp_path: Path) -> None:
    others = ["20260101T101010000000Z.json", "origin.txt", "mars.gmdesk", "mars-2026-01-01.gmdesk"]
    days = [f"mars-2026-01-0{day}-101010.gmdesk" for day in range(1, 8)]
    newest = put_aside_with(tmp_path / "mars", *others, *days)
    thin_out_put_aside(newest, newest.with_name(days[0]))
    assert {path.name for path in newest.parent.iterdir()} == {*others, days[0], *days[2:]}


def test_both_are_kept_under_two_ids_each_with_its_log(here: Places, there: Places, packed: Path) -> None:
    roster = a_campaign(here)
    export(roster, here, packed)
    a_campaign(there, rolls=9)
    made = import_campaign(packed, there, as_roster=("other", "Mars 2"))
    assert read_roster(made) == structs.replace(roster, id="other", name="Mars 2")
    assert (len(rolls(there, "other")), len(rolls(there, roster.id))) == (3, 9)


def test_an_id_that_looks_like_a_path_names_a_file_in_its_folder(here: Places, there: Places, packed: Path) -> None:
    roster = structs.replace(a_campaign(here, rolls=0), id="../../x")
    export(roster, here, packed)
    assert check_campaign(packed) == roster
    assert import_campaign(packed, there).parent == there.rosters
    assert all(path.is_relative_to(there.root) for path in there.root.parent.rglob("*x.json"))


def test_a_file_that_is_there_under_the_name_is_not_written_over(here: Places, there: Places, packed: Path) -> None:
    roster = a_campaign(here)
    export(roster, here, packed)
    other = there.roster("Mars", roster.id)
    write_roster(other, a_roster(id="other", name="Other"))
    assert import_campaign(packed, there) != other
    assert read_roster(other).name == "Other"


def test_a_log_of_the_first_version_comes_along(here: Places, there: Places, packed: Path) -> None:
    roster = a_campaign(here, rolls=0)
    path = here.journal(roster.id)
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((PAST / "journal-1.sql").read_text())
    old = len(rolls(Places(here.root), roster.id))
    export(roster, here, packed)
    import_campaign(packed, there)
    assert len(rolls(there, roster.id)) == old > 0


def test_what_could_not_be_read_of_a_roster_goes_along_as_it_is(here: Places, there: Places, packed: Path) -> None:
    a_campaign(here, rolls=0)
    path = here.roster("Mars", "mars")
    content = path.read_bytes().replace(b'"rating": 60', b'"rating": "sixty"')
    assert b"sixty" in content
    export_campaign(read_in_part(path).roster, content, here, packed)
    made = import_campaign(packed, there)
    assert made.read_bytes() == content
