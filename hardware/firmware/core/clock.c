#include "clock.h"

#include "hal/hal.h"

#define TICKS_PER_MS (1000 / HAL_TICK_US)

static uint32_t now_ms;
static uint16_t counted;

void clock_poll(void)
{
    while ((uint16_t)(hal_ticks() - counted) >= TICKS_PER_MS) {
        counted += TICKS_PER_MS;
        now_ms++;
    }
}

uint32_t clock_ms(void) { return now_ms; }

uint8_t clock_due(uint32_t *last, uint16_t period)
{
    if (now_ms - *last < period)
        return 0;
    *last = now_ms;
    return 1;
}
