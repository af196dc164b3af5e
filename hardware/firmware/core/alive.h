/* Work that must continue during any wait: counting the clock and feeding the watchdog. */
#ifndef ALIVE_H
#define ALIVE_H

void alive(void);

#endif
