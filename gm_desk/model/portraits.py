"""The portraits of the data directory, ready to be painted."""

from collections import OrderedDict
from pathlib import Path

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QImage, QPixmap

from gm_desk.core.errors import RulesError
from gm_desk.store.portraits import keep_portrait, read_portrait

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
        from gm_desk.model.pictures import as_portrait

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
        from gm_desk.model.pictures import PNG, SIDE, decoded

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
