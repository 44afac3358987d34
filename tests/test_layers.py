import ast
import functools
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import gm_desk

PACKAGE = Path(gm_desk.__file__).parent

# What each layer may import besides the standard library and itself; "gm_desk" alone stands for everything.
LAYERS = {
    "__init__": set[str](),
    "installation": set[str](),
    "core": {"msgspec", "rapidfuzz", "typing_extensions"},
    "store": {
        "gm_desk.core",
        "filelock",
        "msgspec",
        "platformdirs",
        "pypdfium2",
        "typing_extensions",
    },
    "model": {
        "gm_desk.core",
        "gm_desk.store",
        "PySide6.QtCore",
        "PySide6.QtGui",
        "msgspec",
        "typing_extensions",
    },
    "ui": {
        "gm_desk.core",
        "gm_desk.installation",
        "gm_desk.store",
        "gm_desk.model",
        "PySide6",
        "msgspec",
        "shiboken6",
        "typing_extensions",
    },
    "app": {"gm_desk", "PySide6", "msgspec", "platformdirs", "shiboken6", "typing_extensions"},
    "command_line": set[str](),
    "start_imports": {"PySide6"},
    "window_command": {"gm_desk", "PySide6", "msgspec"},
    "rules_command": {"gm_desk.command_line", "gm_desk.core"},
    "convert_command": {"gm_desk", "PySide6", "msgspec"},
    "forecast_command": {"gm_desk.command_line", "gm_desk.core", "gm_desk.store", "msgspec"},
    "cli": {
        "gm_desk.start_imports",
        "gm_desk.window_command",
        "gm_desk.rules_command",
        "gm_desk.convert_command",
        "gm_desk.forecast_command",
    },
    "__main__": {"gm_desk.cli"},
}
FOR_ALL = {"gm_desk.__version__"}

# What core must not touch in the standard library: files, the clock, and the shared random generator.
FILES = {"fileinput", "glob", "mmap", "os", "pathlib", "shelve", "shutil", "sqlite3", "subprocess", "tempfile"}
CLOCK = {"datetime", "time"}
RANDOM_IN_CORE = {"random.Random", "random.SystemRandom"}


@functools.cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    """Return all nodes of a module, which is parsed once for all tests here."""
    return tuple(ast.walk(ast.parse(source)))


@pytest.fixture(autouse=True, scope="module")
def nodes_are_forgotten_in_the_end() -> Iterator[None]:
    """Free what was parsed: of the whole package that is 180 MB."""
    yield
    nodes.cache_clear()


@functools.cache
def imports(source: str, module: str) -> tuple[str, ...]:
    """Return the full dotted name of everything that a module imports, wherever in it, relative imports included."""
    return tuple(_imports(source, module))


def _imports(source: str, module: str) -> Iterator[str]:
    here = module.split(".")[:-1]
    for node in nodes(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = here[: len(here) - node.level + 1] if node.level else []
            parts = [*base, node.module] if node.module else base
            yield from (".".join([*parts, alias.name]) for alias in node.names)


def is_within(name: str, allowed: set[str]) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in allowed)


def may_import(layer: str, name: str) -> bool:
    root, _, _ = name.partition(".")
    if root in sys.stdlib_module_names:
        if layer == "core" and root == "random":
            return name in RANDOM_IN_CORE
        return layer != "core" or root not in FILES | CLOCK
    return name in FOR_ALL or is_within(name, {f"gm_desk.{layer}", *LAYERS.get(layer, set())})


def wrong_imports(source: str, module: str) -> list[str]:
    layer = module.split(".")[1]
    return [name for name in imports(source, module) if not may_import(layer, name)]


