"""One row of the scene pane, and the rows of a team as one."""

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from typing import Literal

from msgspec import Struct, structs

from gm_desk.core.wording.phrases import signed

RowKind = Literal["fighter", "marker", "extra", "clock", "heading"]


class SceneRow(Struct, frozen=True):
    """One row, ready to be painted; `ids` are its characters, several for a team that acts as one.

    `count` is its place in the order, `tail` muted text after the name, `pills` are its conditions, `acting` is whether
    it is its turn, and `dim` whether it has acted or is out. `spoken` is what a screen reader says after the name; for
    a fighter that follows from the rest.
    """

    key: Hashable
    kind: RowKind
    name: str
    names: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    count: str = ""
    tail: str = ""
    pills: tuple[str, ...] = ()
    marks: str = ""
    hindered: int = 0
    left: Fraction | None = None
    acting: bool = False
    dim: bool = False
    struck: bool = False
    filled: int = 0
    size: int = 0
    health: tuple[str, ...] = ()
    spoken: str = ""


OF_SEVERAL = {"delays": "delay", "skips": "skip", "skips next": "skip next", "no initiative yet": "without initiative"}
"""The states of one fighter, and the same of several, after their number."""
OF_ONE = {several: one for one, several in OF_SEVERAL.items()}


def as_one_row(above: SceneRow, row: SceneRow) -> SceneRow:
    """Return two rows of a team as one: names, wounds, average health, and the conditions with their number.

    If the numbers of wounds differ, the largest modifier is shown.
    """
    worst = min(above.hindered, row.hindered)
    members = len(above.ids) + 1
    left = [(each.left, len(each.ids)) for each in (above, row) if each.left is not None]
    pills = Counter(dict(_counted(pill, len(above.ids)) for pill in above.pills))
    pills.update(row.pills)
    names = [*above.names, *row.names]
    whole = structs.replace(
        above,
        name=stem_of(names),
        names=tuple(names),
        ids=(*above.ids, *row.ids),
        pills=tuple(f"{number} {OF_SEVERAL.get(pill, pill) if number > 1 else pill}" for pill, number in pills.items()),
        marks=above.marks if above.marks == row.marks else f"to {signed(worst)}" if worst else "",
        hindered=worst,
        left=sum((part * number for part, number in left), Fraction(0)) / members if left else None,
    )
    if row.health != above.health:
        average = "" if whole.left is None else f"{round(whole.left * 100)}% left on average"
        whole = structs.replace(whole, health=(average, f"worst {signed(worst)}" if worst else ""))
    return whole


def spoken_of(row: SceneRow) -> str:
    """Return what a screen reader says after the name: of a fighter its initiative, turn, state and so on."""
    if row.kind != "fighter":
        return row.spoken
    together = "acting together" if len(row.ids) > 1 else ""
    turn = "acting now" if row.acting else "has acted" if row.dim and not row.struck else ""
    count = f"initiative {row.count}" if row.count else ""
    parts = (together, count, turn, *row.tail.split(" · "), *row.pills, *row.health)
    return ", ".join(dict.fromkeys(part for part in parts if part))


def _counted(pill: str, members: int) -> tuple[str, int]:
    """Return a condition of a row of several with the number of members who have it."""
    number, _, words = pill.partition(" ")
    return (OF_ONE.get(words, words), int(number)) if members > 1 and number.isdigit() else (pill, 1)


def stem_of(names: list[str]) -> str:
    """Return several names as one: "Mook 1, 2, 4", "Thug, 2, 3" after copying, or all if they share no beginning."""
    parts = [one.rpartition(" ") for one in names]
    stem = parts[-1][0]
    if stem and all(shared == stem for shared, _, _ in parts):
        return f"{stem} {', '.join(end for _, _, end in parts)}"
    copies = [part for one, part in zip(names, parts, strict=True) if one != stem]
    if len(copies) == len(names) - 1 and all(shared == stem and end.isdigit() for shared, _, end in copies):
        return ", ".join((stem, *(end for _, _, end in copies)))
    return ", ".join(names)
