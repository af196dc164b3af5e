/* The serial line: two rings between the interrupts and the main loop. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "hal/hal.h"
#include "parts.h"

#ifndef USART_RX_vect /* controllers with several serial lines number their vectors */
#define USART_RX_vect USART0_RX_vect
#define USART_UDRE_vect USART0_UDRE_vect
#endif

/* Rings of exactly 256 bytes, so that eight-bit indices wrap by themselves. */
static volatile uint8_t received[256], sending[256];
static volatile uint8_t received_in, received_out, sending_in, sending_out;
static volatile uint16_t lost;

void uart_start(void)
{
    UCSR0A = _BV(U2X0); /* divides by 8: 115200 is met within 2.1 % at 16 MHz */
    UBRR0 = (uint16_t)((F_CPU / 4 / BAUD - 1) / 2);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

static inline void count_lost(void)
{
    if (lost != 0xFFFF)
        lost++;
}

static inline void receive(void)
{
    uint8_t overrun = UCSR0A & _BV(DOR0);
    uint8_t byte = UDR0;
    uint8_t next = received_in + 1;
    if (overrun)
        count_lost();
    if (next == received_out) {
        count_lost();
        return;
    }
    received[received_in] = byte;
    received_in = next;
}

ISR(USART_RX_vect) { receive(); }

ISR(USART_UDRE_vect)
{
    if (sending_out == sending_in)
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    else
        UDR0 = sending[sending_out++];
}

void uart_rescue(void)
{
    if (UCSR0A & _BV(RXC0))
        receive();
}

uint8_t hal_line_waiting(void) { return received_in - received_out; }

uint8_t hal_line_take(void) { return received[received_out++]; }

uint8_t hal_line_room(void) { return (uint8_t)(sending_out - sending_in - 1); }

void hal_line_put(uint8_t byte)
{
    sending[sending_in] = byte;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        sending_in++;
        UCSR0B |= _BV(UDRIE0);
    }
}

uint16_t hal_line_lost(void)
{
    uint16_t copy;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { copy = lost; }
    return copy;
}
