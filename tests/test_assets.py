import importlib.util
import py_compile
from pathlib import Path

from gm_desk import assets

SOURCE = Path(assets.__file__)


def test_a_checkout_has_resources_beside_the_package() -> None:
    assert assets.resource("systems") == SOURCE.parent.parent / "resources" / "systems"
    assert assets.resource("systems").is_dir()


def test_a_frozen_program_has_resources_inside_the_package(tmp_path: Path) -> None:
    package = tmp_path / "_internal" / "gm_desk"
    shipped = package / "resources" / "systems" / "ep2.json"
    shipped.parent.mkdir(parents=True)
    shipped.write_text("{}", "utf-8")
    py_compile.compile(str(SOURCE), cfile=str(package / "assets.pyc"), doraise=True)

    spec = importlib.util.spec_from_file_location("frozen_assets", package / "assets.pyc")
    assert spec is not None
    assert spec.loader is not None
    frozen = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(frozen)

    assert frozen.resource("systems/ep2.json") == shipped
