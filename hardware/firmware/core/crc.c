#include "crc.h"

/* Eight steps of the polynomial together, in bytes and without a table: shifting words by many bits
 * is slow on a small controller. */
uint16_t crc_add(uint16_t crc, uint8_t byte)
{
    uint8_t high = (uint8_t)(crc >> 8) ^ byte;
    high ^= high >> 4;
    uint8_t top = (uint8_t)crc ^ (uint8_t)(high << 4) ^ (uint8_t)(high >> 3);
    uint8_t low = high ^ (uint8_t)(high << 5);
    return (uint16_t)(top << 8 | low);
}

uint16_t crc_of(const uint8_t *data, uint8_t length)
{
    uint16_t crc = CRC_START;
    while (length--)
        crc = crc_add(crc, *data++);
    return crc;
}
