#include "sense.h"

#include "config.h"

#define SWITCH_CLOSED 350 /* counts; between both limits nothing changes */
#define SWITCH_OPEN 650

uint8_t sense_side(uint16_t value, uint16_t baseline, uint8_t now, const threshold_t *threshold)
{
    if (value < RAIL_LOW || value > RAIL_HIGH)
        return FACE_BROKEN;
    int16_t away = (int16_t)(value - baseline);
    if (threshold->invert)
        away = -away;
    if (away >= (now == FACE_ONE ? threshold->release : threshold->press))
        return FACE_ONE;
    if (-away >= (now == FACE_TWO ? threshold->release : threshold->press))
        return FACE_TWO;
    return FACE_EMPTY;
}

uint8_t sense_switch(uint16_t value, uint8_t now)
{
    if (now == FACE_ONE)
        return value > SWITCH_OPEN ? FACE_EMPTY : FACE_ONE;
    return value < SWITCH_CLOSED ? FACE_ONE : FACE_EMPTY;
}
