"""Every word of a pasted text stands on a card, in its notes or beside all blocks; no number on another's card."""

import re
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from gm_desk.core.characters.roster import Character
from gm_desk.core.stat_blocks.source import Block, Pasted, Span
from paste_makers import EACH, LAYOUTS, NAMES, Creature, creatures, layouts, texts
from pasting import read, unaccounted
from thorough import tries


def partition(pasted: Pasted) -> list[Span]:
    """List the stretches that a text is parted into: left by a block, on its card, or beside all blocks."""
    spans = list(pasted.beside)
    for block in pasted.blocks:
        last = block.span.start
        for left in block.left:
            spans += [Span(last, left.start), left]
            last = left.end
        spans.append(Span(last, block.span.end))
    return sorted(span for span in spans if span.start < span.end)


def assert_all_there(text: str, pasted: Pasted) -> None:
    """Assert that a text is parted without a gap and without anything twice, and that nothing of it is lost."""
    spans, last = partition(pasted), 0
    for span in spans:
        assert span.start >= last, "twice"
        assert not any(map(str.isalnum, re.sub("<[^>]*>", "", text[last : span.start]))), "between two stretches"
        last = span.end
    assert not any(map(str.isalnum, text[last:]))
    for block in pasted.blocks:
        assert unaccounted(text, block) == set()
        for left in block.left:
            assert text[left.start : left.end] in block.character.notes


def numbers(character: Character) -> Iterator[int]:
    """List the numbers of a card that its text must give."""
    yield from character.stats.values()
    yield from character.checks.values()
    yield from character.rep.values()
    yield from (one.max for one in character.points.values())
    yield from (value for one in character.armor for value in one.values.values())
    yield from (value for one in character.movement for value in (one.base, one.full) if value is not None)
    yield from (one.rating for one in character.skills)
    yield from (one.rating for one in character.attacks if one.rating is not None)
    yield from (int(one.range) for one in character.attacks if one.range)


def owners(block: Block) -> set[int]:
    """Return whose numbers stand on a card, by their remainders; what was wedged in counts for nobody."""
    return {number % EACH for number in numbers(block.character) if number < 7000}


@settings(max_examples=tries(200))
@given(texts())
def test_every_word_of_a_text_is_accounted_for(made: tuple[str, list[Creature]]) -> None:
    text, _ = made
    assert_all_there(text, read(text))


@settings(max_examples=tries(200))
@given(texts())
def test_no_number_stands_on_the_card_of_another_creature_without_a_word(made: tuple[str, list[Creature]]) -> None:
    text, _ = made
    for block in read(text).blocks:
        name = block.character.name.strip(" :`*")
        assert block.doubts or len(owners(block)) <= 1
        if name in NAMES and not block.doubts:
            assert owners(block) <= {NAMES.index(name)}


@given(creatures, layouts, st.sampled_from(["", "\n", "\nThey speak to nobody, and wander.\n\n"]))
def test_creatures_one_below_another_are_told_apart(found: list[Creature], layout: str, between: str) -> None:
    text = between.join("\n".join(LAYOUTS[layout](one)) + "\n" for one in found)
    blocks = read(text).blocks
    assert [block.character.name for block in blocks] == [one.name for one in found]
    assert [owners(block) for block in blocks] == [{one.place} for one in found]


def test_two_people_who_share_a_value_are_reported_as_not_read() -> None:
    text = "Mira (Guns 55) and Tomas (Melee 60), both DUR 30"
    pasted = read(text)
    assert (pasted.blocks, [text[one.start : one.end] for one in pasted.beside]) == ((), [text])