def modules() -> Iterator[tuple[str, Path]]:
    """Yield every module with its path, a package under the name of its __init__."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield ".".join(["gm_desk", *path.relative_to(PACKAGE).with_suffix("").parts]), path


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_what_its_row_allows(layer: str) -> None:
    of_layer = [(module, path) for module, path in modules() if module.split(".")[1] == layer]
    assert of_layer, f"nothing found of {layer}"
    wrong = {module: names for module, path in of_layer if (names := wrong_imports(path.read_text("utf-8"), module))}
    assert wrong == {}


def test_every_module_belongs_to_a_layer() -> None:
    assert {module.split(".")[1] for module, _path in modules()} <= set(LAYERS)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("gm_desk.core.rules.dice", "from PySide6.QtCore import QObject"),
        ("gm_desk.core.rules.dice", "import random"),
        ("gm_desk.core.rules.dice", "from random import randrange"),
        ("gm_desk.core.rules.dice", "def now():\n    from datetime import datetime"),
        ("gm_desk.core.rules.dice", "import os.path"),
        ("gm_desk.core.rules.dice", "from ... import store"),
        ("gm_desk.core.rules.dice", "from gm_desk.store import shipped"),
        ("gm_desk.core.__init__", "from ..store import roster"),
        ("gm_desk.store.roster", "from gm_desk import model"),
        ("gm_desk.store.roster", "import PySide6"),
        ("gm_desk.store.roster", "import numpy"),
        ("gm_desk.model.roster", "from PySide6 import QtCore, QtWidgets"),
        ("gm_desk.model.roster", "import PySide6"),
        ("gm_desk.model.roster", "from ..ui import theme"),
        ("gm_desk.ui.window", "from gm_desk.app import start"),
        ("gm_desk.ui.window", "from ..cli import main"),
        ("gm_desk.installation", "from .core import rules"),
        ("gm_desk.stray", "from gm_desk import core"),
    ],
)
def test_a_wrong_import_is_caught(module: str, source: str) -> None:
    assert wrong_imports(source, module) != []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("gm_desk.core.rules.dice", "from random import SystemRandom\nimport msgspec"),
        ("gm_desk.core.rules.dice", "from . import odds\nfrom ..systems import ep2"),
        ("gm_desk.core.__init__", "from .rules import dice"),
        ("gm_desk.store.roster", "from pathlib import Path\nfrom gm_desk import __version__\nfrom ..core import rules"),
        ("gm_desk.model.roster", "from PySide6 import QtCore, QtGui\nfrom PySide6.QtCore import Qt"),
        ("gm_desk.ui.window", "from PySide6.QtWidgets import QMainWindow\nfrom ..model.roster import Roster"),
        ("gm_desk.app", "from .ui import window\nfrom gm_desk.store import roster"),
    ],
)
def test_a_right_import_is_let_through(module: str, source: str) -> None:
    assert wrong_imports(source, module) == []


# --- Cycles -----------------------------------------------------------------------------------------------------------


def graph(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """Return which of some modules each imports, wherever in it: in functions and for the type checker, too."""
    return {
        module: {one for name in imports(source, module) for one in (name, name.rpartition(".")[0]) if one in sources}
        for module, source in sources.items()
    }


def cycle_in(imported: Mapping[str, set[str]]) -> list[str]:
    """Return modules of which each imports the next and the last one the first; none where there are none."""
    left = dict(imported)
    while ends := [module for module, others in left.items() if not others & left.keys() - {module}]:
        left = {module: others for module, others in left.items() if module not in ends}
    way = list(left)[:1]
    while way and len(way) == len(set(way)):
        way.append(min(left[way[-1]] & left.keys() - {way[-1]}))
    return way[way.index(way[-1]) :] if way else []


def test_no_modules_import_each_other_in_a_circle() -> None:
    sources = {module: path.read_text("utf-8") for module, path in modules()}
    assert cycle_in(graph(sources)) == []


def test_a_circle_of_imports_is_found_wherever_they_stand() -> None:
    sources = {
        "gm_desk.model.a": "def late():\n    from gm_desk.model.b import B",
        "gm_desk.model.b": "if TYPE_CHECKING:\n    from .c import C",
        "gm_desk.model.c": "from gm_desk.model import a",
        "gm_desk.model.d": "from gm_desk.model.a import A",
    }
    assert cycle_in(graph(sources)) == [f"gm_desk.model.{name}" for name in "abca"]
    assert cycle_in(graph({**sources, "gm_desk.model.c": ""})) == []


# --- Rooms -----------------------------------------------------------------------------------------------------------

LOOSE = {
    "core": {"errors"},
    "store": {"shipped", "state", "reports", "portraits"},
    "model": {"item_models"},
    "ui": set[str](),
}
"""The modules that stand beside the rooms of a layer; every other one stands in a room."""
MOST_MODULES, MOST_LINES = 15, 400


def rooms() -> dict[Path, list[Path]]:
    """Return the modules of each room, which is a folder below a layer."""
    found: dict[Path, list[Path]] = {}
    for layer in LOOSE:
        for path in sorted((PACKAGE / layer).rglob("*.py")):
            if path.name != "__init__.py" and path.parent != PACKAGE / layer:
                found.setdefault(path.parent, []).append(path)
    return found


@pytest.mark.parametrize("layer", LOOSE)
def test_no_module_stands_beside_the_rooms_of_its_layer(layer: str) -> None:
    assert {path.stem for path in (PACKAGE / layer).glob("*.py")} == {"__init__", *LOOSE[layer]}


def test_a_room_holds_several_modules_and_at_most_fifteen() -> None:
    sizes = {str(room.relative_to(PACKAGE)): len(modules) for room, modules in rooms().items()}
    assert len(sizes) > len(LOOSE)
    assert {room: size for room, size in sizes.items() if not 1 < size <= MOST_MODULES} == {}


TESTS = Path(__file__).parent
ABOUT_ALL_OF_IT = {
    "store": {"past_files"},
    "ui/exchange": {"bound_jobs"},
    "ui/window": {
        "accessibility",
        "accessible_names",
        "each_system_in_its_words",
        "every_dialog",
        "every_size",
        "first_users",
        "focus",
        "freeing",
        "half_typed_actions",
        "hostile_rosters",
        "plain_text",
        "random_user",
        "tool_tips",
    },
}
"""The files of tests that are about a whole room, layer or window rather than a module."""


@pytest.mark.parametrize("layer", LOOSE)
def test_a_file_of_tests_is_named_after_a_module_of_its_room(layer: str) -> None:
    """The name may go on with what the file tests of the module."""
    found = {path.relative_to(TESTS) for path in (TESTS / layer).rglob("test_*.py")}
    assert found
    unnamed: dict[str, set[str]] = {}
    for path in found:
        tested = path.stem.removeprefix("test_")
        modules_there = [module.stem for module in (PACKAGE / path.parent).glob("*.py")]
        if not any(tested == module or tested.startswith(f"{module}_") for module in modules_there):
            unnamed.setdefault(path.parent.as_posix(), set()).add(tested)
    assert unnamed == {folder: names for folder, names in ABOUT_ALL_OF_IT.items() if folder.split("/")[0] == layer}


def test_no_module_is_longer_than_can_be_read_in_one_go() -> None:
    lines = {module: path.read_text("utf-8").count("\n") for module, path in modules()}
    assert {module: count for module, count in lines.items() if count > MOST_LINES} == {}


MOST_OF_A_BODY = 40


def bodies(source: str) -> Iterator[tuple[str, int]]:
    """Yield every function with its number of lines, without signature and docstring."""
    for node in nodes(source):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            own = node.body[ast.get_docstring(node) is not None :]
            yield node.name, (own[-1].end_lineno or 0) - own[0].lineno + 1 if own else 0


def test_no_function_is_longer_than_can_be_seen_at_once() -> None:
    lengths = [(module, *body) for module, path in modules() for body in bodies(path.read_text("utf-8"))]
    assert len(lengths) > len(LAYERS)
    assert [one for one in lengths if one[-1] > MOST_OF_A_BODY] == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def a(b,\n      c):\n    return 1", [("a", 1)]),
        (
            'class A:\n    def b(self):\n        """Wait.\n\n        Long.\n        """\n        c()\n\n        d()',
            [("b", 3)],
        ),
        ('async def a():\n    """Wait."""', [("a", 0)]),
        ("def a():\n    def b():\n        pass\n    return b", [("a", 3), ("b", 1)]),
    ],
)
def test_the_length_of_a_function_is_that_of_its_body(source: str, found: list[tuple[str, int]]) -> None:
    assert list(bodies(source)) == found


MOST_METHODS = 15
LARGE_CLASSES = {
    "BlockReader": 17,
    "CheckedEdit": 19,
    "Chips": 23,
    "ExternalChanges": 20,
    "FinderListing": 17,
    "Journal": 17,
    "LogModel": 18,
    "LogView": 17,
    "PastePreview": 16,
    "Rejudging": 17,
    "RollCommands": 22,
    "RollRow": 17,
    "Rolling": 16,
    "RollingGroup": 16,
    "RosterCommands": 18,
    "RosterFaces": 17,
    "RosterPane": 20,
    "RowMaker": 22,
    "Settings": 23,
    "Side": 22,
    "System": 23,
    "TrackRow": 17,
}
"""The number of methods of classes with more than that: this only shrinks, by the number that a class has lost."""


def methods_of(source: str) -> Iterator[tuple[str, int]]:
    """Yield every class with the number of its own methods and properties: without `__init__` and overrides."""
    for node in nodes(source):
        if isinstance(node, ast.ClassDef):
            functions = [one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
            own = [one for one in functions if one.name != "__init__" and not _is_aside(one)]
            yield node.name, len(own)


def _is_aside(method: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether a method is an override, or declares another signature of one."""
    return any(ast.unparse(one) in {"override", "overload"} for one in method.decorator_list)


