/* The multiplexers: channel = multiplexer x 16 + row, the setting of the select lines. */
#ifndef MUX_H
#define MUX_H

#include <stdint.h>

void mux_select(uint8_t row);       /* and waits until its sensors are to be trusted */
uint16_t mux_read(uint8_t channel);

/* The same when an input that is open has had time to go to the ground, see BUILD.md. */
uint16_t mux_read_settled(uint8_t channel); /* one reading, 0 to 1023 */

#endif
