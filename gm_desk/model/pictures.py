"""Pictures from anywhere, made small: looked at before they are decoded, and bounded in bytes and pixels.

Only formats of pixels are decoded, each by its own decoder, chosen by how the bytes begin: never SVG or PDF, which
could name files, and nothing animated beyond its first frame.
"""

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QSize, Qt
from PySide6.QtGui import QColorSpace, QImage, QImageIOHandler, QImageReader, QImageWriter, QPainter

from gm_desk.core.errors import RulesError
from gm_desk.store.portraits import MOST_BYTES, read_picture

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
