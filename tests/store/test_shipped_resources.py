import importlib.util
import py_compile
from pathlib import Path

from gm_desk.store import shipped
from gm_desk.store.shipped import resource

SOURCE = Path(shipped.__file__)


def test_a_checkout_has_resources_beside_the_package() -> None:
    assert resource("systems") == SOURCE.parents[2] / "resources" / "systems"
    assert resource("systems").is_dir()


def test_a_frozen_program_has_resources_inside_the_package(tmp_path: Path) -> None:
    package = tmp_path / "_internal" / "gm_desk"
    data = package / "resources" / "systems" / "ep2.json"
    data.parent.mkdir(parents=True)
    data.write_text("{}", "utf-8")
    compiled = package / "store" / "shipped.pyc"
    py_compile.compile(str(SOURCE), cfile=str(compiled), doraise=True)

    spec = importlib.util.spec_from_file_location("frozen_shipped", compiled)
    assert spec is not None
    assert spec.loader is not None
    frozen = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(frozen)

    assert frozen.resource("systems/ep2.json") == data
