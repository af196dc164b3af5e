#include "debounce.h"

static cell_t pack(uint8_t kept, uint8_t candidate, uint8_t count)
{
    return (cell_t)(kept | (candidate << 2) | (count << 4));
}

uint8_t debounce(cell_t *cell, uint8_t seen, uint8_t needed)
{
    uint8_t kept = *cell & (CELL_NEWS | 3);
    uint8_t candidate = (*cell >> 2) & 3;
    uint8_t count = (*cell >> 4) & 7;
    if (!count && seen == (kept & 3))
        return 0; /* the usual case */
    if (count && candidate == seen) {
        count++;
    } else if (count > 1) {
        count--; /* one bad reading costs one good one, not all of them */
    } else {
        candidate = seen;
        count = seen != (kept & 3);
    }
    if (count < needed) {
        *cell = pack(kept, candidate, count);
        return 0;
    }
    *cell = CELL_NEWS | candidate;
    return 1;
}
