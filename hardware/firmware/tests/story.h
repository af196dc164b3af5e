/* Stories of a whole board: the core runs on the fake controller, and a small host talks to it. */
#ifndef STORY_H
#define STORY_H

#include <stdint.h>

#include "frames.h"

typedef struct {
    uint8_t type, sequence, length;
    uint8_t payload[FRAME_LARGEST];
    uint32_t ms; /* when it was received */
} heard_t;

/* Boots the firmware and runs the story, in a process of its own.  A restarted controller forgets
 * everything, and a C program's static variables are only new in a new process. */
void power_on(void (*story)(void));

void run(unsigned ms); /* lets this time pass */

/* Sends a command (a payload as a string of `size` bytes); returns its number. */
uint8_t tell(uint8_t type, const void *payload, uint8_t size);

/* Returns the next report of a type, within `ms` milliseconds; its type is 0 if none came.  Earlier
 * reports are dropped. */
heard_t hear(uint8_t type, unsigned ms);

/* Sends a command and returns the first report of a type, or of any type (0). */
heard_t ask(uint8_t command, const void *payload, uint8_t size, uint8_t type);

/* Sends a hello; returns the state that follows the welcome. */
heard_t greet(void);

uint16_t word(const uint8_t *at); /* two bytes of a payload */
uint8_t state_of(const heard_t *state, unsigned point);

#endif
