"""Try the archive and the Debian package in dist/ in a clean Debian or Ubuntu: install, start, roll once, remove.

    sudo python3 packaging/try_linux.py [FOLDER]    # a clean root made by debootstrap; by default a new one

This needs root, debootstrap, Xvfb, openbox and xdotool. Only the display is this computer's; the programs see nothing
but the clean root, which has no Python and no Qt. It ends with an error at the first thing that is not as it should be.
"""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
USER, HOME = "gm", "/home/gm"
PATIENCE = 30
"""Seconds to wait for something that should happen."""


def main(root: Path) -> None:
    """Try both files."""
    add_user(root)
    [archive] = DIST.glob("*-linux-*.tar.gz")
    [package] = DIST.glob("*.deb")
    with display() as screen:
        subprocess.run(["tar", "-xzf", archive, "-C", root / "opt"], check=True)
        program = f"/opt/{archive.name.removesuffix('.tar.gz')}/gm-desk"
        play(root, screen, program, "unpacked archive", "archive-data")
        before = files(root)
        shutil.copy(package, root / "root")
        inside(root, "apt-get", "update", "-qq")
        inside(root, "apt-get", "install", "-y", "-qq", f"/root/{package.name}")
        play(root, screen, "/usr/bin/gm-desk", "Debian package", "package-data")
        data = {path: path.read_bytes() for path in (root / HOME[1:]).rglob("*") if path.is_file()}
        inside(root, "apt-get", "purge", "-y", "-qq", "gm-desk")
        left = sorted(path for path in files(root) - before if "gm-desk" in path or "gm_desk" in path)
        expect(left == [], f"nothing of the package is left: {left}")
        expect(all(path.read_bytes() == content for path, content in data.items()), "the user's data is as it was")
        expect(any("package-data" in str(path) for path in data), "there is data of the user")


