#include "scan.h"

#include "alive.h"
#include "clock.h"
#include "config.h"
#include "hal/hal.h"
#include "mux.h"
#include "points.h"
#include "store.h"

#define NOBODY 0xFF

static uint8_t point_of[MUXES * ROWS];
static uint8_t row = ROWS; /* ROWS between two scans */
static uint32_t started_ms;
static uint16_t busy_ticks, last_ticks;

void scan_rewire(void)
{
    for (uint8_t channel = 0; channel < MUXES * ROWS; channel++)
        point_of[channel] = NOBODY;
    for (uint8_t point = 0; point < store_points(); point++)
        point_of[store_wiring(WIRING_SENSORS, point) % (MUXES * ROWS)] = point;
}

uint16_t scan_point(uint8_t point) { return mux_read(store_wiring(WIRING_SENSORS, point)); }

uint16_t scan_point_settled(uint8_t point)
{
    return mux_read_settled(store_wiring(WIRING_SENSORS, point));
}

/* Each reading is evaluated while the converter takes the next one. */
static void read_row(void)
{
    uint8_t before = NOBODY;
    uint16_t value = 0;
    for (uint8_t mux = 0; mux < MUXES; mux++) {
        uint8_t point = point_of[mux * ROWS + row];
        if (point == NOBODY)
            continue;
        hal_adc_begin(mux);
        if (before != NOBODY)
            points_reading(before, value);
        value = hal_adc_finish();
        before = point;
    }
    if (before != NOBODY)
        points_reading(before, value);
}

static void scan_row(void)
{
    uint16_t begun = hal_ticks();
    mux_select(row);
    read_row();
    busy_ticks += hal_ticks() - begun;
    if (++row == ROWS) {
        last_ticks = busy_ticks;
        points_scanned();
    }
}

uint8_t scan_resting(void) { return row == ROWS; }

void scan_poll(void)
{
    if (row == ROWS) {
        if (!clock_due(&started_ms, SCAN_PERIOD_MS))
            return;
        row = 0;
        busy_ticks = 0;
    }
    scan_row();
}

void scan_settle(void)
{
    for (uint8_t scan = 0; scan <= EQUAL_SCANS; scan++) {
        busy_ticks = 0;
        for (row = 0; row < ROWS;)
            scan_row();
        alive();
    }
}

uint16_t scan_us(void) { return last_ticks * HAL_TICK_US; }
