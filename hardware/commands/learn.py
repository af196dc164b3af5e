"""`board learn`: map the words of a board that prints text to points."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.platform import storage
from game.platform.i18n import _
from hardware.drivers.learning import Learner
from hardware.host.layouts import points_of
from hardware.host.link import Port, SerialPort
from hardware.host.ports import PortError, explain_loss, only_port


def learn(
    name: str,
    layout: str,
    file: Path,
    baud: int,
    opener: Callable[[str, int], Port] = SerialPort,
) -> int:
    """Ask for a touch of one point after another, and write the map.

    Raises LayoutError for an unknown layout, OSError if the file cannot be written.
    """
    learner = Learner(points_of(layout))
    try:
        name = only_port() if name == "auto" else name
        port = opener(name, baud)
    except PortError as problem:
        print(problem)
        return 1
    try:
        while learner.asked:
            print(_("Put a piece on {point}.").format(point=learner.asked), flush=True)
            while not learner.feed(port.read()):
                pass
    except OSError:
        print(explain_loss(name))
        return 1
    finally:
        port.close()
    storage.write_shared_text(file, learner.text())
    board = f"text:{name}?layout={layout}&map={file}"
    print(_("{file} is written. The board is {board}").format(file=file, board=board))
    return 0
