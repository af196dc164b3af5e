/* Constants: they are copied into the RAM with everything else and need no care. */
#ifndef FLASH_H
#define FLASH_H

#define FLASH_TEXT(words) (words)
#define FLASH_BYTE(at) (*(at))

#endif
