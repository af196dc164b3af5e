/* Frames: a body (type, sequence, payload) with its CRC, in COBS, closed by a zero.  Pure: works on
 * the caller's buffers. */
#ifndef FRAMES_H
#define FRAMES_H

#include <stdint.h>

#define FRAME_LARGEST 80              /* type, sequence, payload and CRC */
#define FRAME_ROOM (FRAME_LARGEST + 2) /* plus the COBS code byte and the closing zero */
#define FRAME_SMALLEST 4

enum { FRAME_OK, FRAME_COBS, FRAME_SHORT, FRAME_CRC };

typedef struct {
    uint8_t type;
    uint8_t sequence;
    uint8_t length; /* of the payload */
    const uint8_t *payload;
} frame_t;

/* Reads the chunk between two zeros; changes the chunk. */
uint8_t frame_open(uint8_t *chunk, uint8_t length, frame_t *frame);

/* `room` holds a free byte and then a body of `length` bytes; returns the number of bytes to
 * send. */
uint8_t frame_close(uint8_t *room, uint8_t length);

#endif
