/* The lights: palette, blinking, the limit of the current, darkness without a host. */
#ifndef LIGHTS_H
#define LIGHTS_H

#include <stdint.h>

#define CODES 16

enum { BLINK_STEADY, BLINK_SLOW, BLINK_FAST, BLINK_COUNTER };

typedef struct {
    uint8_t red, green, blue, blink;
} entry_t;

void lights_start(void);
void lights_rewire(void);                   /* the number of lights may have changed */
void lights_entry(uint8_t code, const entry_t *entry);
void lights_clear(void);
void lights_set(uint8_t point, uint8_t code);
void lights_brightness(uint8_t brightness);
void lights_changed(void);                  /* show the codes that were set */
void lights_poll(void);

#endif
