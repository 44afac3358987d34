"""What makes the program at home on a desktop: its entry, its description for software centres, its type of file."""

import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from gm_desk.store.disk.places import SUFFIX, Places
from gm_desk.store.journal.journal import Journal
from gm_desk.store.rosters.files import read_roster
from gm_desk.store.shipped import resource
from gm_desk.store.state import read_state

PACKAGING = resource("icons").parent.parent / "packaging"
DESKTOP, METAINFO, MIME = (PACKAGING / f"gm-desk{rest}" for rest in (".desktop", ".metainfo.xml", "-mime.xml"))
SHARED_MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
CAMPAIGN = "application/vnd.gm-desk.campaign"

pytestmark = pytest.mark.skipif(not PACKAGING.is_dir(), reason="an installed GM Desk has no packaging/")


def entry() -> dict[str, str]:
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[method-assign,assignment]  # keys keep their letters
    parser.read(DESKTOP, encoding="utf-8")
    return dict(parser["Desktop Entry"])


def parsed(path: Path) -> ET.Element:
    return ET.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314 - our own file


def text(root: ET.Element, name: str) -> str:
    found = root.find(name)
    assert found is not None
    return (found.text or "").strip()


def test_the_desktop_entry_starts_the_program_with_the_file_that_was_opened() -> None:
    said = entry()
    assert (said["Type"], said["Name"], said["Icon"], said["Terminal"]) == (
        "Application",
        "GM Desk",
        "gm-desk",
        "false",
    )
    assert said["Exec"] == "gm-desk %f"
    assert said["MimeType"] == f"{CAMPAIGN};"
    assert all(said[key].endswith(";") for key in ("Categories", "Keywords", "MimeType"))
    assert said["StartupWMClass"] == DESKTOP.stem, "the window says the same name"


def test_the_description_names_the_entry_the_binary_and_the_type_of_file() -> None:
    root = parsed(METAINFO)
    assert (root.tag, root.get("type")) == ("component", "desktop-application")
    for name in ("id", "metadata_license", "project_license", "name", "summary", "description", "content_rating"):
        assert root.find(name) is not None, name
    assert text(root, "launchable") == DESKTOP.name
    assert text(root, "provides/binary") == entry()["Exec"].split()[0]
    assert text(root, "provides/mediatype") == CAMPAIGN
    assert not text(root, "summary").endswith(".")


def test_a_campaign_is_known_by_its_suffix() -> None:
    root = parsed(MIME)
    kind = root.find(f"{SHARED_MIME}mime-type")
    assert kind is not None
    assert kind.get("type") == CAMPAIGN
    globs = [glob.get("pattern") for glob in kind.findall(f"{SHARED_MIME}glob")]
    assert globs == [f"*{SUFFIX}"]


def test_the_icon_of_the_entry_is_a_drawing_that_scales() -> None:
    root = parsed(resource(f"icons/{entry()['Icon']}.svg"))
    assert root.get("viewBox") == "0 0 64 64"


@pytest.mark.parametrize(
    ("program", "arguments"),
    [("desktop-file-validate", [DESKTOP]), ("appstreamcli", ["validate", "--no-net", METAINFO])],
)
def test_the_tools_of_the_desktop_find_nothing_wrong(program: str, arguments: list[Path | str]) -> None:
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    told = subprocess.run([found, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, ""), told.stdout


def test_the_fight_of_the_pictures_is_under_way(tmp_path: Path) -> None:
    subprocess.run([sys.executable, PACKAGING / "play_scene.py", tmp_path, "fight"], check=True)
    [path] = Places(tmp_path).rosters.glob("*.json")
    scene = read_roster(path).on_stage
    assert scene is not None
    assert scene.now is not None
    assert len(scene.past) == 2


def test_the_scene_of_the_pictures_has_rolls_and_an_opposed_test_to_roll(tmp_path: Path) -> None:
    subprocess.run([sys.executable, PACKAGING / "play_scene.py", tmp_path], check=True)
    places = Places(tmp_path)
    [path] = places.rosters.glob("*.json")
    roster = read_roster(path)
    journal = Journal(places.journal(roster.id))
    try:
        assert len(journal.page(10)) == 5
    finally:
        journal.close()
    draft = read_state(places.state).views[roster.id].draft
    assert draft.opposed
    assert [chip.label for chip in draft.chips][-3:] == ["Smoke", "Retry 1", "Teamwork 1"]
