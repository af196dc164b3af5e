/* Milliseconds since boot, counted from the controller's ticks. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

void clock_poll(void); /* call at least every 262 ms */
uint32_t clock_ms(void);

/* Returns 1 if `period` ms have passed since `*last`, and then sets `*last` to now. */
uint8_t clock_due(uint32_t *last, uint16_t period);

#endif
