"""A log replaces another, or the other one is unchanged, whatever fails on the disk."""

import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import override

from campaign_makers import a_campaign
from gm_desk.core.characters.roster import Roster
from gm_desk.store.campaign import importing
from gm_desk.store.campaign import replacing as log_exchange
from gm_desk.store.campaign.exporting import export_campaign
from gm_desk.store.campaign.importing import import_campaign
from gm_desk.store.campaign.replacing import ReplacementResult, replacing, settle_all, settle_one
from gm_desk.store.disk.files import PREFIX, StoreError, UnwritableFileError
from gm_desk.store.disk.locks import HeldLock, take, this_process
from gm_desk.store.disk.places import Places, marker_of
from gm_desk.store.journal.journal import Journal
from gm_desk.store.rosters.files import encode_roster, read_roster
from makers import a_journal, an_entry, rolls_in, some_entries

MOST_OPERATIONS = 200
OPERATIONS = (
    (os, "replace"),
    (os, "rename"),
    (os, "unlink"),
    (os, "fsync"),
    (os, "mkdir"),
    (os, "chmod"),
    (os, "fdopen"),
    (os, "open"),
    (shutil, "copymode"),
    (Path, "read_bytes"),
    (Path, "open"),
)


class Disk:
    """Refuse one operation, the one with a number; count them all."""

    def __init__(self, failing: int) -> None:
        self.failing = failing
        self.count = 0

    def spoils(self, does: Callable[..., Any]) -> Callable[..., Any]:
        def spoilt(*given: Any, **named: Any) -> Any:
            self.count += 1
            if self.count == self.failing:
                raise OSError(5, "Input/output error")
            return does(*given, **named)

        return spoilt


@pytest.fixture
def there(tmp_path: Path) -> Places:
    return Places(tmp_path / "there")


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    """Return a campaign with three rolls."""
    places = Places(tmp_path / "here")
    roster = a_campaign(places)
    path = tmp_path / "mars.gmdesk"
    export_campaign(roster, encode_roster(roster), places, path)
    return path


def rolls(places: Places, roster: Roster) -> int:
    with a_journal(places.journal(roster.id)) as journal:
        return len(rolls_in(journal, 100))


def an_old_one(places: Places) -> Roster:
    """Put a campaign with nine rolls there, the last of which a program that was killed left in SQLite's file."""
    roster = a_campaign(places, rolls=8, name="Old Mars")
    log = places.journal(roster.id)
    with closing(Journal(log)) as journal:
        journal.add([an_entry("killed", time=2_000_000_000_000)])
        kept = [(tail, Path(f"{log}{tail}").read_bytes()) for tail in ("", "-wal")]
    for tail, content in kept:
        Path(f"{log}{tail}").write_bytes(content)
    return roster


