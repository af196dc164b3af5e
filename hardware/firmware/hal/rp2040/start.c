/* Starting, idling, the pins and the button: the only file that knows all others. */
#include "hal/hal.h"
#include "parts.h"
#include "pins.h"
#include "registers.h"

#define SELECT_MASK (0x0Fu << SELECT_FIRST)
#define COLLECT_MASK (0x07u << COLLECT_FIRST)

void pins_start(void)
{
    for (unsigned pin = SELECT_FIRST; pin < COLLECT_FIRST + 3; pin++)
        PIN_FUNCTION(pin) = FUNCTION_SIO;
    SIO_OUT_CLEAR = SELECT_MASK | COLLECT_MASK;
    SIO_ENABLE_SET = SELECT_MASK | COLLECT_MASK;
    PIN_FUNCTION(BUTTON_PIN) = FUNCTION_SIO;
    PIN_PAD(BUTTON_PIN) = PAD_PULL_UP;
}

void hal_start(void)
{
    clocks_start();
    timer_start();
    watchdog_start();
    pins_start();
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
