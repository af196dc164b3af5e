/* Constants that stay in flash, which the controller reads with special instructions. */
#ifndef FLASH_H
#define FLASH_H

#include <avr/pgmspace.h>

#define FLASH_TEXT(words) PSTR(words)
#define FLASH_BYTE(at) pgm_read_byte(at)

#endif