def test_whatever_the_disk_refuses_the_old_campaign_or_the_new_one_stands_whole(
    tmp_path: Path, packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused, old = 0, an_old_one(Places(tmp_path / "old"))
    for failing in range(1, MOST_OPERATIONS):
        places = Places(tmp_path / f"there-{failing}")
        shutil.copytree(tmp_path / "old", places.root)
        path, disk = places.roster("Old Mars", old.id), Disk(failing)
        with monkeypatch.context() as patched:
            for where, name in OPERATIONS:
                patched.setattr(where, name, disk.spoils(getattr(where, name)))
            with suppress(StoreError):
                import_campaign(packed, places, over=path)
        assert (read_roster(path).name, rolls(places, old)) in {("Old Mars", 9), ("Mars", 3)}
        if disk.count < failing:
            break
        refused += read_roster(path) == old
    assert disk.count < failing
    assert refused > 20
    assert (read_roster(path).name, rolls(places, old)) == ("Mars", 3)


class KilledError(BaseException):
    """The program is no more."""


class DyingDisk(Disk):
    """Let the program be killed at an operation: it does nothing after it either."""

    @override
    def spoils(self, does: Callable[..., Any]) -> Callable[..., Any]:
        def spoilt(*given: Any, **named: Any) -> Any:
            self.count += 1
            if self.count >= self.failing:
                raise KilledError
            return does(*given, **named)

        return spoilt


class Unpacking:
    """A folder for what is unpacked, which a killed program leaves."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir()

    def __call__(self, **_: str) -> "Unpacking":
        return self

    def __enter__(self) -> str:
        return str(self._folder)

    def __exit__(self, *_: object) -> None:
        """Leave it."""


def killed(disk: Disk, patched: pytest.MonkeyPatch, does: Callable[[], object]) -> None:
    """Do something on a disk, until the program is killed."""
    for where, name in OPERATIONS:
        patched.setattr(where, name, disk.spoils(getattr(where, name)))
    with suppress(KilledError):
        does()


def killed_at_each_operation(tmp_path: Path, packed: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Places]:
    """Import a campaign over another, and be killed at the first operation, then at the second, until it succeeds.

    The start after that is killed as well, every other time.
    """
    an_old_one(Places(tmp_path / "old"))
    for failing in range(1, MOST_OPERATIONS):
        places = Places(tmp_path / f"there-{failing}")
        shutil.copytree(tmp_path / "old", places.root)
        path, disk = places.roster("Old Mars", "mars"), DyingDisk(failing)
        with monkeypatch.context() as patched:
            patched.setattr(importing, "TemporaryDirectory", Unpacking(tmp_path / f"unpacking-{failing}"))
            killed(disk, patched, partial(import_campaign, packed, places, over=path))
        if failing % 2:
            with monkeypatch.context() as patched:
                killed(DyingDisk(1 + failing // 2 % 7), patched, partial(settle_one, places.journal("mars")))
        yield places
        if disk.count < failing:
            return
    raise AssertionError("an import asks less of the disk than that")


def litter(places: Places) -> set[str]:
    """Name what lies among the logs beside the log; half-made files are swept after an hour."""
    names = {one.name for one in places.journals.iterdir()}
    return {one for one in names if not one.startswith(PREFIX)} - {"mars.sqlite", "mars.sqlite-wal", "mars.sqlite-shm"}


def test_wherever_it_is_killed_the_next_start_has_the_old_campaign_or_the_new_one_whole(
    tmp_path: Path, packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[bool] = []
    for places in killed_at_each_operation(tmp_path, packed, monkeypatch):
        path, marked = places.roster("Old Mars", "mars"), marker_of(places.journal("mars")).exists()
        settled = settle_all(places, 0)
        found = (read_roster(path).name, rolls(places, read_roster(path)))
        assert found in {("Old Mars", 9), ("Mars", 3)}
        assert litter(places) == set()
        assert len(settled) == marked
        for one in settled:
            assert (one.roster, one.problem) == (path, "")
            assert one.complete == (found == ("Mars", 3))
            told.append(one.complete)
    assert found == ("Mars", 3)
    assert {True, False} == set(told)


def killed_while_replacing(log: Path, roster: Path, content: bytes, fresh: Path | None, half: bytes) -> None:
    """Be killed when the log holds something else, and the roster is not replaced yet."""
    with pytest.MonkeyPatch.context() as patched, suppress(KilledError), replacing(log, roster, content, fresh):
        Path(f"{log}-wal").unlink(missing_ok=True)
        log.write_bytes(half)
        patched.setattr(log_exchange, "settle", lambda _: None)
        raise KilledError


def half_replaced(places: Places) -> Path:
    """Leave a log half replaced, and give it."""
    old = an_old_one(places)
    log = places.journal(old.id)
    killed_while_replacing(log, places.roster("Old Mars", old.id), b"{}", None, b"half")
    assert (log.read_bytes(), marker_of(log).exists()) == (b"half", True)
    return log


def test_nobody_writes_to_a_log_that_is_half_replaced(there: Places) -> None:
    log = half_replaced(there)
    with closing(Journal(log)) as journal:
        with pytest.raises(UnwritableFileError, match="the import of a campaign over it has not finished"):
            journal.add(some_entries(1))
        assert log.read_bytes() == b"half"
        assert settle_one(log) == ReplacementResult(there.roster("Old Mars", "mars"), complete=False)
        journal.add([an_entry("later", time=2_000_000_000_001)])
        assert len(rolls_in(journal, 100)) == 10


def test_what_a_window_is_at_is_left_to_it(there: Places) -> None:
    log = half_replaced(there)
    held = take(there.lock("mars"), this_process(0))
    assert isinstance(held, HeldLock)
    assert settle_all(there, 0) == []
    assert marker_of(log).exists()
    held.release()
    assert [one.complete for one in settle_all(there, 0)] == [False]
    assert not marker_of(log).exists()


def test_a_disk_that_still_refuses_is_told_and_nothing_is_decided(
    there: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = half_replaced(there)

    def refused(*_: object) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", refused)
        patched.setattr(os, "rename", refused)
        assert [one.problem for one in settle_all(there, 0)] == ["the disk reports an error of its own"]
    assert marker_of(log).exists()
    assert [one.complete for one in settle_all(there, 0)] == [False]
    assert rolls(there, read_roster(there.roster("Old Mars", "mars"))) == 9


def test_the_same_roster_with_another_log_is_told_apart_by_the_log(there: Places, tmp_path: Path) -> None:
    old = an_old_one(there)
    log, path, content = there.journal(old.id), there.roster("Old Mars", old.id), encode_roster(old)
    fresh = tmp_path / "fresh.sqlite"
    with a_journal(fresh, some_entries(2)):
        pass
    for complete in (False, True):
        killed_while_replacing(log, path, content, fresh, fresh.read_bytes() if complete else b"half")
        assert settle_one(log) == ReplacementResult(path, complete=complete)
        assert rolls(there, old) == (2 if complete else 9)


def test_a_mark_that_is_none_of_ours_costs_nothing(there: Places) -> None:
    old = an_old_one(there)
    log = there.journal(old.id)
    marker_of(log).write_bytes(b"{")
    assert [one.complete for one in settle_all(there, 0)] == [False]
    assert rolls(there, old) == 9
    assert litter(there) == set()


def test_a_roster_that_is_read_only_keeps_its_log(there: Places, packed: Path) -> None:
    old = an_old_one(there)
    path = there.roster("Old Mars", old.id)
    path.chmod(0o400)
    with pytest.raises(UnwritableFileError, match="read-only"):
        import_campaign(packed, there, over=path)
    assert (read_roster(path), rolls(there, old)) == (old, 9)


def fails_to_replace(log: Path) -> None:
    """Put another log in the place of one, and fail then."""
    with replacing(log, log.with_name("mars.json"), b"{}", None):
        Path(f"{log}-wal").unlink(missing_ok=True)
        log.write_bytes(b"new")
        raise UnwritableFileError(log, "the disk is full")


def test_where_there_was_no_log_there_is_none_after_a_failure(there: Places) -> None:
    log = there.journal("mars")
    log.parent.mkdir(parents=True)
    with pytest.raises(UnwritableFileError, match="full"):
        fails_to_replace(log)
    assert not [*log.parent.iterdir()]


@pytest.mark.parametrize("fails", [False, True])
def test_nothing_is_left_beside_the_log_and_who_may_read_it_stays(there: Places, packed: Path, fails: bool) -> None:
    old = an_old_one(there)
    log, path = there.journal(old.id), there.roster("Old Mars", old.id)
    Path(f"{log}.before-wal").write_bytes(b"left by a program that was killed")
    log.chmod(0o640)
    path.chmod(0o400 if fails else 0o600)
    with suppress(UnwritableFileError):
        import_campaign(packed, there, over=path)
    assert stat.S_IMODE(log.stat().st_mode) == 0o640
    assert rolls(there, old) == (9 if fails else 3)
    assert {one.name for one in log.parent.iterdir()} == {log.name}


def test_a_damaged_log_is_put_back_as_it_was(there: Places) -> None:
    log = there.journal("mars")
    log.parent.mkdir(parents=True)
    for tail in ("", "-wal"):
        Path(f"{log}{tail}").write_bytes(b"no log" + tail.encode())
    with pytest.raises(UnwritableFileError, match="full"):
        fails_to_replace(log)
    assert {one.name: one.read_bytes() for one in log.parent.iterdir()} == {
        log.name: b"no log",
        f"{log.name}-wal": b"no log-wal",
    }


def test_a_log_that_another_window_has_open_is_not_replaced(there: Places, packed: Path) -> None:
    old = an_old_one(there)
    path = there.roster("Old Mars", old.id)
    with closing(Journal(there.journal(old.id))) as journal:
        journal.add(some_entries(1))
        with pytest.raises(UnwritableFileError, match="its log is open in another window"):
            import_campaign(packed, there, over=path)
        journal.add([an_entry("later")])
    assert (read_roster(path), rolls(there, old)) == (old, 10)


def test_a_recovery_that_was_interrupted_is_not_put_over_the_new_log(there: Places, packed: Path) -> None:
    old = an_old_one(there)
    log = there.journal(old.id)
    with a_journal(log) as journal:
        assert len(rolls_in(journal, 100)) == 9
    Path(f"{log}.recovered").write_bytes(log.read_bytes())
    import_campaign(packed, there, over=there.roster("Old Mars", old.id))
    assert rolls(there, old) == 3
