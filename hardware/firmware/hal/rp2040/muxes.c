/* Sensors behind multiplexers.  The converter has fewer inputs than there are multiplexers, so
 * another multiplexer collects their outputs and connects one at a time to input 0. */
#include "hal/hal.h"
#include "parts.h"
#include "pins.h"
#include "registers.h"

#define COLLECT_SETTLE_US 3 /* the sensor charges the wire between two multiplexers */
#define SENSOR_INPUT 0
#define SELECT_MASK (0x0Fu << SELECT_FIRST)
#define COLLECT_MASK (0x07u << COLLECT_FIRST)

static uint8_t collected = 0xFF;

static void set_pins(uint32_t value, uint32_t mask) { SIO_OUT_XOR = (SIO_OUT ^ value) & mask; }

void sensors_start(void)
{
    for (unsigned pin = SELECT_FIRST; pin < COLLECT_FIRST + 3; pin++)
        PIN_FUNCTION(pin) = FUNCTION_SIO;
    SIO_OUT_CLEAR = SELECT_MASK | COLLECT_MASK;
    SIO_ENABLE_SET = SELECT_MASK | COLLECT_MASK;
    PIN_PAD(SENSOR_PIN) = PAD_ANALOGUE;
}

void hal_select(uint8_t row)
{
    set_pins((uint32_t)row << SELECT_FIRST, SELECT_MASK);
}

static void collect(uint8_t input)
{
    if (input == collected)
        return;
    collected = input;
    set_pins((uint32_t)input << COLLECT_FIRST, COLLECT_MASK);
    hal_wait_us(COLLECT_SETTLE_US);
}

void hal_adc_begin(uint8_t input)
{
    collect(input);
    adc_begin(SENSOR_INPUT);
}

uint16_t hal_adc_finish(void) { return adc_finish() >> 2; }