def test_few_classes_have_more_than_fifteen_methods_and_these_never_more_than_now() -> None:
    counts = [methods for _module, path in modules() for methods in methods_of(path.read_text("utf-8"))]
    assert len(counts) > len(LAYERS)
    assert {name: count for name, count in counts if count > MOST_METHODS} == LARGE_CLASSES


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("class A:\n    b = 1\n    def __init__(self): ...\n    def c(self): ...", [("A", 1)]),
        ("class A:\n    @override\n    def b(self): ...\n    @property\n    def c(self): ...", [("A", 1)]),
        ("class A:\n    class B:\n        def c(self): ...\n        async def d(self): ...", [("A", 0), ("B", 2)]),
    ],
)
def test_the_methods_of_a_class_are_its_own(source: str, found: list[tuple[str, int]]) -> None:
    assert list(methods_of(source)) == found


def test_no_slot_asks_who_sent_its_signal() -> None:
    asking = [
        module
        for module, path in modules()
        for node in nodes(path.read_text("utf-8"))
        if isinstance(node, ast.Attribute) and node.attr == "sender"
    ]
    assert asking == []


FILLING = {"addItem", "addLayout", "addRow", "addSpacerItem", "addSpacing", "addStretch", "addWidget", "insertWidget"}


def filled_before_added(source: str) -> list[int]:
    """List the lines where a layout is added to another after it was filled, see `held_by_layouts`."""
    found: list[int] = []
    if "addLayout" not in source:
        return found
    for function in (node for node in nodes(source) if isinstance(node, ast.FunctionDef)):
        filled = set[str]()
        calls = [n for n in ast.walk(function) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)]
        for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
            assert isinstance(call.func, ast.Attribute)
            if call.func.attr == "addLayout" and ast.unparse(call.args[0]) in filled:
                found.append(call.lineno)
            if call.func.attr in FILLING:
                filled.add(ast.unparse(call.func.value))
    return found


