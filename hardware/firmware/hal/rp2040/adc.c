/* Select lines and converter.  It has fewer inputs than there are multiplexers: one more of them
 * collects their outputs and leads one at a time to input 0. */
#include "hal/hal.h"
#include "parts.h"
#include "pins.h"
#include "registers.h"

#define COLLECT_SETTLE_US 3 /* the wire between two multiplexers is charged by the sensor */
#define SUPPLY_INPUT 3
#define REFERENCE_MV 3300u
#define DIVIDED_BY 3u /* the supply, on a Pico, before it is measured */
#define STEPS 4096u

static uint8_t collected = 0xFF;

static void set_pins(uint32_t value, uint32_t mask) { SIO_OUT_XOR = (SIO_OUT ^ value) & mask; }

void hal_select(uint8_t row)
{
    set_pins((uint32_t)row << SELECT_FIRST, 0x0Fu << SELECT_FIRST);
}

static void collect(uint8_t input)
{
    if (input == collected)
        return;
    collected = input;
    set_pins((uint32_t)input << COLLECT_FIRST, 0x07u << COLLECT_FIRST);
    hal_wait_us(COLLECT_SETTLE_US);
}

static uint32_t convert(void)
{
    while (!(ADC_CS & ADC_READY))
        ;
    return ADC_RESULT;
}

void hal_adc_begin(uint8_t input)
{
    collect(input);
    ADC_CS = ADC_EN | ADC_INPUT(0) | ADC_START_ONE;
}

uint16_t hal_adc_finish(void) { return (uint16_t)(convert() >> 2); }

uint16_t hal_supply_mv(void)
{
    ADC_CS = ADC_EN | ADC_INPUT(SUPPLY_INPUT) | ADC_START_ONE;
    return (uint16_t)(convert() * REFERENCE_MV * DIVIDED_BY / STEPS);
}

void adc_start(void)
{
    PIN_PAD(SENSOR_PIN) = PAD_ANALOGUE;
    PIN_PAD(SUPPLY_PIN) = PAD_ANALOGUE;
    ADC_CS = ADC_EN;
    convert(); /* ready */
}
