"""Mutated texts of several invented creatures in all layouts; each number belongs to exactly one creature."""

from collections.abc import Callable, Sequence

from hypothesis import strategies as st
from msgspec import Struct

EACH = 5
"""The numbers of one creature leave the same remainder, by which they are told from those of all others."""
NAMES = ("Ash Monk", "Mud Thief", "FOG NUN", "Rust Wyrm")
APTITUDES = ("COG", "INT", "REF", "SAV", "SOM", "WIL")
OLD = ("COG", "COO", "INT", "REF", "SAV", "SOM", "WIL", "MOX")
DERIVED = ("INIT", "SPD", "LUC", "TT", "IR", "DUR", "WT", "DR")
SKILLS = ("Guns", "Infiltrate", "Athletics")
OLD_SKILLS = ("Kinetic Weapons", "Infiltration", "Climbing")


class Creature(Struct, frozen=True):
    """An invented creature: its index, and the numbers that its text uses, one after another."""

    place: int
    numbers: Sequence[int]

    @property
    def name(self) -> str:
        return NAMES[self.place]

    def taken(self, count: int) -> list[str]:
        """Return the next numbers of the creature."""
        return [str(EACH * self.numbers[one % len(self.numbers)] + self.place) for one in range(count)]


def book(one: Creature) -> list[str]:
    """Return a creature as lines of a book's Markdown."""
    n = one.taken(16)
    return [
        f"### {one.name}",
        "",
        f"- **Initiative:** {n[0]} • **Fray:** {n[1]} • **AV:** {n[2]}/{n[3]}",
        f"- **WT:** {n[4]} • **DUR:** {n[5]} • **DR:** {n[6]}",
        "",
        "---",
        "",
        f"- **Hook:** {n[7]}, DV 2d10, Range {n[8]}",
        "",
        "- " + " • ".join(f"**{key}:** {value}" for key, value in zip(APTITUDES, n[9:], strict=False)),
        "- **Skills:** " + ", ".join(f"{key} {value}" for key, value in zip(SKILLS, n, strict=False)),
        f"- **Gear:** Rope{'abcd'[one.place]}, Lamp{'abcd'[one.place]}",
    ]


def plain(one: Creature) -> list[str]:
    """Return a creature as lines of a book's text, without formatting."""
    n = one.taken(16)
    return [
        one.name,
        f"Initiative {n[0]}; Fray {n[1]}; AV {n[2]}/{n[3]}",
        f"WT {n[4]}, DUR {n[5]}, DR {n[6]}",
        f"Hook: {n[7]}, DV 2d10, Range {n[8]}",
        ", ".join(f"{key} {value}" for key, value in zip(APTITUDES, n[9:], strict=False)),
        "Skills: " + ", ".join(f"{key} {value}" for key, value in zip(SKILLS, n, strict=False)),
        f"Gear: Rope{'abcd'[one.place]}, Lamp{'abcd'[one.place]}",
    ]


def tables(one: Creature) -> list[str]:
    """Return a creature of the first edition as lines, with its numbers in tables."""
    n = one.taken(16)
    return [
        one.name,
        " ".join(OLD),
        " ".join(n[:8]),
        " ".join(DERIVED),
        " ".join(n[8:]),
        f"Movement Rate: {n[0]}/{n[1]}",
        "Skills: " + ", ".join(f"{key} {value}" for key, value in zip(OLD_SKILLS, n, strict=False)),
        f"Implants: Rope{'abcd'[one.place]}, Lamp{'abcd'[one.place]}",
    ]


def lists(one: Creature) -> list[str]:
    """Return a creature of the first edition as lines, with its numbers after their keys."""
    n = one.taken(16)
    return [
        one.name,
        "APTITUDES: " + ", ".join(f"{key} {value}" for key, value in zip(OLD, n, strict=False)),
        ", ".join(f"{key} {value}" for key, value in zip(DERIVED, n[8:], strict=False)),
        "Skills: " + ", ".join(f"{key} {value}" for key, value in zip(OLD_SKILLS, n, strict=False)),
        f"Gear: Rope{'abcd'[one.place]}, Lamp{'abcd'[one.place]}",
    ]


LAYOUTS: dict[str, Callable[[Creature], list[str]]] = {"book": book, "plain": plain, "tables": tables, "lists": lists}
WEDGES = (
    ("Faction: Nomads",),
    ("Homeworld: Marsalia", "Languages: Mandarin"),
    ("Motivation: +Wealth",),
    ("", "They wander the dunes and speak to nobody."),
    ("They wander the dunes and speak to nobody.", "Few have seen them twice."),
    ("",),
    ("- They bite",),
    ("`wired`",),
    ("WT: 7003",),
    ("DUR 7004",),
    ("Morph: Case",),
    ("Morph: Synth",),
    ("| odd | cell |",),
    ("", "The Hunt", ""),
    ("#### Habits",),
    ("\uf0b7",),
    ("> quoted words",),
    ("1. first of all",),
    ("Quelle: Handbuch: Seite",),
    ("Rep: c-rep 7005",),
    ("Skills: Guns 7006",),
    ("COG COO INT REF SAV SOM WIL MOX",),
    ("7010 7011 7012 7013 7014 7015",),
    ("<!-- hidden -->",),
)
"""What is put between the lines: prose, labels of all kinds, contradictions, gaps, signs."""

creatures = st.permutations(range(len(NAMES))).flatmap(
    lambda places: st.lists(
        st.lists(st.integers(1, 11), min_size=16, max_size=16, unique=False), min_size=1, max_size=3
    ).map(lambda all_numbers: [Creature(place, numbers) for place, numbers in zip(places, all_numbers, strict=False)])
)
layouts = st.sampled_from(sorted(LAYOUTS))


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, list[Creature]]:
    """Draw a text of creatures with lines inserted, lines removed, and characters added."""
    found = draw(creatures)
    lines: list[str] = []
    alike = draw(st.none() | layouts)
    gap = draw(st.sampled_from(["", "", "\n", "Some prose about the next ones.\n"]))
    for one in found:
        lines += [*LAYOUTS[alike or draw(layouts)](one), *gap.split("\n")[:-1]]
    for wedge in draw(st.lists(st.sampled_from(WEDGES), max_size=4)):
        place = draw(st.integers(0, len(lines)))
        lines[place:place] = wedge
    for _ in range(draw(st.integers(0, 2))):
        del lines[draw(st.integers(0, len(lines) - 1))]
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(lines) - 1))
        sign = draw(st.sampled_from(["- {}", "`{}`", "**{}**", "> {}", "  {}", "{}:", "{}  ", "\uf0b7 {}"]))
        lines[place] = sign.format(lines[place])
    return "\n".join(lines) + draw(st.sampled_from(["", "\n"])), found
