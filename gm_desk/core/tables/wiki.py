"""Tables in the notations of wikis, rewritten as tables of Markdown of the same length."""

import re

STYLE = re.compile(r"[|!][^\n|!\[\]]{0,200}=[^\n|!\[\]]{0,200}\|(?!\|)")
"""The style of a cell before its text."""
DOUBLE = re.compile(r"^\|\|.*\|\|[ \t\r]*$", re.MULTILINE)
"""A row with double bars between its cells."""
DOUBLE_BAR = re.compile(r"\|\|~?")
HEADING = re.compile(r"^\++(?=[ ])", re.MULTILINE)


def as_markdown(text: str) -> str:
    """Return a text of the same length with tables of wikis written as in Markdown."""
    if "{|" in text:
        text = _without_braces(text)
    if "||" in text and DOUBLE.search(text):
        text = DOUBLE.sub(lambda row: DOUBLE_BAR.sub(lambda bar: f"{' |':<{len(bar[0])}}", row[0]), text)
        text = HEADING.sub(lambda found: "#" * len(found[0]), text)
    return text


def _without_braces(text: str) -> str:
    """Return a text with the tables between lines of braces in Markdown, each row on one line."""
    written = list[str]()
    inside = filled = False
    for line in text.split("\n"):
        inside = inside or line.startswith("{|")
        is_cell = inside and line.startswith(("|", "!")) and not line.startswith(("|-", "|+", "|}"))
        written += [" " if is_cell and filled else "\n", _row(line) if is_cell else _frame(line) if inside else line]
        filled = is_cell
        inside = inside and not line.startswith("|}")
    return "".join(written[1:])


def _row(line: str) -> str:
    """Return a line of cells."""
    style = STYLE.match(line)
    start = style.end() if style else 1
    cells = f"|{' ' * (start - 1)}{line[start:]}".replace("||", " |")
    return cells.replace("!!", " |") if line.startswith("!") else cells


def _frame(line: str) -> str:
    """Return a line of a table without cells: its edges, its title, or the rule between two rows."""
    if line.startswith("|+"):
        return f"  {line[2:]}"
    if line.startswith("|-"):
        return f"|-{' ' * (len(line) - 2)}"
    return " " * len(line) if line.startswith(("{|", "|}")) else line
