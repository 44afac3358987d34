"""The changelog section of a release, and the check that its tag is its version."""

import re


def section(changelog: str, version: str) -> str:
    """Return the section of a version in the changelog without its heading; exit if there is none."""
    pattern = rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## \[|^\[[^\]]+\]:|\Z)"
    found = re.search(pattern, changelog, re.MULTILINE | re.DOTALL)
    if found is None or not found[1].strip():
        raise SystemExit(f"CHANGELOG.md has no section “## [{version}]”, or nothing in it.")
    return found[1].strip() + "\n"


def check_tag(tag: str, version: str) -> None:
    """Exit if a tag is not that of the version."""
    if tag != f"v{version}":
        raise SystemExit(f"The tag {tag} does not fit the version: gm_desk/__init__.py has {version}.")
