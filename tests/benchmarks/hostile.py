"""Small files that are meant to take long or to fill the memory, each used as a GM would.

`python hostile.py CASE FOLDER` prints one line: the seconds of processor time, the peak memory in MiB, and the result.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.figures import SMALL
from benchmarks.memory import peak

PIECE = 1024 * 1024


def of(number: int) -> int:
    """Return how many of something a file has."""
    return number // 1000 if SMALL else number


def skills(rating: int) -> list[dict[str, Any]]:
    return [
        {"id": f"s{number}", "name": f"Know: F{number}", "rating": rating, "aptitude": "COG"}
        for number in range(of(20_000))
    ]


def roster(**more: Any) -> str:
    return json.dumps({"format": 1, "id": "x", "name": "X", "system": "ep2", "groups": [], "characters": [], **more})


def one(**more: Any) -> str:
    return roster(characters=[{"id": "c", "name": "C", "stats": {"COG": 15}, **more}])


def groups(number: int) -> str:
    made = [{"id": f"g{one}", "name": "G"} for one in range(of(number))]
    people = [{"id": f"c{one}", "name": f"C {one}", "group": f"g{one}"} for one in range(of(1000))]
    return roster(groups=made, characters=people)


def listing(piece: str, number: int) -> str:
    """Return a roster with a list of many unknown values."""
    return f'{roster()[:-1]}, "z": [{piece * of(number)}0]}}'


def broken(piece: str, number: int) -> str:
    """Return a roster of unreadable characters."""
    return roster().replace('"characters": []', f'"characters": [{",".join([piece] * of(number))}]')


def unknown(number: int) -> str:
    return roster(**{f"key {one}": one for one in range(of(number))})


ROSTERS: dict[str, Callable[[], str]] = {
    "20,000 skills": lambda: one(skills=skills(40)),
    "20,000 skills to check": lambda: one(skills=skills(0)),
    "20,000 attacks and skills": lambda: one(
        skills=skills(40),
        attacks=[{"id": f"a{number}", "name": "A", "skill": f"Know: X{number}"} for number in range(of(20_000))],
    ),
    "20,000 kinds of points": lambda: one(points={f"k{number}": {"now": 1} for number in range(of(20_000))}),
    "20,000 specialisations": lambda: one(
        skills=[{**skills(40)[0], "specialisations": [{"name": f"S{number}"} for number in range(of(20_000))]}]
    ),
    "20,000 groups": lambda: groups(20_000),
    "50,000 groups": lambda: groups(50_000),
    "100,000 groups": lambda: groups(100_000),
    "24 MB of [],": lambda: listing("[],", 8_000_000),
    "as many [], as are read": lambda: listing("[],", 1_240_000),
    "60 MB of [": lambda: "[" * of(60_000_000),
    "50,000 characters without a name": lambda: broken('{"id":"","name":""}', 50_000),
    "200,000 characters without a name": lambda: broken('{"id":"","name":""}', 200_000),
    "200,000 characters that are no JSON": lambda: broken("{x}", 200_000),
    "50,000 characters that are no JSON": lambda: broken("{x}", 50_000),
    "41 MB of unknown keys": lambda: unknown(2_000_000),
    "as many unknown keys as are read": lambda: unknown(1_240_000),
}
ACTOR = json.dumps({"name": "Big", "type": "character", "system": {"x": "y" * 1000}})
FOREIGN: dict[str, Callable[[], str]] = {
    "a Foundry file of 200 MB": lambda: f"[{','.join([ACTOR] * of(190_000))}]",
    "a Foundry file of 60 MB": lambda: f"[{','.join([ACTOR] * of(57_000))}]",
    "20,000 actors": lambda: f"[{','.join([ACTOR] * of(20_000))}]",
    "a pack of 1,000,000 lines": lambda: "{}\n" * of(1_000_000),
}
STATES: dict[str, Callable[[], str]] = {
    "a state.json of 200 MB": lambda: f'{{"z": "{"x" * of(200 * PIECE)}"}}',
    "a state.json of 4 MB of [],": lambda: f'{{"z": [{"[]," * of(1_390_000)}0]}}',
    "a state.json of 60,000 rosters": lambda: json.dumps(
        {"recent": [{"path": f"/{number}.json", "name": "N"} for number in range(of(60_000))]}
    ),
}
CASES = [*ROSTERS, *FOREIGN, *STATES]


def show(folder: Path, path: Path | None) -> str:
    """Open a window on a roster, change it, search it and save it; return the messages of the window."""
    from PySide6.QtWidgets import QApplication

    from gm_desk.app import build
    from gm_desk.model.roster import edits
    from gm_desk.store.disk.places import Places

    application = QApplication(sys.argv[:1])
    program = build(application, Places(folder))
    program.session.start(path)
    program.window.resize(1366, 768)
    program.window.show()
    application.processEvents()
    document = program.session.document
    for one_of_them in document.roster.characters[:1]:
        edits.rename_character(document, one_of_them.id, "Renamed")
    program.window.header.finder.setFocus()
    program.window.header.finder.textEdited.emit("know f1")
    program.session.save()
    for _ in range(9):
        application.processEvents()
    return program.window.trouble.says.text() or f"{len(document.roster.characters):,} characters shown"


def bring(path: Path) -> str:
    """Import a file of another program completely."""
    from gm_desk.store.disk.files import UnreadableFileError
    from gm_desk.store.exchange.importing import bring as imported
    from gm_desk.store.shipped import load_system

    try:
        return f"{sum(1 for _ in imported(path, [load_system('ep2')], map(str, count()).__next__)):,} entries read"
    except UnreadableFileError as error:
        return error.problem


def main(case: str, folder: Path) -> None:
    """Run one case; its file was written by another process, so that writing it does not count."""
    path = folder / "hostile.json"
    began = time.process_time()
    if case in FOREIGN:
        said = bring(path)
    elif case in STATES:
        path.replace(folder / "state.json")
        said = show(folder, None)
    else:
        said = show(folder, path)
    taken = time.process_time() - began
    most = peak() / 1024
    print(json.dumps([taken, most, said]), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
