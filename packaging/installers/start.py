"""The start of the one-folder program."""

import os
import sys

if sys.platform == "linux":  # programs started from here, like a file manager, load their own libraries
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before

from gm_desk.cli import main

sys.exit(main())
