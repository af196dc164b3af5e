/* What outlives a reset: names, wiring, thresholds, baselines, the boot counter. */
#ifndef STORE_H
#define STORE_H

#include <stdint.h>

#include "sense.h"

#define LAYOUT_BYTES 16
#define NAME_BYTES 20

typedef struct {
    uint8_t length;
    char text[NAME_BYTES];
} label_t;

enum { WIRING_SENSORS, WIRING_LIGHTS };

void store_start(void); /* reads all, or sets the defaults; counts the boot */
uint8_t store_ok(void); /* 0: the memory was empty or damaged and was set to the defaults */
uint16_t store_boot(void);
uint16_t store_saves(void); /* how often something was stored since the memory was new */
uint32_t store_id(void);

uint8_t store_points(void);
void store_layout(label_t *label);
void store_name(label_t *label);
void store_names(uint8_t points, const label_t *layout, const label_t *name);

uint8_t store_calibrated(void);
void store_threshold(threshold_t *threshold);
void store_calibration(const threshold_t *threshold, uint8_t calibrated);

uint8_t store_wiring(uint8_t line, uint8_t point);
void store_wired(void); /* a wiring has been stored: counts it */
void store_wire(uint8_t line, uint8_t point, uint8_t place);

uint16_t store_baseline(uint8_t point);
/* Begins to store a baseline if the memory is free; 0: try again later. */
uint8_t store_baseline_soon(uint8_t point, uint16_t baseline);

#endif
