"""Imports at the start, without what the libraries do at them that GM Desk does not need.

Nothing is taken away: what is put off is there when it is first used, and is the same then (tests/test_start.py).
"""

import builtins
import enum
import importlib.util
import os
import sys
import typing
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from threading import RLock
from types import CodeType
from typing import Any

LIBRARIES = ("inspect", "ipaddress", "tempfile", "textwrap", "traceback")
"""What other libraries import at once and use seldom."""
SUPPORT = "shibokensupport/"
"""The folder of the modules that word signatures and switch features, in an archive inside PySide."""
WORDING = tuple(
    f"signature/{name}"
    for name in ("mapping", "parser", "layout", "errorhandler", "lib/tool", "lib/enum_sig", "lib/pyi_generator")
)
FEATURES = "feature"
CALLED_BY_PYSIDE = {"signature/mapping": "update_mapping"}
"""What PySide looks up among the names of such a module, which asks no `__getattr__`."""
NO_OTHER_IMPORT = b"\npost_init = lambda: None\n"
"""What is added to PySide's loader, which would replace Python's own `__import__` there."""
STAND_INS = (1001, 1002, 1003)
"""Constants of the code that stands for such a module, replaced by its source, its name and what PySide looks up.

They are large, because later Pythons keep small numbers in the instructions.
"""
ENUM_OPTION, AS_PYSIDE_SETS_IT = "PYSIDE6_OPTION_PYTHON_ENUM", "True"
"""An environment variable that `parser` reads, and sets for the processes that this one starts.

Where it is anything else, nothing of PySide is put off.
"""
KINDS = (enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag)
"""The classes that enumerations of Qt derive from."""


class Unexecuted:
    """The `__getattr__` of a module that is executed when a name of it is first asked for."""

    def __init__(self, names: dict[str, Any], execute: Callable[[], object]) -> None:
        """Put it among the names of a module, to be executed by a function."""
        self._names, self._execute = names, execute
        self._lock, self._begun = RLock(), False
        names["__getattr__"] = self

    def __call__(self, name: str) -> Any:
        """Return a name of the module, or raise AttributeError."""
        if not name.startswith("__"):
            self.execute()
        if name not in self._names:
            message = f"module {self._names.get('__name__')!r} has no attribute {name!r}"
            raise AttributeError(message)
        return self._names[name]

    def execute(self) -> None:
        """Execute the module, once; another thread waits for that."""
        with self._lock:
            if not self._begun:
                self._begun = True
                self._execute()
                if self._names.get("__getattr__") is self:
                    del self._names["__getattr__"]


def put_off_libraries() -> None:
    """Execute what is seldom used when it is used, which takes 16 ms and 2 MB.

    All of typing_extensions that GM Desk and msgspec use is `override` and three names of `typing`.
    """

    def override(method: Any) -> Any:
        """Mark a method, as `typing.override` of Python 3.12 does."""
        method.__override__ = True
        return method

    ready = {name: getattr(typing, name) for name in ("get_type_hints", "Required", "NotRequired")}
    for name in LIBRARIES:
        _put_off(name, {})
    _put_off("typing_extensions", {**ready, "override": getattr(typing, "override", override)})


def _put_off(name: str, ready: dict[str, Any]) -> None:
    """Put off the execution of a module that is not imported yet, but for names that are ready."""
    spec = None if name in sys.modules else importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        return
    module, loader = importlib.util.module_from_spec(spec), spec.loader
    sys.modules[name] = module
    vars(module).update(ready)
    Unexecuted(vars(module), lambda: loader.exec_module(module))


def import_qt() -> None:
    """Import Qt, with its enumerations and the wording of signatures put off, and leave Python's own `__import__`.

    The first import of PySide6 replaces it by one that reads and keeps the source of each module imported from then
    on, looking for PySide6's switchable features (`from __feature__ import snake_case`). Nothing here uses them, and
    the reading costs a start about 50 ms and 6 MB.
    """
    put_off_libraries()
    as_usual = os.environ.get(ENUM_OPTION, AS_PYSIDE_SETS_IT) != AS_PYSIDE_SETS_IT
    if not as_usual:
        _build_enumerations_late()
    imports = builtins.__import__
    try:
        with nullcontext() if as_usual else _signatures_put_off():
            import PySide6.QtWidgets  # noqa: F401
    finally:
        builtins.__import__ = imports


