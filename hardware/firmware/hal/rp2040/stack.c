/* Measures free memory: the stack's two banks were painted at the start (vectors.S). */
#include "hal/hal.h"

#define PAINT 0xC5C5C5C5u

extern uint32_t __stack_bottom, __stack_top;

uint16_t hal_free_ram(void)
{
    const uint32_t *at = &__stack_bottom;
    while (at < &__stack_top && *at == PAINT)
        at++;
    return (uint16_t)((at - &__stack_bottom) * sizeof *at);
}
