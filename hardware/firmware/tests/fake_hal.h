/* A controller in memory: scripted sensors and button, a line, lights that are looked at, a memory
 * that outlives its restarts.
 *
 * Its time moves only when the firmware uses it, by what the parts of a real controller take; the
 * same story always takes the same microseconds. */
#ifndef FAKE_HAL_H
#define FAKE_HAL_H

#include "hal/hal.h"

#define FAKE_CHANNELS 128
#define FAKE_REST 512    /* what a sensor reads with nothing near it */
#define FAKE_SAID 0x100000

typedef struct {
    uint64_t us;                     /* since power on */
    uint16_t sensors[FAKE_CHANNELS]; /* what the next readings of a channel give */
    uint16_t noise;                  /* they vary by so many counts, upwards */
    uint16_t spread[FAKE_CHANNELS];  /* those of a channel by so many more at random, both ways */
    uint32_t dice;                   /* of the spread */
    uint8_t button;
    uint8_t memory[HAL_MEMORY_BYTES];
    uint32_t writes[HAL_MEMORY_BYTES]; /* of each byte of it, since the controller was made */
    colour_t lights[FAKE_CHANNELS];
    uint8_t said[FAKE_SAID]; /* what the board has sent since power on */
    unsigned said_size;
    uint32_t note;           /* what one story leaves for the next */
    unsigned early_readings; /* of sensors that had no power yet */
    unsigned longest_hunger; /* of the watchdog, in us */
    uint8_t open[FAKE_CHANNELS]; /* 1: the joint of this sensor is open, only a pull-down is left */
    unsigned cut_in;   /* the power fails in this write to the memory from now; 0: never */
    uint8_t no_power;  /* it has failed: nothing is written any more */
} fake_t;

extern fake_t *fake;

void fake_new(void);      /* a controller that never ran, on a board with nothing on it */
void fake_power_on(void); /* all forgotten but the memory; sensors and button stay as they are */
void fake_send(const uint8_t *bytes, unsigned size); /* to the board; at most 255 fit */
unsigned fake_lit(void);  /* number of lights that are not dark */

#endif
