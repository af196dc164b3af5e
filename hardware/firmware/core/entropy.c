#include "entropy.h"

#include "config.h"
#include "crc.h"
#include "hal/hal.h"
#include "mux.h"

/* The lowest bits of many readings: noise and offsets differ from board to board. */
uint32_t entropy_id(void)
{
    uint16_t one = CRC_START, other = 0;
    for (uint8_t channel = 0; channel < MUXES * ROWS; channel++) {
        uint8_t low = (uint8_t)mux_read(channel);
        one = crc_add(one, low);
        other = crc_add(other, low ^ (uint8_t)hal_ticks());
    }
    uint32_t id = ((uint32_t)one << 16) | other;
    return id ? id : 1;
}
