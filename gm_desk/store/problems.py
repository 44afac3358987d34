"""Word what a validating decoder says, and where, for people."""

import re
from typing import Any

WORDS = {
    "groups": "group",
    "characters": "character",
    "skills": "skill",
    "stats": "stat",
}
PLAIN = (
    (r"Object missing required field `(\w+)`", r"“\1” is missing"),
    (r"Expected `int`, got `(\w+)`", "a whole number is expected here"),
    (r"Expected `str`, got `(\w+)`", "text is expected here"),
    (r"Expected `(?:array|object)`, got `(\w+)`", "this is not in the shape of a roster"),
    (r"Expected `int` >= (-?\d+)", r"the number is below \1"),
    (r"Expected `int` <= (-?\d+)", r"the number is above \1"),
    (r"Expected `str` matching regex .*", "it is empty"),
    (r"Expected `str` of length >= 1", "it is empty"),
    (r"Invalid enum value (.*)", r"\1 is not known here"),
)


def problem_in_words(message: str) -> str:
    """Say what a decoder found wrong, as a clause."""
    said = message.partition(" - at `")[0]
    for pattern, words in PLAIN:
        found = re.match(pattern, said)
        if found:
            return found.expand(words)
    return said[:1].lower() + said[1:]


def place_in_words(message: str, raw: Any) -> str:
    """Say where in the file it is: "character 4 “Lao Qing”, skill 2 “Guns”, rating"."""
    path = message.partition(" - at `$")[2].rstrip("`")
    parts: list[str] = []
    value = raw
    for key, index in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", path):
        if key:
            value = value.get(key) if isinstance(value, dict) else None
            parts.append(WORDS.get(key, key))
        elif index == "...":
            value = None
        else:
            value = value[int(index)] if isinstance(value, list) and int(index) < len(value) else None
            parts[-1] += f" {int(index) + 1}{_name_of(value)}"
    return ", ".join(parts)


def _name_of(value: Any) -> str:
    """Quote the name of a thing in a file, where it has one."""
    name = value.get("name") if isinstance(value, dict) else None
    return f" “{name[:60]}”" if isinstance(name, str) and name.strip() else ""
