"""Lines of several parts: commas, semicolons and line ends part them, but not inside brackets."""

PARTING = ",;\n"
OPENING, CLOSING = "(", ")"


def parts_of(text: str) -> list[str]:
    """Split a text into its parts, trimmed, and leave out the empty ones; a bracket left open holds to the end."""
    parts, depth = [""], 0
    for letter in "\n".join(text.splitlines()):
        depth = max(0, depth + (letter == OPENING) - (letter == CLOSING))
        if letter in PARTING and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in map(str.strip, parts) if part]


def split_last_bracket(text: str) -> tuple[str, str] | None:
    """Split a text that ends in a bracket into what stands before it and in it; None where it ends otherwise.

    Brackets may stand in brackets ("Pistols (light)"); a bracket that was never opened is no bracket.
    """
    line, depth = text.strip(), 0
    for place in range(len(line) - 1, -1, -1):
        depth += (line[place] == CLOSING) - (line[place] == OPENING)
        if not depth:
            return (line[:place].strip(), line[place + 1 : -1]) if line[place] == OPENING else None
    return None
