#include "calibrate.h"

#include <string.h>

#include "config.h"
#include "learn.h"
#include "out.h"
#include "points.h"
#include "scan.h"
#include "store.h"
#include "types.h"

enum { IDLE, MEASURING, STORING, STORED };

static uint8_t phase, current, answer_to, noise;
static uint8_t under_way; /* the step that is being measured and stored, point by point */
static uint8_t bad[MAX_POINTS / 8];

uint8_t calibrate_busy(void) { return phase != IDLE; }

void calibrate_sample(uint8_t point, sample_t *sample)
{
    sample_start(sample);
    scan_point_settled(point); /* discarded: the next readings are settled, too */
    for (uint8_t count = 0; count < SAMPLES; count++)
        sample_add(sample, scan_point(point));
}

static void answer(uint8_t step, uint8_t result, int16_t signal)
{
    const threshold_t *threshold = points_threshold();
    if (!answer_to)
        return; /* requested in text mode, which has no reply */
    out_start(MSG_CALIBRATION);
    out_byte(answer_to);
    out_byte(step);
    out_byte(result);
    out_word((uint16_t)signal);
    out_byte(threshold->press);
    out_byte(threshold->release);
    out_byte(noise);
    out_bits(store_points(), bad);
    out_send();
}

static void learn_face(uint8_t step, uint8_t point)
{
    sample_t sample;
    calibrate_sample(point, &sample);
    int16_t signal = (int16_t)(sample_mean(&sample) - points_baseline(point));
    uint8_t result = step == STEP_FACE_ONE ? learn_face_one(signal, points_threshold())
                                           : learn_face_two(signal, points_threshold());
    if (result == LEARN_OK)
        store_calibration(points_threshold(), store_calibrated());
    answer(step, result, signal);
}

static void forget(void)
{
    threshold_t *threshold = points_threshold();
    threshold->press = DEFAULT_PRESS;
    threshold->release = DEFAULT_RELEASE;
    threshold->invert = 0;
    for (uint8_t point = 0; point < MAX_POINTS; point++)
        points_set_baseline(point, DEFAULT_BASELINE);
}

static void begin(uint8_t next)
{
    phase = next;
    current = 0;
    points_hold_drift(next != IDLE);
    if (next == STORING)
        store_baselines_begin(points_threshold(), under_way == STEP_EMPTY, points_baseline);
}

void calibrate_begin(uint8_t reply, uint8_t step, uint8_t point)
{
    answer_to = reply;
    noise = 0;
    memset(bad, 0, sizeof bad);
    under_way = step;
    if (step == STEP_EMPTY) {
        begin(MEASURING);
    } else if (step == STEP_FORGET) {
        forget();
        begin(STORING);
    } else {
        learn_face(step, point);
    }
}

static void measure(uint8_t point)
{
    sample_t sample;
    calibrate_sample(point, &sample);
    uint16_t mean = sample_mean(&sample);
    uint8_t spread = sample_noise(&sample);
    points_set_baseline(point, mean);
    if (spread > noise)
        noise = spread;
    if (spread > NOISE_LIMIT || mean < RAIL_LOW || mean > RAIL_HIGH)
        bad[point / 8] |= (uint8_t)(1 << point % 8);
}

static uint16_t typical; /* baseline of the empty board */

static uint16_t off_typical(uint8_t point)
{
    uint16_t baseline = points_baseline(point);
    return baseline > typical ? baseline - typical : typical - baseline;
}

/* A piece forgotten on the board would be learned as empty.  It only shows by a baseline that
 * differs much from most others. */
static void find_outliers(void)
{
    typical = learn_median(points_baseline, store_points());
    uint16_t far = learn_far(learn_median(off_typical, store_points()));
    for (uint8_t point = 0; point < store_points(); point++)
        if (off_typical(point) > far)
            bad[point / 8] |= (uint8_t)(1 << point % 8);
}

static uint8_t any_bad(void)
{
    for (uint8_t at = 0; at < sizeof bad; at++)
        if (bad[at])
            return 1;
    return 0;
}

static void finish(void)
{
    begin(IDLE);
    answer(under_way, any_bad() ? LEARN_NOISY : LEARN_OK, 0);
}

void calibrate_poll(void)
{
    if (phase == MEASURING) {
        measure(current);
        if (++current == store_points()) {
            find_outliers();
            begin(STORING);
        }
    } else if (phase == STORING && store_baselines_ended()) {
        phase = STORED;
    } else if (phase == STORED && out_free()) { /* there is room to send the answer */
        finish();
    }
}
