/* Resets a controller that hangs, after one second. */
#include <avr/io.h>
#include <avr/wdt.h>

#include "hal/hal.h"
#include "parts.h"

/* After a reset by the watchdog, it keeps running with its shortest period; stop it immediately. */
void watchdog_stop_early(void) __attribute__((naked, used, section(".init3")));
void watchdog_stop_early(void)
{
    MCUSR = 0;
    wdt_disable();
}

void watchdog_start(void) { wdt_enable(WDTO_1S); }

void hal_watchdog_feed(void) { wdt_reset(); }
