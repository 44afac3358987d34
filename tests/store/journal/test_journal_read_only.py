"""A journal that may only be read for a while, by whoever runs the tests and by an ordinary user."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from gm_desk.store.disk.files import UnwritableFileError
from makers import a_journal, numbers, rolls_in, some_entries

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows closes folders to writing in other ways")
NOBODY = 65534


@contextmanager
def as_an_ordinary_user() -> Iterator[None]:
    """Run the body without an administrator's rights to every file."""
    user = os.geteuid()
    os.seteuid(user or NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


@contextmanager
def nobody_writes(path: Path) -> Iterator[None]:
    """Close a file to writing, for whoever may write to everything as well."""
    modes = {one: one.stat().st_mode for one in (path, *path.glob("*"))}
    for one in modes:
        one.chmod(0o555 if one.is_dir() else 0o444)
    try:
        with as_an_ordinary_user():
            yield
    finally:
        for one, mode in modes.items():
            one.chmod(mode)


@pytest.fixture(params=["another's", "own"])
def open_folder(request: pytest.FixtureRequest) -> Iterator[Path]:
    """Return a folder that everybody may look into, which belongs to the user who reads it or to another."""
    with as_an_ordinary_user() if request.param == "own" else nullcontext(), tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.parametrize("left", [(), ("", "-wal"), ("", "-wal", "-shm")])
@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_may_not_be_written_to_is_shown_and_written_to_once_it_may(
    open_folder: Path, what: str, left: tuple[str, ...]
) -> None:
    path = open_folder / "mars.sqlite"
    with a_journal(path, some_entries(2)) as before:
        before.tidy()
        copies = {suffix: (open_folder / f"mars.sqlite{suffix}").read_bytes() for suffix in left}
    for suffix, content in copies.items():  # as a killed program leaves them
        (open_folder / f"mars.sqlite{suffix}").write_bytes(content)
    with a_journal(path) as journal:
        with nobody_writes(open_folder if what == "folder" else path):
            for number in range(3, 5):
                assert numbers(rolls_in(journal, 10)) == [2, 1]
                assert [one.rolls for one in journal.evenings()] == [2]
                with pytest.raises(UnwritableFileError) as raised:
                    journal.add(some_entries(1, number))
                assert raised.value.problem in {"it is read-only", "it cannot be opened", "permission denied"}
        journal.add(some_entries(1, 3))
        assert numbers(rolls_in(journal, 10)) == [3, 2, 1]
        assert journal.recovered is None
    assert not list(open_folder.glob("*damaged*"))
