"""Measure the processor time of reading a megabyte of text, whatever it consists of; being slow fails nothing."""

import time

import pytest

from benchmarks.figures import Figure, sized
from benchmarks.test_speed import in_milliseconds
from gm_desk.core.stat_blocks.reading import read_blocks
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import numbered_ids

LETTERS, AIM = sized(1_000_000, 2_000), 2000
LINES = {
    "one line a mook": "Thug: Guns 40, Fray 30, DUR 30, WT 6, pistol 2d10\n",
    "short blocks": "Thug\nDUR 30, WT 6\nGuns 40, Fray 30\npistol 2d10\n\n",
    "printed blocks": (
        "### Bot\n- **Initiative:** 6 • **Fray:** 40 • **AV:** 6/4\n- **WT:** 8 • **DUR:** 40 • **DR:** 80\n"
        "- **COG:** 20 (60) • **INT:** 15 (45)\n- **Skills:** Athletics 30, Guns 40\n\n"
    ),
    "complete blocks": (
        "### Bot\n- **Initiative:** 6 • **Fray:** 40 • **AV:** 6/4\n- **WT:** 8 • **DUR:** 40 • **DR:** 80\n"
        "- **Claws:** 50, DV 2d10 + 6, reach (+10)\n- **Perceive:** 50\n- **Move:** Walker (Medium 4/20)\n"
        "- **COG:** 20 (60) • **INT:** 15 (45) • **REF:** 20 (60) • **SAV:** 5 (15) • **SOM:** 20 (60) • "
        "**WIL:** 15 (45)\n- **Skills:** Athletics 30, Guns 40, Melee 50\n- **Ware:** Cyberbrain, Radar\n\n"
    ),
    "pages of the first edition": (
        "GUARD\nCOG COO INT REF SAV SOM WIL MOX\n10 15 15 15 10 15 10 2\nINIT SPD LUC TT IR DUR WT DR\n"
        "6 1 20 4 40 35 7 53\nSkills: Clubs 40, Fray 35, Kinetic Weapons 45\nNotes: Armor 8/10, claws (DV 1d10+3)\n\n"
    ),
    "tables of numbers": "BOT\nCOG INT REF SAV SOM WIL\n15 15 15 15 15 15\n\n",
    "lines of capitals": "GUARD CAPTAIN OF THE NORTHERN RING\n",
    "capitals and dice": "THUG 2d10\n",
    "lines of dice": "2d10+6 pistol, 1d10 knife\n",
    "rows of cells": "Thug\t30\t6\t40\n",
    "titles and numbers": "Thug\n40\n",
    "two columns": "Thug            Boss\nGuns 40         Guns 60\nDUR 30, WT 6    DUR 40, WT 8\n\n",
    "prose": "It rains on the harbor and nobody knows why the guards sleep.\n",
}


@pytest.mark.parametrize("kind", LINES)
def test_a_megabyte_of_text(kind: str, figures: list[Figure]) -> None:
    """Read lines of one kind until there are a million letters."""
    systems = [load_system(system_id) for system_id in RULES]
    text = (LINES[kind] * (LETTERS // len(LINES[kind]) + 1))[:LETTERS]
    began = time.process_time()
    read_blocks(text, systems, numbered_ids())
    took = 1000 * (time.process_time() - began)
    figures.append(in_milliseconds(f"1 MB of {kind}, to what was read (processor time)", [took], AIM))
