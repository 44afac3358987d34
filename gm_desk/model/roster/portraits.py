"""Portraits: pictures made small and bounded, ready to be painted, and the initials that stand in for them."""

import zlib
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QRect, QSize, Qt
from PySide6.QtGui import QColor, QColorSpace, QImage, QImageIOHandler, QImageReader, QImageWriter, QPainter, QPixmap

from gm_desk.core.characters.roster import Character
from gm_desk.core.errors import RulesError
from gm_desk.store.portraits import MOST_BYTES, keep_portrait, read_picture, read_portrait

SIDE = 256
MOST_PIXELS = 40_000_000
LONGEST_SIDE = 20_000
MOST_MEGABYTES = 320
"""What Qt may take for decoding: 40 megapixels of 8 bytes."""
PNG = b"\x89PNG\r\n\x1a\n"
SIGNATURES = {PNG: b"png", b"\xff\xd8\xff": b"jpeg", b"GIF87a": b"gif", b"GIF89a": b"gif", b"BM": b"bmp"}
MIMES = ("image/png", "image/jpeg", "image/webp", "image/gif", "image/bmp")
SUFFIXES = {".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".gif", ".bmp"}
KINDS = "PNG, JPEG, WebP, GIF or BMP"


class BadPictureError(RulesError):
    """Bytes are no picture, or one too large."""

    def __init__(self, problem: str) -> None:
        """Take a clause without a full stop."""
        super().__init__("portrait", problem)


def as_portrait(content: bytes) -> bytes:
    """Make a portrait of a picture's bytes: a PNG of at most 256 pixels a side; raises BadPictureError."""
    if len(content) > MOST_BYTES:
        raise BadPictureError(f"the picture is larger than {MOST_BYTES // 1024 // 1024} MB")
    image = decoded(content, MOST_PIXELS, LONGEST_SIDE, SIDE)
    if image is None:
        raise BadPictureError("the picture is damaged and cannot be read")
    return _png(image)


def decoded(content: bytes, most_pixels: int, longest: int, side: int) -> QImage | None:
    """Decode a picture to fit a square, if it is not larger than said; None where it is damaged.

    Raises BadPictureError for what is no picture or too large, before anything is decoded.
    """
    kind = _kind(content)
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    QImageReader.setAllocationLimit(MOST_MEGABYTES)
    reader = QImageReader(buffer, QByteArray(kind))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.width() <= 0 or size.height() <= 0:
        return None
    _refuse_large(size, most_pixels, longest)
    if max(size.width(), size.height()) > side and reader.supportsOption(QImageIOHandler.ImageOption.ScaledSize):
        reader.setScaledSize(_fitted(size, 2 * side))
    image = reader.read()
    return None if image.isNull() else image


def picture_in(data: QMimeData) -> bytes | None:
    """Give the bytes of the picture that is dropped or pasted, a local file's or its own; None where there is none.

    Raises BadPictureError or UnreadableFileError.
    """
    if (path := picture_file(data)) is not None:
        return read_picture(path)
    for mime in MIMES:
        if data.hasFormat(mime) and (content := bytes(data.data(mime).data())):
            return content
    image = data.imageData() if data.hasImage() else None
    if not isinstance(image, QImage) or image.isNull():
        return None
    _refuse_large(image.size(), MOST_PIXELS, LONGEST_SIDE)
    return _png(image)


def holds_picture(data: QMimeData) -> bool:
    """Tell whether what is dropped or pasted may be a picture, without reading any of it."""
    return picture_file(data) is not None or data.hasImage()


def picture_file(data: QMimeData) -> Path | None:
    """Give the one local file that is dropped or pasted, if its name is a picture's."""
    urls = data.urls() if data.hasUrls() else []
    if len(urls) != 1 or not urls[0].isLocalFile():
        return None
    path = Path(urls[0].toLocalFile())
    return path if path.suffix.casefold() in SUFFIXES else None


def _kind(content: bytes) -> bytes:
    """Tell a picture's format by how it begins."""
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return b"webp"
    for signature, kind in SIGNATURES.items():
        if content.startswith(signature):
            return kind
    raise BadPictureError(f"it is not a picture that can be a portrait: {KINDS}")


def _refuse_large(size: QSize, most_pixels: int, longest: int) -> None:
    """Refuse a picture that would take too much room."""
    wide, high = size.width(), size.height()
    if max(wide, high) > longest or wide * high > most_pixels:
        most = f"at most {most_pixels // 1_000_000} megapixels and {longest:,} a side"
        raise BadPictureError(f"the picture is {wide:,} × {high:,} pixels large, {most} can be read")


def _fitted(size: QSize, side: int) -> QSize:
    """Fit a size into a square, and leave at least one pixel of it."""
    fitted = size.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio)
    return fitted.expandedTo(QSize(1, 1)) if max(size.width(), size.height()) > side else size