@contextmanager
def _signatures_put_off() -> Iterator[None]:
    """Compile the modules that word signatures when one of them is used, and not when PySide imports them.

    They are source in an archive inside PySide, which Python's cache of compiled modules does not hold: 3,000 lines
    compiled at each start in 45 ms, a third of the import of Qt. They word the message of a call with wrong arguments,
    and what `help` shows; a program that runs well needs neither.
    """
    compiled: Callable[..., CodeType] = builtins.compile
    put_off = {f"{SUPPORT}{name}.py": name for name in (*WORDING, FEATURES)}
    text = f"from {__name__} import defer; defer(globals(), {', '.join(map(str, STAND_INS))}); del defer"
    deferring = compiled(text, __name__, "exec")

    def compile_later(source: Any, filename: Any, mode: str, *values: Any, **options: Any) -> CodeType:
        if filename == f"{SUPPORT}signature/loader.py":
            return compiled(source + NO_OTHER_IMPORT, filename, mode)
        if filename not in put_off or mode != "exec" or values or options:
            return compiled(source, filename, mode, *values, **options)
        called = CALLED_BY_PYSIDE.get(put_off[filename], "")
        given = dict(zip(STAND_INS, (source, filename, called), strict=True))
        constants = tuple(given.get(one, one) for one in deferring.co_consts)
        return deferring.replace(co_consts=constants)

    builtins.compile = compile_later  # type: ignore[assignment]
    try:
        yield
    finally:
        builtins.compile = compiled  # type: ignore[assignment]


def defer(names: dict[str, Any], source: bytes, filename: str, called: str) -> None:
    """Let a module be executed when a name of it is first asked for, or a function in it, if any, is called."""

    def execute() -> None:
        _make_all_enumerations()
        exec(compile(source, filename, "exec"), names)  # noqa: S102 - as PySide does with it

    def call() -> Any:
        unexecuted.execute()
        return names[called]()

    unexecuted = Unexecuted(names, execute)
    if called:
        names[called] = call


class _Members:
    """What `_simple_enum` reads of the class that it is given; a real one would be garbage that only `gc` frees."""

    __slots__ = ("__dict__", "__name__")

    def __init__(self, name: str, members: dict[str, int]) -> None:
        self.__name__ = name
        self.__dict__ = members


class _Unmade(enum.EnumType):
    """The class of an enumeration of Qt without its members, which are made when anything is asked of it."""

    def __getattribute__(cls, name: str) -> Any:  # type: ignore[explicit-override]
        _make(cls)
        return getattr(cls, name)

    def __setattr__(cls, name: str, value: Any) -> None:  # type: ignore[explicit-override]
        """Set what PySide sets of a new enumeration: its module and its name."""
        type.__setattr__(cls, name, value)


def _make(unmade: Any) -> None:
    """Make the members of an enumeration, which is one like any other from then on."""
    make_full = type.__getattribute__(unmade, "make_full")
    type.__delattr__(unmade, "make_full")
    unmade.__class__ = enum.EnumType
    full = make_full()
    for name, value in vars(full).items():
        if name not in vars(unmade):
            type.__setattr__(unmade, name, value)
    members = (*unmade.__members__.values(), *unmade._value2member_map_.values())  # combined flags may have no name
    for member in {id(one): one for one in members}.values():
        member.__class__ = unmade
        member.__objclass__ = unmade


def _make_all_enumerations() -> None:
    """Make what is unmade, and build what follows at once: PySide looks for old, unqualified names in what is made."""
    create = vars(enum.EnumType)["_create_"]
    enum.EnumType._create_ = getattr(create, "__wrapped__", create)  # type: ignore[attr-defined]
    for kind in KINDS:
        for one in type.__subclasses__(kind):
            if isinstance(one, _Unmade):
                _make(one)


def _build_enumerations_late() -> None:
    """Let Qt's enumerations be built when they are used, and as Python builds those of its own library.

    PySide builds those of a class when the class is first touched: 310 of them with 4,300 members before the first
    frame, of which 70 are used. The functional API of `enum` checks each member as if it had been typed, which takes
    80 ms of a start. `_simple_enum`, by which `re`, `ssl` and `http` make theirs, makes the same in half the time
    (tests/test_start.py), and for those that are used in a tenth. What is not called in the way PySide calls it is
    left to the functional API.
    """
    simple: Any = vars(enum).get("_simple_enum")
    functional: Any = vars(enum.EnumType).get("_create_")

    def create(cls: type[enum.Enum], *values: Any, **options: Any) -> Any:
        given = dict(zip(("class_name", "names"), values, strict=False), **options)
        called, names, boundary = given.get("class_name"), given.get("names"), given.get("boundary")
        asked = {key for key, value in given.items() if value is not None} - {"start"}
        if cls not in KINDS or asked != {"class_name", "names", "boundary"} or not isinstance(names, list):
            caller = sys._getframe(2).f_globals["__name__"]  # noqa: SLF001 - as the functional API looks for it
            return functional(cls, *values, **{**options, "module": given.get("module") or caller})

        def make_full() -> type[enum.Enum]:
            return simple(cls, boundary=boundary)(_Members(str(called), dict(names)))  # type: ignore[no-any-return]

        return type.__new__(_Unmade, str(called), (cls,), {"make_full": make_full})

    if simple is not None and functional is not None and functional.__module__ == enum.__name__:
        create.__wrapped__ = functional  # type: ignore[attr-defined]
        enum.EnumType._create_ = create  # type: ignore[attr-defined]
