#include "rom.h"

#include "parts.h"

#define TABLE 0x14  /* address of a 16-bit pointer to the ROM's table of functions */
#define LOOKUP 0x18 /* address of one to the function that searches the table */

typedef void *(*lookup_t)(const uint16_t *table, uint32_t code);
typedef void (*loader_t)(uint32_t activity_pin_mask, uint32_t interfaces_off);

static uintptr_t half(uintptr_t at) { return *(const volatile uint16_t *)at; }

void *rom_function(uint32_t code)
{
    lookup_t lookup = (lookup_t)half(LOOKUP);
    return lookup((const uint16_t *)half(TABLE), code);
}

void rom_loader(void)
{
    watchdog_stop();
    ((loader_t)rom_function(ROM_CODE('U', 'B')))(0, 0);
    for (;;)
        ;
}
