/* Stories of a whole board: the core runs on the fake controller, a small host talks to it. */
#ifndef STORY_H
#define STORY_H

#include <stdint.h>

#include "frames.h"

typedef struct {
    uint8_t type, sequence, length;
    uint8_t payload[FRAME_LARGEST];
    uint32_t ms; /* when it was heard */
} heard_t;

/* Boots the firmware and tells the story.  In a process of its own: a controller that restarts
 * forgets everything, a C program's static variables are only new in a new process. */
void power_on(void (*story)(void));

void run(unsigned ms); /* let time pass */

/* Sends a command (a payload as a string of `size` bytes); returns its number. */
uint8_t tell(uint8_t type, const void *payload, uint8_t size);

/* The next report of a type, within `ms` milliseconds; its type is 0 if none came.  What came before
 * it is dropped. */
heard_t hear(uint8_t type, unsigned ms);

/* Sends a command and hears the first report of a type, or of any type (0). */
heard_t ask(uint8_t command, const void *payload, uint8_t size, uint8_t type);

/* Says hello; the state that follows the welcome. */
heard_t greet(void);

uint16_t word(const uint8_t *at); /* two bytes of a payload */
uint8_t state_of(const heard_t *state, unsigned point);

#endif
