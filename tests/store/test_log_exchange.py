"""A log takes the place of another, or the other one stands as it did, whatever the disk refuses."""

import os
import shutil
import stat
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from campaign_makers import a_campaign
from gm_desk.core.roster import Roster
from gm_desk.store.campaign import export_campaign
from gm_desk.store.campaign_import import import_campaign
from gm_desk.store.errors import StoreError, UnwritableFileError
from gm_desk.store.journal import Journal
from gm_desk.store.log_exchange import replacing_log
from gm_desk.store.places import Places
from gm_desk.store.rosters import encode_roster, read_roster
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
    (tempfile, "mkstemp"),
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
    """Give a campaign with three rolls."""
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
    refused = 0
    for failing in range(1, MOST_OPERATIONS):
        places = Places(tmp_path / f"there-{failing}")
        old = an_old_one(places)
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


def test_a_roster_that_is_read_only_keeps_its_log(there: Places, packed: Path) -> None:
    old = an_old_one(there)
    path = there.roster("Old Mars", old.id)
    path.chmod(0o400)
    with pytest.raises(UnwritableFileError, match="read-only"):
        import_campaign(packed, there, over=path)
    assert (read_roster(path), rolls(there, old)) == (old, 9)


def fails_to_replace(log: Path) -> None:
    """Put another log in the place of one, and fail then."""
    with replacing_log(log):
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
