"""The theme that is on and whether things move, as the GM chose or as the system asks."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from gm_desk.store.state import Theme as Choice
from gm_desk.ui.theme.style import DeskStyle, StillStyle
from gm_desk.ui.theme.theme import current_theme, palette_of, theme_named


class Appearance(QObject):
    """Set the application's style and palette, and follow what the system asks for where the GM has not chosen.

    Widgets learn of another theme as they do of any palette: by a `changeEvent` of the type `PaletteChange`.
    """

    def __init__(self, application: QApplication, parent: QObject | None = None) -> None:
        """Follow the system, until `choose` names a theme."""
        super().__init__(parent)
        self._application = application
        self._choice: Choice = "system"
        self._animated = True
        self._effects = [effect for effect in Qt.UIEffect if QApplication.isEffectEnabled(effect)]
        self._system = QGuiApplication.styleHints()
        self._needs = self._system.accessibility()
        application.setStyle(DeskStyle(theme_named("dark")))
        self._system.colorSchemeChanged.connect(self._follow)
        self._needs.contrastPreferenceChanged.connect(self._follow)
        if hasattr(self._needs, "motionPreferenceChanged"):  # Qt 6.12 and later
            self._needs.motionPreferenceChanged.connect(self._follow_motion)

    def choose(self, choice: Choice) -> None:
        """Show a theme, or the system's; where the system has none it is dark, as the room is."""
        self._choice = choice
        name = self._name_of_the_system() if choice == "system" else choice
        style = self._application.style()
        if isinstance(style, DeskStyle):
            style.theme = theme_named(name)
        self._application.setPalette(palette_of(current_theme()))
        QApplication.sendPostedEvents(None, QEvent.Type.ApplicationPaletteChange.value)  # before anything is painted

    @property
    def animated(self) -> bool:
        """Return whether things may move: the GM lets them, and the system does not ask for less of it."""
        asked = getattr(self._needs, "motionPreference", None)  # Qt 6.12 and later
        return self._animated and (asked is None or asked().name == "NoPreference")

    def animate(self, on: bool) -> None:
        """Let things move, or nothing: neither menus and tool tips, nor what the style fades."""
        self._animated = on
        for effect in self._effects:
            QApplication.setEffectEnabled(effect, self.animated)
        kind = DeskStyle if self.animated else StillStyle
        if type(self._application.style()) is not kind:
            self._application.setStyle(kind(current_theme()))

    def _name_of_the_system(self) -> str:
        if self._needs.contrastPreference() == Qt.ContrastPreference.HighContrast:
            return "contrast"
        return "light" if self._system.colorScheme() == Qt.ColorScheme.Light else "dark"

    def _follow_motion(self) -> None:
        self.animate(self._animated)

    def _follow(self) -> None:
        if self._choice == "system":
            self.choose("system")
