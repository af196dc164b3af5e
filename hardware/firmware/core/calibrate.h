/* The calibration on the board: one point in each round of the main loop, then storing. */
#ifndef CALIBRATE_H
#define CALIBRATE_H

#include <stdint.h>

#include "learn.h"

uint8_t calibrate_busy(void);
void calibrate_begin(uint8_t reply, uint8_t step, uint8_t point); /* answers at the end */
void calibrate_poll(void);
void calibrate_sample(uint8_t point, sample_t *sample); /* SAMPLES readings of one point */

#endif