def _png(image: QImage) -> bytes:
    """Write an image as a small PNG, and nothing but its pixels: what else the file said of place or maker is gone."""
    if image.colorSpace().isValid():
        image.convertToColorSpace(QColorSpace(QColorSpace.NamedColorSpace.SRgb))
    small = image.scaled(
        _fitted(image.size(), SIDE), Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    clean = QImage(small.size(), QImage.Format.Format_ARGB32)
    clean.fill(Qt.GlobalColor.transparent)
    painter = QPainter(clean)
    painter.drawImage(clean.rect(), small)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"png")).write(clean):
        raise BadPictureError("the picture could not be made small")
    return bytes(buffer.data().data())


NO_HUE = -1
SATURATION, VALUE = 0.5, 0.45
HUES: Mapping[str, int] = {
    "Red": 0,
    "Orange": 25,
    "Yellow": 50,
    "Green": 110,
    "Teal": 172,
    "Blue": 210,
    "Violet": 265,
    "Pink": 320,
}
"""The colours that can be chosen, by name."""


def colour_of(hue: int) -> str:
    """Give the colour of a hue, "#rrggbb": dark enough for white letters."""
    return QColor.fromHsvF(hue / 360, SATURATION, VALUE).name()


def hue_of(character: Character) -> int:
    """Give the hue of a character: the one chosen, else for a player character one of their own, else none."""
    if QColor.isValidColorName(character.colour):
        return QColor(character.colour).hue()
    return zlib.crc32(character.id.encode()) % 360 if character.kind == "pc" else NO_HUE


def initials(name: str) -> str:
    """Shorten a name to two signs: "Lao Qing" to LQ, "Triad mook 2" to T2, "Jaqui" to JA; "Nova 10" needs three."""
    words = name.split()
    if len(words) == 1:
        return name.strip()[:2].upper()
    last = words[-1][-2:] if words[-1].isdigit() else words[-1][0]
    return (words[0][0] + last).upper()


MOST_KEPT = 256
"""Of pixmaps: what two windows full of rows show."""
FROM_TOP = 4
"""Of what is cut off a high picture, one part in four is cut off above: faces are up there."""


class Portraits:
    """Keep portraits on the disk, and the pixmaps of those painted last; none is read before it is painted."""

    def __init__(self, folder: Path) -> None:
        """Name the folder; it is made with the first portrait."""
        self._folder = folder
        self._pixmaps: OrderedDict[tuple[str, int], QPixmap | None] = OrderedDict()

    def keep(self, content: bytes) -> str:
        """Make a portrait of a picture's bytes, and give its hash; raises BadPictureError or UnwritableFileError."""
        portrait = keep_portrait(self._folder, as_portrait(content))
        self.forget()
        return portrait

    def pixmap(self, portrait: str, side: int, ratio: float) -> QPixmap | None:
        """Give a square of so many pixels a side, for a screen of this ratio; None where there is nothing to show."""
        if not portrait:
            return None
        key = portrait, max(1, round(side * ratio))
        if key in self._pixmaps:
            self._pixmaps.move_to_end(key)
        else:
            self._pixmaps[key] = self._read(*key)
            if len(self._pixmaps) > MOST_KEPT:
                self._pixmaps.popitem(last=False)
        return self._pixmaps[key]

    def forget(self) -> None:
        """Look again for what was not there."""
        self._pixmaps = OrderedDict((key, one) for key, one in self._pixmaps.items() if one is not None)

    def _read(self, portrait: str, pixels: int) -> QPixmap | None:
        """Read a portrait and cut a square out of it."""
        content = read_portrait(self._folder, portrait)
        if content is None or not content.startswith(PNG):
            return None
        try:
            image = decoded(content, SIDE * SIDE, SIDE, SIDE)
        except RulesError:
            return None
        return None if image is None else QPixmap.fromImage(_square(image, pixels))


def _square(image: QImage, pixels: int) -> QImage:
    """Cut the largest square out of the middle, nearer to the top of a high picture, and scale it."""
    side = min(image.width(), image.height())
    left, top = (image.width() - side) // 2, (image.height() - side) // FROM_TOP
    cut = image.copy(QRect(left, top, side, side))
    keep, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    return cut.scaled(QSize(pixels, pixels), keep, smooth)
