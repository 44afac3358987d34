"""The samples of stat blocks from elsewhere are read completely; what is expected was counted by eye."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_desk.core.stat_blocks.reading import looks_like_blocks
from pasting import character_of, invented, one_block, read, skills_of, unaccounted
from samples import samples
from thorough import tries

COUNTS = {
    # skills with specialisations and notes, attacks, pools, ways to move, ware, gear, traits, lines of the notes
    "factor-ambassador": (17, 1, 1, 2, 1, 1, 7, 1, 0, 5),
    "factor-guardian": (12, 3, 1, 4, 1, 1, 7, 1, 0, 4),
    "fetch": (10, 0, 1, 1, 4, 0, 13, 0, 2, 4),
    "fractal": (12, 2, 1, 3, 4, 2, 15, 0, 0, 7),
    "headhunter": (7, 3, 0, 3, 1, 1, 7, 0, 0, 2),
    "limbwalker": (5, 0, 1, 1, 1, 1, 6, 0, 0, 0),
    "neurode": (19, 1, 1, 1, 4, 1, 13, 5, 3, 1),
    "predator": (7, 2, 0, 5, 1, 1, 22, 0, 6, 1),
    "puppet": (13, 2, 0, 3, 1, 1, 9, 11, 2, 2),
    "self-replicating-nanoswarm": (6, 2, 0, 3, 4, 1, 11, 0, 0, 6),
    "warbot": (7, 1, 2, 8, 1, 1, 16, 1, 0, 2),
}
NUMBERS = {
    # INIT WT DUR DR COG INT REF SAV SOM WIL, armor
    "factor-ambassador": ((6, 6, 30, 45, 15, 20, 10, 15, 10, 20), (2, 3)),
    "factor-guardian": ((7, 10, 50, 75, 15, 15, 20, 10, 20, 15), (12, 8)),
    "fetch": ((10, 20, 100, 200, 30, 30, 20, 30, 20, 30), (10, 10)),
    "fractal": ((10, 10, 50, 100, 30, 30, 20, 10, 25, 30), (0, 0)),
    "headhunter": ((8, 9, 45, 90, 15, 20, 20, 5, 15, 15), (8, 8)),
    "limbwalker": ((4, 5, 25, 38, 10, 10, 10, 10, 10, 10), (0, 0)),
    "neurode": ((8, 8, 40, 60, 30, 20, 20, 20, 10, 25), (6, 7)),
    "predator": ((10, 13, 70, 95, 15, 20, 25, 10, 25, 15), (12, 14)),
    "puppet": ((6, 8, 40, 80, 20, 15, 15, 20, 15, 15), (6, 4)),
    "self-replicating-nanoswarm": ((8, None, 70, 140, 25, 20, 20, 5, 15, 15), (0, 0)),
    "warbot": ((7, 16, 80, 160, 15, 15, 20, 5, 20, 15), (20, 20)),
}
KEYS = ("INIT", "WT", "DUR", "DR", "COG", "INT", "REF", "SAV", "SOM", "WIL")
ATTACKS = {
    "factor-guardian": [
        ("Eelware", "", 70, "1d6", "", "", None, False),
        ("Factor Dust", "Exotic Skill: Factor Dust", 65, "1d10", "", "5", None, False),
        ("Laser", "Guns", 60, "4d10", "SA/BF/FA", "120", 50, False),
        ("Tentacle Whip", "Melee", 60, "2d10+2", "", "", None, False),
    ],
    "headhunter": [
        ("Behead", "Melee", 65, "1d10+6", "", "", None, True),
        ("Buzzsaw", "Melee", 75, "1d10+6", "", "", None, True),
        ("Grappling", "Melee", 65, "", "", "", None, False),
    ],
    "neurode": [("Seeker Rifle", "Guns", 60, "3d10+12", "SA", "75", 12, True)],
    "predator": [
        ("Assault Rifle Railgun", "Guns", 60, "2d10+2", "SA/BF/FA", "150", 90, True),
        ("Diamond-Tooth Bite", "Melee", 80, "2d6", "", "", None, True),
        ("Grappling", "Melee", 80, "", "", "", None, False),
        ("Spurs", "Melee", 80, "3d6+3", "", "", None, True),
        ("Tail Sting", "Melee", 90, "2d10+1d6", "", "", None, True),
    ],
    "self-replicating-nanoswarm": [
        ("Disassembly", "", None, "1d6", "", "", None, False),
        ("Fuel-Air Explosive", "", None, "3d10+5", "", "", None, True),
        ("Snare and Stab", "Melee", 60, "1d10", "", "", None, False),
    ],
    "warbot": [
        ("Claws", "Melee", 50, "3d10+6", "", "", None, False),
        ("Laser Pulser Cannon", "Guns", 60, "4d10+4", "SA/BF", "300", 200, False),
        ("Railgun Machine Gun", "Guns", 60, "3d10+2", "BF/FA", "", 500, True),
        ("Seeker Launcher", "Guns", 60, "6d10+24", "SS", "300", 20, True),
        ("Stomp", "Melee", 50, "5d10", "", "", None, False),
        ("Tentacles", "Melee", 50, "3d10", "", "", None, False),
        ("Tentacle Grapple", "Melee", 50, "", "", "", None, False),
        ("Torch", "Guns", 60, "4d10", "SS", "25", 100, False),
    ],
}


def sample(name: str) -> str:
    return (samples() / "ep2-stat-blocks" / f"{name}.md").read_text("utf-8")


@pytest.mark.parametrize("name", COUNTS)
def test_everything_in_a_sample_has_its_place(name: str) -> None:
    found = character_of(sample(name))
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
    found = character_of(sample(name))
    numbers, (energy, kinetic) = NUMBERS[name]
    assert tuple(found.stats.get(key) for key in KEYS) == numbers
    assert [dict(armor.values) for armor in found.armor] == [{"energy": energy, "kinetic": kinetic}]
    assert found.stress_test.startswith("SV 1d")


@pytest.mark.parametrize("name", ATTACKS)
def test_the_attacks_of_a_sample_are_read_whole(name: str) -> None:
    found = character_of(sample(name)).attacks
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


@pytest.mark.parametrize("name", COUNTS)
def test_every_word_of_a_sample_is_accounted_for_and_none_is_invented(name: str) -> None:
    text = sample(name)
    block = one_block(text)
    assert unaccounted(text, block) == set()
    assert invented(text, block) == set()
    assert block.doubts == ()
    for span in block.left:
        assert text[span.start : span.end] in block.character.notes


def test_checks_of_their_own_are_kept() -> None:
    assert character_of(sample("predator")).checks == {"REF": 85, "SOM": 95}
    assert character_of(sample("warbot")).checks == {}


def test_the_plain_text_is_read_like_the_markdown() -> None:
    text = (samples() / "ep2-plain.txt").read_text("utf-8")
    enforcer, crawler = (block.character for block in read(text).blocks)
    assert skills_of(enforcer) == [
        "Fray 55",
        "Perceive 50 (vision 60)",
        "Athletics 55",
        "Deceive 40",
        "Guns 65 (Beam Weapons 75)",
        "Infiltrate 50",
        "Know: Triads 60",
        "Melee 60 (Clubs 70)",
        "Persuade 45",
        "Pilot: Ground 40",
        "Provoke 50 – 60",
    ]
    assert (enforcer.morph, enforcer.rep, enforcer.health.ignored_wounds) == ("Exalt", {"c": 20, "g": 60}, 1)
    assert enforcer.ware == ("Bioweave Armor (Light)", "Muscle Augmentation")
    assert [(one.name, one.skill, one.rating, one.range) for one in enforcer.attacks] == [
        ("Heavy Pistol", "Guns", 65, "30"),
        ("Shock Baton", "Melee", 60, ""),
    ]
    assert skills_of(crawler) == ["Fray 45", "Perceive 40", "Athletics 40", "Hardware: Robotics 50", "Melee 55"]
    assert (crawler.stats, crawler.checks) == (
        {"INIT": 6, "DUR": 30, "DR": 60, "COG": 10, "INT": 15, "REF": 20, "SAV": 5, "SOM": 15, "WIL": 10},
        {},
    )
    assert [(one.name, one.speed, one.base, one.full) for one in crawler.movement] == [
        ("Walker", "Slow", 4, 12),
        ("Thrust Vector", "Medium", 4, 20),
    ]
    assert crawler.attacks[0].armor_piercing
    assert all(unaccounted(text, block) == set() for block in read(text).blocks)


@pytest.mark.parametrize("name", COUNTS)
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
    text = "\n".join(map(sample, COUNTS))
    assert looks_like_blocks(text)
    assert len(read(text).blocks) == len(COUNTS)
    assert read(text).beside == ()


@settings(max_examples=tries(60), deadline=None)
@given(st.data())
def test_a_sample_with_a_piece_cut_out_or_put_in_is_still_accounted_for(data: st.DataObject) -> None:
    text = sample(data.draw(st.sampled_from(sorted(COUNTS))))
    start = data.draw(st.integers(0, len(text)))
    end = start + data.draw(st.integers(0, 60))
    piece = data.draw(st.sampled_from(["", "(", "\n", ", ", " 99999999 ", "•", "**", "[", "\n\n", "DV 1d6"]))
    mutated = text[:start] + piece + text[end:]
    for block in read(mutated, "ep2").blocks:
        assert unaccounted(mutated, block) == set()
        assert invented(mutated, block) == set()
        for span in block.left:
            assert mutated[span.start : span.end] in block.character.notes
