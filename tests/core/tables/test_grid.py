"""Tables of wikis and marks of chats are replaced by as many characters, so that all positions stay the same."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gm_desk.core.free_text.lines import without_messages
from gm_desk.core.notation.numbers import plain_numbers
from gm_desk.core.tables.grid import as_markdown
from thorough import tries

PIECES = st.sampled_from(
    [
        *("{|", "|}", "|-", "|+", "||", "||~", "!!", "!", "|", "\n", " ", "+", "Ash", "Guns", "55", "=", "<ott> "),
        *("[20:14] ", "ott: ", ":heart:", "-# ", "12.03.26, 20:14 - ", "1W10", "\uff15", "Ott, [12.03.2026 20:14]"),
        " — Today at 20:14",
    ]
)


@settings(max_examples=tries(200))
@given(st.lists(PIECES, max_size=30).map("".join))
def test_a_plain_text_is_as_long_as_the_text_that_was_pasted(text: str) -> None:
    for plain in (without_messages, as_markdown, plain_numbers):
        assert len(plain(text)) == len(text)


def test_a_text_without_chats_and_wikis_stays_as_it_is() -> None:
    text = "20:14 Guard Petra: Guns 45\n| a || b |\n+ Bonus: +5\nWeapons: 2x Whip, <i>x</i>, a:b:c\n<ott> once"
    assert without_messages(text) == as_markdown(text) == plain_numbers(text) == text


def test_a_name_behind_a_time_stays_if_it_is_there_once() -> None:
    assert without_messages("[20:14] Guard Petra: Guns 45").strip() == "Guard Petra: Guns 45"
