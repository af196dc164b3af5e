#include "debounce.h"

uint8_t debounce(cell_t *cell, uint8_t seen, uint8_t needed)
{
    uint8_t kept = *cell & (CELL_NEWS | 3);
    uint8_t count = (*cell >> 4) & 7;
    if (seen == (kept & 3)) {
        *cell = kept; /* nothing new: the candidate is forgotten */
        return 0;
    }
    count = ((*cell >> 2) & 3) == seen ? count + 1 : 1;
    if (count >= needed) {
        *cell = CELL_NEWS | seen;
        return 1;
    }
    *cell = (uint8_t)(kept | (seen << 2) | (count << 4));
    return 0;
}
