#include "store.h"

#include <stddef.h>
#include <string.h>

#include "alive.h"
#include "config.h"
#include "crc.h"
#include "entropy.h"
#include "hal/hal.h"

#define MAGIC 0x4C4D /* "LM" */
#define FORM 1

/* Settings are guarded by a CRC; boot counter, wiring and baselines change apart from them. */
typedef struct {
    uint16_t magic;
    uint8_t form;
    uint8_t points;
    uint8_t calibrated;
    threshold_t threshold;
    uint32_t id;
    label_t layout;
    label_t name;
} settings_t;

typedef struct {
    settings_t settings;
    uint16_t crc;
    uint16_t boot;
    uint8_t wiring[2][MAX_POINTS];
    uint16_t baseline[MAX_POINTS];
    uint16_t saves; /* later than the rest: 0xffff in a memory that never counted */
} memory_t;

_Static_assert(sizeof(memory_t) <= HAL_MEMORY_BYTES, "more than a controller remembers");

#define AT(field) ((uint16_t)offsetof(memory_t, field))

static uint8_t found_ok;
static uint8_t points;

static uint16_t wire_at(uint8_t line, uint8_t point)
{
    return (uint16_t)(AT(wiring) + line * MAX_POINTS + point);
}

static uint16_t baseline_at(uint8_t point) { return (uint16_t)(AT(baseline) + 2 * point); }

static uint16_t read_word(uint16_t at)
{
    uint16_t word;
    hal_memory_read(at, &word, sizeof word);
    return word;
}

static uint8_t read_byte(uint16_t at)
{
    uint8_t byte;
    hal_memory_read(at, &byte, 1);
    return byte;
}

static void write_bytes(const void *from, uint16_t to, uint8_t size)
{
    const uint8_t *source = from;
    while (size--) {
        hal_memory_write(to++, *source++);
        alive();
    }
}

static uint8_t load(settings_t *settings)
{
    hal_memory_read(AT(settings), settings, sizeof *settings);
    return settings->magic == MAGIC && settings->form == FORM && settings->points >= 1 &&
           settings->points <= MAX_POINTS && settings->layout.length <= LAYOUT_BYTES &&
           settings->name.length <= NAME_BYTES &&
           read_word(AT(crc)) == crc_of((uint8_t *)settings, sizeof *settings);
}

/* No byte but those of this count and of the boots is ever written more often. */
static void count_save(void)
{
    uint16_t saves = store_saves();
    if (saves == 0xFFFE)
        return;
    saves++;
    write_bytes(&saves, AT(saves), sizeof saves);
}

static void save(const settings_t *settings)
{
    uint16_t crc = crc_of((const uint8_t *)settings, sizeof *settings);
    points = settings->points;
    write_bytes(settings, AT(settings), sizeof *settings);
    write_bytes(&crc, AT(crc), sizeof crc);
    count_save();
}

static void set_defaults(void)
{
    settings_t settings;
    memset(&settings, 0, sizeof settings);
    settings.magic = MAGIC;
    settings.form = FORM;
    settings.points = POINTS;
    settings.threshold.press = DEFAULT_PRESS;
    settings.threshold.release = DEFAULT_RELEASE;
    settings.id = entropy_id();
    settings.layout.length = sizeof LAYOUT - 1;
    memcpy(settings.layout.text, LAYOUT, sizeof LAYOUT - 1);
    save(&settings);
    for (uint8_t point = 0; point < MAX_POINTS; point++) {
        uint16_t baseline = DEFAULT_BASELINE;
        store_wire(WIRING_SENSORS, point, point);
        store_wire(WIRING_LIGHTS, point, point);
        write_bytes(&baseline, baseline_at(point), sizeof baseline);
    }
}

static void count_boot(void)
{
    uint16_t boot = read_word(AT(boot)) + 1; /* 0xffff of an empty memory becomes 0 */
    if (boot == 0)
        boot = 1;
    write_bytes(&boot, AT(boot), sizeof boot);
}

void store_start(void)
{
    settings_t settings;
    found_ok = load(&settings);
    if (found_ok)
        points = settings.points;
    else
        set_defaults();
    count_boot();
}

uint8_t store_ok(void) { return found_ok; }

uint16_t store_boot(void) { return read_word(AT(boot)); }

uint16_t store_saves(void)
{
    uint16_t saves = read_word(AT(saves));
    return saves == 0xFFFF ? 0 : saves;
}

uint32_t store_id(void)
{
    uint32_t id;
    hal_memory_read(AT(settings.id), &id, sizeof id);
    return id;
}

uint8_t store_points(void) { return points; }

void store_layout(label_t *label) { hal_memory_read(AT(settings.layout), label, sizeof *label); }

void store_name(label_t *label) { hal_memory_read(AT(settings.name), label, sizeof *label); }

void store_names(uint8_t count, const label_t *layout, const label_t *name)
{
    settings_t settings;
    hal_memory_read(AT(settings), &settings, sizeof settings);
    settings.points = count;
    settings.layout = *layout;
    settings.name = *name;
    save(&settings);
}

uint8_t store_calibrated(void) { return read_byte(AT(settings.calibrated)); }

void store_threshold(threshold_t *threshold)
{
    hal_memory_read(AT(settings.threshold), threshold, sizeof *threshold);
}

void store_calibration(const threshold_t *threshold, uint8_t calibrated)
{
    settings_t settings;
    hal_memory_read(AT(settings), &settings, sizeof settings);
    settings.threshold = *threshold;
    settings.calibrated = calibrated;
    save(&settings);
}

uint8_t store_wiring(uint8_t line, uint8_t point) { return read_byte(wire_at(line, point)); }

void store_wired(void) { count_save(); }

void store_wire(uint8_t line, uint8_t point, uint8_t place)
{
    write_bytes(&place, wire_at(line, point), 1);
}

uint16_t store_baseline(uint8_t point) { return read_word(baseline_at(point)); }

uint8_t store_baseline_soon(uint8_t point, uint16_t baseline)
{
    uint16_t at = baseline_at(point);
    for (uint8_t byte = 0; byte < 2; byte++, at++, baseline >>= 8) {
        if (!hal_memory_ready())
            return 0;
        hal_memory_write(at, (uint8_t)baseline);
    }
    return 1;
}
