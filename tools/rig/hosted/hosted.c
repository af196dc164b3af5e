/* The whole board as a library: programs set its sensors, use its serial line, let time pass. */
#include <string.h>

#include "board.h"
#include "fake_hal.h"

/* Powers a controller with this memory (HAL_MEMORY_BYTES; NULL for a new controller). */
fake_t *hosted_start(const uint8_t *memory)
{
    fake_new();
    if (memory)
        memcpy(fake->memory, memory, sizeof fake->memory);
    fake_power_on();
    return fake;
}

/* Boots the controller with its sensors' present readings. */
void hosted_boot(void) { board_start(); }

/* Lets time pass, and returns how many bytes are in `fake->said`. */
unsigned hosted_run(unsigned ms)
{
    fake->said_size = 0;
    for (uint64_t end = fake->us + ms * 1000ull; fake->us < end;)
        board_round();
    return fake->said_size;
}

void hosted_send(const uint8_t *bytes, unsigned size) { fake_send(bytes, size); }

unsigned hosted_lit(void) { return fake_lit(); }
