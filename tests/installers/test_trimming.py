import pytest

from installers.trimming import C_LIBRARY, is_root, is_wanted, of_the_system, plugin, trimmed, without_run_path

PLUGINS = "PySide6/Qt/plugins"
LIBRARIES: dict[str, list[tuple[str, str | None]]] = {
    "/venv/QtGui.abi3.so": [("libQt6Gui.so.6", "/venv/libQt6Gui.so.6"), ("libc.so.6", "/lib/libc.so.6")],
    "/venv/libQt6Gui.so.6": [("libEGL.so.1", "/lib/libEGL.so.1"), ("libz.so.1", "/lib/libz.so.1")],
    "/lib/libEGL.so.1": [("libGLdispatch.so.0", "/lib/libGLdispatch.so.0"), ("libQt6Gui.so.6", None)],
    "/venv/libqgtk3.so": [("libgtk-3.so.0", "/lib/libgtk-3.so.0")],
    "/venv/libcupsprintersupport.so": [("libcups.so.2", "/lib/libcups.so.2")],
}
"""What each file links to, as a fake of PyInstaller's own look at it."""
ENTRIES = [
    ("PySide6/QtGui.abi3.so", "/venv/QtGui.abi3.so", "EXTENSION"),
    ("PySide6/Qt/lib/libQt6Gui.so.6", "/venv/libQt6Gui.so.6", "BINARY"),
    ("libQt6Gui.so.6", "PySide6/Qt/lib/libQt6Gui.so.6", "SYMLINK"),
    ("PySide6/Qt/lib/libQt6Qml.so.6", "/venv/libQt6Qml.so.6", "BINARY"),
    ("libQt6Qml.so.6", "PySide6/Qt/lib/libQt6Qml.so.6", "SYMLINK"),
    (f"{PLUGINS}/platformthemes/libqgtk3.so", "/venv/libqgtk3.so", "BINARY"),
    (f"{PLUGINS}/printsupport/libcupsprintersupport.so", "/venv/libcupsprintersupport.so", "BINARY"),
    ("libgtk-3.so.0", "/lib/libgtk-3.so.0", "BINARY"),
    ("libcups.so.2", "/lib/libcups.so.2", "BINARY"),
    ("libz.so.1", "/lib/libz.so.1", "BINARY"),
    ("libpython3.11.so.1.0", "/python/libpython3.11.so.1.0", "BINARY"),
    ("PySide6/Qt/translations/qt_de.qm", "/venv/qt_de.qm", "DATA"),
    ("gm_desk/resources/names.json", "/venv/names.json", "DATA"),
]


def imported(file: str) -> list[tuple[str, str | None]]:
    return LIBRARIES.get(file, [])


def kept() -> list[str]:
    return [path for path, _, _ in trimmed(ENTRIES, imported)]


def test_only_libraries_that_something_links_to_are_kept() -> None:
    assert "PySide6/Qt/lib/libQt6Gui.so.6" in kept()
    assert "libz.so.1" in kept()
    assert not {"PySide6/Qt/lib/libQt6Qml.so.6", "libgtk-3.so.0"} & set(kept())


def test_links_to_what_is_left_out_are_left_out_too() -> None:
    assert "libQt6Gui.so.6" in kept()
    assert "libQt6Qml.so.6" not in kept()


def test_a_plugin_for_printing_is_kept_but_uses_the_libraries_of_the_system() -> None:
    assert f"{PLUGINS}/printsupport/libcupsprintersupport.so" in kept()
    assert "libcups.so.2" not in kept()


def test_libraries_of_the_system_that_a_bare_one_lacks_are_added_but_for_the_c_library() -> None:
    assert {"libEGL.so.1", "libGLdispatch.so.0"} <= set(kept())
    assert "libc.so.6" not in kept()


def test_data_stays_and_translations_go() -> None:
    assert "gm_desk/resources/names.json" in kept()
    assert "PySide6/Qt/translations/qt_de.qm" not in kept()


@pytest.mark.parametrize("path", ["some_raw/libsome.so", "some_raw\\some.dll"])
def test_a_library_that_a_package_loads_by_itself_is_kept(path: str) -> None:
    entry = (path, "/venv/some", "BINARY")
    assert entry in trimmed([*ENTRIES, entry], imported)


def test_python_itself_is_loaded_by_name() -> None:
    names = ["libpython3.11.so.1.0", "python313.dll", "python3.dll", "Python"]
    assert [is_root(name, "BINARY") for name in names] == [True] * 4
    assert not is_root("libpythonic.so.1", "BINARY")


@pytest.mark.parametrize(
    ("path", "is_used"),
    [
        (f"{PLUGINS}/platforms/libqxcb.so", True),
        ("PySide6\\plugins\\platforms\\qwindows.dll", True),
        ("PySide6\\plugins\\platforms\\qdirect2d.dll", False),
        (f"{PLUGINS}/platforms/libqcocoa.dylib", True),
        (f"{PLUGINS}/xcbglintegrations/libqxcb-glx-integration.so", False),
        (f"{PLUGINS}/tls/libqopensslbackend.so", False),
        ("PySide6\\opengl32sw.dll", False),
        ("PySide6/Qt/qml/QtQuick/qmldir", False),
        ("gm_desk/resources/systems/ep2.json", True),
        ("gm_desk-1.0.dist-info/METADATA", True),
        ("gm_desk-1.0.dist-info/direct_url.json", False),
        ("msgspec-1.0.dist-info/licenses/LICENSE", True),
    ],
)
def test_what_is_wanted_on_each_system(path: str, is_used: bool) -> None:
    assert is_wanted(path) is is_used


def test_a_plugin_is_known_by_its_folder_and_name() -> None:
    assert plugin(f"{PLUGINS}/imageformats/libqjpeg.so") == ("imageformats", "qjpeg")
    assert plugin("PySide6/Qt/lib/libQt6Gui.so.6") is None


def test_libraries_of_the_system_are_told_from_those_of_python_and_its_packages() -> None:
    assert of_the_system(trimmed(ENTRIES, imported), ["/venv", "/python"]) == [
        "libEGL.so.1",
        "libGLdispatch.so.0",
        "libz.so.1",
    ]


@pytest.mark.parametrize("name", ["libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "libpthread.so.0"])
def test_the_c_library_is_known(name: str) -> None:
    assert C_LIBRARY.match(name)


@pytest.mark.parametrize("name", ["libcups.so.2", "libcap.so.2", "libmd.so.0", "libxcb.so.1"])
def test_the_c_library_is_not_confused_with_others(name: str) -> None:
    assert not C_LIBRARY.match(name)


def test_a_binary_forgets_the_folder_it_was_built_with_and_keeps_its_length() -> None:
    before = b"ELF\0libz.so.1\0/opt/python/lib\0/opt/python/lib64\0"
    after = without_run_path(before, "/opt/python/lib")
    assert after == b"ELF\0libz.so.1\0$ORIGIN" + bytes(len("/opt/python/lib") - 7) + b"\0/opt/python/lib64\0"
    assert len(after) == len(before)
    assert without_run_path(b"\0/lib\0", "/lib") == b"\0/lib\0", "too short for another"
