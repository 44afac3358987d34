"""Import Qt as the program does, so that Python's own `__import__` stays in place.

That of PySide takes twice as long for each import inside a function, of which Hypothesis has many.
"""

from gm_desk.start_imports import import_qt

import_qt()
