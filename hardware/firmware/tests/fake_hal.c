#define _GNU_SOURCE
#include "fake_hal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define BYTE_US 87        /* time of a byte on the line, at 115200 baud */
#define CONVERSION_US 52
#define LIGHT_US 30
#define MEMORY_US 3400    /* time to write a byte */
#define BANK_NEEDS_US 50  /* time from power to a correct output of a sensor */
#define OPEN_US 150       /* time for an open input to reach ground */
#define RING 255
#define SUPPLY_MV 5000
#define FREE_RAM 500

fake_t *fake; /* shared between the processes of a test */

/* The state that a controller loses when it restarts. */
static struct {
    uint8_t row;
    uint64_t bank_us; /* when the bank of sensors last changed */
    unsigned channel, readings;
    uint64_t row_us; /* when the row last changed */
    unsigned last_value; /* the converter's last reading */
    uint64_t converted_us, line_free_us, memory_ready_us, fed_us;
    uint8_t received[RING + 1], in, out;
    uint16_t lost;
} now;

void fake_new(void)
{
    if (!fake)
        fake = mmap(NULL, sizeof *fake, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (fake == MAP_FAILED)
        abort();
    memset(fake, 0, sizeof *fake);
    memset(fake->memory, 0xFF, sizeof fake->memory);
    for (unsigned channel = 0; channel < FAKE_CHANNELS; channel++)
        fake->sensors[channel] = FAKE_REST;
}

void fake_power_on(void)
{
    memset(&now, 0, sizeof now);
    memset(fake->lights, 0, sizeof fake->lights);
    fake->us = 0;
    fake->said_size = 0;
}

void fake_send(const uint8_t *bytes, unsigned size)
{
    for (; size--; bytes++) {
        if ((uint8_t)(now.in + 1) == now.out)
            now.lost++;
        else
            now.received[now.in++] = *bytes;
    }
}

unsigned fake_lit(void)
{
    unsigned lit = 0;
    for (unsigned light = 0; light < FAKE_CHANNELS; light++)
        lit += fake->lights[light].red || fake->lights[light].green || fake->lights[light].blue;
    return lit;
}

static void pass_until(uint64_t us)
{
    if (fake->us < us)
        fake->us = us;
}

/* -- what the firmware sees ------------------------------------------------------------------- */

void hal_start(void) { now.fed_us = fake->us; }

void hal_idle(void) { fake->us = (fake->us / 1000 + 1) * 1000; }

void hal_watchdog_feed(void)
{
    uint64_t hunger = fake->us - now.fed_us;
    if (hunger > fake->longest_hunger)
        fake->longest_hunger = (unsigned)hunger;
    now.fed_us = fake->us;
}

uint16_t hal_free_ram(void) { return FREE_RAM; }

/* Reading the clock takes time, too, so that waiting for it ends. */
uint16_t hal_ticks(void)
{
    fake->us += HAL_TICK_US;
    return (uint16_t)(fake->us / HAL_TICK_US);
}

void hal_wait_us(uint16_t us) { fake->us += us; }

uint8_t hal_line_waiting(void) { return now.in - now.out; }

uint8_t hal_line_take(void)
{
    if (!hal_line_waiting())
        abort();
    return now.received[now.out++];
}

uint8_t hal_line_room(void)
{
    if (now.line_free_us <= fake->us)
        return RING;
    return (uint8_t)(RING - (now.line_free_us - fake->us + BYTE_US - 1) / BYTE_US);
}

void hal_line_put(uint8_t byte)
{
    if (!hal_line_room() || fake->said_size == FAKE_SAID)
        abort();
    if (now.line_free_us < fake->us)
        now.line_free_us = fake->us;
    now.line_free_us += BYTE_US;
    fake->said[fake->said_size++] = byte;
}

uint16_t hal_line_lost(void) { return now.lost; }

void hal_select(uint8_t row)
{
    if ((row ^ now.row) & 8)
        now.bank_us = fake->us;
    if (row != now.row)
        now.row_us = fake->us;
    now.row = row;
}

void hal_adc_begin(uint8_t input)
{
    now.channel = input * 16u + now.row;
    now.converted_us = fake->us + CONVERSION_US;
    if (fake->us - now.bank_us < BANK_NEEDS_US)
        fake->early_readings++;
}

/* Returns a reading between the rails, changed by the channel's spread. */
static uint16_t astray(unsigned value, unsigned spread)
{
    fake->dice = fake->dice * 1664525u + 1013904223u;
    int off = (int)((fake->dice >> 8) % (2 * spread + 1)) - (int)spread + (int)value;
    return (uint16_t)(off < 0 ? 0 : off > 1023 ? 1023 : off);
}

uint16_t hal_adc_finish(void)
{
    unsigned off = fake->noise ? now.readings++ % (fake->noise + 1u) : 0;
    unsigned value = fake->sensors[now.channel] + off, spread = fake->spread[now.channel];
    if (fake->open[now.channel]) /* the last reading remains until the pull-down has won */
        value = now.converted_us - now.row_us > OPEN_US ? 0 : now.last_value;
    now.last_value = value;
    pass_until(now.converted_us);
    return spread ? astray(value, spread) : (uint16_t)value;
}

uint16_t hal_supply_mv(void) { return SUPPLY_MV; }

uint8_t hal_button(void) { return fake->button; }

void hal_lights_send(const uint8_t *codes, uint8_t count, const colour_t *colours)
{
    for (unsigned light = 0; light < count; light++)
        fake->lights[light] = colours[light & 1 ? codes[light / 2] >> 4 : codes[light / 2] & 15];
    fake->us += count * LIGHT_US;
}

uint8_t hal_memory_ready(void) { return now.memory_ready_us <= fake->us; }

void hal_memory_read(uint16_t at, void *to, uint8_t size)
{
    if (at + size > HAL_MEMORY_BYTES)
        abort();
    pass_until(now.memory_ready_us);
    memcpy(to, fake->memory + at, size);
}

void hal_memory_write(uint16_t at, uint8_t byte)
{
    if (at >= HAL_MEMORY_BYTES)
        abort();
    pass_until(now.memory_ready_us);
    if (fake->memory[at] == byte || fake->no_power)
        return;
    fake->no_power = fake->cut_in && --fake->cut_in == 0;
    fake->memory[at] = fake->no_power ? (uint8_t)(fake->memory[at] | 0xA5) : byte;
    fake->writes[at]++;
    now.memory_ready_us = fake->us + MEMORY_US;
}
