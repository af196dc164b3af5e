/* The second stage of the boot: the ROM copies these 252 bytes into the RAM and calls them.  They
 * make the flash readable in the way that every such chip knows (command 03h, one bit at a time),
 * and go on with the program.  Four bytes of checksum follow; image.py computes them. */
    .syntax unified
    .cpu cortex-m0plus
    .thumb
    .section .boot2, "ax"

    .equ SSI_BASE, 0x18000000
    .equ CTRLR0, 0x00
    .equ CTRLR1, 0x04
    .equ SSIENR, 0x08
    .equ BAUDR, 0x14
    .equ SPI_CTRLR0, 0xF4
    .equ FRAMES_OF_32, 31 << 16
    .equ READ_AFTER_COMMAND, 3 << 8
    .equ COMMAND_03, 0x03 << 24
    .equ COMMAND_OF_8_BITS, 2 << 8
    .equ ADDRESS_OF_24_BITS, 6 << 2
    .equ PROGRAM, 0x10000100
    .equ VTOR, 0xE000ED08

    ldr r3, =SSI_BASE
    movs r1, #0
    str r1, [r3, #SSIENR]
    movs r1, #2 /* half the system's clock: 24 MHz later, slower now */
    str r1, [r3, #BAUDR]
    ldr r1, =(FRAMES_OF_32 | READ_AFTER_COMMAND)
    str r1, [r3, #CTRLR0]
    movs r1, #0
    str r1, [r3, #CTRLR1]
    ldr r1, =(COMMAND_03 | COMMAND_OF_8_BITS | ADDRESS_OF_24_BITS)
    movs r0, #SPI_CTRLR0
    str r1, [r3, r0]
    movs r1, #1
    str r1, [r3, #SSIENR]
    ldr r0, =PROGRAM
    ldr r1, =VTOR
    str r0, [r1]
    ldmia r0!, {r1, r2}
    msr msp, r1
    bx r2
    .ltorg
