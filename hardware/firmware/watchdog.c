#include "watchdog.h"

#include <avr/io.h>
#include <avr/wdt.h>

/* After a reset by the watchdog it keeps running with its shortest period: stop it at once. */
void watchdog_stop_early(void) __attribute__((naked, used, section(".init3")));
void watchdog_stop_early(void)
{
    MCUSR = 0;
    wdt_disable();
}

void watchdog_start(void) { wdt_enable(WDTO_1S); }

void watchdog_feed(void) { wdt_reset(); }
