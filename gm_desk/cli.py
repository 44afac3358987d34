"""The command line: `gm-desk` opens the window, and `gm-desk rules`, `convert` and `forecast` work without one.

Each command is a module of its own, so that one does not import what only another needs.
"""

import gc
import sys

RULES = "rules"
CONVERT = "convert"
FORECAST = "forecast"


def main(argv: list[str] | None = None) -> int:
    """Run GM Desk and return the exit code."""
    arguments = sys.argv[1:] if argv is None else argv
    if arguments[:1] == [RULES]:
        from gm_desk import rules_command

        return rules_command.main(arguments[1:])
    if arguments[:1] == [CONVERT]:
        from gm_desk import convert_command

        return convert_command.main(arguments[1:])
    if arguments[:1] == [FORECAST]:
        from gm_desk import forecast_command

        return forecast_command.main(arguments[1:])
    gc.set_threshold(0)  # what is imported stays, as does the window; app.run turns collection on later
    from gm_desk import start_imports

    start_imports.put_off_libraries()
    from gm_desk import window_command

    return window_command.run(arguments)
