"""List every text that the program shows, file by file, for proofreading.

    python packaging/texts.py texts.txt

Some of the listed literals are names that only the program uses; a reader can tell them apart.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "gm_desk"
QUIET = (
    "core/notation/book_attack",
    "core/stat_blocks",
    "core/jsonl",
    "store/exchange",
    "core/finder/lexicon",
    "core/finder/meanings",
)
"""Modules that parse foreign text: their literals are patterns and keywords, which are not shown."""
NO_TEXT = re.compile(
    r"\\[a-z(\d]|\(\?|^[a-z_./*:-]+$|^[A-Z_]+$|^#|%[sdYm]"  # patterns, names, colours, formats of times
    r"|^(SELECT|INSERT|UPDATE|DELETE|DROP|CREATE|ALTER|BEGIN|PRAGMA|WHERE|VALUES) "
    r"|\bMATCH \?|BETWEEN \? AND| = \?|\bJOIN\b"
    r"|^(Expected|Invalid|JSON is malformed|Integer value|Number out|Input data)"  # messages of msgspec
)
"""Literals that contain words but are not shown: SQL, patterns, names, formats."""
GAP = "{}"
"""Placeholder for an interpolated value."""


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts of a module with their line numbers; docstrings, keys and names are left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent = {id(node) for node in _silent(tree)}
    for node in ast.walk(tree):
        if id(node) in silent:
            continue
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(one.value) if isinstance(one, ast.Constant) else GAP for one in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if is_text(text):
            yield node.lineno, text


def is_text(text: str) -> bool:
    """Return whether a literal may be shown: several words, or one with a capital; no name, path or pattern."""
    bare = text.replace(GAP, "").strip()
    if not any(one.isalpha() for one in bare) or NO_TEXT.search(bare):
        return False
    return " " in bare or bare[0].isupper() or not bare.isascii()


def _silent(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes to skip: docstrings, annotations, and the parts of f-strings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield from (part for part in ast.walk(node) if isinstance(part, ast.Constant) and part in node.values)
            yield from (
                spec
                for part in node.values
                if isinstance(part, ast.FormattedValue) and part.format_spec
                for spec in ast.walk(part.format_spec)
            )
        for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(annotation, ast.AST):
                yield from ast.walk(annotation)


def modules() -> list[Path]:
    """List the modules that may contain shown texts."""
    found = sorted(SOURCE.rglob("*.py"))
    return [path for path in found if not path.relative_to(SOURCE).as_posix().startswith(QUIET)]


def main(target: Path) -> None:
    """Write the list."""
    lines = []
    for path in modules():
        said = sorted(texts_of(path))
        if said:
            lines += ["", path.relative_to(SOURCE.parent).as_posix(), *(f"{line:5}  {text!r}" for line, text in said)]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
