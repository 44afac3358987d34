"""The parts of Qt and of the system's libraries that the one-folder program uses."""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePath

EXCLUDED = (
    "PySide6.QtDBus",
    "PySide6.QtNetwork",
    "_hashlib",  # hashlib has its own implementations, and OpenSSL is large
    "_ssl",
    "_tkinter",
    "curses",
    "ensurepip",
    "lib2to3",
    "pip",
    "pydoc",
    "pydoc_data",
    "rapidfuzz.distance.metrics_cpp_avx2",  # variants for some processors
    "rapidfuzz.fuzz_cpp",  # only distances are used
    "rapidfuzz.fuzz_cpp_avx2",
    "readline",
    "setuptools",
    "ssl",
    "tkinter",
    "unittest",
)
"""Modules that the program does not need, though the libraries could use them."""
HOOKS = {"pyi_rth_inspect", "pyi_rth_multiprocessing", "pyi_rth_pkgutil"}
"""PyInstaller's hooks at the start for programs that read their own source or start copies of themselves."""
PLUGINS = {
    "iconengines": {"qsvgicon"},
    "imageformats": {"qgif", "qico", "qjpeg", "qsvg", "qwebp"},
    "platforminputcontexts": {"composeplatforminputcontextplugin", "ibusplatforminputcontextplugin"},
    "platforms": {"qcocoa", "qoffscreen", "qwayland", "qwindows", "qxcb"},
    "platformthemes": {"qxdgdesktopportal"},
    "printsupport": {"cocoaprintersupport", "cupsprintersupport", "windowsprintersupport"},
    "styles": {"qmacstyle", "qmodernwindowsstyle"},
    "wayland-decoration-client": {"adwaita", "bradient"},
    "wayland-shell-integration": {"xdg-shell"},
}
"""Qt's plugins by folder. Nothing is drawn with OpenGL, and the GTK theme would bring all of GTK."""
OF_QT = {"PySide6", "shiboken6"}
"""Packages whose libraries are needed only if something links to them."""
OPTIONAL = {"cupsprintersupport"}
"""Plugins that use the system's libraries where it has them; these are not shipped."""
C_LIBRARY = re.compile(r"(ld-linux|lib(anl|c|dl|m|mvec|nsl|nss_\w+|pthread|resolv|rt|util)\.so)\b.*")
"""The libraries that every Linux has and that have to fit its kernel; all others are shipped, though PyInstaller leaves
out some of X and OpenGL: a bare system lacks them, and nothing is drawn with them that needs the driver's own."""
METADATA = {"METADATA", "entry_points.txt"}
"""The metadata of a package; the other files describe how and from where it was installed."""
UNUSED = {"opengl32sw.dll"}
"""OpenGL in software, which Qt for Windows loads on demand."""


def plugin(path: str) -> tuple[str, str] | None:
    """Return the folder and the name of a Qt plugin, or None for any other file."""
    parts = PurePath(path.replace("\\", "/")).parts
    if "plugins" not in parts[:-2]:
        return None
    folder, file = parts[-2:]
    return folder, file.split(".", maxsplit=1)[0].removeprefix("lib")


def is_wanted(path: str) -> bool:
    """Return whether a file belongs into the program, given its path there."""
    parts = path.replace("\\", "/").split("/")
    if found := plugin(path):
        return found[1] in PLUGINS.get(found[0], ())
    if len(parts) > 1 and parts[-2].endswith(".dist-info"):
        return parts[-1] in METADATA
    if parts[-1].lower() in UNUSED or path.endswith(".qm"):  # the program speaks English
        return False
    return "qml" not in parts and not path.endswith((".pyi", ".a", ".lib", ".prl"))


def is_root(path: str, kind: str) -> bool:
    """Return whether a binary is loaded by name: an extension module, a plugin, a package's own library, or Python."""
    found = plugin(path)
    if found:
        return found[1] not in OPTIONAL
    folder, _, name = path.replace("\\", "/").partition("/")
    if name and kind == "BINARY" and folder not in OF_QT:
        return True
    return kind in {"EXTENSION", "EXECUTABLE"} or re.match(r"(lib)?python3[\d.]*(\.|$)|^python$", key(path)) is not None


def key(path: str) -> str:
    """Return the name under which a library is looked up: without folders, in small letters."""
    return PurePath(path.replace("\\", "/")).name.lower()


def reachable(
    roots: Iterable[tuple[str, str]], imported: Callable[[str], Iterable[tuple[str, str | None]]]
) -> dict[str, str]:
    """Return the file of each library that binaries need, directly or through others, by its key.

    The roots are pairs of key and file; `imported` returns the names and files of what one file needs.
    """
    found: dict[str, str] = {}
    waiting = list(roots)
    while waiting:
        name, file = waiting.pop()
        if name not in found:
            found[name] = file
            waiting += [(key(one), where) for one, where in imported(file) if where is not None]
    return found


Entry = tuple[str, str, str]
"""A file of the program as PyInstaller lists it: its path there, where it comes from, and its kind."""


def trimmed(entries: Iterable[Entry], imported: Callable[[str], Iterable[tuple[str, str | None]]]) -> list[Entry]:
    """Return the entries that the program needs, with the libraries of Linux that PyInstaller leaves out added."""
    wanted = [entry for entry in entries if is_wanted(entry[0])]
    sources = {key(path): source for path, source, kind in wanted if kind == "BINARY"}

    def used(file: str) -> Iterator[tuple[str, str | None]]:
        for name, where in imported(file):
            small = key(name)
            if small in sources or (".so" in small and not C_LIBRARY.match(small)):
                yield small, sources.get(small, where)

    needed = reachable(((key(path), source) for path, source, kind in wanted if is_root(path, kind)), used)
    kept = [entry for entry in wanted if entry[2] != "BINARY" or plugin(entry[0]) or key(entry[0]) in needed]
    there = {key(path) for path, _, _ in kept}
    added = [
        (PurePath(file).name, file, "BINARY")
        for name, file in sorted(needed.items())
        if name not in there and ".so." in name
    ]
    return _without_broken_links([*kept, *added])


def _without_broken_links(entries: list[Entry]) -> list[Entry]:
    """Leave out the links to files that are left out; the source of a link is the path of its target from there."""
    there = {_normal(path) for path, _, _ in entries}

    def holds(entry: Entry) -> bool:
        target = _normal(str(PurePath(entry[0]).parent / entry[1]))
        return entry[2] != "SYMLINK" or any(path == target or path.startswith(f"{target}/") for path in there)

    return [entry for entry in entries if holds(entry)]


def _normal(path: str) -> str:
    parts: list[str] = []
    for part in path.replace("\\", "/").split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def of_the_system(entries: Iterable[Entry], homes: Iterable[str]) -> list[str]:
    """Return the paths of the libraries that come from the system, and not from one of the homes of Python."""
    prefixes = tuple(homes)
    return sorted(
        path
        for path, source, kind in entries
        if kind == "BINARY" and not source.startswith(prefixes) and not is_root(path, kind)
    )


def without_run_path(content: bytes, folder: str) -> bytes:
    """Return a binary that looks for libraries beside itself, and not in a folder of the computer it was built on."""
    old = folder.encode() + b"\0"
    new = b"$ORIGIN".ljust(len(old), b"\0")
    return content.replace(b"\0" + old, b"\0" + new) if len(new) == len(old) else content
