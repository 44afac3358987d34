"""Build GM Desk for the current system, so that it runs on computers without Python.

    python packaging/build.py               # everything for this system, into dist/
    python packaging/build.py wheel         # only the wheel and the source archive
    python packaging/build.py program       # only the one-folder program, build/gm-desk
    python packaging/build.py packages      # only the packages of the existing one-folder program
    python packaging/build.py flatpak       # the Flatpak manifest and its wheels, build/flatpak
    python packaging/build.py notes v1.2.0  # print the changelog of a version, if the tag fits

Linux gets a .tar.gz and, if there is dpkg, a .deb; Windows an installer, if there is Inno Setup; macOS a .dmg. On
Debian and Ubuntu, `sh packaging/desk.sh build` first installs the requirements.
"""

import os
import platform
import shutil
import sys
import sysconfig
import venv
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from installers import archives, components, debian, flatpak, release, trimming
from installers.project import BUILD, DIST, MIME, NAME, PACKAGING, ROOT, SUFFIX, TITLE, app_id, epoch, run, version

CONSTRAINTS = PACKAGING / "constraints.txt"
FREEZE = BUILD / "freeze"
PROGRAM = BUILD / NAME
KINDS = {"linux": "archive", "win32": "windows", "darwin": "macos"}
"""The kind of installation by system, unless it comes from another package."""
TOOLS = ("build", "hatchling", "pyinstaller")


def scripts() -> Path:
    """Return the folder of the programs of the build environment."""
    return Path(sysconfig.get_path("scripts", "venv", {"base": str(BUILD / "venv")}))


def pip(*arguments: str | Path) -> None:
    """Run pip in the build environment, with the pinned versions."""
    python = scripts() / "python"
    run(python, "-m", "pip", "--quiet", "--no-input", *arguments, PIP_CONSTRAINT=str(CONSTRAINTS))


def make_environment() -> None:
    """Create the environment with the tools of the build."""
    venv.create(BUILD / "venv", clear=True, with_pip=True, symlinks=os.name == "posix")
    pip("install", *TOOLS)


def build_wheel() -> Path:
    """Build the source archive and the wheel into dist/; return the wheel."""
    make_environment()
    run(scripts() / "python", "-m", "build", "--no-isolation", "--outdir", DIST, ROOT, cwd=BUILD)
    return next(DIST.glob("*.whl"))


def build_program() -> None:
    """Build the one-folder program from the wheel, and list its components."""
    pip("install", "--force-reinstall", build_wheel())
    shutil.rmtree(FREEZE, ignore_errors=True)
    FREEZE.mkdir(parents=True)
    (FREEZE / "installation").write_text(KINDS[sys.platform] + "\n", encoding="utf-8")
    icon = PACKAGING / "installers" / "icons.py"
    drawing = ROOT / "resources" / "icons" / f"{NAME}.svg"
    run(scripts() / "python", icon, drawing, FREEZE / f"{NAME}.ico", FREEZE / f"{NAME}.icns")
    found = components.of_python([_site_packages()])
    components.write_licences(FREEZE / "licences", found)
    freeze()
    system = components.of_the_system(_system_libraries()) if sys.platform == "linux" else []
    if sys.platform == "linux":
        components.write_licences(PROGRAM / "_internal" / "licences", [*found, *system])
        forget_this_computer()
    bill = components.bill([*found, *system])
    (DIST / f"{NAME}-{version()}-{sys.platform}.cdx.json").write_text(bill, encoding="utf-8")


def forget_this_computer() -> None:
    """Remove the folder of this computer's Python from the binaries."""
    for path in PROGRAM.rglob("*"):
        if debian.is_elf(path):
            content = path.read_bytes()
            clean = trimming.without_run_path(content, str(Path(sys.base_prefix) / "lib"))
            if clean != content:
                path.write_bytes(clean)


