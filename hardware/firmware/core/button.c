#include "button.h"

#include "clock.h"
#include "config.h"
#include "debounce.h"
#include "hal/hal.h"

#define LOOK_MS 8

static cell_t cell;
static uint32_t looked_ms;

uint8_t button_poll(void)
{
    if (!clock_due(&looked_ms, LOOK_MS))
        return 0;
    return debounce(&cell, hal_button(), EQUAL_BUTTON);
}

uint8_t button_down(void) { return CELL_STATE(cell); }
