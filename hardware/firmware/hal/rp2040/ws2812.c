/* The pulses of the WS2812 lights: a state machine makes them from words that the DMA supplies,
 * while everything else goes on. */
#include "hal/hal.h"
#include "parts.h"
#include "pins.h"
#include "registers.h"

#define LIGHTS 128
#define LIGHT_US 30  /* 24 bits of 1.25 us */
#define LATCH_US 320 /* a pause that every kind of light accepts as the end */

/* A bit takes ten periods of 125 ns: a zero is high for 3 of them (375 ns), a one for 7 (875). */
static const uint16_t pulses[] = {
    0x6021, /* out x, 1        the next bit; waits here, with the line low */
    0xE201, /* set pins, 1 [2] */
    0xA301, /* mov pins, x [3] */
    0xE100, /* set pins, 0 [1] */
};
#define SET_PIN_AS_OUTPUT 0xE081
#define LAST 3

static uint32_t words[LIGHTS]; /* green, red, blue in the upper three bytes */
static uint32_t begun_us, busy_us;

void lights_start_signal(void)
{
    for (unsigned at = 0; at < sizeof pulses / sizeof *pulses; at++)
        PIO0_MEMORY(at) = pulses[at];
    PIO0_SM0_CLKDIV = 6u << 16; /* 48 MHz to 8 */
    PIO0_SM0_EXECCTRL = LAST << 12;
    PIO0_SM0_SHIFTCTRL = 1u << 30 | 24u << 25 | 1u << 17; /* left, automatic after 24 bits */
    PIO0_SM0_PINCTRL = 1u << 26 | 1u << 20 | LIGHT_PIN << 5 | LIGHT_PIN;
    PIO0_SM0_INSTR = SET_PIN_AS_OUTPUT;
    PIN_FUNCTION(LIGHT_PIN) = FUNCTION_PIO0;
    PIO0_CTRL = 1;
}

static uint32_t word_of(const colour_t *colour)
{
    return (uint32_t)colour->green << 24 | (uint32_t)colour->red << 16 |
           (uint32_t)colour->blue << 8;
}

static void wait_for_latch(void)
{
    while (timer_us() - begun_us < busy_us)
        ;
    busy_us = 0;
}

void hal_lights_send(const uint8_t *codes, uint8_t count, const colour_t *colours)
{
    wait_for_latch();
    for (uint8_t light = 0; light < count && light < LIGHTS; light++) {
        uint8_t pair = codes[light / 2];
        words[light] = word_of(&colours[light & 1 ? pair >> 4 : pair & 15]);
    }
    begun_us = timer_us();
    busy_us = (uint32_t)count * LIGHT_US + LATCH_US;
    DMA0_READ = (uint32_t)(uintptr_t)words;
    DMA0_WRITE = (uint32_t)(uintptr_t)&PIO0_TXF0;
    DMA0_COUNT = count;
    DMA0_CTRL = DMA_EN | DMA_WORDS | DMA_READ_ON | DMA_NO_CHAIN | DMA_PIO0_TX0;
}
