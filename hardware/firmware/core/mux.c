#include "mux.h"

#include "config.h"
#include "hal/hal.h"

#define ROW_SETTLE_US 4    /* the multiplexers switch in under 0.1 us, the wires need longer */
#define BANK_SETTLE_US 100 /* for sensors that were just powered: see BUILD.md, "Two banks" */
#define OPEN_SETTLE_US 300 /* 220 kOhm to ground and about 200 pF */
#define HALF_ROWS (ROWS / 2)
#define NO_BANK 0xFF

static uint8_t bank = NO_BANK;

void mux_select(uint8_t row)
{
    uint8_t wanted = row / HALF_ROWS;
    hal_select(row);
    hal_wait_us(wanted == bank ? ROW_SETTLE_US : BANK_SETTLE_US);
    bank = wanted;
}

static uint16_t convert(uint8_t channel)
{
    hal_adc_begin(channel / ROWS % MUXES);
    return hal_adc_finish();
}

uint16_t mux_read(uint8_t channel)
{
    mux_select(channel % ROWS);
    return convert(channel);
}

uint16_t mux_read_settled(uint8_t channel)
{
    mux_select(channel % ROWS);
    hal_wait_us(OPEN_SETTLE_US);
    convert(channel); /* an open input keeps the charge of the converter's last reading */
    convert(channel);
    return convert(channel);
}
