"""Stat blocks are found in what was pasted, and nothing else is taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.stat_blocks import reading
from gm_desk.core.stat_blocks.reading import looks_like_blocks
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from pasting import read, unaccounted

ALL = [load_system(system_id) for system_id in RULES]
MONK = "{0}\n- **Initiative:** 6 • **AV:** 1/2\n- **WT:** 5\n- **Skills:** Guns 50\n"
PLAIN = "{}\nInitiative 6; AV 1/2\nWT 5\nGear Rope, Hook\n"
PIECES = [
    *(
        "Initiative",
        "AV",
        "WT:",
        "DUR 30",
        "Skills:",
        "Guns 65",
        "(",
        ")",
        "/",
        "4/6",
        ",",
        ";",
        "•",
        "\n",
        "\n\n",
        ":",
    ),
    *("### ", "- ", "**", "|", "—", "−20", "DV 2d10", "COG 15^45", "SOM", "<sup>45</sup>", "&nbsp;", "Move:", "Walker"),
    *("Perceive: 50, 60 vision", "99999999999999999999", "Range 5", "Ammo 3/9", "as Monk, but", "Threat Pool: 2"),
]


def names(text: str, system: str = "") -> list[str]:
    return [block.character.name for block in read(text, system).blocks]


@pytest.mark.parametrize("heading", ["# {}\n\n", "#### {}\n", "{}\n====\n\n", "**{}**\n\n"])
def test_blocks_are_found_below_headings_of_any_depth_with_prose_around_them(heading: str) -> None:
    blocks = [MONK.format(heading.format(name)) for name in ("Ash Monk", "Mud Thief")]
    text = "Prose about monks.\n\n" + "\n".join(blocks)
    assert names(text) == ["Ash Monk", "Mud Thief"]
    assert [text[span.start : span.end].strip() for span in read(text).beside] == ["Prose about monks."]


def test_plain_blocks_are_told_apart_with_and_without_a_line_between_them() -> None:
    one, other = PLAIN.format("Ash Monk"), PLAIN.format("Mud Thief")
    assert names(one + other) == names(f"{one}\n\n{other}") == ["Ash Monk", "Mud Thief"]


def test_prose_between_a_heading_and_its_numbers_belongs_to_the_block() -> None:
    found = read("## Ash Monk\n\nA monk, of ash.\n" + MONK.format("")).blocks
    assert [block.character.notes for block in found] == ["A monk, of ash."]


def test_prose_behind_a_plain_block_belongs_to_none() -> None:
    text = PLAIN.format("Ash Monk") + "\n312\n\nThe monk has WT 5, and is said to be quick.\n"
    (span,) = read(text).beside
    assert text[span.start : span.end].split() == "312 The monk has WT 5, and is said to be quick.".split()  # noqa: SIM905


def test_a_system_that_is_named_reads_what_would_not_be_recognised() -> None:
    assert names("WT: 5") == []
    assert names("WT: 5", "ep2") == ["Unnamed"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "65",
        "Guns 65 (Pistols 75), Fray 50, Melee 40, Perceive 30",
        "Insight 3, Moxie 1, Vigor 2, Flex 1",
        "COG 15, INT 20",
        "The warbot has AV 20/20, WT 16 and DUR 80. It is big, but has DR 160.",
        "Armor 5, as we said, is not much.\nInitiative matters.",
        "https://example.org/wt/5?dur=30",
        "# Evening\n\nAs the sun set they went on, but slowly.\n\nMove on, he said.",
        "{'WT': 5, 'DUR': 25, 'DR': 38}",
    ],
)
def test_prose_a_skill_and_a_number_do_not_look_like_a_block(text: str) -> None:
    assert not looks_like_blocks(text, ALL)


@pytest.mark.parametrize(
    "text",
    [
        MONK.format("### Ash Monk\n"),
        PLAIN.format("Ash Monk"),
        "### Old Monk\n- **AV:** 9/9\n- **DUR:** 80\n",
        "### Old Monk\n\nAs ash monk, but:\n\n- **Skills:** Guns 80\n",
        "Thug: Guns 40, Fray 30, DUR 30, WT 6, pistol 2d10",
        "3 thugs: Melee 45, knife 1d10+2",
        "DUR 30, WT 6, Guns 40",
        "Bandit: STR 8, LP 90, Strike 5",
    ],
)
def test_a_block_looks_like_one(text: str) -> None:
    assert looks_like_blocks(text, ALL)


@given(st.lists(st.from_regex(r"[a-z]{1,9}", fullmatch=True), max_size=60), st.integers(1, 9))
def test_words_never_look_like_a_block(words: list[str], each: int) -> None:
    lines = [" ".join(words[start : start + each]).capitalize() + "." for start in range(0, len(words), each)]
    assert not looks_like_blocks("\n".join(lines), ALL)


@given(st.text(max_size=200) | st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=40).map(" ".join))
def test_no_text_is_too_strange_to_be_read(text: str) -> None:
    looks_like_blocks(text, ALL)
    for system in ("", "ep2"):
        pasted = read(text, system)
        assert pasted.text == text
        for block in pasted.blocks:
            assert unaccounted(text, block) == set()
            for span in block.left:
                assert text[span.start : span.end] in block.character.notes


def test_of_a_text_without_end_as_much_is_read_as_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_READ", 300)
    text = "".join(MONK.format(f"### Monk {number}\n") for number in range(1, 10))
    pasted = read(text)
    assert 1 < len(pasted.blocks) < 9
    assert "the rest was not read" in pasted.blocks[-1].doubts[-1]
    assert pasted.beside[-1].end == len(text)


def test_a_block_whose_aptitudes_are_above_its_name_keeps_its_text_as_it_was_pasted() -> None:
    block = "COG INT REF SAV SOM WIL\n10 15 20 10 20 15\nDock Hand\nSkills: Guns 45, Fray 40\nTactics: runs"
    pasted = read(f"{block}\n\nWe meet on Friday.")
    (one,) = pasted.blocks
    assert (one.character.name, one.character.source) == ("Dock Hand", block)
    assert pasted.text[one.span.start : one.span.end] == block
    assert [pasted.text[span.start : span.end].strip() for span in pasted.beside] == ["We meet on Friday."]
    assert [pasted.text[span.start : span.end] for span in one.left] == ["Tactics: runs"]
