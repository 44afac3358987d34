"""The project data that all parts of a release need: folders, names, version and dates."""

import os
import re
import subprocess
import time
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
BUILD, DIST = ROOT / "build", ROOT / "dist"
NAME, TITLE = "gm-desk", "GM Desk"
MIME, SUFFIX = "application/vnd.gm-desk.campaign", ".gmdesk"
METAINFO = PACKAGING / "gm-desk.metainfo.xml"


def metainfo(path: str) -> str:
    """Return the text of an element of the metainfo file."""
    return " ".join((ET.parse(METAINFO).findtext(path) or "").split())  # noqa: S314 - our own file


def app_id() -> str:
    """Return the id of the program among all programs; the metainfo file is the one place where it is written."""
    return metainfo("id")


def version() -> str:
    """Return the version of GM Desk."""
    source = (ROOT / "gm_desk" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    if found is None:
        raise SystemExit("gm_desk/__init__.py has no __version__.")
    return found[1]


def epoch() -> int:
    """Return the timestamp for built files: that of the last commit, unless SOURCE_DATE_EPOCH is set."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    log = subprocess.run(
        ["git", "log", "-1", "--format=%ct"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return int(log.stdout) if log.returncode == 0 and log.stdout.strip() else int(time.time())


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    """Run a program and return what it printed; end with its messages if it fails."""
    inherited = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch()), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=inherited | environment,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{Path(str(command[0])).name} failed:\n{done.stdout[-6000:]}{done.stderr[-6000:]}")
    return done.stdout
