/* The pulses of the WS2812 lights: sent with interrupts off, without losing received bytes. */
#include <avr/io.h>
#include <util/atomic.h>

#include "hal/hal.h"
#include "parts.h"
#include "pins.h"

#if F_CPU != 16000000UL
#error "the pulses below are counted for 16 MHz"
#endif

void lights_pin_start(void)
{
    LIGHT_PORT &= (uint8_t)~_BV(LIGHT_BIT);
    LIGHT_DDR |= _BV(LIGHT_BIT);
}

/* Sends one byte, highest bit first.  A bit takes 1.2 us: a zero is high for 6 cycles (375 ns), a
 * one for 13 (813 ns). */
static inline void send_byte(uint8_t byte)
{
    uint8_t bits = 8;
    __asm__ volatile("1: sbi %[port], %[bit] \n"
                     "   nop                 \n"
                     "   nop                 \n"
                     "   nop                 \n"
                     "   sbrs %[byte], 7     \n"
                     "   cbi %[port], %[bit] \n"
                     "   lsl %[byte]         \n"
                     "   nop                 \n"
                     "   nop                 \n"
                     "   nop                 \n"
                     "   nop                 \n"
                     "   nop                 \n"
                     "   cbi %[port], %[bit] \n"
                     "   nop                 \n"
                     "   dec %[bits]         \n"
                     "   brne 1b             \n"
                     : [byte] "+r"(byte), [bits] "+r"(bits)
                     : [port] "I"(_SFR_IO_ADDR(LIGHT_PORT)), [bit] "I"(LIGHT_BIT));
}

void hal_lights_send(const uint8_t *codes, uint8_t count, const colour_t *colours)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        for (uint8_t light = 0; light < count; light++) {
            uint8_t pair = codes[light / 2];
            const colour_t *colour = &colours[light & 1 ? pair >> 4 : pair & 15];
            send_byte(colour->green);
            /* A light takes 30 us, a received byte 87, so one check per light is enough.  The pause
             * is too short to end the transfer to the lights. */
            uart_rescue();
            send_byte(colour->red);
            send_byte(colour->blue);
        }
    }
}
