/* From the flash into the RAM: the whole program is copied there, so that nothing stands still
 * while the flash is written. */
    .syntax unified
    .cpu cortex-m0plus
    .thumb

    .equ VTOR, 0xE000ED08
    .equ PAINT, 0xC5C5C5C5 /* what the stack has not reached; see stack.c */

    .section .start, "ax"
    .word __stack_top
    .word enter

    .global enter
    .thumb_func
enter:
    ldr r0, =__program_in_flash
    ldr r1, =__program_start
    ldr r2, =__program_end
1:  ldmia r0!, {r3}
    stmia r1!, {r3}
    cmp r1, r2
    blo 1b
    ldr r2, =__bss_end /* follows the program */
    movs r3, #0
    b 3f
2:  stmia r1!, {r3}
3:  cmp r1, r2
    blo 2b
    ldr r1, =__stack_bottom
    ldr r2, =__stack_top
    ldr r3, =PAINT
4:  stmia r1!, {r3}
    cmp r1, r2
    blo 4b
    ldr r0, =VTOR
    ldr r1, =vectors
    str r1, [r0]
    ldr r0, =main
    blx r0
    b .
    .ltorg

    .section .vectors, "a"
    .global vectors
vectors:
    .word __stack_top
    .word enter
    .rept 14 /* faults: the watchdog ends them */
    .word hang
    .endr
    .word on_timer /* interrupt 0 */
    .rept 4
    .word hang
    .endr
    .word on_usb /* interrupt 5 */
    .rept 26
    .word hang
    .endr

    .section .text.hang, "ax"
    .thumb_func
hang:
    b .
