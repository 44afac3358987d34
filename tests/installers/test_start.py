import os
import runpy
import sys

import pytest

from gm_desk import __version__
from installers.project import PACKAGING

START = PACKAGING / "installers" / "start.py"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere libraries are found without the variable")


@pytest.mark.parametrize("own", ["/own/lib", None])
def test_programs_that_it_starts_find_their_own_libraries(
    own: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/program/_internal")
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
    if own is not None:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", own)
    monkeypatch.setattr(sys, "argv", ["gm-desk", "--version"])
    with pytest.raises(SystemExit) as left:
        runpy.run_path(str(START))
    assert left.value.code == 0
    assert __version__ in capsys.readouterr().out
    assert os.environ.get("LD_LIBRARY_PATH") == own
