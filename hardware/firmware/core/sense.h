/* From a reading to a face: distance from the baseline, with hysteresis.  Pure. */
#ifndef SENSE_H
#define SENSE_H

#include <stdint.h>

enum { FACE_EMPTY, FACE_ONE, FACE_TWO, FACE_BROKEN };

typedef struct {
    uint8_t press;   /* ADC counts from the baseline at which a magnet is detected */
    uint8_t release; /* ADC counts below which it is gone again */
    uint8_t invert;  /* 1: face one lowers the reading */
} threshold_t;

/* Returns the face that a linear sensor shows; `now` is the face that counts at present. */
uint8_t sense_side(uint16_t value, uint16_t baseline, uint8_t now, const threshold_t *threshold);

/* Returns the face that a switch to ground shows. */
uint8_t sense_switch(uint16_t value, uint8_t now);

#endif
