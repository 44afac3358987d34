"""Tell whether a journal's file has all its pages (SQLite's file format, "The Database Header", "The Freelist")."""

from collections.abc import Callable

MAGIC = b"SQLite format 3\0"
LOCK_BYTE = 2**30
"""The page with this byte is never written."""
Page = Callable[[int], bytes]


def lacks_pages(page: Page, size: int) -> bool:
    """Tell whether a file is shorter than its head says, or pages in it hold nothing, but for those that are free."""
    head = page(1)
    if head[:16] != MAGIC or len(head) != size:
        return True
    unused = {LOCK_BYTE // size + 1, *_free(page, _number(head, 32))}
    lacking = (number for number in range(1, _number(head, 28) + 1) if not _is_written(page(number), size))
    return any(number not in unused for number in lacking)


def _free(page: Page, trunk: int) -> set[int]:
    """List the pages that are free: trunks, each of which names some and the next one."""
    free: set[int] = set()
    while trunk and trunk not in free and (content := page(trunk)):
        named = min(_number(content, 4), len(content) // 4 - 2)
        free |= {trunk, *(_number(content, 8 + 4 * place) for place in range(named))}
        trunk = _number(content, 0)
    return free


def _is_written(content: bytes, size: int) -> bool:
    return len(content) == size and any(content)


def _number(content: bytes, at: int) -> int:
    return int.from_bytes(content[at : at + 4], "big")
