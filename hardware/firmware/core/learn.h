/* The arithmetic of the calibration: samples to baseline and noise, signals to thresholds.  Pure. */
#ifndef LEARN_H
#define LEARN_H

#include <stdint.h>

#include "sense.h"

enum { LEARN_OK, LEARN_NOISY, LEARN_WEAK, LEARN_SAME_SIDE };

#define SAMPLES 16
#define NOISE_LIMIT 12 /* counts between the lowest and the highest of the samples */

typedef struct {
    uint16_t sum;
    uint16_t low;
    uint16_t high;
} sample_t;

void sample_start(sample_t *sample);
void sample_add(sample_t *sample, uint16_t value);
uint16_t sample_mean(const sample_t *sample); /* of SAMPLES values, rounded */
uint8_t sample_noise(const sample_t *sample); /* highest minus lowest, at most 255 */

/* Thresholds from the change `signal` that face one made; unchanged if it is too weak. */
uint8_t learn_face_one(int16_t signal, threshold_t *threshold);

/* The same counter turned over: must point the other way; the weaker face sets the thresholds. */
uint8_t learn_face_two(int16_t signal, threshold_t *threshold);

/* A baseline that follows slow drift: one count towards the reading of an empty point. */
uint16_t learn_drift(uint16_t baseline, uint16_t value, const threshold_t *threshold);

#endif
