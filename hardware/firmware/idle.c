#include "idle.h"

#include <avr/interrupt.h>
#include <avr/sleep.h>

void idle_start(void) { set_sleep_mode(SLEEP_MODE_IDLE); }

void idle_until_interrupt(void)
{
    sleep_enable();
    sleep_cpu();
    sleep_disable();
}
