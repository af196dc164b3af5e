/* How bright the lights may be so that the whole board stays under its supply.  Pure. */
#ifndef POWER_H
#define POWER_H

#include <stdint.h>

/* mA left for colour when controller, sensors and dark lights of `points` points are fed. */
uint16_t power_budget(uint8_t points);

/* The brightness (0 to 255), at most `wanted`, at which lights whose red, green and blue values
 * add up to `levels` at full brightness draw no more than `budget` mA. */
uint8_t power_limit(uint8_t wanted, uint32_t levels, uint16_t budget);

#endif
