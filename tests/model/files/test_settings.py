"""The settings: saved soon after a change."""

from pathlib import Path

import pytest

from gm_desk.model.files.settings import Settings
from gm_desk.store.disk.places import Places
from gm_desk.store.state import Printing, Recent, State, View, Window, read_state
from model_makers import AtOnce, ByHand, a_draft, heard, ring, running

pytestmark = pytest.mark.usefixtures("qapp")


def a_memory(folder: Path, *, writes: bool = True) -> tuple[Path, Settings]:
    path = folder / "data" / "state.json"
    return path, Settings(Places(path.parent), read_state(path), AtOnce(), writes=writes)


def test_everything_is_found_again(tmp_path: Path) -> None:
    path, memory = a_memory(tmp_path)
    view, window = View("lao", a_draft(-20)), Window("geometry", {"roster": [200, 800]})
    memory.set_theme("light")
    memory.set_window(window)
    memory.set_view("mars", view)
    memory.set_open(Path("mars.json"), "Mars")
    memory.set_veiled(True)
    memory.set_secret(True)
    memory.set_printing(Printing(8, "letter"))
    ring(memory)
    again = Settings(Places(path.parent), read_state(path), AtOnce())
    recent = (Recent("mars.json", "Mars"),)
    printing = Printing(8, "letter")
    assert again.state == State("light", window, recent, {"mars": view}, veiled=True, secret=True, printing=printing)
    assert (again.view("mars"), again.view("venus")) == (view, View())


def test_what_changes_nothing_is_not_saved(tmp_path: Path) -> None:
    path, memory = a_memory(tmp_path)
    memory.set_theme("system")
    memory.set_window(Window())
    memory.set_view("mars", View())
    memory.set_veiled(False)
    memory.set_secret(False)
    memory.set_printing(Printing())
    assert (running(memory), memory.flush(), path.exists()) == ([], True, False)
    assert memory.state == State()


def test_it_can_be_saved_to_see_whether_it_can_be(tmp_path: Path) -> None:
    path, memory = a_memory(tmp_path)
    memory.save_soon()
    ring(memory)
    assert path.exists()


def test_a_memory_that_cannot_be_written_says_so_until_it_can(tmp_path: Path) -> None:
    in_the_way = tmp_path / "data"
    in_the_way.write_text("no folder")
    path, memory = a_memory(tmp_path)
    trouble = heard(memory.trouble_changed)
    memory.set_theme("dark")
    ring(memory)
    assert [(source, str(path) in text) for source, text in trouble] == [("state", True)]
    in_the_way.unlink()
    ring(memory)
    assert trouble[-1] == ("state", "")
    assert read_state(path).theme == "dark"


def test_a_memory_that_does_not_keep_writes_nothing(tmp_path: Path) -> None:
    path, memory = a_memory(tmp_path, writes=False)
    memory.set_theme("dark")
    ring(memory)
    assert (memory.state.theme, path.exists(), list(tmp_path.iterdir())) == ("dark", False, [])


# --- Two windows -----------------------------------------------------------------------------------------------------


def test_two_windows_on_one_file_keep_what_each_remembers(tmp_path: Path) -> None:
    path, one = a_memory(tmp_path)
    _, other = a_memory(tmp_path)
    one.turn_to("mars")
    other.turn_to("venus")
    one.set_view("mars", View("lao", a_draft(-20)))
    other.set_view("venus", View("eva"))
    one.set_theme("dark")
    other.set_secret(True)
    assert one.flush()
    assert other.flush()
    one.set_veiled(True)
    assert one.flush()
    found = read_state(path)
    assert found.views == {"mars": View("lao", a_draft(-20)), "venus": View("eva")}
    assert (found.theme, found.secret, found.veiled) == ("dark", True, True)


def test_what_another_window_opened_is_listed_here_once_something_is_saved(tmp_path: Path) -> None:
    _, one = a_memory(tmp_path)
    _, other = a_memory(tmp_path)
    one.set_open(Path("mars.json"), "Mars")
    other.set_open(Path("venus.json"), "Venus")
    other.add_line("lao guns")
    assert one.flush()
    assert other.flush()
    one.set_theme("dark")
    assert one.flush()
    assert [recent.name for recent in one.state.recent] == ["Venus", "Mars"]
    assert one.state.history == ("lao guns",)
    assert (other.state.theme, running(one)) == ("system", [])


def test_a_roster_opens_as_another_window_left_it_and_stays_as_it_is_here_while_it_is_open(tmp_path: Path) -> None:
    path, one = a_memory(tmp_path)
    _, other = a_memory(tmp_path)
    assert (one.turn_to("mars"), other.turn_to("mars")) == (View(), View())
    other.set_view("mars", View("lao"))
    assert other.flush()
    one.set_theme("dark")
    assert one.flush()
    assert one.view("mars") == View()
    assert read_state(path).views == {"mars": View("lao")}
    one.turn_to("venus")
    assert one.turn_to("mars") == View("lao")


def test_what_changes_while_it_is_being_saved_is_saved_after_it(tmp_path: Path) -> None:
    path, other = a_memory(tmp_path)
    slow = ByHand()
    one = Settings(Places(path.parent), read_state(path), slow)
    one.set_open(Path("mars.json"), "Mars")
    ring(one)
    one.set_open(Path("luna.json"), "Luna")
    other.set_open(Path("venus.json"), "Venus")
    assert other.flush()
    assert one.flush()
    assert [recent.name for recent in read_state(path).recent] == ["Luna", "Mars", "Venus"]
