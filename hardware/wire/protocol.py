"""The wire protocol, version 1: everything a host or a board needs, in one import.

    frame = encode(Hello(), sequence=1)
    for item in decoder.feed(received): ...      # messages and `Undecodable`s, never an exception

`hardware/PROTOCOL.md` is the description for people; `golden_frames.json` has an example of every
frame.  `SendWindow` keeps two commands in flight, `SequenceGaps` notices lost frames.  This is the
only list of these names: the modules below import from where a thing is written, others from here.
"""

from hardware.wire.codec import (
    DELIMITER,
    MAX_BODY_BYTES,
    Decoder,
    Undecodable,
    crc16,
    encode,
    payload_of,
)
from hardware.wire.commands import (
    Calibrate,
    GetReadings,
    GetState,
    GetWiring,
    Hello,
    Lights,
    Palette,
    PaletteColour,
    Ping,
    SelfTest,
    SetName,
    SetWiring,
)
from hardware.wire.constants import (
    FROM_BOARD,
    MAJOR,
    MINOR,
    Blink,
    CalibrationResult,
    CalibrationStep,
    ErrorCode,
    Feature,
    Message,
    Sensing,
    WiringLine,
)
from hardware.wire.fields import (
    MAX_POINTS,
)
from hardware.wire.messages import (
    COMMANDS,
    REPORTS,
    reply_of,
)
from hardware.wire.palette import (
    COLOURS,
    Light,
    standard,
)
from hardware.wire.reports import (
    Ack,
    BoardState,
    Button,
    Calibration,
    Error,
    Health,
    PointChanged,
    Readings,
    SensorReading,
    Welcome,
    Wiring,
)
from hardware.wire.send_window import (
    SendWindow,
    SequenceGaps,
    SequenceNumbers,
)

BAUD = 115200
STATE_PERIOD_S = 1.0  # seconds between two unasked states
LIGHTS_TIMEOUT_S = 5.0  # seconds of silence of the host until the lights go out
HELLO_PERIOD_S = 0.25  # seconds between two tries to be welcomed
BOOT_TIME_S = 2.5  # seconds a board may need after the port was opened

__all__ = [
    "BAUD",
    "BOOT_TIME_S",
    "COLOURS",
    "COMMANDS",
    "DELIMITER",
    "FROM_BOARD",
    "HELLO_PERIOD_S",
    "LIGHTS_TIMEOUT_S",
    "MAJOR",
    "MAX_BODY_BYTES",
    "MAX_POINTS",
    "MINOR",
    "REPORTS",
    "STATE_PERIOD_S",
    "Ack",
    "Blink",
    "BoardState",
    "Button",
    "Calibrate",
    "Calibration",
    "CalibrationResult",
    "CalibrationStep",
    "Decoder",
    "Error",
    "ErrorCode",
    "Feature",
    "GetReadings",
    "GetState",
    "GetWiring",
    "Health",
    "Hello",
    "Light",
    "Lights",
    "Message",
    "Palette",
    "PaletteColour",
    "Ping",
    "PointChanged",
    "Readings",
    "SelfTest",
    "SendWindow",
    "Sensing",
    "SensorReading",
    "SequenceGaps",
    "SequenceNumbers",
    "SetName",
    "SetWiring",
    "Undecodable",
    "Welcome",
    "Wiring",
    "WiringLine",
    "crc16",
    "encode",
    "payload_of",
    "reply_of",
    "standard",
]
