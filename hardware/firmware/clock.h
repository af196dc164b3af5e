/* Time since boot, from the free-running timer 1. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

#define TICK_US 4

void clock_start(void);
void clock_poll(void);       /* must be called more often than every 262 ms */
uint32_t clock_ms(void);
uint16_t clock_ticks(void);  /* of TICK_US, wraps */

/* 1 once `period` ms have passed since `*last`, which is then set to now. */
uint8_t clock_due(uint32_t *last, uint16_t period);

#endif
