/* Numbers of the protocol: message types and error codes.  See ../PROTOCOL.md. */
#ifndef TYPES_H
#define TYPES_H

enum {
    MSG_HELLO = 0x01,
    MSG_PING = 0x02,
    MSG_GET_STATE = 0x03,
    MSG_LIGHTS = 0x04,
    MSG_PALETTE = 0x05,
    MSG_CALIBRATE = 0x06,
    MSG_GET_READINGS = 0x07,
    MSG_SELF_TEST = 0x08,
    MSG_SET_NAME = 0x09,
    MSG_SET_WIRING = 0x0B,
    MSG_GET_WIRING = 0x0C,
    MSG_GET_EVENT = 0x0E,

    MSG_FROM_BOARD = 0x80,
    MSG_WELCOME = 0x81,
    MSG_ACK = 0x82,
    MSG_STATE = 0x83,
    MSG_EVENT = 0x84,
    MSG_BUTTON = 0x85,
    MSG_CALIBRATION = 0x86,
    MSG_READINGS = 0x87,
    MSG_HEALTH = 0x88,
    MSG_WIRING = 0x8C,
    MSG_ERROR = 0x8E,
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

enum { FEATURE_CALIBRATED = 1, FEATURE_LIGHTS = 2, FEATURE_BUTTON = 4 };
enum { FEATURE_READINGS = 8, FEATURE_MATRIX = 16, FEATURE_EVENTS = 32 };

enum { STEP_EMPTY, STEP_FACE_ONE, STEP_FACE_TWO, STEP_FORGET };

#endif
