"""The pictures that the players see, kept at up to 2048 pixels a side, and read to fit the space they have."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPixmap

from gm_desk.core.errors import RulesError
from gm_desk.model.roster.portraits import PNG, as_portrait, decoded
from gm_desk.store.portraits import MOST_PICTURE_BYTES, keep_portrait, read_portrait

LONGEST = 2048
"""The side of a picture in pixels, at most."""


class Pictures:
    """The pictures on the disk, with the image and the pixmap that were painted last."""

    def __init__(self, folder: Path) -> None:
        """Use the folder of portraits."""
        self._folder = folder
        self._read: tuple[str, QImage | None] = ("", None)
        self._painted: tuple[tuple[str, int, int], QPixmap] | None = None

    def keep(self, content: bytes) -> str:
        """Save a picture and return its hash; raise BadPictureError or UnwritableFileError."""
        self.forget()
        return keep_portrait(self._folder, as_portrait(content, LONGEST))

    def size(self, picture: str) -> QSize:
        """Return the size of a picture in pixels, an empty one where there is none."""
        image = self._image(picture)
        return QSize() if image is None else image.size()

    def pixmap(self, picture: str, room: QSize, ratio: float) -> QPixmap | None:
        """Return a picture that fits a room in logical pixels at a pixel `ratio`, None where there is none."""
        image = self._image(picture)
        pixels = QSize(max(1, round(room.width() * ratio)), max(1, round(room.height() * ratio)))
        if image is None:
            return None
        key = picture, pixels.width(), pixels.height()
        if self._painted is None or self._painted[0] != key:
            keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            pixmap = QPixmap.fromImage(image.scaled(pixels, keep, smooth))
            pixmap.setDevicePixelRatio(ratio)
            self._painted = key, pixmap
        return self._painted[1]

    def forget(self) -> None:
        """Forget the last picture, so that it is looked for again."""
        self._read, self._painted = ("", None), None

    def _image(self, picture: str) -> QImage | None:
        """Return a picture, read from the disk unless it is the last one."""
        if self._read[0] != picture:
            self._read = picture, self._from_disk(picture) if picture else None
        return self._read[1]

    def _from_disk(self, picture: str) -> QImage | None:
        content = read_portrait(self._folder, picture, MOST_PICTURE_BYTES)
        if content is None or not content.startswith(PNG):
            return None
        try:
            return decoded(content, LONGEST * LONGEST, LONGEST, LONGEST)
        except RulesError:
            return None
