#include "lights.h"

#include <string.h>

#include "clock.h"
#include "config.h"
#include "hal/hal.h"
#include "power.h"
#include "store.h"

#define PHASE_MS 125    /* half a period of fast blinking */
#define REFRESH_PHASES 8 /* a disturbed light is right again after a second */

/* The same colours as in hardware/wire/palette.py; a test compares them. */
static entry_t palette[CODES] = {
    {0, 0, 0, BLINK_STEADY},      {0, 64, 40, BLINK_STEADY},    {40, 40, 40, BLINK_STEADY},
    {0, 60, 160, BLINK_SLOW},     {0, 30, 80, BLINK_STEADY},    {0, 60, 160, BLINK_STEADY},
    {150, 0, 150, BLINK_SLOW},    {0, 140, 0, BLINK_SLOW},      {200, 40, 0, BLINK_SLOW},
    {200, 0, 0, BLINK_FAST},      {24, 20, 8, BLINK_STEADY},    {0, 110, 110, BLINK_SLOW},
    {140, 100, 0, BLINK_COUNTER}, {20, 20, 60, BLINK_STEADY},   {0, 120, 0, BLINK_STEADY},
    {90, 90, 90, BLINK_STEADY},
};

static uint8_t chain[MAX_POINTS / 2]; /* codes by place in the chain, two per byte */
static uint8_t wanted, shown;         /* requested and allowed brightness */
static uint8_t phase, due, refresh_in = REFRESH_PHASES;
static uint32_t phase_ms;

void lights_start(void)
{
    lights_clear();
    due = 1;
}

void lights_rewire(void)
{
    lights_clear();
    lights_changed();
}

void lights_entry(uint8_t code, const entry_t *entry) { palette[code] = *entry; }

void lights_clear(void) { memset(chain, 0, sizeof chain); }

void lights_set(uint8_t point, uint8_t code)
{
    uint8_t place = store_wiring(WIRING_LIGHTS, point) % MAX_POINTS;
    uint8_t *pair = &chain[place / 2];
    *pair = place & 1 ? (uint8_t)((*pair & 0x0F) | (code << 4)) : (uint8_t)((*pair & 0xF0) | code);
}

void lights_brightness(uint8_t brightness) { wanted = brightness; }

static uint32_t levels(void)
{
    uint32_t sum = 0;
    for (uint8_t place = 0; place < MAX_POINTS; place++) {
        uint8_t pair = chain[place / 2];
        const entry_t *entry = &palette[place & 1 ? pair >> 4 : pair & 15];
        sum += (uint16_t)entry->red + entry->green + entry->blue;
    }
    return sum;
}

/* All codes count as lit, so that blinking does not change the brightness. */
void lights_changed(void)
{
    shown = power_limit(wanted, levels(), power_budget(store_points()));
    due = 1;
}

static uint8_t lit(uint8_t blink)
{
    if (blink == BLINK_FAST)
        return !(phase & 1);
    if (blink == BLINK_SLOW)
        return !(phase & 4);
    if (blink == BLINK_COUNTER)
        return phase & 4;
    return 1;
}

/* Rounded down: rounding up could break the limit. */
static uint8_t dim(uint8_t level) { return (uint8_t)((uint16_t)level * shown / 255); }

static void send(void)
{
    colour_t now[CODES];
    for (uint8_t code = 0; code < CODES; code++) {
        const entry_t *entry = &palette[code];
        uint8_t on = lit(entry->blink);
        now[code].red = on ? dim(entry->red) : 0;
        now[code].green = on ? dim(entry->green) : 0;
        now[code].blue = on ? dim(entry->blue) : 0;
    }
    /* Sends the whole chain, so that no light stays on after the number of points has changed. */
    hal_lights_send(chain, MAX_POINTS, now);
}

static uint8_t blinks(uint8_t before, uint8_t after)
{
    uint8_t turned = before ^ after; /* bit 0: fast entries change, bit 2: slow ones */
    for (uint8_t code = 0; code < CODES; code++) {
        uint8_t blink = palette[code].blink;
        if (blink == BLINK_FAST ? turned & 1 : blink != BLINK_STEADY && (turned & 4))
            return 1;
    }
    return 0;
}

static void next_phase(void)
{
    uint8_t after = (phase + 1) & 7;
    if (blinks(phase, after) || --refresh_in == 0) {
        due = 1;
        refresh_in = REFRESH_PHASES;
    }
    phase = after;
}

void lights_poll(void)
{
    if (clock_due(&phase_ms, PHASE_MS))
        next_phase();
    if (due) {
        due = 0;
        send();
    }
}
