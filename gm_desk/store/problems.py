"""Word what a validating decoder says, and where, for people."""

import re
from typing import Any

ONE_OF = {
    "groups": "group",
    "characters": "character",
    "skills": "skill",
    "specialisations": "specialisation",
    "attacks": "attack",
    "motivations": "motivation",
    "tags": "tag",
    "traits": "trait",
    "dismissed": "dismissed finding",
}
PLAIN = (
    (r"Object missing required field `(\w+)`", r"“\1” is missing"),
    (r"Expected `int(?: \| null)?`, got `(\w+)`", "a whole number is expected here"),
    (r"Expected `bool`, got `(\w+)`", "true or false is expected here"),
    (r"Expected `str`, got `(\w+)`", "text is expected here"),
    (r"Expected `array`, got `(\w+)`", "a list is expected here"),
    (r"Expected `object`, got `(\w+)`", "this is not in the shape of a {kind}"),
    (r"Expected `int` >= (-?\d+)", r"the number is below \1"),
    (r"Expected `int` <= (-?\d+)", r"the number is above \1"),
    (r"Expected `str` matching regex .*", "it is empty"),
    (r"Expected `str` of length >= 1", "it is empty"),
    (r"Expected `str` of length <= (\d+)", r"it is longer than \1 letters"),
    (r"Invalid enum value (['\"])(.{0,60})\1\Z", r"“\2” is not known here"),
    (r"Invalid enum value ['\"](.{60}).*", r"“\1…” is not known here"),
    (r"Number out of range|Integer value out of range", "a number is too large"),
    (r"Input data was truncated", "it is not complete JSON"),
    (r"JSON is malformed: trailing characters", "something stands behind its end"),
    (r"JSON is malformed: trailing comma", "there is a comma with nothing behind it"),
    (r"JSON is malformed: expected ','", "a comma is missing there"),
    (r"JSON is malformed: object keys must be strings", "a key without double quotes stands there"),
    (r"JSON is malformed: invalid number", "this is no number"),
    (r"JSON is malformed", "it is not JSON from there on"),
)


def problem_in_words(message: str, inside: str = "") -> str:
    """Say what a decoder found wrong, as a clause; `inside` is as in `place_in_words`."""
    said, path = _said_and_path(message)
    for pattern, words in PLAIN:
        found = re.match(pattern, said, re.DOTALL)
        if found:
            return found.expand(words.replace("{kind}", _kind_at(inside + path)))
    return said[:1].lower() + said[1:]


def place_in_words(message: str, raw: Any, inside: str = "") -> str:
    """Say where in the file it is: "character 4 “Lao Qing”, skill 2 “Guns”, rating".

    `inside` is the place of the part that was decoded, as a decoder spells it (".characters[3]").
    """
    parts: list[str] = []
    value = raw
    for key, index in re.findall(r"\.(\w+)|\[(\d+)\]", inside + _said_and_path(message)[1]):
        if key:
            value = value.get(key) if isinstance(value, dict) else None
            parts.append(key)
        else:
            value = value[int(index)] if isinstance(value, list) else None
            parts[-1] = f"{ONE_OF.get(parts[-1], parts[-1])} {int(index) + 1}{_name_of(value)}"
    return ", ".join(parts)


def _kind_at(path: str) -> str:
    """Name what is expected at a path: the roster itself, one of a list, or values by their names."""
    one = re.search(r"(\w+)\[(?:\d+|\.\.\.)\]\Z", path)
    if one:
        return ONE_OF.get(one[1], one[1])
    return "list of names with values" if path else "roster"


def _said_and_path(message: str) -> tuple[str, str]:
    """Split a decoder's message into what is wrong and the path to it, which stands last."""
    said, _, path = message.rpartition(" - at `$")
    return (said, path.removesuffix("`")) if said else (message, "")


def _name_of(value: Any) -> str:
    """Quote the name of a thing in a file, where it has one."""
    name = value.get("name") if isinstance(value, dict) else None
    return f" “{name[:60]}”" if isinstance(name, str) and name.strip() else ""
