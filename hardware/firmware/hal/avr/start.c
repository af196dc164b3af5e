/* Starting, sleeping, and the button, which needs only one pin. */
#include <avr/interrupt.h>
#include <avr/sleep.h>

#include "hal/hal.h"
#include "parts.h"
#include "pins.h"

void hal_start(void)
{
    watchdog_start();
    timer_start();
    uart_start();
    lights_pin_start();
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
    adc_start();
    BUTTON_PORT |= _BV(BUTTON_BIT); /* pull-up; the button closes to ground */
}

void hal_idle(void)
{
    sleep_enable();
    sleep_cpu(); /* the timer wakes it */
    sleep_disable();
}

uint8_t hal_button(void) { return !(BUTTON_PIN & _BV(BUTTON_BIT)); }
