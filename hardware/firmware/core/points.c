#include "points.h"

#include "config.h"
#include "debounce.h"
#include "learn.h"
#include "store.h"

#define DRIFT_SCANS 125 /* scans (1 s) in which a baseline moves by one count at most */

static cell_t cells[MAX_POINTS];
static uint16_t baselines[MAX_POINTS];
static threshold_t threshold;
static crowd_t crowd;
static uint8_t drift_in, drift_held, any_news;

void points_start(void)
{
    store_threshold(&threshold);
    for (uint8_t point = 0; point < MAX_POINTS; point++) {
        cells[point] = FACE_EMPTY;
        baselines[point] = store_baseline(point);
    }
}

static uint8_t sense(uint8_t point, uint16_t value)
{
    uint8_t now = CELL_STATE(cells[point]);
    if (OCCUPANCY_ONLY)
        return sense_switch(value, now);
    return sense_side(value, baselines[point], now, &threshold);
}

/* An empty point learns by itself; the others follow the common movement of the empty ones. */
static void drift(uint8_t point, uint8_t seen, uint16_t value)
{
    uint16_t before = baselines[point], learned = before;
    if (seen == FACE_EMPTY) {
        learned = learn_drift(before, value, &threshold);
        crowd_add(&crowd, before, learned, value);
    }
    if (learned == before && value != before)
        learned = crowd_follow(&crowd, before);
    baselines[point] = learned;
}

void points_reading(uint8_t point, uint16_t value)
{
    uint8_t seen = sense(point, value);
    any_news |= debounce(&cells[point], seen, EQUAL_SCANS);
    if (!OCCUPANCY_ONLY && drift_in == 0 && !drift_held)
        drift(point, seen, value);
}

void points_scanned(void)
{
    if (drift_in == 0)
        crowd_look(&crowd);
    drift_in = drift_in ? drift_in - 1 : DRIFT_SCANS - 1;
}

uint8_t points_state(uint8_t point) { return CELL_STATE(cells[point]); }

uint8_t points_any_news(void) { return any_news; }

void points_all_told(void) { any_news = 0; }

uint8_t points_news(uint8_t point)
{
    uint8_t news = cells[point] & CELL_NEWS;
    cells[point] &= (uint8_t)~CELL_NEWS;
    return news != 0;
}

void points_no_news(void)
{
    for (uint8_t point = 0; point < MAX_POINTS; point++)
        cells[point] &= (uint8_t)~CELL_NEWS;
}

uint16_t points_baseline(uint8_t point) { return baselines[point]; }

void points_set_baseline(uint8_t point, uint16_t baseline) { baselines[point] = baseline; }

threshold_t *points_threshold(void) { return &threshold; }

void points_hold_drift(uint8_t hold) { drift_held = hold; }
