/* Measures free memory: paints the room for the stack, and later looks for the rest of the
 * paint. */
#include <avr/io.h>

#include "hal/hal.h"

#define PAINT 0xC5

extern uint8_t __heap_start, __stack;

/* Runs before main, where no function may be called. */
void stack_paint(void) __attribute__((naked, used, section(".init5")));
void stack_paint(void)
{
    for (uint8_t *at = &__heap_start; at < (uint8_t *)SP - 1; at++)
        *at = PAINT;
}

uint16_t hal_free_ram(void)
{
    const uint8_t *at = &__heap_start;
    while (at < &__stack && *at == PAINT)
        at++;
    return (uint16_t)(at - &__heap_start);
}
