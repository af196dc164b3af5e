/* Writes one outgoing frame field by field, and numbers the frames. */
#ifndef OUT_H
#define OUT_H

#include <stdint.h>

#include "store.h"

void out_start(uint8_t type);
void out_byte(uint8_t value);
void out_word(uint16_t value);
void out_long(uint32_t value);
void out_label(const label_t *label);
void out_bits(uint8_t count, const uint8_t *bits); /* the count, then one bit per item in bytes */
void out_send(void);

void out_after_text(void); /* text was sent: the next frame also needs a zero in front */
uint8_t out_free(void); /* 1 if a frame of any size can be sent without waiting */

#endif
