/* Switches in rows and columns, each with a diode.  One row at a time is connected to ground, and
 * the others float.  A column follows the row if their switch is closed; else its pull-up keeps it
 * high. */
#include "hal/hal.h"
#include "parts.h"
#include "pins.h"
#include "registers.h"

#define ROW_SETTLE_US 40 /* five time constants of a pull-up of 80 kOhm and 100 pF of wire */
#define CLOSED 0
#define OPEN 1023

static const uint8_t row_pins[] = MATRIX_ROW_PINS;
static const uint8_t column_pins[] = MATRIX_COLUMN_PINS;
static uint8_t column;

void sensors_start(void)
{
    for (unsigned row = 0; row < sizeof row_pins; row++) {
        PIN_FUNCTION(row_pins[row]) = FUNCTION_SIO;
        PIN_PAD(row_pins[row]) = PAD_PLAIN;
        SIO_OUT_CLEAR = 1u << row_pins[row];
    }
    for (unsigned at = 0; at < sizeof column_pins; at++) {
        PIN_FUNCTION(column_pins[at]) = FUNCTION_SIO;
        PIN_PAD(column_pins[at]) = PAD_PULL_UP;
    }
}

/* A row beyond the last pin has no switches: then all rows float. */
void hal_select(uint8_t selected)
{
    for (unsigned row = 0; row < sizeof row_pins; row++)
        SIO_ENABLE_CLEAR = 1u << row_pins[row];
    if (selected >= sizeof row_pins)
        return;
    SIO_ENABLE_SET = 1u << row_pins[selected];
    hal_wait_us(ROW_SETTLE_US);
}

void hal_adc_begin(uint8_t input) { column = input; }

uint16_t hal_adc_finish(void) { return SIO_IN & (1u << column_pins[column]) ? OPEN : CLOSED; }
