/* The points of the board: what lies on each, and what the host has not been told yet. */
#ifndef POINTS_H
#define POINTS_H

#include <stdint.h>

#include "sense.h"

void points_start(void); /* baselines and thresholds from the store, nothing lies anywhere */

void points_reading(uint8_t point, uint16_t value); /* one reading of a scan */
void points_scanned(void);                          /* a scan of all points is finished */

uint8_t points_state(uint8_t point); /* FACE_... after debouncing */
uint8_t points_any_news(void);       /* 1 if some point may have news */
uint8_t points_news(uint8_t point);  /* 1 once after each change */
void points_all_told(void);          /* all points were asked for news */
void points_no_news(void);           /* the host gets a whole state instead */

uint16_t points_baseline(uint8_t point);
void points_set_baseline(uint8_t point, uint16_t baseline);
threshold_t *points_threshold(void);
void points_hold_drift(uint8_t hold); /* 1 while baselines are being measured and stored */

#endif
