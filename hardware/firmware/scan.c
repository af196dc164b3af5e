#include "scan.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <util/delay.h>

#include "board.h"
#include "clock.h"
#include "idle.h"
#include "points.h"
#include "store.h"
#include "watchdog.h"

#define NOBODY 0xFF
#define ROW_SETTLE_US 4    /* the multiplexers switch in under 0.1 us, the wires take longer */
#define BANK_SETTLE_US 100 /* sensors that were just powered: see BUILD.md, "Two banks" */
#define HALF_ROWS (ROWS / 2)
#define BANDGAP_MV 1100UL
#if defined(__AVR_ATmega2560__)
#define BANDGAP_MUX 0x1E
#else
#define BANDGAP_MUX 0x0E
#endif

static uint8_t point_of[MUXES * ROWS];
static uint8_t row = ROWS; /* ROWS: between two scans */
static uint8_t bank = 0xFF;
static uint32_t started_ms;
static uint16_t busy_ticks, last_ticks;

EMPTY_INTERRUPT(ADC_vect) /* only wakes */

/* Going to sleep starts a conversion of its own; it must not be taken for this one. */
static void begin(uint8_t mux)
{
    loop_until_bit_is_clear(ADCSRA, ADSC);
    ADMUX = _BV(REFS0) | mux; /* the supply is the reference */
    ADCSRA |= _BV(ADSC) | _BV(ADIF) | _BV(ADIE); /* ADIF: forget the end of an earlier one */
}

static uint16_t finish(void)
{
    IDLE_WHILE(bit_is_set(ADCSRA, ADSC));
    ADCSRA = (uint8_t)((ADCSRA & ~_BV(ADIE)) | _BV(ADIF));
    return ADC;
}

static uint16_t convert(uint8_t mux)
{
    begin(mux);
    return finish();
}

static void select_row(uint8_t wanted)
{
    SELECT_PORT = (uint8_t)((SELECT_PORT & ~(0x0F << SELECT_SHIFT)) | (wanted << SELECT_SHIFT));
    if (wanted / HALF_ROWS != bank) {
        bank = wanted / HALF_ROWS;
        _delay_us(BANK_SETTLE_US);
    } else {
        _delay_us(ROW_SETTLE_US);
    }
}

void scan_start(void)
{
    SELECT_DDR |= (uint8_t)(0x0F << SELECT_SHIFT);
    DIDR0 = 0x3F;
    ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1); /* 16 MHz / 64: 52 us a reading */
    convert(0); /* the first reading of all is not good */
}

void scan_rewire(void)
{
    for (uint8_t channel = 0; channel < MUXES * ROWS; channel++)
        point_of[channel] = NOBODY;
    for (uint8_t point = 0; point < store_points(); point++)
        point_of[store_wiring(WIRING_SENSORS, point) % (MUXES * ROWS)] = point;
}

uint16_t scan_channel(uint8_t channel)
{
    select_row(channel % ROWS);
    return convert(channel / ROWS % MUXES);
}

uint16_t scan_point(uint8_t point) { return scan_channel(store_wiring(WIRING_SENSORS, point)); }

/* What one reading means is worked out while the converter takes the next. */
static void read_row(void)
{
    uint8_t before = NOBODY;
    uint16_t value = 0;
    for (uint8_t mux = 0; mux < MUXES; mux++) {
        uint8_t point = point_of[mux * ROWS + row];
        if (point == NOBODY)
            continue;
        begin(mux);
        if (before != NOBODY)
            points_reading(before, value);
        value = finish();
        before = point;
    }
    if (before != NOBODY)
        points_reading(before, value);
}

static void scan_row(void)
{
    uint16_t begun = clock_ticks();
    select_row(row);
    read_row();
    busy_ticks += clock_ticks() - begun;
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
        clock_poll();
        watchdog_feed();
    }
}

uint16_t scan_us(void) { return last_ticks * TICK_US; }

uint16_t scan_supply_mv(void)
{
    uint16_t reading;
    convert(BANDGAP_MUX);
    _delay_us(400); /* the reference is slow to settle */
    reading = convert(BANDGAP_MUX);
    return reading ? (uint16_t)(BANDGAP_MV * 1024 / reading) : 0;
}
