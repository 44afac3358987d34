from installers.flatpak import PYTHON, manifest, pins, requirements
from installers.project import PACKAGING, app_id

CONSTRAINTS = """\
# The versions
PySide6-Essentials==6.11.3; python_version < "3.12"
PySide6-Essentials==6.12.0; python_version >= "3.12"
typing_extensions==4.16.0
"""


def test_pins_are_those_of_the_version_of_python() -> None:
    assert pins(CONSTRAINTS, "3.11") == {"PySide6-Essentials": "6.11.3", "typing_extensions": "4.16.0"}
    assert pins(CONSTRAINTS, "3.13") == {"PySide6-Essentials": "6.12.0", "typing_extensions": "4.16.0"}
    assert pins(CONSTRAINTS, "3.9")["PySide6-Essentials"] == "6.11.3", "9 is less than 12"


def test_every_line_of_the_constraints_is_read() -> None:
    text = (PACKAGING / "constraints.txt").read_text("utf-8")
    lines = {line.partition("==")[0] for line in text.splitlines() if line and not line.startswith("#")}
    assert set(pins(text, PYTHON)) == lines


def test_requirements_are_found_under_any_spelling() -> None:
    assert requirements(CONSTRAINTS, ["PySide6_Essentials", "typing-extensions"]) == [
        "PySide6-Essentials==6.12.0",
        "typing_extensions==4.16.0",
    ]


def test_the_manifest_installs_the_wheels_beside_it_and_asks_for_no_network_and_no_files() -> None:
    made = manifest(["ab12  gm_desk-1.0-py3-none-any.whl", "cd34  other.whl"])
    [module] = made["modules"]
    assert module["sources"] == [
        {"type": "file", "path": "wheels/gm_desk-1.0-py3-none-any.whl", "sha256": "ab12"},
        {"type": "file", "path": "wheels/other.whl", "sha256": "cd34"},
    ]
    assert made["id"] == app_id()
    assert not [one for one in made["finish-args"] if "network" in one or "filesystem" in one]


def test_the_manifest_names_the_desktop_files_by_the_id_of_the_program() -> None:
    commands = " ".join(manifest([])["modules"][0]["build-commands"])
    for end in ("desktop", "metainfo.xml", "svg"):
        assert f"/{app_id()}.{end}" in commands