def test_a_layout_is_added_to_another_before_it_is_filled() -> None:
    assert [f"{name}:{line}" for name, path in modules() for line in filled_before_added(path.read_text("utf-8"))] == []
    assert filled_before_added("def a():\n    row.addWidget(b)\n    column.addLayout(row)") == [3]


KEPT_ICON = re.compile(r"^ *self\.\w+(?:, self\.\w+)* = (?:icon|QIcon)\(", re.MULTILINE)
"""An icon kept as an attribute: freed with its widget in a garbage collection, it has crashed PySide."""


def test_no_widget_keeps_an_icon() -> None:
    assert [name for name, path in modules() if KEPT_ICON.search(path.read_text("utf-8"))] == []
    assert KEPT_ICON.search("        self._icon, self._none = icon('pin'), QIcon()")


def test_no_two_classes_have_one_name() -> None:
    names = [
        node.name
        for _module, path in modules()
        for node in nodes(path.read_text("utf-8"))
        if isinstance(node, ast.ClassDef) and node.col_offset == 0 and not node.name.startswith("_")
    ]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_the_guide_for_contributors_names_every_room_and_only_modules_that_exist() -> None:
    guide = PACKAGE.parent / ".github" / "CONTRIBUTING.md"
    if not (PACKAGE.parent / "pyproject.toml").is_file():
        pytest.skip("an installed GM Desk has no guide for contributors")
    text = guide.read_text("utf-8")
    rooms = {"/".join(module.split(".")[1:3]) for module, _path in modules() if module.count(".") > 2}
    assert [room for room in sorted(rooms) if f"`{room}`" not in text] == []
    named = re.findall(r"`((?:core|store|model|ui)/[\w/]+\.py)`", text)
    assert len(named) > 20
    assert [name for name in named if not (PACKAGE / name).is_file()] == []


