"""The Flatpak: its manifest and the wheels it is made of.

The manifest needs nothing but the files beside it: `flatpak-builder --user --install out FOLDER/ID.json`.
"""

import json
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from installers.archives import checksums
from installers.project import BUILD, NAME, PACKAGING, app_id, run

RUNTIME, PYTHON = "25.08", "3.13"
"""The release of the freedesktop runtime, and the Python in it."""
PLATFORMS = ("manylinux_2_34_x86_64", "manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64")
HAS_MARKER = re.compile(r"""^([\w.-]+)==([\w.]+)(?:; python_version (<|>=) "([\d.]+)")?$""")
PERMISSIONS = ("--share=ipc", "--socket=wayland", "--socket=fallback-x11", "--socket=cups")
"""A window and printing; files are opened through the portal. No network, and no folder of the user."""


def pins(constraints: str, python: str) -> dict[str, str]:
    """Return the pinned versions for a version of Python, by name."""
    chosen = {}
    for line in constraints.splitlines():
        if found := HAS_MARKER.match(line.strip()):
            name, release, order, limit = found.groups()
            older = limit is not None and _numbers(python) < _numbers(limit)
            if order is None or older == (order == "<"):
                chosen[name] = release
    return chosen


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(map(int, release.split(".")))


def manifest(wheels: Iterable[str]) -> dict[str, Any]:
    """Return the manifest, given the lines with the checksums of the wheels."""
    sources = [line.split("  ") for line in wheels]
    ours = app_id()
    desktop = {"desktop": "applications", "metainfo.xml": "metainfo", "svg": "icons/hicolor/scalable/apps"}
    renamed = [
        f"mv ${{FLATPAK_DEST}}/share/{folder}/{NAME}.{end} ${{FLATPAK_DEST}}/share/{folder}/{ours}.{end}"
        for end, folder in desktop.items()
    ]
    places = "${FLATPAK_DEST}/share"
    return {
        "id": ours,
        "runtime": "org.freedesktop.Platform",
        "runtime-version": RUNTIME,
        "sdk": "org.freedesktop.Sdk",
        "command": NAME,
        "finish-args": list(PERMISSIONS),
        "modules": [
            {
                "name": NAME,
                "buildsystem": "simple",
                "build-commands": [
                    "pip3 install --no-index --no-deps --no-compile --prefix=${FLATPAK_DEST} *.whl",
                    *renamed,
                    f"sed -i 's/^Icon=.*/Icon={ours}/' {places}/applications/{ours}.desktop",
                    f"sed -i 's/{NAME}.desktop/{ours}.desktop/' {places}/metainfo/{ours}.metainfo.xml",
                    f"mv {places}/mime/packages/{NAME}-mime.xml {places}/mime/packages/{ours}.xml",
                ],
                "sources": [{"type": "file", "path": f"wheels/{name}", "sha256": sha} for sha, name in sources],
            }
        ],
    }


def requirements(constraints: str, needed: Iterable[str]) -> list[str]:
    """Return the pinned requirements of the program in the runtime's Python."""
    known = {name.lower().replace("_", "-"): f"{name}=={one}" for name, one in pins(constraints, PYTHON).items()}
    return [known[name.lower().replace("_", "-")] for name in needed]


def write_flatpak(wheel: Path, needed: Iterable[str]) -> Path:
    """Download the wheels that the program needs, and write the manifest beside them; return its path."""
    folder = BUILD / "flatpak"
    shutil.rmtree(folder, ignore_errors=True)
    wheels = folder / "wheels"
    wheels.mkdir(parents=True)
    constraints = (PACKAGING / "constraints.txt").read_text(encoding="utf-8")
    system = [f"--platform={platform}" for platform in PLATFORMS]
    version = f"--python-version={PYTHON}"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps")
    chosen = requirements(constraints, needed)
    run(*pip, version, "--only-binary=:all:", *system, "--dest", wheels, *chosen)
    shutil.copyfile(wheel, wheels / wheel.name)
    made = manifest(checksums(wheels.iterdir()).splitlines())
    target = folder / f"{app_id()}.json"
    target.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")
    return target
