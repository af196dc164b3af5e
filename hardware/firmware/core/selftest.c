#include "selftest.h"

#include <string.h>

#include "button.h"
#include "config.h"
#include "hal/hal.h"
#include "out.h"
#include "reports.h"
#include "scan.h"
#include "store.h"
#include "types.h"

static void find_stuck(uint8_t *stuck)
{
    memset(stuck, 0, MAX_POINTS / 8);
    for (uint8_t point = 0; !OCCUPANCY_ONLY && point < store_points(); point++) {
        uint16_t value = scan_point_settled(point);
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
    out_word(hal_supply_mv());
    out_word(scan_us());
    out_word(hal_free_ram());
    out_word(hal_line_lost());
    out_word(reports_bad_frames());
    out_bits(store_points(), stuck);
    out_word(store_saves());
    out_send();
}
