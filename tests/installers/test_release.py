import pytest

from installers.release import check_tag, section

CHANGELOG = """\
# Changelog

## [Unreleased]

### Added
- Not yet.

## [1.1.0] - 2026-12-01

### Added
- A thing.

#### Files
- Another.

## [1.0.0] - 2026-11-01
- First.

[1.0.0]: somewhere
"""


def test_the_section_of_a_version_is_what_stands_below_its_heading() -> None:
    assert section(CHANGELOG, "1.1.0") == "### Added\n- A thing.\n\n#### Files\n- Another.\n"
    assert section(CHANGELOG, "1.0.0") == "- First.\n"


@pytest.mark.parametrize("version", ["1.2.0", "1.1", "11100"])
def test_a_version_without_a_section_is_not_released(version: str) -> None:
    with pytest.raises(SystemExit, match="no section"):
        section(CHANGELOG, version)


def test_an_empty_section_is_not_released() -> None:
    with pytest.raises(SystemExit, match="nothing in it"):
        section("## [2.0.0]\n\n## [1.0.0]\n- First.\n", "2.0.0")


def test_a_tag_is_the_version() -> None:
    check_tag("v1.0.0", "1.0.0")
    for tag in ("1.0.0", "v1.0.1"):
        with pytest.raises(SystemExit, match="does not fit"):
            check_tag(tag, "1.0.0")
