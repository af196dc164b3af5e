/* Sleeping while there is nothing to do: less current, and a quieter controller for the ADC. */
#ifndef IDLE_H
#define IDLE_H

void idle_start(void);
void idle_until_interrupt(void); /* at most a millisecond: the clock's tick wakes */

/* Sleeps while `busy` is true; for waits that an interrupt ends. */
#define IDLE_WHILE(busy)                \
    do {                                \
        cli();                          \
        while (busy) {                  \
            sleep_enable();             \
            sei(); /* counts after the next instruction: no wake-up is missed */ \
            sleep_cpu();                \
            sleep_disable();            \
            cli();                      \
        }                               \
        sei();                          \
    } while (0)

#endif
