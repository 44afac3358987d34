"""What we write as Markdown is read back whole, whatever a GM has written into it."""

import pytest
from hypothesis import given, settings

from block_makers import characters, read_back, without_ids
from gm_desk.core.blocks.markdown import markdown_of
from gm_desk.core.blocks.own_markdown import is_ours, own_system
from gm_desk.core.roster import Character
from gm_desk.core.systems import RULES
from gm_desk.store.systems import load_system

systems = pytest.mark.parametrize("system_id", RULES)


@systems
@settings(max_examples=300)
@given(character=characters)
def test_what_is_written_is_read_back_whole(system_id: str, character: Character) -> None:
    system = load_system(system_id)
    text = markdown_of(character, system)
    block = read_back(text, system)
    assert is_ours(text)
    assert own_system(text, [load_system(one) for one in RULES]) == system_id
    assert (block.left, block.doubts) == ((), ())
    assert without_ids(block.character) == without_ids(character)
    assert without_ids(read_back(text.replace("\n", "\r\n"), system).character) == without_ids(character)
