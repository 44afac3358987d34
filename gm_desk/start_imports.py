"""Imports what the start needs, without work that a program seldom needs.

1. Libraries that others import and seldom use are executed when they are used (`put_off_libraries`).
2. Python's own `__import__` stays in place (`import_qt`).
3. The modules of PySide that describe signatures are compiled when they are used (`LateCompiler`).
4. The members of Qt's enumerations are made when they are used (`LateEnumeration`).

Nothing is taken away: what is put off is there when it is first used, and is the same then (tests/test_start.py).

3 and 4 depend on how PySide and the `enum` of Python work inside. With versions that are not known they are left out,
and the program only starts more slowly.
"""

import builtins
import enum
import importlib.util
import os
import sys
import typing
from collections.abc import Callable
from importlib.machinery import ModuleSpec, PathFinder
from threading import RLock
from types import CodeType
from typing import Any

TRIED = ("6.11.3", "6.12.0")
"""The known versions of PySide; add another one if tests/test_start.py passes with it."""
TOO_NEW = (3, 15)
"""The first version of Python that is not known."""
ENUM_OPTION, USUAL = "PYSIDE6_OPTION_PYTHON_ENUM", "True"
"""A variable by which PySide can be told to build other enumerations, and the value that it sets itself."""


def is_known() -> bool:
    """Return whether the version of PySide that is being imported is known, with its usual options."""
    version = getattr(sys.modules.get("PySide6"), "__version__", "")
    return version in TRIED and sys.version_info < TOO_NEW and os.environ.get(ENUM_OPTION, USUAL) == USUAL


def import_qt() -> None:
    """Import Qt, and leave Python's own `__import__` in place.

    PySide replaces it by one that reads and keeps the source of each module imported from then on, looking for its
    switchable features (`from __feature__ import snake_case`). Nothing here uses them, and the reading costs a start
    about 50 ms and 6 MB.
    """
    put_off_libraries()
    own_import, own_compile = builtins.__import__, builtins.compile
    builtins.compile = LateCompiler(own_compile)  # type: ignore[assignment]
    try:
        import PySide6

        if is_known():
            make_enumerations_late()
        import PySide6.QtWidgets  # noqa: F401
    finally:
        builtins.compile, builtins.__import__ = own_compile, own_import


class LateModule:
    """The `__getattr__` of a module that is executed when a name of it is first used.

    `importlib.util.LazyLoader` executes it as soon as it is imported for the second time.
    """

    def __init__(self, names: dict[str, Any], execute: Callable[[], object]) -> None:
        """Put off a module with these names, which a function executes."""
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


MSGSPEC = ("msgspec.inspect", "msgspec.toml", "msgspec.yaml")
LIBRARIES = ("inspect", "ipaddress", "tempfile", "textwrap", "traceback", *MSGSPEC)
"""What other libraries import at once and use seldom."""


def put_off_libraries() -> None:
    """Execute libraries when they are used, which saves 18 ms and 2 MB.

    All of typing_extensions that GM Desk and msgspec use is `override` and three names of `typing`.
    """

    def override(method: Any) -> Any:
        """Mark a method, as `typing.override` of Python 3.12 does."""
        method.__override__ = True
        return method

    ready = {name: getattr(typing, name) for name in ("get_type_hints", "Required", "NotRequired")}
    for name in LIBRARIES:
        _put_off(name, {})
    if sys.platform == "linux":  # `uuid`, which msgspec imports, asks for the system, the lock of a roster for the node
        _put_off("platform", {"system": lambda: os.uname().sysname, "node": lambda: os.uname().nodename})
    _put_off("typing_extensions", {**ready, "override": getattr(typing, "override", override)})


def _put_off(name: str, ready: dict[str, Any]) -> None:
    """Put off a module that is not imported yet, except for names that are ready."""
    spec = None if name in sys.modules else _spec_of(name)
    if spec is None or spec.loader is None:
        return
    module, loader = importlib.util.module_from_spec(spec), spec.loader
    sys.modules[name] = module
    vars(module).update(ready)
    LateModule(vars(module), lambda: loader.exec_module(module))


def _spec_of(name: str) -> ModuleSpec | None:
    """Return the specification of a module, without importing the package that it is in."""
    package = name.rpartition(".")[0]
    if not package:
        return importlib.util.find_spec(name)
    found = importlib.util.find_spec(package)
    return PathFinder.find_spec(name, found.submodule_search_locations) if found else None


FOLDER = "shibokensupport/"
"""The folder of the following modules, in an archive inside PySide."""
MAPPING, LOADER = f"{FOLDER}signature/mapping.py", f"{FOLDER}signature/loader.py"
LATE = {
    MAPPING,
    f"{FOLDER}feature.py",
    *(f"{FOLDER}signature/{name}.py" for name in ("errorhandler", "layout", "parser")),
    *(f"{FOLDER}signature/lib/{name}.py" for name in ("enum_sig", "pyi_generator", "tool")),
}
NO_OTHER_IMPORT = b"\npost_init = lambda: None\n"
"""What is added to the loader, which would replace `__import__` in a function of this name."""


