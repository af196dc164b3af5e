/* Starting, idling and the button: the only file that knows all others. */
#include "hal/hal.h"
#include "parts.h"
#include "pins.h"
#include "registers.h"

static void button_start(void)
{
    PIN_FUNCTION(BUTTON_PIN) = FUNCTION_SIO;
    PIN_PAD(BUTTON_PIN) = PAD_PULL_UP;
}

void hal_start(void)
{
    clocks_start();
    timer_start();
    watchdog_start();
    button_start();
    sensors_start();
    adc_start();
    lights_start_signal();
    memory_start();
    line_start();
}

void hal_idle(void)
{
    memory_rest();
    line_rest();
    timer_sleep();
}

uint8_t hal_button(void) { return !(SIO_IN & (1u << BUTTON_PIN)); }
