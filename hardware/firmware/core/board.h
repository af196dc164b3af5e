/* The whole board: start everything once, then go round for ever. */
#ifndef BOARD_H
#define BOARD_H

void board_start(void);
void board_round(void);

#endif
