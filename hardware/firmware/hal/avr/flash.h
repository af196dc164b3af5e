/* Constants that stay in flash: the controller has other instructions to read them. */
#ifndef FLASH_H
#define FLASH_H

#include <avr/pgmspace.h>

#define FLASH_TEXT(words) PSTR(words)
#define FLASH_BYTE(at) pgm_read_byte(at)

#endif
