/* What must go on whatever the board waits for: the clock counts, the watchdog is fed. */
#ifndef ALIVE_H
#define ALIVE_H

void alive(void);

#endif
