#include "crc.h"

#ifdef __AVR__
#include <util/crc16.h>

uint16_t crc_add(uint16_t crc, uint8_t byte) { return _crc_xmodem_update(crc, byte); }
#else
uint16_t crc_add(uint16_t crc, uint8_t byte)
{
    crc ^= (uint16_t)(byte << 8);
    for (uint8_t bit = 0; bit < 8; bit++)
        crc = (uint16_t)(crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1);
    return crc;
}
#endif

uint16_t crc_of(const uint8_t *data, uint8_t length)
{
    uint16_t crc = CRC_START;
    while (length--)
        crc = crc_add(crc, *data++);
    return crc;
}
