"""How much memory a process took."""

from pathlib import Path


def peak() -> int:
    """Give the most memory that was in use, in kilobytes; what a parent used is passed on to `getrusage` by Linux."""
    status = Path("/proc/self/status")
    if not status.exists():
        try:
            import resource
        except ImportError:  # on Windows nobody counts it
            return 0
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
