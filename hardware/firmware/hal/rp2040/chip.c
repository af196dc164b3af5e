/* The flash chip.  While it is written, it cannot be read, so all running code is in the RAM. */
#include "parts.h"
#include "registers.h"
#include "rom.h"

#define FLASH_BASE 0x10000000u
#define SECTOR 4096u
#define ERASE_SECTOR 0x20
#define READ_SERIAL 0x4B
#define DUMMIES 4

typedef void (*simple_t)(void);
typedef void (*erase_t)(uint32_t offset, uint32_t size, uint32_t block, uint8_t command);
typedef void (*program_t)(uint32_t offset, const uint8_t *bytes, uint32_t size);

static void call(char one, char two) { ((simple_t)rom_function(ROM_CODE(one, two)))(); }

static void leave_reading(void)
{
    call('I', 'F');
    call('E', 'X');
}

static void back_to_reading(void)
{
    call('F', 'C');
    call('C', 'X');
}

const uint8_t *chip_at(uint32_t offset) { return (const uint8_t *)(FLASH_BASE + offset); }

void chip_erase(uint32_t offset)
{
    leave_reading();
    ((erase_t)rom_function(ROM_CODE('R', 'E')))(offset, SECTOR, SECTOR, ERASE_SECTOR);
    back_to_reading();
}

void chip_program(uint32_t offset, const uint8_t *bytes, uint32_t size)
{
    leave_reading();
    ((program_t)rom_function(ROM_CODE('R', 'P')))(offset, bytes, size);
    back_to_reading();
}

static uint8_t exchange(uint8_t byte)
{
    while (!(SSI_SR & SSI_ROOM))
        ;
    SSI_DR0 = byte;
    while (!(SSI_SR & SSI_CAME))
        ;
    return (uint8_t)SSI_DR0;
}

void chip_serial(uint8_t serial[SERIAL_BYTES])
{
    leave_reading();
    QSPI_SS_CTRL = QSPI_SS_LOW;
    exchange(READ_SERIAL);
    for (uint8_t count = 0; count < DUMMIES; count++)
        exchange(0);
    for (uint8_t at = 0; at < SERIAL_BYTES; at++)
        serial[at] = exchange(0);
    QSPI_SS_CTRL = QSPI_SS_HIGH;
    back_to_reading(); /* this also returns the select line to the chip */
}
