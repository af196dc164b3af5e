/* Functions shared by the parts of this controller; hal.h has those for the firmware. */
#ifndef PARTS_H
#define PARTS_H

void watchdog_start(void);
void timer_start(void);
void uart_start(void);
void lights_pin_start(void);
void adc_start(void); /* needs interrupts */

/* For code that keeps interrupts off: takes a received byte out of the controller, if there is
 * one.  Call at least every 80 us. */
void uart_rescue(void);

#endif
