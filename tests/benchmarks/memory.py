"""The memory that a process used."""

from pathlib import Path


def peak() -> int:
    """Return the peak memory in kilobytes; on Linux `getrusage` would include what the parent process used."""
    status = Path("/proc/self/status")
    if not status.exists():
        try:
            import resource
        except ImportError:  # not available on Windows
            return 0
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM:"))


def in_use() -> int:
    """Return the memory that is in use now, in kilobytes; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmRSS:"))
