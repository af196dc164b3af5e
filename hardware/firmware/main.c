/* A sensor board for Less is More: start everything, then go round for ever. */
#include <avr/interrupt.h>

#include "button.h"
#include "calibrate.h"
#include "clock.h"
#include "commands.h"
#include "idle.h"
#include "lights.h"
#include "points.h"
#include "reports.h"
#include "scan.h"
#include "store.h"
#include "uart.h"
#include "watchdog.h"

static void start(void)
{
    watchdog_start();
    clock_start();
    uart_start();
    idle_start();
    sei();
    scan_start();
    store_start();
    lights_start();
    button_start();
    points_start();
    scan_rewire();
    scan_settle(); /* whoever says hello shall get a true state */
    reports_boot();
}

int main(void)
{
    start();
    for (;;) {
        watchdog_feed();
        clock_poll();
        commands_poll();
        scan_poll();
        calibrate_poll();
        if (button_poll())
            reports_button(button_down());
        reports_poll();
        lights_poll();
        if (scan_resting() && !uart_waiting() && !calibrate_busy())
            idle_until_interrupt();
    }
}
