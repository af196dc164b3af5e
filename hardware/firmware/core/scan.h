/* Scanning: reads every sensor, row by row, and passes the readings to the points. */
#ifndef SCAN_H
#define SCAN_H

#include <stdint.h>

void scan_rewire(void);             /* reads the wiring of the sensors from the store */
uint16_t scan_point(uint8_t point); /* one reading of the sensor of a point */
uint16_t scan_point_settled(uint8_t point); /* near 0 if a wire or a joint is open */

void scan_poll(void);       /* scans one row if a scan is due or in progress */
uint8_t scan_resting(void); /* 1 between two scans */
void scan_settle(void);     /* scans all points until their states count; takes about 50 ms */
uint16_t scan_us(void);     /* controller time of the last whole scan */

#endif
