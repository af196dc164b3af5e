/* The whole board as a library: a program sets its sensors, talks on its line and lets time pass. */
#include <string.h>

#include "board.h"
#include "fake_hal.h"

/* A controller with this memory (HAL_MEMORY_BYTES; NULL: one that never ran) gets power. */
fake_t *hosted_start(const uint8_t *memory)
{
    fake_new();
    if (memory)
        memcpy(fake->memory, memory, sizeof fake->memory);
    fake_power_on();
    return fake;
}

/* Boots it, with whatever its sensors show by now. */
void hosted_boot(void) { board_start(); }

/* Lets time pass; how many bytes of `fake->said` are new. */
unsigned hosted_run(unsigned ms)
{
    fake->said_size = 0;
    for (uint64_t end = fake->us + ms * 1000ull; fake->us < end;)
        board_round();
    return fake->said_size;
}

void hosted_send(const uint8_t *bytes, unsigned size) { fake_send(bytes, size); }

unsigned hosted_lit(void) { return fake_lit(); }
