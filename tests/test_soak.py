import subprocess
import sys

SOAK = """
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QLabel

class Sender(QObject):
    sent = Signal(str)

app = QApplication([])
label, sender = QLabel(), Sender()
for number in range(50_000):
    label.setText(str(number))
for number in range(50_000):
    sender.sent.emit(str(number))
print("alive")
"""


def test_void_calls_and_emits_do_not_wear_out_none_and_true() -> None:
    """A PySide6 that drops a reference too many aborts Python, after some 6,500 void calls or 600 emits."""
    done = subprocess.run([sys.executable, "-c", SOAK], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr
