"""Pictures: decoded within limits, scaled down to portraits, and found in what is dropped or pasted."""

import struct
import zlib
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QSize, Qt
from PySide6.QtGui import QColorSpace, QImage, QImageIOHandler, QImageReader, QImageWriter, QPainter

from gm_desk.core.errors import RulesError

SIDE = 256
LARGE = 1024
"""The longest side of the larger picture inside a portrait, in pixels."""
LARGE_BYTES = 700_000
"""In bytes, of the larger picture, so that a portrait that contains it can be read by every version."""
LARGE_CHUNK, QUALITY = b"gmLa", 88
MOST_PIXELS = 40_000_000
LONGEST_SIDE = 20_000
MOST_MEGABYTES = 320
"""The memory that Qt may allocate to decode a picture: 40 megapixels of 8 bytes."""
PNG = b"\x89PNG\r\n\x1a\n"
SIGNATURES = {PNG: b"png", b"\xff\xd8\xff": b"jpeg", b"GIF87a": b"gif", b"GIF89a": b"gif", b"BM": b"bmp"}
MIMES = ("image/png", "image/jpeg", "image/webp", "image/gif", "image/bmp")
SUFFIXES = {".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".gif", ".bmp"}
KINDS = "PNG, JPEG, WebP, GIF or BMP"


class BadPictureError(RulesError):
    """Raised for bytes that are not a picture, or a picture that is too large."""

    def __init__(self, problem: str) -> None:
        """Set the problem, a clause without a full stop."""
        super().__init__("portrait", problem)


def as_portrait(content: bytes, side: int = SIDE) -> bytes:
    """Return a picture as a portrait: a PNG of at most 256 pixels a `side`, or as given; raise BadPictureError."""
    from gm_desk.store.portraits import MOST_BYTES

    if len(content) > MOST_BYTES:
        raise BadPictureError(f"the picture is larger than {MOST_BYTES // 1024 // 1024} MB")
    image = decoded(content, MOST_PIXELS, LONGEST_SIDE, side)
    if image is None:
        raise BadPictureError("the picture is damaged and cannot be read")
    return _png(image, side)


def decoded(content: bytes, most_pixels: int, longest: int, side: int) -> QImage | None:
    """Return a picture decoded to fit a square of `side` pixels, or None if it is damaged.

    Raise BadPictureError, before anything is decoded, for data that is not a picture or exceeds the limits.
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


def picture_in(data: QMimeData, side: int = SIDE) -> bytes | None:
    """Return the bytes of a dropped or pasted picture, from a local file or the data itself, None without one.

    Raise BadPictureError or UnreadableFileError.
    """
    from gm_desk.store.portraits import read_picture

    if (path := picture_file(data)) is not None:
        return read_picture(path)
    for mime in MIMES:
        if data.hasFormat(mime) and (content := bytes(data.data(mime).data())):
            return content
    image = data.imageData() if data.hasImage() else None
    if not isinstance(image, QImage) or image.isNull():
        return None
    _refuse_large(image.size(), MOST_PIXELS, LONGEST_SIDE)
    return _png(image, side)


def holds_picture(data: QMimeData) -> bool:
    """Return whether dropped or pasted data may be a picture, without reading it."""
    return picture_file(data) is not None or data.hasImage()


def picture_file(data: QMimeData) -> Path | None:
    """Return the only local file dropped or pasted if its suffix is a picture's, else None."""
    urls = data.urls() if data.hasUrls() else []
    if len(urls) != 1 or not urls[0].isLocalFile():
        return None
    path = Path(urls[0].toLocalFile())
    return path if path.suffix.casefold() in SUFFIXES else None


def with_large_picture(portrait: bytes, content: bytes) -> bytes:
    """Return a portrait that also contains its original picture, of at most 1024 pixels a side.

    The picture is in a chunk of its own before the end of the PNG, which other readers skip; a small one is not added.
    """
    image = decoded(content, MOST_PIXELS, LONGEST_SIDE, LARGE)
    if image is None or max(image.width(), image.height()) <= SIDE:
        return portrait
    large = _png(image, LARGE)
    if len(large) > LARGE_BYTES:
        large = _jpeg(large)
    if len(large) > LARGE_BYTES:
        return portrait
    crc = zlib.crc32(LARGE_CHUNK + large)
    chunk = struct.pack(">I", len(large)) + LARGE_CHUNK + large + struct.pack(">I", crc)
    return portrait[:-PNG_END] + chunk + portrait[-PNG_END:]


def large_picture_in(portrait: bytes) -> bytes | None:
    """Return the larger picture inside a portrait, or None."""
    at = len(PNG)
    while at + PNG_END <= len(portrait):
        length, kind = struct.unpack_from(">I4s", portrait, at)
        if kind == LARGE_CHUNK:
            return portrait[at + 8 : at + 8 + length]
        at += length + PNG_END
    return None


PNG_END = 12
"""In bytes, of the last chunk of a PNG, and of the frame of any other chunk."""


def _kind(content: bytes) -> bytes:
    """Return the format of a picture from its first bytes; raise BadPictureError for any other."""
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return b"webp"
    for signature, kind in SIGNATURES.items():
        if content.startswith(signature):
            return kind
    raise BadPictureError(f"it is not a supported picture: {KINDS}")


def _refuse_large(size: QSize, most_pixels: int, longest: int) -> None:
    """Raise BadPictureError for a picture above the limits."""
    wide, high = size.width(), size.height()
    if max(wide, high) > longest or wide * high > most_pixels:
        most = f"at most {most_pixels // 1_000_000} megapixels and {longest:,} a side"
        raise BadPictureError(f"the picture is {wide:,} × {high:,} pixels large, {most} can be read")


def _fitted(size: QSize, side: int) -> QSize:
    """Return a size scaled down to fit a square, at least one pixel wide and high."""
    fitted = size.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio)
    return fitted.expandedTo(QSize(1, 1)) if max(size.width(), size.height()) > side else size


def _png(image: QImage, side: int) -> bytes:
    """Return an image as a PNG of at most `side` pixels a side.

    It has only the pixels, without metadata such as place or author.
    """
    if image.colorSpace().isValid():
        image.convertToColorSpace(QColorSpace(QColorSpace.NamedColorSpace.SRgb))
    small = image.scaled(
        _fitted(image.size(), side), Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    clean = QImage(small.size(), QImage.Format.Format_ARGB32)
    clean.fill(Qt.GlobalColor.transparent)
    painter = QPainter(clean)
    painter.drawImage(clean.rect(), small)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"png")).write(clean):
        raise BadPictureError("the picture could not be scaled down")
    return bytes(buffer.data().data())


def _jpeg(png: bytes) -> bytes:
    """Return a picture as a JPEG, with transparent parts in white."""
    image = QImage.fromData(png)
    flat = QImage(image.size(), QImage.Format.Format_RGB32)
    flat.fill(Qt.GlobalColor.white)
    painter = QPainter(flat)
    painter.drawImage(0, 0, image)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"jpeg"))
    writer.setQuality(QUALITY)
    return bytes(buffer.data().data()) if writer.write(flat) else png
