/* Scanning: every sensor read, row by row, and handed to the points. */
#ifndef SCAN_H
#define SCAN_H

#include <stdint.h>

void scan_rewire(void);             /* reads the wiring of the sensors from the store */
uint16_t scan_point(uint8_t point); /* one reading of the sensor of a point */
uint16_t scan_point_settled(uint8_t point); /* near 0 where a wire or a joint is open */

void scan_poll(void);       /* scans one row when a scan is due or under way */
uint8_t scan_resting(void); /* 1 between two scans */
void scan_settle(void);     /* scans all points until their states count; about 50 ms */
uint16_t scan_us(void);     /* controller time that the last whole scan took */

#endif
