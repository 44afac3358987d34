"""The themes of the program."""

from gm_desk.ui.theme.theme import theme_named

DARK, LIGHT, CONTRAST = (theme_named(name) for name in ("dark", "light", "contrast"))
