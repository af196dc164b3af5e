/* Time, from the timer that counts microseconds. */
#include "hal/hal.h"
#include "parts.h"
#include "registers.h"

#define CRYSTAL_MHZ 12
#define SLEEP_US 1000

void on_timer(void);

void timer_start(void)
{
    WATCHDOG_TICK = CRYSTAL_MHZ | WATCHDOG_TICK_ENABLE; /* ticks for timer and watchdog */
    TIMER_INTE = 1;
    NVIC_ENABLE = IRQ_TIMER0;
}

uint32_t timer_us(void) { return TIMER_RAW; }

uint16_t hal_ticks(void) { return (uint16_t)(timer_us() / HAL_TICK_US); }

void hal_wait_us(uint16_t us)
{
    uint32_t begun = timer_us();
    while (timer_us() - begun <= us) /* the first microsecond has begun already */
        ;
}

void on_timer(void) { TIMER_INTR = 1; } /* only wakes the controller */

void timer_sleep(void)
{
    TIMER_ALARM0 = timer_us() + SLEEP_US;
    __asm__ volatile("wfi");
}
