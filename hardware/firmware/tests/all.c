/* Runs the tests of the firmware's pure parts on the machine that builds them. */
#include <stdio.h>

int failures, checks;

void test_debounce(void);
void test_sense(void);
void test_frames(void);

int main(void)
{
    test_debounce();
    test_sense();
    test_frames();
    printf("%d checks, %d failures\n", checks, failures);
    return failures != 0;
}
