"""The components of the program: libraries with their versions and licences, as texts and as a bill of materials."""

import json
import platform
import re
import shutil
import subprocess
import sysconfig
import time
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path
from typing import Any, NamedTuple

from installers.project import NAME, PACKAGING, ROOT, TITLE, epoch, version

COMMON = re.compile(r"/usr/share/common-licenses/([A-Za-z]+(?:-[\d.]*\d)?)")
"""A text that Debian's copyright files refer to."""
HEADING = """\
GM Desk and the components shipped with it, each with its licence and the files that contain its text.

What is named with a package in brackets comes unmodified from the distribution that GM Desk was built on, and so does
its source, under this version. Texts in /usr/share/common-licenses are here in the folder common-licenses.
"""
LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)


class Component(NamedTuple):
    """A library in the program: its licence in a word, the files with its text, and its name for package tools."""

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...]
    purl: str


def of_python(search: list[str]) -> list[Component]:
    """Return the components that GM Desk needs: packages, Python and the loader, from the folders of `search`."""
    return [*map(of_package, packages(NAME, search)), python(), *loader(search)]


def packages(name: str, search: list[str]) -> list[Distribution]:
    """Return the packages that a package needs, directly or through others, by name."""
    found: dict[str, Distribution] = {}
    waiting = list(_required(_distribution(name, search)))
    while waiting:
        one = waiting.pop()
        try:
            wanted = _distribution(one, search)
        except PackageNotFoundError:  # a requirement of other systems
            continue
        key = _normal(wanted.name)
        if key not in found:
            found[key] = wanted
            waiting += _required(wanted)
    return [found[key] for key in sorted(found)]


def loader(search: list[str]) -> list[Component]:
    """Return the part of PyInstaller that starts the one-folder program; none if it is not installed."""
    licence = "GPL-2.0-or-later with an exception for the programs it starts"
    found = Distribution.discover(name="pyinstaller", path=search)
    return [Component(one.name, one.version, licence, (), f"pkg:pypi/pyinstaller@{one.version}") for one in found][:1]


def python() -> Component:
    """Return Python itself."""
    text = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    texts = tuple(path for path in (text, PACKAGING / "licences" / "Python.txt") if path.is_file())[:1]
    release = platform.python_version()
    return Component("Python", release, "PSF-2.0", texts, f"pkg:generic/python@{release}")


def of_the_system(libraries: Iterable[str]) -> list[Component]:
    """Return the Debian packages that libraries come from; none without dpkg."""
    if shutil.which("dpkg-query") is None:
        return []
    owners = {owner for library in libraries if (owner := _owner(Path(library)))}
    return [_debian(owner) for owner in sorted(owners)]


def _owner(library: Path) -> str:
    """Return the package that owns a library, under its path or that of the file it links to, "" if none does."""
    paths = {str(one) for path in (library, library.resolve()) for one in (path, Path(str(path).removeprefix("/usr")))}
    paths |= {f"/usr{path}" for path in paths}
    said = subprocess.run(
        ["dpkg-query", "--search", *sorted(paths)],
        capture_output=True,
        text=True,
        check=False,
    )
    return said.stdout.partition(": ")[0].partition(",")[0].strip()


def _debian(package: str) -> Component:
    shown = "${Package}\t${Version}\t${source:Package}"
    said = subprocess.run(
        ["dpkg-query", "--show", f"--showformat={shown}", package],
        capture_output=True,
        text=True,
        check=True,
    )
    name, release, source = said.stdout.split("\t")
    text = Path("/usr/share/doc") / name / "copyright"
    texts = (text,) if text.is_file() else ()
    return Component(f"{source} ({name})", release, "see its text", texts, f"pkg:deb/debian/{name}@{release}")


def _distribution(name: str, search: list[str]) -> Distribution:
    for found in Distribution.discover(name=name, path=search):
        return found
    raise PackageNotFoundError(name)


def _required(package: Distribution) -> Iterator[str]:
    """Yield the names of what a package requires without extras."""
    for requirement in package.requires or ():
        if "extra ==" not in requirement and (name := re.match(r"[\w.-]+", requirement)):
            yield name[0]


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def of_package(package: Distribution) -> Component:
    """Return an installed package as a component."""
    data: Any = package.metadata
    licence = data.get("License-Expression") or data.get("License") or "see its text"
    texts = [Path(str(file.locate())) for file in package.files or () if _is_licence(file.as_posix())]
    if "LGPL" in licence:
        texts += [PACKAGING / "licences" / name for name in ("Qt.txt", "LGPL-3.0.txt", "GPL-3.0.txt")]
    purl = f"pkg:pypi/{_normal(package.name)}@{package.version}"
    return Component(package.name, package.version, licence.splitlines()[0], tuple(texts), purl)


def _is_licence(path: str) -> bool:
    folder, _, name = path.rpartition("/")
    return ".dist-info/licenses" in folder or (".dist-info" in folder and LICENCE_FILE.match(name) is not None)


def write_licences(folder: Path, components: Iterable[Component]) -> None:
    """Write the licences of GM Desk and of its components to a folder, and a list of them."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copyfile(ROOT / "LICENSE", folder / f"{TITLE}.txt")
    rows = [f"{TITLE} {version()}: MIT ({TITLE}.txt)"]
    for one in components:
        names = []
        for text in one.texts:
            ours = text.parent == PACKAGING / "licences"
            name = text.name if ours else f"{_slug(one.name)}{_slug(f'-{text.stem}') if len(one.texts) > 1 else ''}.txt"
            names.append(name)
            shutil.copyfile(text, folder / name)
        rows.append(f"{one.name} {one.version}: {one.licence} ({', '.join(dict.fromkeys(names)) or 'no text'})")
    (folder / "README.txt").write_text("\n".join([HEADING, *rows, ""]), encoding="utf-8")
    _copy_common(folder, Path("/usr/share/common-licenses"))


def _copy_common(folder: Path, common: Path) -> None:
    """Copy the texts that the files in a folder refer to, if this computer has them."""
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in folder.glob("*.txt")]
    names = {found[1] for text in texts for found in COMMON.finditer(text)}
    for name in sorted(names):
        if (common / name).is_file():
            (folder / common.name).mkdir(exist_ok=True)
            shutil.copyfile(common / name, folder / common.name / name)


def _slug(name: str) -> str:
    return re.sub(r"[^\w.+-]+", "-", name)


def bill(components: Iterable[Component]) -> str:
    """Return the bill of materials as CycloneDX 1.5 in JSON, the same for the same components."""
    made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch()))
    ours = {"type": "application", "bom-ref": NAME, "name": NAME, "version": version(), "licenses": _licence("MIT")}
    listed = [
        {
            "type": "library",
            "bom-ref": one.purl,
            "name": one.name,
            "version": one.version,
            "licenses": _licence(one.licence),
            "purl": one.purl,
        }
        for one in components
    ]
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"timestamp": made, "component": ours},
        "components": listed,
        "dependencies": [{"ref": NAME, "dependsOn": [one["bom-ref"] for one in listed]}],
    }
    return json.dumps(document, indent=2) + "\n"


def _licence(words: str) -> list[dict[str, Any]]:
    """Return a licence in CycloneDX's form: an SPDX expression, or a name."""
    expression = re.fullmatch(r"[A-Za-z0-9.+-]+( (OR|AND) [A-Za-z0-9.+-]+)*", words)
    return [{"expression": words}] if expression else [{"license": {"name": words}}]
