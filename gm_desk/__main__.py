"""Start GM Desk as `python -m gm_desk`."""

import sys

from gm_desk.cli import main

sys.exit(main())
