"""Pictures for tests, in several file formats."""

import base64

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage, QImageWriter

GIF = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"


def an_image(wide: int, high: int, colour: str = "#cc4422") -> QImage:
    image = QImage(wide, high, QImage.Format.Format_ARGB32)
    image.fill(QColor(colour))
    return image


def a_picture(wide: int, high: int, kind: str = "png", colour: str = "#cc4422") -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, kind.encode()).write(an_image(wide, high, colour))
    return bytes(buffer.data().data())


def a_gif() -> bytes:
    return base64.b64decode(GIF)
