/* Data that survives a reset: bytes in the RAM, written to the flash as a whole when they have not
 * changed for a moment.
 *
 * Each write uses the next of 48 places, in a ring over 16 sectors, so that each sector is erased
 * once in 48 writes: 100,000 erasures allow 4.8 million writes.  The newest valid place counts; a
 * power cut during a write leaves the one before. */
#include <string.h>

#include "hal/hal.h"
#include "parts.h"

#define SECTOR 4096u
#define SECTORS 16u
#define PAGES 5u /* pages of 256 bytes for one place */
#define PLACE (PAGES * 256u)
#define PLACES_IN_SECTOR (SECTOR / PLACE)
#define PLACES (SECTORS * PLACES_IN_SECTOR)
#define FIRST (2u * 1024u * 1024u - SECTORS * SECTOR)
#define NOWHERE 0xFFFFFFFFu
#define MOMENT_US 20000u
#define TRIES 4 /* a place that does not keep the data is skipped */

typedef struct {
    uint8_t bytes[HAL_MEMORY_BYTES];
    uint32_t number; /* one higher with each write */
    uint32_t check;
    uint8_t rest[PLACE - HAL_MEMORY_BYTES - 8];
} place_t;

_Static_assert(sizeof(place_t) == PLACE, "whole pages");

static place_t now;
static uint32_t last = NOWHERE, changed_us;
static uint8_t changed;

static uint32_t offset_of(uint32_t place)
{
    return FIRST + place / PLACES_IN_SECTOR * SECTOR + place % PLACES_IN_SECTOR * PLACE;
}

static const place_t *stored(uint32_t place) { return (const place_t *)chip_at(offset_of(place)); }

/* FNV-1a over bytes and number. */
static uint32_t check_of(const place_t *place)
{
    const uint8_t *at = place->bytes;
    uint32_t hash = 2166136261u;
    for (uint32_t count = HAL_MEMORY_BYTES + sizeof place->number; count; count--)
        hash = (hash ^ *at++) * 16777619u;
    return hash;
}

static uint8_t good(const place_t *place)
{
    return place->number != NOWHERE && place->check == check_of(place);
}

void memory_start(void)
{
    memset(&now, 0xFF, sizeof now);
    now.number = 0;
    for (uint32_t place = 0; place < PLACES; place++) {
        const place_t *one = stored(place);
        if (one->number != NOWHERE && (last == NOWHERE || one->number > now.number) && good(one)) {
            now.number = one->number;
            last = place;
        }
    }
    if (last != NOWHERE)
        memcpy(now.bytes, stored(last)->bytes, HAL_MEMORY_BYTES);
}

static void write(uint32_t place)
{
    hal_watchdog_feed();
    if (place % PLACES_IN_SECTOR == 0)
        chip_erase(offset_of(place));
    chip_program(offset_of(place), (const uint8_t *)&now, PLACE);
}

static void save(void)
{
    now.number++;
    now.check = check_of(&now);
    for (uint8_t attempt = 0; attempt < TRIES; attempt++) {
        last = last == NOWHERE ? 0 : (last + 1) % PLACES;
        write(last);
        if (memcmp(stored(last), &now, PLACE) == 0)
            return;
    }
}

void memory_rest(void)
{
    if (changed && timer_us() - changed_us > MOMENT_US) {
        changed = 0;
        save();
    }
}

uint8_t hal_memory_ready(void) { return 1; }

void hal_memory_read(uint16_t at, void *to, uint8_t size) { memcpy(to, now.bytes + at, size); }

void hal_memory_write(uint16_t at, uint8_t byte)
{
    if (now.bytes[at] == byte)
        return;
    now.bytes[at] = byte;
    changed = 1;
    changed_us = timer_us();
}
