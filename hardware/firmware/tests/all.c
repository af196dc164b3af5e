/* Runs the firmware's tests on the machine that builds them. */
#include <stdio.h>

int failures, checks;

void test_debounce(void);
void test_sense(void);
void test_frames(void);
void test_board(void);
void test_memory(void);
void test_power_cut(void);
void test_commands(void);

int main(void)
{
    test_debounce();
    test_sense();
    test_frames();
    test_board();
    test_memory();
    test_power_cut();
    test_commands();
    printf("%d checks, %d failures\n", checks, failures);
    return failures != 0;
}
