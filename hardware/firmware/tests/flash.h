/* The test machine reads constants like any other data. */
#ifndef FLASH_H
#define FLASH_H

#define FLASH_TEXT(words) (words)
#define FLASH_BYTE(at) (*(at))

#endif
