#include "learn.h"

#define WEAKEST 16 /* counts; a smaller signal may be noise */
#define PRESS_MOST 120
#define BASELINE_MOST 1023
#define FAR_LEAST 60 /* counts; strong magnets reach 80, sensors at rest differ by less */
#define CROWD_LEAST 4 /* empty points; fewer cannot prove a common shift */

void sample_start(sample_t *sample)
{
    sample->sum = 0;
    sample->low = 0xFFFF;
    sample->high = 0;
}

void sample_add(sample_t *sample, uint16_t value)
{
    sample->sum += value; /* 16 x 1023 fits */
    if (value < sample->low)
        sample->low = value;
    if (value > sample->high)
        sample->high = value;
}

uint16_t sample_mean(const sample_t *sample) { return (sample->sum + SAMPLES / 2) / SAMPLES; }

uint8_t sample_noise(const sample_t *sample)
{
    uint16_t noise = sample->high - sample->low;
    return noise > 255 ? 255 : (uint8_t)noise;
}

static uint16_t size_of(int16_t signal) { return (uint16_t)(signal < 0 ? -signal : signal); }

static uint8_t half_of(int16_t signal)
{
    uint16_t half = size_of(signal) / 2;
    return half > PRESS_MOST ? PRESS_MOST : (uint8_t)half;
}

static void set(threshold_t *threshold, uint8_t press)
{
    threshold->press = press;
    threshold->release = (uint8_t)((uint16_t)press * 5 / 8);
}

uint8_t learn_face_one(int16_t signal, threshold_t *threshold)
{
    if (size_of(signal) < WEAKEST)
        return LEARN_WEAK;
    set(threshold, half_of(signal));
    threshold->invert = signal < 0;
    return LEARN_OK;
}

uint8_t learn_face_two(int16_t signal, threshold_t *threshold)
{
    if (size_of(signal) < WEAKEST)
        return LEARN_WEAK;
    if ((signal > 0) != threshold->invert)
        return LEARN_SAME_SIDE;
    if (half_of(signal) < threshold->press)
        set(threshold, half_of(signal));
    return LEARN_OK;
}

uint16_t learn_median(uint16_t (*value_of)(uint8_t point), uint8_t points)
{
    for (uint8_t point = 0; point < points; point++) {
        uint16_t value = value_of(point);
        uint8_t less = 0, more = 0;
        for (uint8_t other = 0; other < points; other++) {
            less += value_of(other) < value;
            more += value_of(other) > value;
        }
        if (less <= points / 2 && more <= (points - 1) / 2)
            return value;
    }
    return 0; /* unreachable: one of the values is in the middle */
}

uint16_t learn_far(uint16_t usual) { return FAR_LEAST + 4 * usual; }

uint16_t learn_drift(uint16_t baseline, uint16_t value, const threshold_t *threshold)
{
    int16_t away = (int16_t)(value - baseline);
    if (away == 0 || size_of(away) > threshold->release / 2)
        return baseline; /* a weak magnet must not become part of the baseline */
    return away > 0 ? baseline + 1 : baseline - 1;
}

void crowd_add(crowd_t *crowd, uint16_t baseline, uint16_t learned, uint16_t value)
{
    crowd->empty++;
    crowd->moved += (int16_t)(learned - baseline);
    if (learned == baseline && value != baseline)
        crowd->beyond += value > baseline ? 1 : -1;
}

/* Detects a room very different from that of the calibration: three of four empty points are too
 * far off in the same direction. */
static int8_t far_off(const crowd_t *crowd)
{
    if (crowd->empty < CROWD_LEAST || size_of(crowd->beyond) * 4 <= crowd->empty * 3u)
        return 0;
    return crowd->beyond > 0 ? 1 : -1;
}

void crowd_look(crowd_t *crowd)
{
    crowd->step = far_off(crowd);
    if (crowd->step) {
        crowd->moved = 0;
    } else if (crowd->empty && size_of(crowd->moved) >= crowd->empty) {
        crowd->step = crowd->moved > 0 ? 1 : -1;
        crowd->moved -= crowd->step * crowd->empty;
    }
    crowd->beyond = 0;
    crowd->empty = 0;
}

uint16_t crowd_follow(const crowd_t *crowd, uint16_t baseline)
{
    int16_t next = (int16_t)baseline + crowd->step;
    return next < 0 || next > BASELINE_MOST ? baseline : (uint16_t)next;
}
