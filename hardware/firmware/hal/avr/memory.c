/* The EEPROM; each changed byte takes 3.4 ms. */
#include <avr/eeprom.h>

#include "hal/hal.h"

#if E2END + 1 < HAL_MEMORY_BYTES
#error "this controller's EEPROM is too small"
#endif

uint8_t hal_memory_ready(void) { return eeprom_is_ready() != 0; }

void hal_memory_read(uint16_t at, void *to, uint8_t size)
{
    eeprom_read_block(to, (const void *)at, size);
}

void hal_memory_write(uint16_t at, uint8_t byte) { eeprom_update_byte((uint8_t *)at, byte); }
