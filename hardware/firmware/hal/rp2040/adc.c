/* The converter, and the supply measured with it. */
#include "hal/hal.h"
#include "parts.h"
#include "pins.h"
#include "registers.h"

#define SUPPLY_INPUT 3
#define REFERENCE_MV 3300u
#define DIVIDED_BY 3u /* a Pico divides the supply before it is measured */
#define STEPS 4096u

void adc_begin(uint8_t input) { ADC_CS = ADC_EN | ADC_INPUT(input) | ADC_START_ONE; }

uint16_t adc_finish(void)
{
    while (!(ADC_CS & ADC_READY))
        ;
    return (uint16_t)ADC_RESULT;
}

uint16_t hal_supply_mv(void)
{
    adc_begin(SUPPLY_INPUT);
    return (uint16_t)(adc_finish() * REFERENCE_MV * DIVIDED_BY / STEPS);
}

void adc_start(void)
{
    PIN_PAD(SUPPLY_PIN) = PAD_ANALOGUE;
    ADC_CS = ADC_EN;
    adc_finish(); /* waits until it is ready */
}
