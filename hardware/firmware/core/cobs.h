/* COBS in place, for blocks shorter than 254 bytes. */
#ifndef COBS_H
#define COBS_H

#include <stdint.h>

/* `room` holds a free byte and then `length` bytes of data; afterwards, length + 1 bytes of
 * COBS. */
void cobs_encode(uint8_t *room, uint8_t length);

/* Decodes `length` bytes in place; returns the number of decoded bytes, or COBS_BAD. */
#define COBS_BAD 0xFF
uint8_t cobs_decode(uint8_t *data, uint8_t length);

#endif
