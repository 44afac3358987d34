"""Imports Qt as the program does: its enumerations are built quickly, and Python's own `__import__` stays.

What Qt puts in its place takes twice as long for each import inside a function, of which Hypothesis has many.
"""

from gm_desk.start_imports import import_qt

import_qt()
