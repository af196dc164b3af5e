#include "alive.h"

#include "clock.h"
#include "hal/hal.h"

void alive(void)
{
    hal_watchdog_feed();
    clock_poll();
}
