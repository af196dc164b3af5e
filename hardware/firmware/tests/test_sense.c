/* Readings to faces, and the arithmetic of the calibration. */
#include "check.h"
#include "config.h"
#include "learn.h"
#include "power.h"
#include "sense.h"

static const struct {
    unsigned value, baseline, now, invert, expected;
} sides[] = {
    /* press 30, release 18 */
    {512, 512, FACE_EMPTY, 0, FACE_EMPTY},
    {541, 512, FACE_EMPTY, 0, FACE_EMPTY},
    {542, 512, FACE_EMPTY, 0, FACE_ONE},
    {531, 512, FACE_ONE, 0, FACE_ONE}, /* hysteresis */
    {529, 512, FACE_ONE, 0, FACE_EMPTY},
    {482, 512, FACE_EMPTY, 0, FACE_TWO},
    {483, 512, FACE_EMPTY, 0, FACE_EMPTY},
    {494, 512, FACE_TWO, 0, FACE_TWO},
    {495, 512, FACE_TWO, 0, FACE_EMPTY},
    {482, 512, FACE_ONE, 0, FACE_TWO}, /* turned over between two scans */
    {542, 512, FACE_TWO, 0, FACE_ONE},
    {542, 512, FACE_EMPTY, 1, FACE_TWO}, /* magnets with the other polarity */
    {482, 512, FACE_EMPTY, 1, FACE_ONE},
    {242, 205, FACE_EMPTY, 0, FACE_ONE}, /* a sensor that rests at 1 V */
    {150, 205, FACE_EMPTY, 0, FACE_TWO},
    {0, 512, FACE_EMPTY, 0, FACE_BROKEN},
    {5, 512, FACE_ONE, 0, FACE_BROKEN},
    {6, 30, FACE_EMPTY, 0, FACE_EMPTY},
    {1017, 1000, FACE_EMPTY, 0, FACE_EMPTY},
    {1018, 512, FACE_EMPTY, 0, FACE_BROKEN},
    {1023, 512, FACE_EMPTY, 0, FACE_BROKEN},
};

static const struct {
    unsigned value, now, expected;
} switches[] = {
    {1023, FACE_EMPTY, FACE_EMPTY}, {500, FACE_EMPTY, FACE_EMPTY}, {349, FACE_EMPTY, FACE_ONE},
    {0, FACE_EMPTY, FACE_ONE},      {500, FACE_ONE, FACE_ONE},     {650, FACE_ONE, FACE_ONE},
    {651, FACE_ONE, FACE_EMPTY},
};

static const struct {
    int signal_one, signal_two;
    unsigned result_one, result_two, press, release, invert;
} faces[] = {
    {164, -160, LEARN_OK, LEARN_OK, 80, 50, 0},
    {-164, 200, LEARN_OK, LEARN_OK, 82, 51, 1},
    {100, -40, LEARN_OK, LEARN_OK, 20, 12, 0},
    {15, -160, LEARN_WEAK, LEARN_OK, 30, 18, 0},
    {164, -15, LEARN_OK, LEARN_WEAK, 82, 51, 0},
    {164, 150, LEARN_OK, LEARN_SAME_SIDE, 82, 51, 0},
    {-164, -150, LEARN_OK, LEARN_SAME_SIDE, 82, 51, 1},
    {511, -511, LEARN_OK, LEARN_OK, 120, 75, 0},
    {16, -16, LEARN_OK, LEARN_OK, 8, 5, 0},
};

static void test_sides(void)
{
    for (unsigned row = 0; row < COUNT(sides); row++) {
        threshold_t threshold = {30, 18, (uint8_t)sides[row].invert};
        unsigned found = sense_side((uint16_t)sides[row].value, (uint16_t)sides[row].baseline,
                                    (uint8_t)sides[row].now, &threshold);
        CHECK(found == sides[row].expected, "row %u: %u found", row, found);
    }
    for (unsigned row = 0; row < COUNT(switches); row++) {
        unsigned found = sense_switch((uint16_t)switches[row].value, (uint8_t)switches[row].now);
        CHECK(found == switches[row].expected, "switch row %u: %u found", row, found);
    }
}

static void test_faces(void)
{
    for (unsigned row = 0; row < COUNT(faces); row++) {
        threshold_t threshold = {DEFAULT_PRESS, DEFAULT_RELEASE, 0};
        unsigned one = learn_face_one((int16_t)faces[row].signal_one, &threshold);
        unsigned two = learn_face_two((int16_t)faces[row].signal_two, &threshold);
        CHECK(one == faces[row].result_one, "row %u: %u found", row, one);
        CHECK(two == faces[row].result_two, "row %u: %u found", row, two);
        CHECK(threshold.press == faces[row].press, "row %u: %u found", row, threshold.press);
        CHECK(threshold.release == faces[row].release, "row %u: %u found", row,
              threshold.release);
        CHECK(threshold.invert == faces[row].invert, "row %u", row);
    }
}

