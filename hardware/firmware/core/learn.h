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

/* The middle one of the values of so many points (at least one). */
uint16_t learn_median(uint16_t (*value_of)(uint8_t point), uint8_t points);

/* How far from the others a baseline may be, when `usual` is the middle of all distances. */
uint16_t learn_far(uint16_t usual);

/* A baseline that follows slow drift: one count towards the reading of an empty point. */
uint16_t learn_drift(uint16_t baseline, uint16_t value, const threshold_t *threshold);

/* Warmth and supply move all sensors alike.  What the baselines of the empty points have in common
 * is followed by those that cannot learn by themselves: under a counter, or too far off. */
typedef struct {
    int16_t moved;  /* counts by which the crowd went, and nobody has followed yet, times `empty` */
    int16_t beyond; /* empty points too far off to learn: those above less those below */
    uint8_t empty;  /* points that lie empty */
    int8_t step;    /* what the others follow: -1, 0 or 1 */
} crowd_t;

void crowd_add(crowd_t *crowd, uint16_t baseline, uint16_t learned, uint16_t value);
void crowd_look(crowd_t *crowd); /* after all points: works out `step` */
uint16_t crowd_follow(const crowd_t *crowd, uint16_t baseline);

#endif
