/* Splits the incoming bytes into frames and lines of text.  Pure.
 *
 * A line of text is printable from its first byte to its CR or LF.  A frame never looks like that:
 * its second byte is its type, and no type is printable, CR or LF. */
#ifndef RECEIVE_H
#define RECEIVE_H

#include <stdint.h>

#include "frames.h"

enum { RECEIVE_NOTHING, RECEIVE_FRAME, RECEIVE_TEXT, RECEIVE_BAD };

typedef struct {
    uint8_t length;
    uint8_t start;    /* start of the text, after leading line ends */
    uint8_t overlong; /* ignore everything up to the next zero */
    uint8_t printable;
    uint8_t chunk[FRAME_LARGEST + 2]; /* COBS adds a byte; a line of text is closed by a zero */
} receiver_t;

void receive_reset(receiver_t *receiver);

/* Processes one byte.  RECEIVE_FRAME: `frame` is filled in and valid until the next call.
 * RECEIVE_TEXT: the line is `chunk + start`, closed by a zero. */
uint8_t receive_byte(receiver_t *receiver, uint8_t byte, frame_t *frame);

#endif
