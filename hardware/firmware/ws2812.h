/* Sends colours to a chain of WS2812 lights, with interrupts off and no received byte lost. */
#ifndef WS2812_H
#define WS2812_H

#include <stdint.h>

typedef struct {
    uint8_t green, red, blue; /* in the order of the wire */
} colour_t;

void ws2812_start(void);

/* `codes` holds two 4-bit numbers into `colours` a byte, the first in the low half. */
void ws2812_send(const uint8_t *codes, uint8_t count, const colour_t *colours);

#endif
