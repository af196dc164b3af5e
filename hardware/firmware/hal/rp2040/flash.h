/* Constants, which are copied into the RAM with everything else, so they need no special access. */
#ifndef FLASH_H
#define FLASH_H

#define FLASH_TEXT(words) (words)
#define FLASH_BYTE(at) (*(at))

#endif
