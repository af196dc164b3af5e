/* Resets a controller that hangs, or whose USB hangs, after one second. */
#include "hal/hal.h"
#include "parts.h"
#include "registers.h"
#include "usb.h"

#define SECOND 2000000u /* it counts down twice a microsecond (erratum E1) */

static void feed(void) { WATCHDOG_LOAD = SECOND; }

void watchdog_start(void)
{
    PSM_WDSEL = PSM_ALL_BUT_OSCILLATORS;
    feed();
    SET(WATCHDOG_CTRL) = WATCHDOG_ENABLE;
}

void watchdog_stop(void) { CLEAR(WATCHDOG_CTRL) = WATCHDOG_ENABLE; }

void hal_watchdog_feed(void)
{
    if (!usb_stuck())
        feed();
}
