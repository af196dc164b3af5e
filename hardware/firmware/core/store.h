/* Data that survives a reset: names, wiring, thresholds, baselines, the boot counter.
 *
 * All except the boot counter form one record, kept twice.  A new record overwrites the older copy,
 * with its check last.  So a power cut at any moment leaves the old record or the new one. */
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

void store_start(void); /* reads everything, or sets the defaults; counts the boot */
uint8_t store_ok(void); /* 0: the memory was empty or damaged and got the defaults */
uint16_t store_boot(void);
uint16_t store_saves(void); /* number of saves since the memory was new */
uint32_t store_id(void);

uint8_t store_points(void);
void store_layout(label_t *label);
void store_name(label_t *label);
void store_names(uint8_t points, const label_t *layout, const label_t *name);

uint8_t store_calibrated(void);
void store_threshold(threshold_t *threshold);
void store_calibration(const threshold_t *threshold, uint8_t calibrated);

uint8_t store_wiring(uint8_t line, uint8_t point);
void store_wires(uint8_t line, uint8_t first, uint8_t count, const uint8_t *places);

uint16_t store_baseline(uint8_t point);
/* Stores thresholds, whether they were learned, and all baselines, step by step while other work
 * goes on: begin, then call `store_baselines_ended` until it returns 1.  Store nothing else
 * meanwhile. */
typedef uint16_t (*baseline_of_t)(uint8_t point);
void store_baselines_begin(const threshold_t *threshold, uint8_t calibrated, baseline_of_t of);
uint8_t store_baselines_ended(void);

#endif
