/* A number that distinguishes boards, generated once in a board's life. */
#ifndef ENTROPY_H
#define ENTROPY_H

#include <stdint.h>

uint32_t entropy_id(void); /* never 0 */

#endif
