"""The current theme and whether animations are on, as set by the GM or the operating system."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from gm_desk.store.state import Theme as Choice
from gm_desk.ui.theme.style import AppStyle, UnanimatedStyle
from gm_desk.ui.theme.theme import current_theme, palette_of, theme_named


class Appearance(QObject):
    """The application's style and palette, which follow the operating system unless the GM has chosen a theme.

    Widgets are notified of a change by a `changeEvent` of type `PaletteChange`, as for any palette.
    """

    def __init__(self, application: QApplication, parent: QObject | None = None) -> None:
        """Create it to follow the operating system; `choose` selects a theme."""
        super().__init__(parent)
        self._application = application
        self._choice: Choice = "system"
        self._animated = True
        self._effects = [effect for effect in Qt.UIEffect if QApplication.isEffectEnabled(effect)]
        self._hints = QGuiApplication.styleHints()
        self._accessibility = self._hints.accessibility()
        application.setStyle(AppStyle(theme_named("dark")))
        self._hints.colorSchemeChanged.connect(self._follow)
        self._accessibility.contrastPreferenceChanged.connect(self._follow)
        if hasattr(self._accessibility, "motionPreferenceChanged"):  # available since Qt 6.12
            self._accessibility.motionPreferenceChanged.connect(self._follow_motion)

    def choose(self, choice: Choice) -> None:
        """Switch to a theme, or to the system's; if the system has no preference, use the dark theme."""
        self._choice = choice
        name = self._system_theme() if choice == "system" else choice
        style = self._application.style()
        if isinstance(style, AppStyle):
            style.theme = theme_named(name)
        self._application.setPalette(palette_of(current_theme()))
        QApplication.sendPostedEvents(None, QEvent.Type.ApplicationPaletteChange.value)  # before the next paint

    @property
    def animated(self) -> bool:
        """Whether animations are on: neither the GM nor the operating system has turned them off."""
        preference = getattr(self._accessibility, "motionPreference", None)  # available since Qt 6.12
        return self._animated and (preference is None or preference().name == "NoPreference")

    def animate(self, on: bool) -> None:
        """Turn animations on or off: menus, tool tips and whatever the style animates."""
        self._animated = on
        for effect in self._effects:
            QApplication.setEffectEnabled(effect, self.animated)
        kind = AppStyle if self.animated else UnanimatedStyle
        if type(self._application.style()) is not kind:
            self._application.setStyle(kind(current_theme()))

    def _system_theme(self) -> str:
        if self._accessibility.contrastPreference() == Qt.ContrastPreference.HighContrast:
            return "contrast"
        return "light" if self._hints.colorScheme() == Qt.ColorScheme.Light else "dark"

    def _follow_motion(self) -> None:
        self.animate(self._animated)

    def _follow(self) -> None:
        if self._choice == "system":
            self.choose("system")
