/* The whole board: start all parts once, then run rounds for ever. */
#ifndef BOARD_H
#define BOARD_H

void board_start(void);
void board_round(void);

#endif
