/* Data that survives a restart: calibration, names, and the number of saves. */
#include <string.h>

#include "check.h"
#include "fake_hal.h"
#include "hal/hal.h"
#include "story.h"
#include "types.h"

static void calibrates(void)
{
    greet();
    fake->sensors[7] = 560;
    heard_t done = ask(MSG_CALIBRATE, "\0\0", 2, MSG_CALIBRATION);
    CHECK(done.payload[2] == 0 && done.payload[7] == 4, "result %u", done.payload[2]);
    fake->sensors[7] = 560 - 140; /* its owner calls this side one */
    done = ask(MSG_CALIBRATE, "\1\7", 2, MSG_CALIBRATION);
    CHECK(done.payload[2] == 0 && done.payload[5] == 70 && done.payload[6] == 43, "press %u",
          done.payload[5]);
    fake->sensors[7] = 560 + 140;
    done = ask(MSG_CALIBRATE, "\2\7", 2, MSG_CALIBRATION);
    CHECK(done.payload[2] == 0, "result %u", done.payload[2]);
}

static void is_still_calibrated(void)
{
    CHECK(hear(MSG_WELCOME, 100).payload[9] & FEATURE_CALIBRATED, "forgotten");
    heard_t state = greet();
    CHECK(state_of(&state, 7) == 2, "%u", state_of(&state, 7));
    heard_t readings = ask(MSG_GET_READINGS, "\7\1", 2, MSG_READINGS);
    CHECK(word(readings.payload + 5) == 562, "baseline %u", word(readings.payload + 5));
}

/* Three steps and the first start have each stored something; no cell was written more often. */
static void has_counted_what_it_stored(void)
{
    heard_t health = ask(MSG_SELF_TEST, "", 0, MSG_HEALTH);
    unsigned saves = word(health.payload + health.length - 2), most = 0;
    CHECK(saves == 4, "%u", saves);
    for (unsigned at = 0; at < HAL_MEMORY_BYTES; at++)
        if (fake->writes[at] > most)
            most = fake->writes[at];
    CHECK(most <= saves, "a byte was written %u times", most);
}

static void has_set_its_defaults(void)
{
    heard_t health = ask(MSG_SELF_TEST, "", 0, MSG_HEALTH);
    CHECK(health.payload[1] == 0, "storage is said to be in order");
    heard_t welcome = ask(MSG_HELLO, "\1\0", 2, MSG_WELCOME);
    CHECK(welcome.payload[7] == 81 && !(welcome.payload[9] & FEATURE_CALIBRATED), "defaults");
}

static void takes_another_name(void)
{
    greet();
    CHECK(ask(MSG_SET_NAME, "\x7F\x09hexagon-7\5T\xC3\xBCr2", 17, 0).type == MSG_ACK, "name");
}

static void has_the_other_name(void)
{
    heard_t welcome = hear(MSG_WELCOME, 100);
    CHECK(welcome.payload[7] == 127 && !memcmp(welcome.payload + 17, "hexagon-7", 9), "layout");
    CHECK(greet().payload[7] == 127, "points");
}

static uint8_t marked(const heard_t *done, unsigned at, unsigned point)
{
    return done->payload[at + point / 8] >> point % 8 & 1;
}

#define BAD_AT 9   /* offset in CALIBRATION, behind the number of points */
#define STUCK_AT 14 /* offset in HEALTH */

/* Sensors that differ as cheap ones do, with a forgotten counter and a turned one on the board. */
static void names_a_counter_that_was_forgotten(void)
{
    greet();
    for (unsigned point = 0; point < 81; point++)
        fake->sensors[point] = (uint16_t)(500 + point * 7 % 24);
    heard_t done = ask(MSG_CALIBRATE, "\0\0", 2, MSG_CALIBRATION);
    CHECK(done.payload[2] == 0, "sensors that differ a little are called bad");
    fake->sensors[36] += 140;
    fake->sensors[80] -= 120;
    done = ask(MSG_CALIBRATE, "\0\0", 2, MSG_CALIBRATION);
    CHECK(done.payload[2] == 1 && done.payload[8] == 81, "result %u", done.payload[2]);
    for (unsigned point = 0; point < 81; point++)
        CHECK(marked(&done, BAD_AT, point) == (point == 36 || point == 80), "point %u", point);
}

/* An open joint's input keeps the last reading, except for the resistor to ground. */
static void names_an_open_joint(void)
{
    greet();
    fake->open[37] = fake->open[64] = 1;
    heard_t health = ask(MSG_SELF_TEST, "", 0, MSG_HEALTH);
    CHECK(health.payload[STUCK_AT - 1] == 81, "%u points", health.payload[STUCK_AT - 1]);
    for (unsigned point = 0; point < 81; point++)
        CHECK(marked(&health, STUCK_AT, point) == (point == 37 || point == 64), "point %u", point);
    heard_t done = ask(MSG_CALIBRATE, "\0\0", 2, MSG_CALIBRATION);
    CHECK(done.payload[2] == 1 && marked(&done, BAD_AT, 37) && marked(&done, BAD_AT, 64),
          "calibration says nothing");
}

void test_memory(void);
void test_memory(void)
{
    fake_new();
    fake->noise = 4; /* upwards, so the mean is 2 above the value at rest */
    power_on(calibrates);
    power_on(is_still_calibrated);
    power_on(has_counted_what_it_stored);
    fake->memory[10] ^= 1; /* a bit has flipped, in one copy */
    power_on(is_still_calibrated);
    memset(fake->memory, 0x5A, sizeof fake->memory); /* now both copies are damaged */
    power_on(has_set_its_defaults);
    power_on(takes_another_name);
    power_on(has_the_other_name);
    fake_new();
    fake->noise = 4;
    power_on(names_a_counter_that_was_forgotten);
    fake_new();
    power_on(names_an_open_joint);
}
