/* The use of the pins.  Multiplexer outputs: A0 to A7.  Both controllers use the same port bits,
 * except for the select lines, which need four neighbouring bits. */
#ifndef PINS_H
#define PINS_H

#include <avr/io.h>

#if defined(__AVR_ATmega2560__)
#define SELECT_PORT PORTA /* bits 4 to 7: D26 to D29 */
#define SELECT_DDR DDRA
#else
#define SELECT_PORT PORTD /* bits 4 to 7: D4 to D7 */
#define SELECT_DDR DDRD
#endif
#define SELECT_SHIFT 4
#define LIGHT_PORT PORTB /* bit 0: D8 (Mega: D53) */
#define LIGHT_DDR DDRB
#define LIGHT_BIT 0
#define BUTTON_PIN PIND /* bit 2: D2 (Mega: D19), to ground */
#define BUTTON_PORT PORTD
#define BUTTON_BIT 2

#endif
