/* Reads the payload of a received frame field by field.  Pure.
 *
 * Reading past the end, or a value outside its limits, returns 0 and marks the payload as bad.  So
 * a handler reads all fields, checks once, and then acts. */
#ifndef IN_H
#define IN_H

#include <stdint.h>

#include "frames.h"

typedef struct {
    const uint8_t *at;
    uint8_t left;
    uint8_t bad;
} payload_t;

void in_start(payload_t *payload, const frame_t *frame);
uint8_t in_byte(payload_t *payload, uint8_t least, uint8_t most);
const uint8_t *in_bytes(payload_t *payload, uint8_t count);

#endif
