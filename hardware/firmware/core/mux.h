/* The multiplexers: channel = multiplexer x 16 + row, the setting of the select lines. */
#ifndef MUX_H
#define MUX_H

#include <stdint.h>

void mux_select(uint8_t row);       /* waits until the row's sensors are reliable */
uint16_t mux_read(uint8_t channel);

/* Like `mux_read`, after an open input has had time to reach ground, see BUILD.md. */
uint16_t mux_read_settled(uint8_t channel); /* one reading, 0 to 1023 */

#endif