class LateCompiler:
    """The `compile` of the import of PySide, which puts off the modules that describe signatures.

    They are source in an archive, for which Python keeps no compiled files: 3,000 lines that each start would compile
    in 45 ms, a third of the import of Qt. They word the message of a call with wrong arguments, and what `help` shows.
    """

    def __init__(self, own_compile: Callable[..., CodeType]) -> None:
        """Create a stand-in for Python's own `compile`."""
        self._compile = own_compile
        self._sources: dict[str, bytes] = {}

    def __call__(self, source: Any, filename: Any, *values: Any, **options: Any) -> CodeType:
        """Return what Python's own `compile` does, or for such a module the call that puts it off."""
        if filename == LOADER and is_known():
            source += NO_OTHER_IMPORT
        elif filename in LATE and is_known():
            self._sources[filename] = source
            source = f"compile.put_off(globals(), {filename!r})"
        return self._compile(source, filename, *values, **options)

    def put_off(self, names: dict[str, Any], filename: str) -> None:
        """Let a module with these names be executed when one of them is used."""

        def execute() -> None:
            make_all_members()
            exec(self._compile(self._sources.pop(filename), filename, "exec"), names)  # noqa: S102 - as PySide does

        def update_mapping() -> Any:
            module.execute()
            return names["update_mapping"]()

        module = LateModule(names, execute)
        if filename == MAPPING:
            names["update_mapping"] = update_mapping  # PySide looks for it here, which asks no `__getattr__`


KINDS = (enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag)
"""The classes that enumerations of Qt derive from."""


class LateEnumeration(enum.EnumType):
    """The class of an enumeration of Qt without its members, which are created when one is first used."""

    def __getattribute__(cls, name: str) -> Any:  # type: ignore[explicit-override]
        make_members(cls)
        return getattr(cls, name)

    def __setattr__(cls, name: str, value: Any) -> None:  # type: ignore[explicit-override]
        """Set what PySide sets of a new enumeration: its module and its name."""
        type.__setattr__(cls, name, value)


class Members:
    """What `_simple_enum` reads of the class that it is given; a real one would be garbage that only `gc` frees."""

    __slots__ = ("__dict__", "__name__")

    def __init__(self, name: str, members: dict[str, int]) -> None:
        """Create a stand-in for a class with a name and members."""
        self.__name__ = name
        self.__dict__ = members


def make_enumerations_late() -> None:
    """Let Qt's enumerations be made when they are used, and as Python makes those of its own library.

    PySide makes those of a class when the class is first used: 310 of them with 4,300 members before the first frame,
    of which 70 are used. The functional API of `enum` checks each member as if it had been typed, which takes 80 ms of
    a start. `_simple_enum`, by which `re`, `ssl` and `http` make theirs, makes the same in half the time
    (tests/test_start.py). What is not called as PySide calls it is left to the functional API.
    """
    simple: Any = vars(enum)["_simple_enum"]
    functional: Any = vars(enum.EnumType)["_create_"]

    def create(cls: type[enum.Enum], *values: Any, **options: Any) -> Any:
        given = dict(zip(("class_name", "names"), values, strict=False), **options)
        called, names, boundary = given.get("class_name"), given.get("names"), given.get("boundary")
        asked = {key for key, value in given.items() if value is not None} - {"start"}
        if cls not in KINDS or asked != {"class_name", "names", "boundary"} or not isinstance(names, list):
            caller = sys._getframe(2).f_globals["__name__"]  # noqa: SLF001 - as the functional API looks for it
            return functional(cls, *values, **{**options, "module": given.get("module") or caller})

        def make() -> type[enum.Enum]:
            return simple(cls, boundary=boundary)(Members(str(called), dict(names)))  # type: ignore[no-any-return]

        return type.__new__(LateEnumeration, str(called), (cls,), {"make": make})

    if functional.__module__ == enum.__name__:  # not replaced already
        create.__wrapped__ = functional  # type: ignore[attr-defined]
        enum.EnumType._create_ = create  # type: ignore[attr-defined]


def make_members(late: Any) -> None:
    """Make the members of an enumeration, which is one like any other from then on."""
    make = type.__getattribute__(late, "make")
    type.__delattr__(late, "make")
    late.__class__ = enum.EnumType
    for name, value in vars(make()).items():
        if name not in vars(late):
            type.__setattr__(late, name, value)
    members = (*late.__members__.values(), *late._value2member_map_.values())  # combined flags may have no name
    for member in {id(one): one for one in members}.values():
        member.__class__ = late
        member.__objclass__ = late


def make_all_members() -> None:
    """Make all members, and those of later enumerations at once: PySide looks for old, unqualified names in them."""
    create = vars(enum.EnumType)["_create_"]
    enum.EnumType._create_ = getattr(create, "__wrapped__", create)  # type: ignore[attr-defined]
    for kind in KINDS:
        for one in type.__subclasses__(kind):
            if isinstance(one, LateEnumeration):
                make_members(one)
