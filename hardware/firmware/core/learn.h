/* The arithmetic of the calibration: samples to baseline and noise, signals to thresholds.  Pure. */
#ifndef LEARN_H
#define LEARN_H

#include <stdint.h>

#include "sense.h"

enum { LEARN_OK, LEARN_NOISY, LEARN_WEAK, LEARN_SAME_SIDE };

#define SAMPLES 16
#define NOISE_LIMIT 12 /* counts between lowest and highest sample */

typedef struct {
    uint16_t sum;
    uint16_t low;
    uint16_t high;
} sample_t;

void sample_start(sample_t *sample);
void sample_add(sample_t *sample, uint16_t value);
uint16_t sample_mean(const sample_t *sample); /* of SAMPLES values, rounded */
uint8_t sample_noise(const sample_t *sample); /* highest minus lowest, at most 255 */

/* Sets thresholds from the change `signal` that face one made; no change if it is too weak. */
uint8_t learn_face_one(int16_t signal, threshold_t *threshold);

/* Checks the same counter turned over: it must change the reading the other way.  The weaker face
 * sets the thresholds. */
uint8_t learn_face_two(int16_t signal, threshold_t *threshold);

/* Returns the median of the values of this many points (at least one). */
uint16_t learn_median(uint16_t (*value_of)(uint8_t point), uint8_t points);

/* Returns how far from the others a baseline may be; `usual` is the median of all distances. */
uint16_t learn_far(uint16_t usual);

/* Returns a baseline that follows slow drift: one count towards the reading of an empty point. */
uint16_t learn_drift(uint16_t baseline, uint16_t value, const threshold_t *threshold);

/* Temperature and supply move all sensors alike.  Sensors that cannot learn by themselves (under a
 * counter, or too far off) follow the common movement of the empty points' baselines. */
typedef struct {
    int16_t moved;  /* counts that the crowd has moved and nobody has followed yet, times `empty` */
    int16_t beyond; /* empty points too far off to learn: number above less number below */
    uint8_t empty;  /* number of empty points */
    int8_t step;    /* the step that the others follow: -1, 0 or 1 */
} crowd_t;

void crowd_add(crowd_t *crowd, uint16_t baseline, uint16_t learned, uint16_t value);
void crowd_look(crowd_t *crowd); /* call after all points; computes `step` */
uint16_t crowd_follow(const crowd_t *crowd, uint16_t baseline);

#endif
