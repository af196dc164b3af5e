#include "store.h"

#include <stddef.h>
#include <string.h>

#include "alive.h"
#include "config.h"
#include "crc.h"
#include "entropy.h"
#include "hal/hal.h"

#define MAGIC 0x4C4D /* "LM" */
#define FORM 2
#define OLD_FORM 1

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

/* A record: settings, wiring with 7 bits each, baselines with 10 bits each, the number of saves,
 * which identifies the newer copy, and the CRC of the whole record. */
#define WIRE_BITS 7
#define BASELINE_BITS 10
#define WIRES (2 * MAX_POINTS)
#define WIRES_AT ((uint16_t)sizeof(settings_t))
#define BASELINES_AT (WIRES_AT + WIRES * WIRE_BITS / 8)
#define SAVES_AT (BASELINES_AT + MAX_POINTS * BASELINE_BITS / 8)
#define CRC_AT (SAVES_AT + 2)
#define RECORD (CRC_AT + 2)

/* The earlier form: one copy, whose parts changed independently. */
typedef struct {
    settings_t settings;
    uint16_t crc;
    uint16_t boot;
    uint8_t wiring[2][MAX_POINTS];
    uint16_t baseline[MAX_POINTS];
    uint16_t saves; /* 0xffff if the memory never counted */
} old_t;

/* The second copy begins after the old form, so that it is complete before the first is
 * overwritten. */
#define SECOND_AT ((uint16_t)sizeof(old_t))
#define BOOT_AT RECORD
#define NOWHERE 0xFFFF

_Static_assert(BOOT_AT + 2 <= sizeof(old_t), "the copies overlap");
_Static_assert(sizeof(old_t) + RECORD <= HAL_MEMORY_BYTES, "more than a controller remembers");

#define OLD(field) ((uint16_t)offsetof(old_t, field))
#define SETTING(field) ((uint16_t)(current + offsetof(settings_t, field)))

static uint16_t current = NOWHERE; /* start of the valid copy */
static uint8_t found_ok, from_old_form;
static uint8_t points;

/* The data being stored: the new settings, and the other part that changes. */
static settings_t draft;
static uint8_t wired_line, wired_first, wired_count;
static const uint8_t *wired_places;
static baseline_of_t baseline_of;
static uint16_t written, check;

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

