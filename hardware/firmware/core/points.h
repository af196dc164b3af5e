/* The points of the board: the face on each, and the changes not yet reported to the host. */
#ifndef POINTS_H
#define POINTS_H

#include <stdint.h>

#include "sense.h"

void points_start(void); /* loads baselines and thresholds; all points start empty */

void points_reading(uint8_t point, uint16_t value); /* one reading of a scan */
void points_scanned(void);                          /* a scan of all points is finished */

uint8_t points_state(uint8_t point); /* FACE_... after debouncing */
uint8_t points_any_news(void);       /* 1 if any point may have news */
uint8_t points_news(uint8_t point);  /* 1 once after each change */
void points_all_told(void);          /* the caller has asked all points for news */
void points_no_news(void);           /* drops all news, because the host gets a whole state */

uint16_t points_baseline(uint8_t point);
void points_set_baseline(uint8_t point, uint16_t baseline);
threshold_t *points_threshold(void);
void points_hold_drift(uint8_t hold); /* 1 while baselines are measured and stored: no drift */

#endif
