"""Locks: two real processes, killed ones, notes that say nothing, and folders that will not take any."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from gm_desk.store.disk.locks import MOST_BYTES, RECENT, HeldLock, Holder, elsewhere, take, this_process

NOON = 12 * 3_600_000
ME = Holder("laptop", 4711, "GM Desk 1", NOON, NOON)
OTHER_LAPTOP = Holder("tower", 815, "GM Desk 1", NOON - 60_000, NOON - 60_000)

HOLD = """
import sys
from pathlib import Path
from gm_desk.store.disk.locks import HeldLock as Held, take, this_process
held = take(Path(sys.argv[1]), this_process(int(sys.argv[2])))
print("held" if isinstance(held, Held) else held.process, flush=True)
sys.stdin.readline()
if isinstance(held, Held):
    held.release()
print("let go", flush=True)
sys.stdin.readline()
"""

Window = subprocess.Popen[str]


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    return tmp_path / "locks" / "mars.lock"


@pytest.fixture
def another_window(lock: Path) -> Iterator[Callable[[], tuple[Window, str]]]:
    """Start processes that try to hold the lock; gives each with what it said."""
    windows: list[Window] = []

    def start() -> tuple[Window, str]:
        command = [sys.executable, "-c", HOLD, str(lock), str(NOON)]
        window = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        windows.append(window)
        return window, said_by(window)

    yield start
    for window in windows:
        window.kill()
        window.communicate()


def said_by(window: Window) -> str:
    assert window.stdout is not None
    return window.stdout.readline().strip()


def tell(window: Window) -> str:
    """Let a window go on, and give what it says next."""
    assert window.stdin is not None
    window.stdin.write("\n")
    window.stdin.flush()
    return said_by(window)


def note_of(lock: Path) -> Path:
    return lock.with_suffix(".json")


def held(found: HeldLock | Holder) -> HeldLock:
    assert isinstance(found, HeldLock), f"held by {found}"
    return found


def test_a_lock_that_is_free_is_taken_and_says_who_holds_it(lock: Path) -> None:
    taken = held(take(lock, ME))
    assert msgspec.json.decode(note_of(lock).read_bytes(), type=Holder) == ME
    taken.release()


def test_a_lock_that_was_let_go_can_be_taken_again(lock: Path) -> None:
    held(take(lock, ME)).release()
    assert not note_of(lock).exists()
    held(take(lock, ME)).release()


def test_a_second_window_is_told_who_holds_it(lock: Path, another_window: Callable[[], tuple[Window, str]]) -> None:
    window, said = another_window()
    assert said == "held"
    me = this_process(NOON)
    found = take(lock, me)
    assert isinstance(found, Holder)
    assert (found.process, found.since, found.host) == (window.pid, NOON, me.host)
    assert found.program.startswith("GM Desk")
    assert not elsewhere(found, me)


def test_of_two_processes_only_one_holds_it(another_window: Callable[[], tuple[Window, str]]) -> None:
    first, _ = another_window()
    second, said = another_window()
    assert said == str(first.pid)
    assert tell(first) == "let go"
    assert another_window()[1] == "held"
    assert second.poll() is None


@pytest.mark.skipif(os.name != "posix", reason="processes are killed by a signal")
def test_a_window_that_was_killed_holds_nothing(lock: Path, another_window: Callable[[], tuple[Window, str]]) -> None:
    window, _ = another_window()
    window.send_signal(signal.SIGKILL)
    window.wait()
    assert note_of(lock).exists()
    held(take(lock, this_process(NOON))).release()


def test_a_process_id_that_lives_again_holds_nothing(lock: Path) -> None:
    me = this_process(NOON)
    lock.parent.mkdir()
    lock.touch()
    recycled = structs.replace(me, process=os.getppid())
    note_of(lock).write_bytes(msgspec.json.encode(recycled))
    held(take(lock, me)).release()


GARBLED = {
    "empty": b"",
    "cut": b'{"host":"tow',
    "zeros": bytes(4096),
    "not JSON": b"4711 laptop",
    "not UTF-8": b'{"host":"\xff"}',
    "another kind": b"[1, 2]",
    "another type": b'{"host":"tower","process":"x","renewed":%d}' % NOON,
    "huge number": b'{"host":"tower","renewed":%s}' % (b"9" * 100),
    "deep": b"[" * 100_000,
    "long": b'{"host":"tower","renewed":%d%s}' % (NOON, b" " * MOST_BYTES),
    "nobody": b"{}",
}


@pytest.mark.parametrize("kind", GARBLED)
def test_a_garbled_note_keeps_nobody_out(lock: Path, kind: str) -> None:
    lock.parent.mkdir()
    lock.write_bytes(GARBLED[kind])
    note_of(lock).write_bytes(GARBLED[kind])
    taken = held(take(lock, ME))
    assert msgspec.json.decode(note_of(lock).read_bytes(), type=Holder) == ME
    taken.release()


@pytest.mark.parametrize("kind", GARBLED)
def test_a_garbled_note_of_a_living_window_names_nobody_and_still_keeps_others_out(
    lock: Path, another_window: Callable[[], tuple[Window, str]], kind: str
) -> None:
    another_window()
    note_of(lock).write_bytes(GARBLED[kind])
    assert take(lock, ME) == Holder()


def test_a_note_that_is_a_folder_keeps_nobody_out(lock: Path) -> None:
    note_of(lock).mkdir(parents=True)
    held(take(lock, ME)).release()
    assert note_of(lock).is_dir()


def test_a_lock_that_is_a_folder_keeps_nobody_out(lock: Path) -> None:
    lock.mkdir(parents=True)
    held(take(lock, ME)).release()


def test_where_nothing_can_be_written_nobody_is_kept_out(tmp_path: Path) -> None:
    (tmp_path / "locks").write_text("a file where the folder should be")
    taken = held(take(tmp_path / "locks" / "mars.lock", ME))
    taken.renew(NOON)
    taken.release()
    assert [path.name for path in tmp_path.iterdir()] == ["locks"]


def test_an_id_too_long_for_a_file_keeps_nobody_out(tmp_path: Path) -> None:
    held(take(tmp_path / f"{'x' * 300}.lock", ME)).release()


def shared(lock: Path, other: Holder) -> None:
    """Let the folder be one that another computer has written to."""
    lock.parent.mkdir()
    lock.touch()
    note_of(lock).write_bytes(msgspec.json.encode(other))


@pytest.mark.parametrize("apart", [1 - RECENT, 0, RECENT - 1])
def test_a_note_of_another_computer_counts_while_it_is_renewed(lock: Path, apart: int) -> None:
    other = structs.replace(OTHER_LAPTOP, renewed=NOON + apart)
    shared(lock, other)
    assert take(lock, ME) == other
    assert elsewhere(other, ME)
    assert msgspec.json.decode(note_of(lock).read_bytes(), type=Holder) == other


def test_whoever_is_refused_keeps_nothing(lock: Path) -> None:
    shared(lock, OTHER_LAPTOP)
    take(lock, ME)
    note_of(lock).unlink()
    held(take(lock, ME)).release()


@pytest.mark.parametrize("apart", [-RECENT, RECENT])
def test_a_note_of_another_computer_that_is_not_renewed_is_one_left_behind(lock: Path, apart: int) -> None:
    shared(lock, structs.replace(OTHER_LAPTOP, renewed=NOON + apart))
    taken = held(take(lock, ME))
    assert msgspec.json.decode(note_of(lock).read_bytes(), type=Holder) == ME
    taken.release()


def test_a_roster_of_another_computer_can_be_opened_anyway(lock: Path) -> None:
    shared(lock, OTHER_LAPTOP)
    taken = held(take(lock, ME, anyway=True))
    assert msgspec.json.decode(note_of(lock).read_bytes(), type=Holder) == ME
    taken.release()


def test_a_lock_that_does_reach_another_computer_can_be_passed_by(
    lock: Path, another_window: Callable[[], tuple[Window, str]]
) -> None:
    window, _ = another_window()
    held(take(lock, ME, anyway=True)).release()
    assert tell(window) == "let go"


def test_a_holder_renews_its_note(lock: Path) -> None:
    taken = held(take(lock, ME))
    taken.renew(NOON + RECENT)
    assert msgspec.json.decode(note_of(lock).read_bytes(), type=Holder) == structs.replace(ME, renewed=NOON + RECENT)
    taken.release()
    assert [path.name for path in lock.parent.iterdir()] == ["mars.lock"]


def test_a_holder_whom_another_computer_passed_by_leaves_the_others_note_alone(lock: Path) -> None:
    taken = held(take(lock, ME))
    note_of(lock).write_bytes(msgspec.json.encode(OTHER_LAPTOP))
    taken.renew(NOON)
    assert msgspec.json.decode(note_of(lock).read_bytes(), type=Holder) == OTHER_LAPTOP
    taken.release()
    assert note_of(lock).exists()


def test_a_holder_takes_the_note_back_from_a_computer_that_is_gone(lock: Path) -> None:
    taken = held(take(lock, ME))
    note_of(lock).write_bytes(msgspec.json.encode(OTHER_LAPTOP))
    taken.renew(NOON + RECENT)
    assert msgspec.json.decode(note_of(lock).read_bytes(), type=Holder).host == ME.host
    taken.release()
