/* The button that ends a turn. */
#ifndef BUTTON_H
#define BUTTON_H

#include <stdint.h>

uint8_t button_poll(void); /* 1 if it was pressed or released since the last call */
uint8_t button_down(void);

#endif
