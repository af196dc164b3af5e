/* Functions in the controller's ROM, found by two letters. */
#ifndef ROM_H
#define ROM_H

#include <stdint.h>

#define ROM_CODE(one, two) ((uint32_t)(one) | (uint32_t)(two) << 8)

void *rom_function(uint32_t code);

#endif
