#include "selftest.h"

#include <avr/io.h>
#include <string.h>

#include "board.h"
#include "button.h"
#include "out.h"
#include "points.h"
#include "reports.h"
#include "scan.h"
#include "store.h"
#include "types.h"
#include "uart.h"

#define PAINT 0xC5

extern uint8_t __heap_start, __stack;

/* Before main: fill what the stack may use, to see later how far it came. */
void selftest_paint(void) __attribute__((naked, used, section(".init5")));
void selftest_paint(void)
{
    for (uint8_t *at = &__heap_start; at < (uint8_t *)SP - 1; at++)
        *at = PAINT;
}

uint16_t selftest_free_ram(void)
{
    const uint8_t *at = &__heap_start;
    while (at < &__stack && *at == PAINT)
        at++;
    return (uint16_t)(at - &__heap_start);
}

static void find_stuck(uint8_t *stuck)
{
    memset(stuck, 0, MAX_POINTS / 8);
    for (uint8_t point = 0; !OCCUPANCY_ONLY && point < store_points(); point++) {
        uint16_t value = scan_point(point);
        if (value < RAIL_LOW || value > RAIL_HIGH)
            stuck[point / 8] |= (uint8_t)(1 << point % 8);
    }
}

void selftest_answer(uint8_t reply)
{
    uint8_t stuck[MAX_POINTS / 8];
    find_stuck(stuck);
    out_start(MSG_HEALTH);
    out_byte(reply);
    out_byte(store_ok());
    out_byte(button_down());
    out_word(scan_supply_mv());
    out_word(scan_us());
    out_word(selftest_free_ram());
    out_word(uart_lost());
    out_word(reports_bad_frames());
    out_bits(store_points(), stuck);
    out_send();
}
