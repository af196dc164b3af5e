/* The serial line: two rings of 256 bytes between the interrupts and the rest. */
#ifndef UART_H
#define UART_H

#include <stdint.h>

void uart_start(void);
uint8_t uart_waiting(void);      /* bytes received and not yet taken */
uint8_t uart_take(void);         /* the next of them */
uint8_t uart_room(void);         /* bytes that can be put without waiting */
void uart_put(uint8_t byte);     /* waits for room, feeding the watchdog */
uint16_t uart_lost(void);        /* bytes lost since boot; stops at 65535 */

/* For code that keeps interrupts off: takes a received byte out of the controller, if there is
 * one.  To be called at least every 80 us. */
void uart_rescue(void);

#endif
