/* Bytes to send, at the speed of the line. */
#ifndef LINE_H
#define LINE_H

#include <stdint.h>

void line_put(uint8_t byte); /* waits for room */

#endif
