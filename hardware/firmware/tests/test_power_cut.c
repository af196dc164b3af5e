/* The power fails in every single write to the memory.  At the next start the memory has its old or
 * its new content, never a mixture, never nothing. */
#include <string.h>

#include "check.h"
#include "config.h"
#include "crc.h"
#include "fake_hal.h"
#include "store.h"

#define MOST_WRITES 1000
#define BASELINES 400 /* start of the baselines that the test stores */

static const label_t layout = {9, "hexagon-7"}, name = {4, "Club"};
static const threshold_t learned = {82, 49, 1};
static uint16_t spread; /* spread of the next stored baselines */

static uint16_t a_baseline(uint8_t point) { return BASELINES + (point * 7u + spread) % 300; }

static void boot(void)
{
    fake_power_on();
    store_start();
}

static uint32_t mixed(uint32_t hash, uint32_t value) { return (hash ^ value) * 16777619u; }

static uint32_t mixed_label(uint32_t hash, const label_t *label)
{
    for (uint8_t at = 0; at < label->length; at++)
        hash = mixed(hash, (uint8_t)label->text[at]);
    return mixed(hash, label->length);
}

/* All stored data, except the numbers of saves and boots. */
static uint32_t remembered(void)
{
    label_t label;
    threshold_t threshold;
    uint32_t hash = mixed(mixed(2166136261u, store_points()), store_id());
    store_layout(&label);
    hash = mixed_label(hash, &label);
    store_name(&label);
    hash = mixed_label(hash, &label);
    store_threshold(&threshold);
    hash = mixed(hash, threshold.press | threshold.release << 8 | threshold.invert << 16);
    hash = mixed(hash, store_calibrated());
    for (uint8_t point = 0; point < MAX_POINTS; point++) {
        hash = mixed(hash, store_wiring(WIRING_SENSORS, point));
        hash = mixed(hash, store_wiring(WIRING_LIGHTS, point));
        hash = mixed(hash, store_baseline(point));
    }
    return hash;
}

static void calibrate_empty(void)
{
    store_baselines_begin(&learned, 1, a_baseline);
    while (!store_baselines_ended())
        fake->us += 1000;
}

static void learn_face(void) { store_calibration(&learned, 1); }

static void take_names(void) { store_names(127, &layout, &name); }

static void wire_lights(void)
{
    uint8_t places[64];
    for (uint8_t at = 0; at < sizeof places; at++)
        places[at] = (uint8_t)((at * 5 + spread) % MAX_POINTS);
    store_wires(WIRING_LIGHTS, 40, sizeof places, places);
}

static void only_boot(void) {}

/* Repeats the same saving from the same memory; the power fails one write later each time. */
static void cut_everywhere(void (*store)(void))
{
    uint8_t before[HAL_MEMORY_BYTES];
    memcpy(before, fake->memory, sizeof before);
    boot();
    uint32_t old = remembered();
    store();
    uint32_t new = remembered();
    unsigned olds = 0, news = 0, cut = 1;
    for (; cut < MOST_WRITES; cut++) {
        memcpy(fake->memory, before, sizeof before);
        fake->cut_in = cut;
        boot();
        store();
        unsigned failed = fake->no_power;
        fake->cut_in = fake->no_power = 0;
        boot();
        uint32_t now = remembered();
        CHECK(store_ok(), "cut in write %u: nothing is left", cut);
        CHECK(now == old || now == new, "cut in write %u: neither old nor new", cut);
        olds += now == old;
        news += now == new;
        if (!failed)
            break;
    }
    CHECK(cut < MOST_WRITES && olds + 1 >= cut - 4 && news, "%u cuts, %u old, %u new", cut, olds,
          news);
}

static void survives_a_cut_in_every_write(void)
{
    boot();
    cut_everywhere(take_names);
    cut_everywhere(learn_face);
    for (spread = 0; spread < 2; spread++) { /* once into each copy */
        cut_everywhere(calibrate_empty);
        cut_everywhere(wire_lights);
        cut_everywhere(take_names);
    }
}

static void notices_every_byte_that_tips_over(void)
{
    uint8_t good[HAL_MEMORY_BYTES];
    boot();
    uint32_t now = remembered();
    learn_face();
    learn_face(); /* both copies are equal */
    now = remembered();
    memcpy(good, fake->memory, sizeof good);
    for (unsigned at = 0; at < HAL_MEMORY_BYTES; at++) {
        fake->memory[at] ^= 0x10;
        boot();
        CHECK(store_ok() && remembered() == now, "byte %u", at);
        memcpy(fake->memory, good, sizeof good);
    }
}

/* The memory as firmware 1.1.0 left it: one copy. */
typedef struct {
    struct {
        uint16_t magic;
        uint8_t form, points, calibrated;
        threshold_t threshold;
        uint32_t id;
        label_t layout, name;
    } settings;
    uint16_t crc, boot;
    uint8_t wiring[2][MAX_POINTS];
    uint16_t baseline[MAX_POINTS];
    uint16_t saves;
} before_t;

static void leave_old_form(void)
{
    before_t old;
    memset(&old, 0, sizeof old);
    old.settings.magic = 0x4C4D;
    old.settings.form = 1;
    old.settings.points = 127;
    old.settings.calibrated = 1;
    old.settings.threshold = learned;
    old.settings.id = 0x12345678;
    old.settings.layout = layout;
    old.settings.name = name;
    old.crc = crc_of((uint8_t *)&old.settings, sizeof old.settings);
    old.boot = 300;
    old.saves = 7;
    for (uint8_t point = 0; point < MAX_POINTS; point++) {
        old.wiring[WIRING_SENSORS][point] = 127 - point;
        old.wiring[WIRING_LIGHTS][point] = point ^ 3;
        old.baseline[point] = a_baseline(point);
    }
    memset(fake->memory, 0xFF, sizeof fake->memory);
    memcpy(fake->memory, &old, sizeof old);
}

static void takes_over_the_old_form(void)
{
    leave_old_form();
    boot();
    CHECK(store_ok() && store_boot() == 301 && store_saves() == 8, "boot %u, %u saves",
          store_boot(), store_saves());
    CHECK(store_id() == 0x12345678 && store_points() == 127 && store_calibrated(), "settings");
    for (uint8_t point = 0; point < MAX_POINTS; point++)
        CHECK(store_wiring(WIRING_SENSORS, point) == 127 - point &&
                  store_wiring(WIRING_LIGHTS, point) == (point ^ 3) &&
                  store_baseline(point) == a_baseline(point),
              "point %u", point);
    leave_old_form();
    cut_everywhere(only_boot);
    leave_old_form();
    cut_everywhere(take_names);
}

static void spares_the_memory(void)
{
    boot();
    memset(fake->writes, 0, sizeof fake->writes);
    for (spread = 0; spread < 100; spread++)
        calibrate_empty();
    unsigned most = 0;
    for (unsigned at = 0; at < HAL_MEMORY_BYTES; at++)
        if (fake->writes[at] > most)
            most = fake->writes[at];
    CHECK(most <= 51, "100 calibrations wrote a byte %u times", most);
}

void test_power_cut(void);
void test_power_cut(void)
{
    fake_new();
    survives_a_cut_in_every_write();
    notices_every_byte_that_tips_over();
    takes_over_the_old_form();
    spares_the_memory();
    fake_new();
}
