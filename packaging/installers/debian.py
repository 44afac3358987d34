"""The Debian package: the one-folder program without the libraries of the distribution, and its desktop files."""

import gzip
import hashlib
import json
import os
import re
import shutil
import tomllib
from email.utils import formatdate
from pathlib import Path

from installers.archives import mode_of, size_of
from installers.project import BUILD, DIST, NAME, PACKAGING, ROOT, TITLE, epoch, metainfo, run, version

PROGRAM = Path("usr/lib") / NAME
MAINTAINER = "GM Desk contributors <contributors@gm-desk.example.org>"
RECOMMENDED = "libcups2, xdg-utils"
"""For printing on paper, and for showing the data directory."""
SHARED_LICENCES = {
    name: f"This text is in /usr/share/common-licenses/{name.removesuffix('.0.txt')}."
    for name in ("LGPL-3.0.txt", "GPL-3.0.txt")
}
CONTROL = """\
Package: {name}
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {kilobytes}
Depends: {depends}
Recommends: {recommended}
Section: utils
Priority: optional
Description: {summary}
{description}
"""


def write_deb(folder: Path) -> Path:
    """Build the package of the one-folder program; return its path."""
    tree = BUILD / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    _place_program(folder, tree)
    _place_shared(tree)
    _place_documents(tree)
    architecture = run("dpkg", "--print-architecture").strip()
    _write_control(tree, architecture)
    for path in [tree, *tree.rglob("*")]:
        if not path.is_symlink():
            path.chmod(mode_of(path))
    target = DIST / f"{NAME}_{debian_version(version())}_{architecture}.deb"
    run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, target)
    return target


def _place_program(folder: Path, tree: Path) -> None:
    program = tree / PROGRAM
    shutil.copytree(folder, program, symlinks=True)
    inside = program / "_internal"
    for path in json.loads((BUILD / "freeze" / "parts.json").read_text(encoding="utf-8"))["system"]:
        (inside / path).unlink()
    (inside / "gm_desk" / "installation").write_text("deb\n", encoding="utf-8")
    shutil.rmtree(inside / "licences")  # the package has its own file for them
    (tree / "usr/bin").mkdir(parents=True)
    (tree / "usr/bin" / NAME).symlink_to(os.path.relpath(PROGRAM / NAME, "usr/bin"))


def shared_files() -> dict[Path, Path]:
    """Return the files for the desktop, each with its place below the prefix, as the wheel has them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shared = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    return {ROOT / source: Path(place) for source, place in shared.items()}


def _place_shared(tree: Path) -> None:
    for source, place in shared_files().items():
        target = tree / "usr" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def _place_documents(tree: Path) -> None:
    documents = tree / "usr/share/doc" / NAME
    documents.mkdir(parents=True)
    licences = BUILD / "freeze" / "licences"
    names = ["README.txt", f"{TITLE}.txt", *sorted(path.name for path in licences.glob("*.txt"))]
    texts = {
        name: (licences / name).read_text(encoding="utf-8", errors="replace").rstrip() for name in names
    } | SHARED_LICENCES
    parts = [f"{name}\n\n{text}" for name, text in texts.items()]
    (documents / "copyright").write_text(f"\n\n{'-' * 80}\n\n".join(parts) + "\n", encoding="utf-8")
    release = f"{NAME} ({debian_version(version())}) unstable; urgency=medium\n\n  * New version; see changelog.gz.\n\n"
    changes = f"{release} -- {MAINTAINER}  {formatdate(epoch())}\n"
    changelogs = {"changelog.Debian.gz": changes, "changelog.gz": (ROOT / "CHANGELOG.md").read_text("utf-8")}
    for name, text in changelogs.items():
        (documents / name).write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    overrides = tree / "usr/share/lintian/overrides" / NAME
    overrides.parent.mkdir(parents=True)
    shutil.copyfile(PACKAGING / "installers" / "lintian-overrides", overrides)


def _write_control(tree: Path, architecture: str) -> None:
    control = tree / "DEBIAN"
    control.mkdir()
    text = CONTROL.format(
        name=NAME,
        version=debian_version(version()),
        architecture=architecture,
        maintainer=MAINTAINER,
        kilobytes=size_of(tree) // 1024,
        depends=_depends(tree),
        recommended=RECOMMENDED,
        summary=metainfo("summary").removeprefix("A "),
        description=described(metainfo("description/p")),
    )
    (control / "control").write_text(text, encoding="utf-8")
    files = [path for path in sorted((tree / "usr").rglob("*")) if path.is_file() and not path.is_symlink()]
    sums = (f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in files)  # noqa: S324 - the format's sum
    (control / "md5sums").write_text("".join(sums), encoding="utf-8")


def _depends(tree: Path) -> str:
    """Return the packages with the libraries that the program links to and does not include."""
    work = BUILD / "shlibdeps"
    (work / "debian").mkdir(parents=True, exist_ok=True)
    (work / "debian" / "control").write_text(f"Source: {NAME}\n\nPackage: {NAME}\nArchitecture: any\n", "utf-8")
    program = tree / PROGRAM
    binaries = [path for path in program.rglob("*") if is_elf(path) and "cupsprintersupport" not in path.name]
    folders = sorted({path.parent for path in binaries})
    said = run(
        "dpkg-shlibdeps", "-O", "--ignore-missing-info", *(f"-l{folder}" for folder in folders), *binaries, cwd=work
    )
    return said.partition("Depends=")[2].strip()


def is_elf(path: Path) -> bool:
    """Return whether a file is a program or a library."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def debian_version(text: str) -> str:
    """Return a Python version as Debian sorts it, with 1.0rc1 before 1.0, and the number of the packaging."""
    return re.sub(r"\.?(a|b|rc|dev)(\d+)", r"~\1\2", text) + "-1"


def described(text: str) -> str:
    """Return a paragraph as the long description of a package, in lines that begin with a space."""
    import textwrap

    return textwrap.indent(textwrap.fill(text, 78), " ")
