"""The samples of stat blocks are read completely; what is expected was counted by eye."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_desk.core.stat_blocks.reading import looks_like_blocks
from pasting import character_of, ep2, invented, one_block, read, skills_of, unaccounted
from samples import OURS, samples
from thorough import tries

COUNTS = {
    # skills with specialisations and notes, attacks, pools, ways to move, ware, gear, traits, lines of the notes
    "ledger-ghost": (10, 0, 1, 1, 4, 0, 4, 0, 2, 4),
    "pipe-warden": (5, 0, 1, 1, 1, 2, 3, 2, 0, 0),
    "quay-crane": (6, 1, 0, 5, 1, 1, 4, 0, 0, 1),
    "scrap-hive": (6, 1, 0, 3, 4, 1, 2, 0, 0, 1),
    "tide-runner": (7, 2, 0, 5, 1, 1, 5, 0, 4, 1),
}
NUMBERS = {
    # INIT WT DUR DR COG INT REF SAV SOM WIL, armor
    "ledger-ghost": ((8, 12, 60, 120, 30, 25, 15, 20, 10, 25), (9, 9)),
    "pipe-warden": ((5, 6, 30, 45, 5, 10, 15, 5, 20, 10), (0, 0)),
    "quay-crane": ((6, 14, 70, 140, 10, 15, 15, 5, 25, 15), (16, 18)),
    "scrap-hive": ((7, None, 50, 100, 15, 15, 20, 5, 15, 10), (0, 0)),
    "tide-runner": ((9, 11, 55, 83, 10, 20, 20, 5, 25, 15), (8, 10)),
}
KEYS = ("INIT", "WT", "DUR", "DR", "COG", "INT", "REF", "SAV", "SOM", "WIL")
ATTACKS = {
    "ledger-ghost": [("False Entry", "", 90, "3d10", "", "", None, False)],
    "pipe-warden": [("Valve Claws", "Melee", 45, "1d10", "", "", None, False)],
    "quay-crane": [
        ("Bolt Cannon", "Guns", 50, "4d10+2", "SA/BF", "250", 120, False),
        ("Chain Gun", "Guns", 50, "3d10+1", "BF/FA", "", 300, True),
        ("Flare Rack", "Guns", 50, "5d10+10", "SS", "200", 8, True),
        ("Tentacles", "Melee", 45, "3d10+4", "", "", None, False),
        ("Cutting Torch", "Guns", 50, "4d10", "SS", "15", 40, False),
    ],
    "scrap-hive": [
        ("Unmaking", "", None, "1d6", "", "", None, False),
        ("Dust Flash", "", None, "3d10+2", "", "", None, True),
        ("Snare and Stab", "Melee", 55, "1d10", "", "", None, False),
    ],
    "tide-runner": [
        ("Barb Rifle Carbine", "Guns", 55, "2d10+3", "SA/BF/FA", "120", 60, True),
        ("Keel Bite", "Melee", 70, "2d6", "", "", None, True),
        ("Grappling", "Melee", 70, "", "", "", None, False),
        ("Spurs", "Melee", 70, "3d6+1", "", "", None, True),
        ("Sting", "Melee", 85, "2d10+1d6", "", "", None, True),
    ],
}
NAMES = sorted(path.stem for path in (samples() / "ep2-stat-blocks").glob("*.md"))


def ours(name: str) -> str:
    return (OURS / "ep2-stat-blocks" / f"{name}.md").read_text("utf-8")


def sample(name: str) -> str:
    return (samples() / "ep2-stat-blocks" / f"{name}.md").read_text("utf-8")


@pytest.mark.parametrize("name", COUNTS)
def test_everything_in_a_sample_has_its_place(name: str) -> None:
    found = character_of(ours(name))
    assert COUNTS[name] == (
        len(found.skills),
        sum(len(skill.specialisations) for skill in found.skills),
        sum(bool(skill.note) for skill in found.skills),
        len(found.attacks),
        len(found.points),
        len(found.movement),
        len(found.ware),
        len(found.gear),
        len(found.traits),
        len(found.notes.splitlines()),
    )


@pytest.mark.parametrize("name", NUMBERS)
def test_the_numbers_of_a_sample_are_those_that_stand_there(name: str) -> None:
    found = character_of(ours(name))
    numbers, (energy, kinetic) = NUMBERS[name]
    assert tuple(found.stats.get(key) for key in KEYS) == numbers
    assert [dict(armor.values) for armor in found.armor] == [{"energy": energy, "kinetic": kinetic}]
    assert found.stress_test.startswith("SV 1d")


@pytest.mark.parametrize("name", ATTACKS)
def test_the_attacks_of_a_sample_are_read_whole(name: str) -> None:
    found = character_of(ours(name)).attacks
    assert ATTACKS[name] == [
        (
            one.name,
            one.skill,
            one.rating,
            one.damage,
            one.modes,
            one.range,
            one.ammo.max if one.ammo else None,
            one.armor_piercing,
        )
        for one in found
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_word_of_a_sample_is_accounted_for_and_none_is_invented(name: str) -> None:
    text = sample(name)
    block = one_block(text)
    assert unaccounted(text, block) == set()
    assert invented(text, block) == set()
    assert block.doubts == ()
    for span in block.left:
        assert text[span.start : span.end] in block.character.notes


def test_checks_of_their_own_are_kept() -> None:
    assert character_of(ours("tide-runner")).checks == {"REF": 75, "SOM": 90}
    assert character_of(ours("quay-crane")).checks == {}


def test_the_plain_text_is_read_like_the_markdown() -> None:
    text = (OURS / "ep2-plain.txt").read_text("utf-8")
    keeper, nibbler = (block.character for block in read(text).blocks)
    assert skills_of(keeper) == [
        "Fray 50",
        "Perceive 45 (hearing 55)",
        "Athletics 60",
        "Deceive 35",
        "Guns 55 (Rivet Guns 65)",
        "Infiltrate 40",
        "Know: Tides 70",
        "Melee 60 (Poles 70)",
        "Persuade 40",
        "Pilot: Nautical 55",
        "Provoke 45 – 50",
    ]
    assert (keeper.morph, keeper.rep, keeper.health.ignored_wounds) == ("Splicer", {"c": 30, "g": 10}, 1)
    assert keeper.ware == ("Second Skin (Heavy)", "Drying Coils")
    assert [(one.name, one.skill, one.rating, one.range) for one in keeper.attacks] == [
        ("Rivet Gun", "Guns", 55, "20"),
        ("Boat Hook", "Melee", 60, ""),
    ]
    assert skills_of(nibbler) == ["Fray 35", "Perceive 30", "Athletics 30", "Hardware: Hulls 60", "Melee 45"]
    assert (nibbler.stats, nibbler.checks) == (
        {"INIT": 5, "DUR": 20, "DR": 40, "COG": 5, "INT": 10, "REF": 15, "SAV": 5, "SOM": 10, "WIL": 5},
        {},
    )
    assert [(one.name, one.speed, one.base, one.full) for one in nibbler.movement] == [
        ("Walker", "Slow", 4, 8),
        ("Thrust Vector", "Medium", 4, 24),
    ]
    assert nibbler.attacks[0].armor_piercing
    assert all(unaccounted(text, block) == set() for block in read(text).blocks)


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_reads_alike_whatever_formats_it(name: str) -> None:
    text = sample(name)
    plain = text.replace("**", "").replace("&nbsp;<sup>", "^").replace("</sup>", "").replace("### ", "")
    for other in (text.replace("\n", "\r\n"), text.replace("- **", "* **"), plain, plain.replace("- ", "• ")):
        found, expected = character_of(other), character_of(text)
        assert skills_of(found) == skills_of(expected)
        assert (found.name, found.stats, found.checks, found.points) == (
            expected.name,
            expected.stats,
            expected.checks,
            expected.points,
        )
        assert [one.name for one in found.attacks] == [one.name for one in expected.attacks]
        assert (found.ware, found.gear, found.movement) == (expected.ware, expected.gear, expected.movement)


def test_the_samples_in_a_row_are_as_many_blocks() -> None:
    text = "\n".join(map(sample, NAMES))
    assert looks_like_blocks(text, [ep2()])
    assert len(read(text).blocks) == len(NAMES)
    assert read(text).beside == ()


@settings(max_examples=tries(60), deadline=None)
@given(st.data())
def test_a_sample_with_a_piece_cut_out_or_put_in_is_still_accounted_for(data: st.DataObject) -> None:
    text = sample(data.draw(st.sampled_from(NAMES)))
    start = data.draw(st.integers(0, len(text)))
    end = start + data.draw(st.integers(0, 60))
    piece = data.draw(st.sampled_from(["", "(", "\n", ", ", " 99999999 ", "•", "**", "[", "\n\n", "DV 1d6"]))
    mutated = text[:start] + piece + text[end:]
    for block in read(mutated, "ep2").blocks:
        assert unaccounted(mutated, block) == set()
        assert invented(mutated, block) == set()
        for span in block.left:
            assert mutated[span.start : span.end] in block.character.notes
