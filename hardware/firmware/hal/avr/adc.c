/* Select lines and converter, whose very first reading is wrong. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <util/delay.h>

#include "hal/hal.h"
#include "parts.h"
#include "pins.h"

#define BANDGAP_MV 1100UL
#if defined(__AVR_ATmega2560__)
#define BANDGAP_INPUT 0x1E
#else
#define BANDGAP_INPUT 0x0E
#endif

EMPTY_INTERRUPT(ADC_vect) /* only wakes the controller */

void hal_select(uint8_t row)
{
    SELECT_PORT = (uint8_t)((SELECT_PORT & ~(0x0F << SELECT_SHIFT)) | (row << SELECT_SHIFT));
}

/* Sleeping also starts a conversion, which must not be mistaken for this one. */
void hal_adc_begin(uint8_t input)
{
    loop_until_bit_is_clear(ADCSRA, ADSC);
    ADMUX = _BV(REFS0) | input; /* the supply is the reference */
    ADCSRA |= _BV(ADSC) | _BV(ADIF) | _BV(ADIE); /* ADIF clears the end of an earlier one */
}

static void sleep_until_converted(void)
{
    cli();
    while (bit_is_set(ADCSRA, ADSC)) {
        sleep_enable();
        sei(); /* takes effect after the next instruction, so no wake-up is missed */
        sleep_cpu();
        sleep_disable();
        cli();
    }
    sei();
}

uint16_t hal_adc_finish(void)
{
    sleep_until_converted();
    ADCSRA = (uint8_t)((ADCSRA & ~_BV(ADIE)) | _BV(ADIF));
    return ADC;
}

static uint16_t convert(uint8_t input)
{
    hal_adc_begin(input);
    return hal_adc_finish();
}

void adc_start(void)
{
    SELECT_DDR |= (uint8_t)(0x0F << SELECT_SHIFT);
    DIDR0 = 0x3F;
    ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1); /* 16 MHz / 64: 52 us a reading */
    convert(0);
}

uint16_t hal_supply_mv(void)
{
    convert(BANDGAP_INPUT);
    _delay_us(400); /* the reference is slow to settle */
    uint16_t reading = convert(BANDGAP_INPUT);
    return reading ? (uint16_t)(BANDGAP_MV * 1024 / reading) : 0;
}
