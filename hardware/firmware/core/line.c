#include "line.h"

#include "alive.h"
#include "hal/hal.h"

void line_put(uint8_t byte)
{
    while (hal_line_room() == 0)
        alive();
    hal_line_put(byte);
}
