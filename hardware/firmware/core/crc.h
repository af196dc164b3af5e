/* CRC-16 of frames: polynomial 0x1021, start 0xffff, not reflected. */
#ifndef CRC_H
#define CRC_H

#include <stdint.h>

#define CRC_START 0xFFFF

uint16_t crc_add(uint16_t crc, uint8_t byte);
uint16_t crc_of(const uint8_t *data, uint8_t length);

#endif
