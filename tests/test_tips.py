"""Every tool tip in the sources is plain words of ours, or passes the one function that makes words plain."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import Qt

import gm_desk
from gm_desk.core.wording.phrases import some_lines, tip_of

SOURCES = sorted(Path(gm_desk.__file__).parent.rglob("*.py"))
PIECES = (
    "<",
    ">",
    "&",
    "lt;",
    "&lt;",
    "img src='x'",
    "b",
    "/p",
    "!doctype html",
    "?xml",
    "?>",
    " ",
    "\n",
    "é",
    "table",
)
JOINER = "\N{WORD JOINER}"
MARKUP = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join)


def shown_tips(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield what is shown as a tool tip: by a widget, at the mouse, or by a model."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "setToolTip":
                yield node.args[-1]
            elif node.func.attr == "showText":
                yield node.args[1]
        elif isinstance(node, ast.match_case) and "ToolTipRole" in ast.dump(node.pattern):
            returned = (one.value for part in node.body for one in ast.walk(part) if isinstance(one, ast.Return))
            yield from (value for value in returned if value is not None)


def is_plain(tip: ast.expr) -> bool:
    """Return whether a tip is a text of the sources, nothing, or made by `tip_of`."""
    match tip:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            return name.isupper()
        case ast.IfExp(body=one, orelse=other):
            return is_plain(one) and is_plain(other)
        case ast.BoolOp(values=values):
            return all(map(is_plain, values))
        case ast.Call(func=ast.Name(id="tip_of")):
            return True
    return False


def test_every_tool_tip_passes_the_one_function() -> None:
    tips = [(path, tip) for path in SOURCES for tip in shown_tips(ast.parse(path.read_text(encoding="utf-8")))]
    assert [f"{path.name}:{tip.lineno} {ast.unparse(tip)}" for path, tip in tips if not is_plain(tip)] == []
    assert len(tips) > 40
    assert {"arrivals.py", "group_roll.py", "stat_models.py", "action_rows.py"} <= {path.name for path, _ in tips}


@given(MARKUP)
def test_no_tip_is_taken_for_rich_text_and_each_shows_what_was_written(text: str) -> None:
    shown = tip_of(text)
    assert not Qt.mightBeRichText(shown)
    assert shown.replace(JOINER, "") == some_lines(text).replace(JOINER, "")


@pytest.mark.parametrize(
    "text", ["<b>x</b>", "a &lt; b", "<!doctype html>x", "<?xml a?><b>x", "\n<img src='/etc/passwd'>"]
)
def test_what_qt_would_take_for_rich_text_is_made_plain(text: str) -> None:
    assert Qt.mightBeRichText(text)
    assert not Qt.mightBeRichText(tip_of(text))
    assert tip_of(text).replace(JOINER, "") == text