def play(root: Path, screen: str, program: str, kind: str, data: str) -> None:
    """Start a program in a root as a user: its version, a picture, and one roll of the sample roster."""
    said = as_user(root, screen, program, "--version")
    expect(f"({kind})" in said, f"{program} says what it is: {said.strip()}")
    as_user(root, screen, program, "--screenshot", f"{HOME}/{data}.png", "--data", f"{HOME}/none")
    picture = root / HOME[1:] / f"{data}.png"
    expect(picture.read_bytes()[:4] == b"\x89PNG", f"{program} draws its window without a display")
    answer = json.loads(
        as_user(
            root,
            screen,
            program,
            "rules",
            text='{"id": 1, "system": "ep2", "check": "success", "target": 55, "roll": 33}\n',
        )
    )
    expect("error" not in answer, f"{program} rules answers: {answer}")
    running = subprocess.Popen(
        command(root, screen, program, "--data", f"{HOME}/{data}"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    window = until(lambda: keys(screen, "search", "--onlyvisible", "--class", "gm-desk").split())[-1]
    keys(screen, "windowfocus", "--sync", window)
    press(screen, "Tab", "Tab", "space")
    until(lambda: list((root / HOME[1:] / data / "rosters").glob("*.json")))
    press(screen, "Return")
    expect(until(lambda: rolls(root / HOME[1:] / data)) == 1, f"{program} logs one roll")
    press(screen, "ctrl+q")
    printed = running.communicate(timeout=PATIENCE)[0].decode()
    expect(running.returncode == 0, f"{program} ends with code {running.returncode}: {printed.strip() or 'no message'}")


def rolls(data: Path) -> int:
    """Return the number of rolls in the log of a data directory."""
    for path in (data / "journals").glob("*.sqlite"):
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as journal:
            try:
                return int(journal.execute("SELECT count(*) FROM entry").fetchone()[0])
            except sqlite3.OperationalError:  # it is being created
                return 0
    return 0


def add_user(root: Path) -> None:
    """Add a user without special rights."""
    if not (root / HOME[1:]).is_dir():
        inside(root, "useradd", "--create-home", USER)


def inside(root: Path, *words: str, text: str = "", environment: tuple[str, ...] = ()) -> str:
    """Run a command in a root with nothing of this computer but /proc; return its output."""
    variables = ("PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive", "LANG=C.UTF-8", *environment)
    script = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'
    whole = ["unshare", "--mount", "sh", "-c", script, str(root), "env", "-i", *variables, *words]
    done = subprocess.run(whole, input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"FAILED: {' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def command(root: Path, screen: str, *words: str) -> list[str]:
    """Return the command that starts a program as the user of a root, on a display."""
    script = 'mount -t proc proc "$0/proc" && exec chroot --userspec=gm:gm "$0" "$@"'
    variables = (f"HOME={HOME}", f"DISPLAY={screen}", "PATH=/usr/bin:/bin", "LANG=C.UTF-8")
    return ["unshare", "--mount", "sh", "-c", script, str(root), "env", "-i", *variables, *words]


def as_user(root: Path, screen: str, *words: str, text: str = "") -> str:
    """Run a program as the user of a root; return its output."""
    done = subprocess.run(command(root, screen, *words), input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"FAILED: {' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


@contextmanager
def display() -> Iterator[str]:
    """Start a display in memory with a window manager, and end both."""
    reading, writing = os.pipe()
    options = ["-displayfd", str(writing), "-screen", "0", "1366x768x24", "-noreset"]
    with subprocess.Popen(["Xvfb", *options], pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as told:
            screen = f":{told.readline().strip()}"
        environment = {**os.environ, "DISPLAY": screen}
        with subprocess.Popen(
            ["openbox"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as manager:
            try:
                yield screen
            finally:
                manager.terminate()
                server.terminate()


def keys(screen: str, *words: str) -> str:
    """Run xdotool on a display; return its output."""
    environment = {**os.environ, "DISPLAY": screen}
    return subprocess.run(["xdotool", *words], env=environment, capture_output=True, text=True, check=False).stdout


def press(screen: str, *names: str) -> None:
    """Press keys, slowly enough for a program that has just been started."""
    time.sleep(2)
    keys(screen, "key", "--delay", "300", *names)


def until(look: Callable[[], Any]) -> Any:
    """Return the first answer that is not empty."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if answer := look():
            return answer
        time.sleep(0.2)
    return sys.exit("FAILED: nothing happened")


def files(root: Path) -> set[str]:
    """Return the files of a root except those of users and processes."""
    skipped = re.compile(r"/(home|root|proc|sys|dev|tmp|var/cache/apt|var/lib/apt|var/log)(/|$)")
    found = set()
    for folder, _, names in os.walk(root):
        place = f"/{os.path.relpath(folder, root)}"
        if not skipped.match(place):
            found |= {f"{place}/{name}" for name in [*names, ""]}
    return found


def expect(holds: bool, what: str) -> None:
    """Print the result of a check, or exit if it failed."""
    if not holds:
        sys.exit(f"FAILED: {what}")
    print(f"ok: {what}", flush=True)


def new_root(folder: Path) -> Path:
    """Make a clean root of this computer's release."""
    release = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    name = release["VERSION_CODENAME"].strip('"')
    listed = ["apt-get", "indextargets", "--format", "$(CODENAME) $(REPO_URI)"]
    rows = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.splitlines()
    mirror = next(row.split()[1] for row in rows if row.startswith(f"{name} "))
    subprocess.run(["debootstrap", "--variant=minbase", name, folder, mirror], check=True, stdout=subprocess.DEVNULL)
    folder.chmod(0o755)  # a temporary folder is accessible only to its owner
    return folder


if __name__ == "__main__":
    if sys.argv[1:]:
        main(Path(sys.argv[1]).resolve())
    else:
        with tempfile.TemporaryDirectory() as made:
            main(new_root(Path(made)))
