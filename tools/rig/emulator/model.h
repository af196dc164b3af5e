/* The bench's model of the electronics around the controller. */
#ifndef MODEL_H
#define MODEL_H

#include <stdint.h>

#include "sim_avr.h"

#define CHANNELS 128 /* multiplexer x 16 + select lines */
#define LIGHTS 128
#define MEMORY 1024 /* bytes of the EEPROM that the firmware uses */

typedef struct {
    uint16_t millivolts[CHANNELS];
    uint16_t spread_mv[CHANNELS]; /* how far a sensor's own readings vary, both ways */
    uint16_t noise_mv;      /* every reading varies by up to this */
    uint16_t bad_per_10000; /* this many readings are random */
    uint32_t dice;
    uint8_t button;         /* 1: pressed */
    uint8_t row;
    avr_cycle_count_t bank_changed;
    unsigned early_readings; /* readings of a bank that was not powered long enough */
    avr_cycle_count_t scan_begun, scan_longest;
    unsigned readings_in_scan;
} sensors_t;

typedef struct {
    uint8_t coming[LIGHTS * 3];
    unsigned bits;
    uint8_t latched[LIGHTS * 3];
    unsigned latched_lights;
    unsigned frames;        /* latched since the start */
    unsigned bad_pulses;    /* neither a zero nor a one */
    avr_cycle_count_t longest_gap; /* within a frame; some lights treat 9 us as its end */
    avr_cycle_count_t rose, fell;
} chain_t;

typedef struct {
    avr_t *avr;
    unsigned wear[MEMORY]; /* how often each byte of the EEPROM was written */
    uint32_t memory_us; /* time to write a byte of the EEPROM, which simavr lacks */
    char select_port;
    sensors_t sensors;
    chain_t chain;
} model_t;

void model_connect(model_t *model, avr_t *avr);
void model_pins(model_t *model); /* drives the input pins again after a reset */
void model_latch(model_t *model);

#endif
