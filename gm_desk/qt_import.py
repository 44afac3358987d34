"""The first import of Qt, without what PySide does at it that GM Desk does not need."""

import builtins
import enum
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any

SIGNATURES = "shibokensupport/signature/"
"""The folder of the modules that word signatures, in an archive inside PySide."""
WORDING = ("mapping", "parser", "layout", "errorhandler", "lib/tool", "lib/enum_sig", "lib/pyi_generator")
CALLED_BY_PYSIDE = {"mapping": "update_mapping"}
"""What PySide looks up among the names of such a module, which asks no `__getattr__`."""
ENUM_OPTION = "PYSIDE6_OPTION_PYTHON_ENUM"
"""An environment variable that `parser` reads; where it is set, nothing is put off."""


def import_qt() -> None:
    """Import Qt, let its enumerations be built quickly, and put Python's own `__import__` back.

    The first import of PySide6 replaces it by one that reads and keeps the source of each module imported from then
    on, looking for PySide6's switchable features (`from __feature__ import snake_case`). Nothing here uses them, and
    the reading costs a start about 50 ms and 6 MB.
    """
    _build_enumerations_quickly()
    imports = builtins.__import__
    try:
        with _signatures_put_off():
            import PySide6.QtWidgets  # noqa: F401
    finally:
        builtins.__import__ = imports


@contextmanager
def _signatures_put_off() -> Iterator[None]:
    """Compile the modules that word signatures when one of them is used, and not when PySide imports them.

    They are source in an archive inside PySide, which Python's cache of compiled modules does not hold: 3,000 lines
    compiled at each start in 45 ms, a third of the import of Qt. They word the message of a call with wrong arguments,
    and what `help` shows; a program that runs well needs neither (tests/test_start.py).
    """
    compiled: Callable[..., CodeType] = builtins.compile
    put_off = {f"{SIGNATURES}{name}.py": name for name in WORDING}

    def compile_later(source: Any, filename: Any, mode: str, *values: Any, **options: Any) -> CodeType:
        if filename not in put_off or mode != "exec" or values or options:
            return compiled(source, filename, mode, *values, **options)
        called = CALLED_BY_PYSIDE.get(put_off[filename], "")
        deferring = f"from {__name__} import defer; defer(globals(), {source!r}, {filename!r}, {called!r}); del defer"
        return compiled(deferring, filename, mode)

    if hasattr(sys, ENUM_OPTION.lower()) or os.environ.get(ENUM_OPTION):
        yield
        return
    builtins.compile = compile_later  # type: ignore[assignment]
    try:
        yield
    finally:
        builtins.compile = compiled  # type: ignore[assignment]


def defer(names: dict[str, Any], source: bytes, filename: str, called: str) -> None:
    """Let a module be executed when a name of it is first asked for, or a function in it, if any, is called."""

    def execute() -> None:
        del names["__getattr__"]
        exec(compile(source, filename, "exec"), names)  # noqa: S102 - as PySide does with it

    def ask(name: str) -> Any:
        if not name.startswith("__"):
            execute()
        if name not in names:
            message = f"module {filename!r} has no attribute {name!r}"
            raise AttributeError(message)
        return names[name]

    def call() -> Any:
        execute()
        return names[called]()

    names["__getattr__"] = ask
    if called:
        names[called] = call


class _Members:
    """What `_simple_enum` reads of the class that it is given; a real one would be garbage that only `gc` frees."""

    __slots__ = ("__dict__", "__name__")

    def __init__(self, name: str, members: dict[str, int]) -> None:
        self.__name__ = name
        self.__dict__ = members


def _build_enumerations_quickly() -> None:
    """Let Qt's enumerations be built as Python builds those of its own library.

    PySide builds those of a class when the class is first touched: 360 of them with 4,300 members before the first
    frame. The functional API of `enum` checks each member as if it had been typed, which takes 80 ms of a start.
    `_simple_enum`, by which `re`, `ssl` and `http` make theirs, makes the same (tests/test_start.py) in half the time.
    What is not called in the way PySide calls it is left to the functional API.
    """
    simple: Any = vars(enum).get("_simple_enum")
    kinds = {enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag}
    functional: Any = vars(enum.EnumType).get("_create_")

    def create(cls: type[enum.Enum], *values: Any, **options: Any) -> Any:
        given = dict(zip(("class_name", "names"), values, strict=False), **options)
        names, boundary = given.get("names"), given.get("boundary")
        asked = {key for key, value in given.items() if value is not None} - {"start"}
        if cls not in kinds or asked != {"class_name", "names", "boundary"} or not isinstance(names, list):
            caller = sys._getframe(2).f_globals["__name__"]  # noqa: SLF001 - as the functional API looks for it
            return functional(cls, *values, **{**options, "module": given.get("module") or caller})
        return simple(cls, boundary=boundary)(_Members(given["class_name"], dict(names)))

    if simple is not None and functional is not None and functional.__module__ == enum.__name__:
        enum.EnumType._create_ = create  # type: ignore[attr-defined]
