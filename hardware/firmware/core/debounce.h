/* A change counts after several equal observations; a different observation cancels one of them.
 * Pure; one byte of memory per input. */
#ifndef DEBOUNCE_H
#define DEBOUNCE_H

#include <stdint.h>

/* bits 0-1: the state that counts; 2-3: the candidate; 4-6: its count; 7: not yet reported */
typedef uint8_t cell_t;

#define CELL_STATE(cell) ((uint8_t)((cell)&3))
#define CELL_NEWS 0x80

/* Adds an observation (0 to 3); `needed` is 1 to 7.  Returns 1 if the state changed. */
uint8_t debounce(cell_t *cell, uint8_t seen, uint8_t needed);

#endif