def freeze() -> None:
    """Run PyInstaller."""
    work = FREEZE / "work"
    spec = PACKAGING / "installers" / f"{NAME}.spec"
    options = ("--noconfirm", "--log-level=WARN", f"--distpath={BUILD}", f"--workpath={work}")
    run(
        scripts() / "python",
        "-m",
        "PyInstaller",
        *options,
        spec,
        cwd=FREEZE,
        PYINSTALLER_CONFIG_DIR=str(FREEZE / "cache"),
    )


def _site_packages() -> str:
    return sysconfig.get_path("purelib", "venv", {"base": str(BUILD / "venv")})


def _system_libraries() -> list[str]:
    import json

    return list(json.loads((FREEZE / "parts.json").read_text(encoding="utf-8"))["system"].values())


def write_archive() -> Path:
    """Pack the one-folder program for Linux as a .tar.gz."""
    name = f"{NAME}-{version()}-linux-{platform.machine()}"
    target = DIST / f"{name}.tar.gz"
    archives.write_tar(target, PROGRAM, name, epoch())
    return target


def write_setup() -> None:
    """Build the installer for Windows."""
    compiler = shutil.which("iscc") or shutil.which(r"C:\Program Files (x86)\Inno Setup 6\ISCC.exe")
    if compiler is None:
        sys.exit("The installer is built with Inno Setup 6, and its compiler ISCC is not on the PATH.")
    values = {
        "Version": version(),
        "Folder": PROGRAM,
        "Target": DIST,
        "Id": app_id(),
        "Suffix": SUFFIX,
        "Mime": MIME,
        "Icon": FREEZE / f"{NAME}.ico",
    }
    run(
        compiler,
        "/Qp",
        *(f"/D{key}={value}" for key, value in values.items()),
        PACKAGING / "installers" / f"{NAME}.iss",
    )


def write_dmg() -> Path:
    """Pack the application for macOS as a disk image."""
    target = DIST / f"{NAME}-{version()}-macos-{platform.machine()}.dmg"
    stage = BUILD / "dmg"
    shutil.rmtree(stage, ignore_errors=True)
    shutil.copytree(BUILD / f"{TITLE}.app", stage / f"{TITLE}.app", symlinks=True)
    (stage / "Applications").symlink_to("/Applications")
    run("hdiutil", "create", "-ov", "-volname", TITLE, "-srcfolder", stage, "-format", "UDZO", target)
    return target


def write_flatpak() -> None:
    """Write the Flatpak manifest."""
    wheel = build_wheel()
    pip("install", wheel)
    needed = [one.name for one in components.packages(NAME, [_site_packages()])]
    print(flatpak.write_flatpak(wheel, needed))


def everything() -> None:
    """Build everything for this system."""
    shutil.rmtree(DIST, ignore_errors=True)
    build_program()
    write_packages()


def write_packages() -> None:
    """Pack the one-folder program for this system, and report the sizes."""
    if sys.platform == "linux":
        write_archive()
        if shutil.which("dpkg-deb"):
            debian.write_deb(PROGRAM)
    elif sys.platform == "win32":
        write_setup()
    else:
        write_dmg()
    report()


def report() -> None:
    """Print the sizes of the program and of each file in dist/."""
    if PROGRAM.is_dir():
        print(f"{archives.size_of(PROGRAM) / 1e6:7.1f} MB  {PROGRAM.relative_to(ROOT)}, unpacked")
    for path in sorted(DIST.iterdir()):
        print(f"{path.stat().st_size / 1e6:7.1f} MB  {path.relative_to(ROOT)}")


def main(arguments: list[str]) -> None:
    """Build the parts named by the arguments."""
    parts: dict[str, Callable[[], object]] = {
        "all": everything,
        "wheel": build_wheel,
        "program": build_program,
        "packages": write_packages,
        "flatpak": write_flatpak,
    }
    if arguments[:1] == ["notes"] and len(arguments) == 2:  # noqa: PLR2004
        release.check_tag(arguments[1], version())
        print(release.section((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version()), end="")
    elif set(arguments) <= set(parts):
        DIST.mkdir(exist_ok=True)
        BUILD.mkdir(exist_ok=True)
        for part in arguments or ["all"]:
            parts[part]()
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
