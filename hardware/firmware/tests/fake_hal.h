/* A controller in memory: scripted sensors and button, a line, lights that tests can read, a memory
 * that survives restarts.
 *
 * Its time only advances when the firmware uses it, by the time that the parts of a real controller
 * take.  The same story always takes the same number of microseconds. */
#ifndef FAKE_HAL_H
#define FAKE_HAL_H

#include "hal/hal.h"

#define FAKE_CHANNELS 128
#define FAKE_REST 512    /* reading of a sensor with nothing near it */
#define FAKE_SAID 0x100000

typedef struct {
    uint64_t us;                     /* since power on */
    uint16_t sensors[FAKE_CHANNELS]; /* the next readings of each channel */
    uint16_t noise;                  /* most counts by which readings vary, upwards only */
    uint16_t spread[FAKE_CHANNELS];  /* most counts of a channel's random variation, both ways */
    uint32_t dice;                   /* state of the random spread */
    uint8_t button;
    uint8_t memory[HAL_MEMORY_BYTES];
    uint32_t writes[HAL_MEMORY_BYTES]; /* writes of each byte since the controller was made */
    colour_t lights[FAKE_CHANNELS];
    uint8_t said[FAKE_SAID]; /* bytes that the board has sent since power on */
    unsigned said_size;
    uint32_t note;           /* a value that one story leaves for the next */
    unsigned early_readings; /* readings of sensors without power yet */
    unsigned longest_hunger; /* longest time between feeds of the watchdog, in us */
    uint8_t open[FAKE_CHANNELS]; /* 1: this sensor's joint is open, so only a pull-down acts */
    unsigned cut_in;   /* number of the write, from now, in which the power fails; 0: never */
    uint8_t no_power;  /* the power has failed: nothing is written any more */
} fake_t;

extern fake_t *fake;

void fake_new(void);      /* a controller that never ran, on an empty board */
void fake_power_on(void); /* forgets all but the memory; sensors and button stay */
void fake_send(const uint8_t *bytes, unsigned size); /* to the board; at most 255 bytes fit */
unsigned fake_lit(void);  /* number of lights that are not dark */

#endif
