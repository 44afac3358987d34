"""ICU's data, a quarter of the program, without the parts that Qt does not use.

Kept are properties of characters, normalization, and the orders of languages for sorting. Left out are the formats of
countries and the names of languages, currencies, units and time zones, for which Qt has its own data, dictionaries, and
tables of old encodings.
"""

import re
import struct
from collections.abc import Mapping
from pathlib import Path

from installers.project import run

MAGIC = b"\xda\x27"
UNUSED_TREES = ("brkitr", "curr", "lang", "rbnf", "region", "translit", "unit", "zone")
UNUSED_FILE = re.compile(r"[^/]+\.cnv|(?!pool\b|res_index\b|root\b)[a-z]{2,4}(_\w+)?\.res")
"""Tables of encodings, and the formats of a language or country ("de_AT.res")."""
ALIGNMENT = 16
SOURCE = """\
    .section .rodata, "a", %progbits
    .balign {alignment}
    .globl {symbol}
    .type {symbol}, %object
{symbol}:
    .incbin "{data}"
    .size {symbol}, . - {symbol}
    .section .note.GNU-stack, "", %progbits
"""


def is_used(name: str) -> bool:
    """Return whether an item of the data is used, given its name ("icudt73l/lang/de.res")."""
    tree, _, file = name.partition("/")[2].rpartition("/")
    return tree not in UNUSED_TREES and not (tree == "" and UNUSED_FILE.fullmatch(file))


def package_in(content: bytes) -> bytes:
    """Return the package of data in a library, from its header to the end of the library."""
    for found in re.finditer(re.escape(MAGIC), content):
        start = found.start() - 2
        if start >= 0 and content[start + 12 : start + 16] == b"CmnD":
            return content[start:]
    raise ValueError("This library contains no ICU data.")


def items_of(package: bytes) -> tuple[bytes, dict[str, bytes]]:
    """Return the header of a package and its items by name; the last one reaches to the end."""
    base = struct.unpack_from("<H", package)[0]
    (count,) = struct.unpack_from("<I", package, base)
    places = [struct.unpack_from("<II", package, base + 4 + 8 * number) for number in range(count)]
    ends = [start for _, start in places[1:]] + [len(package) - base]
    items = {}
    for (name, start), end in zip(places, ends, strict=True):
        text = package[base + name : package.index(b"\0", base + name)].decode("ascii")
        items[text] = package[base + start : base + end]
    return package[:base], items


def packed(header: bytes, items: Mapping[str, bytes]) -> bytes:
    """Return a package of items in the order of their names, by which ICU finds them."""
    names, contents = bytearray(), bytearray()
    name_places, places = [], []
    table = 4 + 8 * len(items)
    for name in sorted(items):
        name_places.append(table + len(names))
        names += name.encode("ascii") + b"\0"
    start = _aligned(table + len(names))
    for name in sorted(items):
        places.append(start + len(contents))
        contents += items[name]
        contents += bytes(_aligned(len(contents)) - len(contents))
    rows = b"".join(struct.pack("<II", *row) for row in zip(name_places, places, strict=True))
    body = struct.pack("<I", len(items)) + rows + bytes(names)
    return header + body + bytes(start - len(body)) + bytes(contents)


def _aligned(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT


def trimmed(package: bytes) -> bytes:
    """Return a package without the items that are not used."""
    header, items = items_of(package)
    return packed(header, {name: content for name, content in items.items() if is_used(name)})


def source_of(path: str, source: str, folder: Path) -> str:
    """Return where a file of the program comes from: ICU's data from a library that is made here, others as before."""
    is_data = re.fullmatch(r"libicudata\.so\.\d+", Path(path).name) and not Path(source).is_symlink()
    return str(write_library(Path(source), folder)) if is_data and Path(source).is_file() else source


def write_library(source: Path, folder: Path) -> Path:
    """Link the trimmed data of a library (libicudata.so.73) as the same library in a folder; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    soname, (major,) = source.name, re.findall(r"\.so\.(\d+)", source.name)
    data, text, made = folder / "icu.dat", folder / "icu.s", folder / "icu.o"
    data.write_bytes(trimmed(package_in(source.read_bytes())))
    text.write_text(SOURCE.format(alignment=4096, symbol=f"icudt{major}_dat", data=data.name), encoding="ascii")
    run("as", "-o", made, text, cwd=folder)
    target = folder / soname
    run("ld", "-shared", "-soname", soname, "-o", target, made, cwd=folder)
    return target
