/* The machine of the tests reads its constants like anything else. */
#ifndef FLASH_H
#define FLASH_H

#define FLASH_TEXT(words) (words)
#define FLASH_BYTE(at) (*(at))

#endif
