/* Time, from the free-running timer 1. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/delay_basic.h>

#include "hal/hal.h"
#include "parts.h"

#define TICKS_PER_MS (1000 / HAL_TICK_US)
#define CYCLES_PER_LOOP 4 /* cycles of one round of _delay_loop_2 */

void timer_start(void)
{
    TCCR1A = 0;
    TCCR1B = _BV(CS11) | _BV(CS10); /* 16 MHz / 64: a tick of 4 us */
    TIMSK1 = _BV(OCIE1A);
}

/* Only wakes a sleeping controller, every millisecond.  The time itself is read from the timer.
 * Counting from now ensures that a late wake-up does not miss the next one. */
ISR(TIMER1_COMPA_vect) { OCR1A = TCNT1 + TICKS_PER_MS; }

uint16_t hal_ticks(void) { return TCNT1; }

void hal_wait_us(uint16_t us) { _delay_loop_2(us * (uint16_t)(F_CPU / 1000000 / CYCLES_PER_LOOP)); }
