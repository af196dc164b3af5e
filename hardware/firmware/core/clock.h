/* Milliseconds since boot, counted from the controller's ticks. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

void clock_poll(void); /* must be called more often than every 262 ms */
uint32_t clock_ms(void);

/* 1 once `period` ms have passed since `*last`, which is then set to now. */
uint8_t clock_due(uint32_t *last, uint16_t period);

#endif
