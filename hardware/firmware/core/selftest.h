/* The self-test: stuck sensors, supply, memory, the line. */
#ifndef SELFTEST_H
#define SELFTEST_H

#include <stdint.h>

void selftest_answer(uint8_t reply);

#endif
