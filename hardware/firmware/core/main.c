/* A sensor board for Less is More. */
#include "board.h"

int main(void)
{
    board_start();
    for (;;)
        board_round();
}
