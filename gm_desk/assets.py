"""Locate the data files of GM Desk."""

from pathlib import Path


def resource(name: str) -> Path:
    """Return the path of a file or folder in resources/, named like "systems/ep2.json".

    An installed or frozen GM Desk has resources/ inside the package, a checkout beside it.
    """
    package = Path(__file__).resolve().parent
    inside = package / "resources"
    return (inside if inside.is_dir() else package.parent / "resources") / name
