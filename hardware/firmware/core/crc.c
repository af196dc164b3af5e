#include "crc.h"

/* A byte at a time without a table: eight steps of the polynomial x16 + x12 + x5 + 1 at once. */
uint16_t crc_add(uint16_t crc, uint8_t byte)
{
    uint8_t high = (uint8_t)(crc >> 8) ^ byte;
    high ^= high >> 4;
    return (uint16_t)((uint16_t)(crc << 8) ^ (uint16_t)((uint16_t)high << 12) ^
                      (uint16_t)((uint16_t)high << 5) ^ high);
}

uint16_t crc_of(const uint8_t *data, uint8_t length)
{
    uint16_t crc = CRC_START;
    while (length--)
        crc = crc_add(crc, *data++);
    return crc;
}
