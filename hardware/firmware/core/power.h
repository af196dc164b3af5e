/* The brightness of the lights that keeps the whole board within its supply.  Pure. */
#ifndef POWER_H
#define POWER_H

#include <stdint.h>

/* Returns the mA left for colour after controller, sensors and dark lights of `points` points. */
uint16_t power_budget(uint8_t points);

/* Returns the brightness (0 to 255), at most `wanted`, at which the lights draw no more than
 * `budget` mA.  `levels` is the sum of their red, green and blue values at full brightness. */
uint8_t power_limit(uint8_t wanted, uint32_t levels, uint16_t budget);

#endif
