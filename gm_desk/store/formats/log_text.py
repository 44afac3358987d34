"""The log as plain text: a line for each roll, for a chat or an e-mail."""

from collections.abc import Sequence

from gm_desk.store.formats.log_rows import LogRow, evening_of

TRUE_MINUS = "\N{MINUS SIGN}"


def text_of(rows: Sequence[LogRow]) -> str:
    """Give the rolls in the order given, a line each; each evening has its heading where there are several."""
    several = len({row.session for row in rows}) > 1
    lines: list[str] = []
    session = ""
    for row in rows:
        if several and row.session != session:
            lines += [""] * bool(lines) + [evening_of(row)]
            session = row.session
        lines.append(f"{row.when:%H:%M} {line_of(row)}")
    return "\n".join(lines)


def line_of(row: LogRow) -> str:
    """Tell a roll in one line without its time."""
    who = f"{row.who}: " if row.who else ""
    said = ", ".join(part for part in (row.test, net_of(row), row.target, row.dice) if part)
    verdict = f"{row.glyph} {row.verdict}".strip()
    more = "".join(f" · {part}" for part in (*row.more, row.note) if part)
    line = f"{who}{said} {verdict}".rstrip() + more
    return f"({line}) – does not count" if row.struck else line


def net_of(row: LogRow) -> str:
    """Say what the modifiers came to, with their sum where the cap took some of it away."""
    if row.net is None:
        return ""
    raw = "" if row.sum in {None, row.net} else f" of {signed(row.sum or 0)}"
    return f"net {signed(row.net)}{raw}"


def signed(value: int) -> str:
    """Write a modifier with its sign, and a true minus."""
    return f"+{value}" if value > 0 else str(value).replace("-", TRUE_MINUS)
