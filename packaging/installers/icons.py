"""The icon of the program in the formats of Windows and macOS, drawn from resources/icons/gm-desk.svg.

python icons.py DRAWING TARGET.ico TARGET.icns
"""

import os
import struct
import sys
from collections.abc import Mapping
from pathlib import Path

SIZES = (16, 24, 32, 48, 64, 128, 256)
TYPES = {16: b"icp4", 32: b"icp5", 64: b"icp6", 128: b"ic07", 256: b"ic08", 512: b"ic09", 1024: b"ic10"}
"""Names of pictures in an .icns file by their size."""


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """Return an icon for Windows, given PNG pictures by their size."""
    place = 6 + 16 * len(pictures)
    entries = []
    for size, picture in pictures.items():
        entries.append(struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), place))
        place += len(picture)
    return struct.pack("<HHH", 0, 1, len(pictures)) + b"".join([*entries, *pictures.values()])


def icns(pictures: Mapping[int, bytes]) -> bytes:
    """Return an icon for macOS, given PNG pictures by their size."""
    parts = [TYPES[size] + struct.pack(">I", 8 + len(picture)) + picture for size, picture in pictures.items()]
    whole = b"".join(parts)
    return b"icns" + struct.pack(">I", 8 + len(whole)) + whole


def drawn(drawing: Path, size: int) -> bytes:
    """Return a drawing as a square PNG picture."""
    from PySide6.QtCore import QBuffer, QSize
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(QSize(size, size), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(drawing)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # PySide6 declares the format as bytes and takes text
    return bytes(buffer.data().data())


def main(drawing: Path, *targets: Path) -> None:
    """Write the icons."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for target in targets:
        form, sizes = (ico, SIZES) if target.suffix == ".ico" else (icns, tuple(TYPES))
        target.write_bytes(form({size: drawn(drawing, size) for size in sizes}))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