static void test_samples(void)
{
    sample_t sample;
    sample_start(&sample);
    for (uint16_t count = 0; count < SAMPLES; count++)
        sample_add(&sample, (uint16_t)(1000 + count)); /* mean 1007.5 */
    CHECK(sample_mean(&sample) == 1008, "%u found", sample_mean(&sample));
    CHECK(sample_noise(&sample) == 15, "%u found", sample_noise(&sample));
    sample_start(&sample);
    for (uint16_t count = 0; count < SAMPLES; count++)
        sample_add(&sample, count & 1 ? 1023 : 0);
    CHECK(sample_mean(&sample) == 512, "%u found", sample_mean(&sample));
    CHECK(sample_noise(&sample) == 255, "%u found", sample_noise(&sample));
}

static void test_drift(void)
{
    threshold_t threshold = {30, 18, 0};
    CHECK(learn_drift(512, 512, &threshold) == 512, "at rest");
    CHECK(learn_drift(512, 515, &threshold) == 513, "up by one");
    CHECK(learn_drift(512, 503, &threshold) == 511, "down by one");
    CHECK(learn_drift(512, 522, &threshold) == 512, "a weak magnet is not learned away");
    CHECK(learn_drift(512, 480, &threshold) == 512, "nor is a strong one");
}

/* Runs a second in which `empty` points read `away` counts from their baselines; returns the step
 * that the others follow. */
static int8_t crowd_second(crowd_t *crowd, unsigned empty, int away)
{
    threshold_t threshold = {30, 18, 0};
    uint16_t value = (uint16_t)(512 + away);
    for (unsigned point = 0; point < empty; point++)
        crowd_add(crowd, 512, learn_drift(512, value, &threshold), value);
    crowd_look(crowd);
    return crowd->step;
}

static void test_crowd(void)
{
    crowd_t crowd = {0};
    CHECK(crowd_second(&crowd, 20, 0) == 0, "nothing moves");
    CHECK(crowd_second(&crowd, 20, 3) == 1, "all go up");
    CHECK(crowd_second(&crowd, 20, 0) == 0, "a step is followed once");
    CHECK(crowd_second(&crowd, 1, -3) == -1, "the last empty point speaks for all");
    CHECK(crowd_second(&crowd, 0, 0) == 0, "no empty point, no news");
    CHECK(crowd_second(&crowd, 20, 14) == 1, "another room: all are too far off");
    CHECK(crowd_second(&crowd, 3, -14) == 0, "three weak magnets are no room");
    for (unsigned second = 0; second < 4; second++) /* a quarter moves each second */
        CHECK((crowd.moved += 5, crowd_second(&crowd, 20, 0)) == (second == 3), "%u", second);
    crowd.step = 1;
    CHECK(crowd_follow(&crowd, 1023) == 1023, "not beyond the converter");
    CHECK(crowd_follow(&crowd, 400) == 401, "one count up");
}

static void test_power(void)
{
    /* 81 points: 30 + 81 x 2.5 = 232.5 mA, rounded up; 128: 350 mA */
    CHECK(power_budget(81) == 217, "%u found", power_budget(81));
    CHECK(power_budget(128) == 100, "%u found", power_budget(128));
    for (unsigned points = 1; points <= 128; points++) {
        for (unsigned level = 0; level <= 765; level += 15) {
            uint32_t levels = (uint32_t)points * level;
            unsigned bright = power_limit(255, levels, power_budget((uint8_t)points));
            double ma = (double)levels * CHANNEL_MA / 255 * bright / 255;
            double fixed = CONTROLLER_MA + points * (SENSOR_UA + IDLE_UA) / 1000.0;
            CHECK(ma + fixed <= SUPPLY_MA, "%u points at %u: %.1f mA", points, level, ma + fixed);
        }
    }
    CHECK(power_limit(40, 0, 100) == 40, "nothing lit, nothing to limit");
    CHECK(power_limit(40, 100, 100) == 40, "few lights keep their brightness");
    CHECK(power_limit(255, 128UL * 765, 0) == 0, "no budget, no light");
    CHECK(power_limit(255, 128UL * 765, 65535) == 255, "a strong supply");
}

void test_sense(void);
void test_sense(void)
{
    test_sides();
    test_faces();
    test_samples();
    test_drift();
    test_crowd();
    test_power();
}
