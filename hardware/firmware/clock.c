#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#define TICKS_PER_MS 250

static uint32_t now_ms;
static uint16_t counted;

void clock_start(void)
{
    TCCR1A = 0;
    TCCR1B = _BV(CS11) | _BV(CS10); /* 16 MHz / 64 */
    TIMSK1 = _BV(OCIE1A);
}

/* Only wakes a sleeping controller, a millisecond from now: the time is read from the timer
 * itself, and a wake-up that came late must not miss the next one. */
ISR(TIMER1_COMPA_vect) { OCR1A = TCNT1 + TICKS_PER_MS; }

uint16_t clock_ticks(void) { return TCNT1; }

void clock_poll(void)
{
    while ((uint16_t)(TCNT1 - counted) >= TICKS_PER_MS) {
        counted += TICKS_PER_MS;
        now_ms++;
    }
}

uint32_t clock_ms(void) { return now_ms; }

uint8_t clock_due(uint32_t *last, uint16_t period)
{
    if (now_ms - *last < period)
        return 0;
    *last = now_ms;
    return 1;
}
