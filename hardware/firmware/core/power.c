#include "power.h"

#include "config.h"

uint16_t power_budget(uint8_t points)
{
    uint32_t fixed = CONTROLLER_MA + ((uint32_t)points * (SENSOR_UA + IDLE_UA) + 999) / 1000;
    return fixed >= SUPPLY_MA ? 0 : (uint16_t)(SUPPLY_MA - fixed);
}

uint8_t power_limit(uint8_t wanted, uint32_t levels, uint16_t budget)
{
    /* mA = levels x CHANNEL_MA / 255 x brightness / 255 */
    uint32_t full = levels * CHANNEL_MA;
    if (full == 0)
        return wanted;
    uint32_t most = (uint32_t)budget * 255 * 255 / full;
    return most < wanted ? (uint8_t)most : wanted;
}