/* Returns one of many numbers of this many bits each, packed from the start of a byte. */
static uint16_t unpack(uint16_t at, uint8_t index, uint8_t bits)
{
    uint16_t first = (uint16_t)index * bits;
    uint8_t bytes[3];
    hal_memory_read(at + first / 8, bytes, sizeof bytes);
    uint32_t word = bytes[0] | (uint16_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16;
    return (uint16_t)(word >> first % 8 & ((1u << bits) - 1));
}

static uint16_t wire_of(uint8_t index)
{
    uint8_t line = index / MAX_POINTS, point = index % MAX_POINTS;
    if (line == wired_line && point >= wired_first && point - wired_first < wired_count)
        return wired_places[point - wired_first];
    if (current != NOWHERE)
        return store_wiring(line, point);
    if (from_old_form)
        return read_byte((uint16_t)(OLD(wiring) + index)) % MAX_POINTS;
    return line == WIRING_SENSORS ? DEFAULT_CHANNEL(point) : point;
}

static uint16_t baseline_for(uint8_t point)
{
    if (baseline_of)
        return baseline_of(point);
    if (current != NOWHERE)
        return store_baseline(point);
    uint16_t old = from_old_form ? read_word((uint16_t)(OLD(baseline) + 2 * point)) : NOWHERE;
    return old < 1u << BASELINE_BITS ? old : DEFAULT_BASELINE;
}

static uint8_t packed(uint16_t byte, uint8_t bits, uint16_t (*number_of)(uint8_t index))
{
    uint8_t out = 0, index = (uint8_t)(byte * 8 / bits), at = (uint8_t)(byte * 8 % bits);
    uint16_t number = number_of(index);
    for (uint8_t bit = 0; bit < 8; bit++) {
        out |= (uint8_t)((number >> at & 1) << bit);
        if (++at == bits && bit < 7) {
            number = number_of(++index);
            at = 0;
        }
    }
    return out;
}

static uint16_t saves_now(void)
{
    if (current != NOWHERE)
        return read_word(current + SAVES_AT);
    uint16_t old = from_old_form ? read_word(OLD(saves)) : NOWHERE;
    return old == NOWHERE ? 0 : old;
}

static uint8_t byte_of_word(uint16_t word, uint16_t byte) { return (uint8_t)(word >> 8 * byte); }

/* Returns a byte of the record that is being stored. */
static uint8_t record_byte(uint16_t at)
{
    if (at < WIRES_AT)
        return ((const uint8_t *)&draft)[at];
    if (at < BASELINES_AT)
        return packed(at - WIRES_AT, WIRE_BITS, wire_of);
    if (at < SAVES_AT)
        return packed(at - BASELINES_AT, BASELINE_BITS, baseline_for);
    if (at < CRC_AT)
        return byte_of_word(saves_now() + 1, at - SAVES_AT);
    return byte_of_word(check, at - CRC_AT);
}

static uint16_t other_copy(void) { return current == SECOND_AT ? 0 : SECOND_AT; }

static void begin(void)
{
    written = 0;
    check = CRC_START;
}

static void write_next(void)
{
    uint8_t byte = record_byte(written);
    if (written < CRC_AT)
        check = crc_add(check, byte);
    hal_memory_write(other_copy() + written, byte);
    written++;
}

/* The new copy is complete, so it counts from now on. */
static void end(void)
{
    current = other_copy();
    points = draft.points;
    baseline_of = 0;
    wired_count = 0;
}

static void save(void)
{
    begin();
    while (written < RECORD) {
        write_next();
        alive();
    }
    end();
}

static uint8_t plausible(const settings_t *settings, uint8_t form)
{
    return settings->magic == MAGIC && settings->form == form && settings->points >= 1 &&
           settings->points <= MAX_POINTS && settings->layout.length <= LAYOUT_BYTES &&
           settings->name.length <= NAME_BYTES;
}

static uint8_t good(uint16_t copy)
{
    uint16_t crc = CRC_START;
    hal_memory_read(copy, &draft, sizeof draft);
    if (!plausible(&draft, FORM))
        return 0;
    for (uint16_t at = 0; at < CRC_AT; at++)
        crc = crc_add(crc, read_byte(copy + at));
    return read_word(copy + CRC_AT) == crc;
}

/* Chooses the later of two valid copies. */
static void find(void)
{
    uint8_t first = good(0), second = good(SECOND_AT);
    if (first && second)
        first = (int16_t)(read_word(SAVES_AT) - read_word(SECOND_AT + SAVES_AT)) > 0;
    current = first ? 0 : second ? SECOND_AT : NOWHERE;
}

static uint8_t good_old_form(void)
{
    hal_memory_read(OLD(settings), &draft, sizeof draft);
    return plausible(&draft, OLD_FORM) &&
           read_word(OLD(crc)) == crc_of((uint8_t *)&draft, sizeof draft);
}

static void set_defaults(void)
{
    memset(&draft, 0, sizeof draft);
    draft.magic = MAGIC;
    draft.points = POINTS;
    draft.threshold.press = DEFAULT_PRESS;
    draft.threshold.release = DEFAULT_RELEASE;
    draft.id = entropy_id();
    draft.layout.length = sizeof LAYOUT - 1;
    memcpy(draft.layout.text, LAYOUT, sizeof LAYOUT - 1);
}

static void set_boot(uint16_t boot)
{
    hal_memory_write(BOOT_AT, byte_of_word(boot, 0));
    hal_memory_write(BOOT_AT + 1, byte_of_word(boot, 1));
    alive();
}

void store_start(void)
{
    find();
    found_ok = current != NOWHERE;
    uint16_t boot = read_word(BOOT_AT); /* 0xffff in an empty memory */
    if (!found_ok) {
        from_old_form = found_ok = good_old_form();
        if (from_old_form)
            boot = read_word(OLD(boot));
        else
            set_defaults();
        draft.form = FORM;
        save();
        from_old_form = 0;
    }
    points = read_byte(SETTING(points));
    set_boot((uint16_t)(boot + 1) ? boot + 1 : 1);
}

uint8_t store_ok(void) { return found_ok; }

uint16_t store_boot(void) { return read_word(BOOT_AT); }

uint16_t store_saves(void) { return saves_now(); }

uint32_t store_id(void)
{
    uint32_t id;
    hal_memory_read(SETTING(id), &id, sizeof id);
    return id;
}

uint8_t store_points(void) { return points; }

void store_layout(label_t *label) { hal_memory_read(SETTING(layout), label, sizeof *label); }

void store_name(label_t *label) { hal_memory_read(SETTING(name), label, sizeof *label); }

static void draft_from_current(void) { hal_memory_read(current, &draft, sizeof draft); }

void store_names(uint8_t count, const label_t *layout, const label_t *name)
{
    draft_from_current();
    draft.points = count;
    draft.layout = *layout;
    draft.name = *name;
    save();
}

uint8_t store_calibrated(void) { return read_byte(SETTING(calibrated)); }

void store_threshold(threshold_t *threshold)
{
    hal_memory_read(SETTING(threshold), threshold, sizeof *threshold);
}

static void draft_calibration(const threshold_t *threshold, uint8_t calibrated)
{
    draft_from_current();
    draft.threshold = *threshold;
    draft.calibrated = calibrated;
}

void store_calibration(const threshold_t *threshold, uint8_t calibrated)
{
    draft_calibration(threshold, calibrated);
    save();
}

uint8_t store_wiring(uint8_t line, uint8_t point)
{
    return (uint8_t)unpack(current + WIRES_AT, (uint8_t)(line * MAX_POINTS + point), WIRE_BITS);
}

void store_wires(uint8_t line, uint8_t first, uint8_t count, const uint8_t *places)
{
    draft_from_current();
    wired_line = line;
    wired_first = first;
    wired_count = count;
    wired_places = places;
    save();
}

uint16_t store_baseline(uint8_t point)
{
    return unpack(current + BASELINES_AT, point, BASELINE_BITS);
}

void store_baselines_begin(const threshold_t *threshold, uint8_t calibrated, baseline_of_t of)
{
    draft_calibration(threshold, calibrated);
    baseline_of = of;
    begin();
}

uint8_t store_baselines_ended(void)
{
    if (written < RECORD && hal_memory_ready())
        write_next();
    if (written < RECORD)
        return 0;
    end();
    return 1;
}