# --- Docstrings ------------------------------------------------------------------------------------------------------

NOT_IN_USE = re.compile(r"(?:Give|Tell|Say|Hold|Hand|Know)s?\b")
"""Opening words that PEP 257 has others for: *Return*, *Return whether*, *Raise*, *Yield*, or a noun."""
MAYBE_OPENED = re.compile(rf"""^\s*\w*["']+[\s\\]*{NOT_IN_USE.pattern}""", re.MULTILINE)
"""Such a word at the beginning of a text that begins a line; a source without one need not be read closely."""


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Yield the docstrings of a module and of all in it, those of constants and attributes too, with their lines."""
    for node in nodes(source):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text.strip()


def badly_opened(source: str) -> list[int]:
    """List the lines of docstrings that open with a word not in use."""
    if MAYBE_OPENED.search(source) is None:
        return []
    return sorted(line for line, text in docstrings(source) if NOT_IN_USE.match(text))


@pytest.mark.parametrize("layer", LAYERS)
def test_docstrings_open_with_the_verbs_of_pep_257(layer: str) -> None:
    sources = {module: path.read_text("utf-8") for module, path in modules() if module.split(".")[1] == layer}
    assert any(True for source in sources.values() for _ in docstrings(source)), f"nothing found of {layer}"
    assert [f"{module}:{line}" for module, source in sources.items() for line in badly_opened(source)] == []


def test_docstrings_of_tests_open_with_them_too() -> None:
    sources = {path.name: path.read_text("utf-8") for path in Path(__file__).parent.rglob("*.py")}
    assert [f"{name}:{line}" for name, source in sources.items() for line in badly_opened(source)] == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('"""Holds things."""\nA = 1\n"""Given names."""', [1]),
        ('class B:\n    """A handle."""\n\n    def c(self):\n        """Tell it."""', [5]),
        ('class B:\n    a: int\n    """\n    Say it.\n    """', [3]),
        ('def c():\n    """Return what to say."""', []),
    ],
)
def test_an_opening_word_not_in_use_is_found(source: str, lines: list[int]) -> None:
    assert badly_opened(source) == lines
