#include "board.h"

#include "alive.h"
#include "button.h"
#include "calibrate.h"
#include "commands.h"
#include "config.h"
#include "hal/hal.h"
#include "lights.h"
#include "points.h"
#include "reports.h"
#include "scan.h"
#include "store.h"

void board_start(void)
{
    hal_start();
    store_start();
    lights_start();
    points_start();
    commands_start();
    scan_rewire();
    scan_settle(); /* the first hello must get a true state */
    points_no_news();
    reports_boot();
}

void board_round(void)
{
    alive();
    commands_poll();
    scan_poll();
    calibrate_poll();
    if (HAS_BUTTON && button_poll())
        reports_button(button_down());
    reports_poll();
    if (HAS_LIGHTS)
        lights_poll();
    if (scan_resting() && !hal_line_waiting() && !calibrate_busy())
        hal_idle();
}
