#include "button.h"

#include <avr/io.h>

#include "board.h"
#include "clock.h"
#include "debounce.h"

#define LOOK_MS 8

static cell_t cell;
static uint32_t looked_ms;

void button_start(void) { BUTTON_PORT |= _BV(BUTTON_BIT); /* pull-up; the button closes to ground */ }

uint8_t button_poll(void)
{
    if (!clock_due(&looked_ms, LOOK_MS))
        return 0;
    return debounce(&cell, !(BUTTON_PIN & _BV(BUTTON_BIT)), EQUAL_BUTTON);
}

uint8_t button_down(void) { return CELL_STATE(cell); }
