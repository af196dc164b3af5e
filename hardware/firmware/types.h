/* Numbers of the protocol: message types and error codes.  See ../PROTOCOL.md. */
#ifndef TYPES_H
#define TYPES_H

enum {
    HELLO = 0x01,
    PING = 0x02,
    GET_STATE = 0x03,
    LIGHTS = 0x04,
    PALETTE = 0x05,
    CALIBRATE = 0x06,
    GET_READINGS = 0x07,
    SELF_TEST = 0x08,
    SET_NAME = 0x09,
    SET_WIRING = 0x0B,
    GET_WIRING = 0x0C,

    FROM_BOARD = 0x80,
    WELCOME = 0x81,
    ACK = 0x82,
    STATE = 0x83,
    EVENT = 0x84,
    BUTTON = 0x85,
    CALIBRATION = 0x86,
    READINGS = 0x87,
    HEALTH = 0x88,
    WIRING = 0x8C,
    ERROR = 0x8E,
};

enum {
    UNKNOWN_TYPE = 1,
    BAD_PAYLOAD = 2,
    VERSION = 3,
    BUSY = 4,
    NOT_POSSIBLE = 5,
    BAD_FRAMES = 6,
    LOST_BYTES = 7,
};

enum { FEATURE_CALIBRATED = 1, FEATURE_LIGHTS = 2, FEATURE_BUTTON = 4, FEATURE_READINGS = 8 };

enum { STEP_EMPTY, STEP_FACE_ONE, STEP_FACE_TWO, STEP_FORGET };

#endif
