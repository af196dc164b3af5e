/* Registers of the RP2040 that this firmware uses, and their bits; names and numbers come from its
 * data sheet. */
#ifndef REGISTERS_H
#define REGISTERS_H

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))

/* Writing to these mirrors of a register sets or clears the written bits. */
#define SET(reg) (*(volatile uint32_t *)((uintptr_t) & (reg) + 0x2000))
#define CLEAR(reg) (*(volatile uint32_t *)((uintptr_t) & (reg) + 0x3000))

#define RESETS_RESET REGISTER(0x4000C000)
#define RESETS_DONE REGISTER(0x4000C008)
#define RESET_ADC (1u << 0)
#define RESET_DMA (1u << 2)
#define RESET_IO_BANK0 (1u << 5)
#define RESET_PADS_BANK0 (1u << 8)
#define RESET_PIO0 (1u << 10)
#define RESET_PLL_USB (1u << 13)
#define RESET_TIMER (1u << 21)
#define RESET_USBCTRL (1u << 24)

#define XOSC_CTRL REGISTER(0x40024000)
#define XOSC_STATUS REGISTER(0x40024004)
#define XOSC_STARTUP REGISTER(0x4002400C)
#define XOSC_1_TO_15_MHZ 0xAA0u
#define XOSC_ENABLE (0xFABu << 12)
#define XOSC_STABLE (1u << 31)

#define PLL_USB_CS REGISTER(0x4002C000)
#define PLL_USB_PWR REGISTER(0x4002C004)
#define PLL_USB_FBDIV REGISTER(0x4002C008)
#define PLL_USB_PRIM REGISTER(0x4002C00C)
#define PLL_LOCKED (1u << 31)
#define PLL_PWR_PD (1u << 0)
#define PLL_PWR_POSTDIVPD (1u << 3)
#define PLL_PWR_VCOPD (1u << 5)

#define CLK_REF_CTRL REGISTER(0x40008030)
#define CLK_REF_SELECTED REGISTER(0x40008038)
#define CLK_SYS_CTRL REGISTER(0x4000803C)
#define CLK_SYS_SELECTED REGISTER(0x40008044)
#define CLK_USB_CTRL REGISTER(0x40008054)
#define CLK_ADC_CTRL REGISTER(0x40008060)
#define CLK_REF_FROM_XOSC 2u
#define CLK_SYS_FROM_AUX 1u
#define CLK_SYS_AUX_PLL_USB (1u << 5)
#define CLK_ENABLE (1u << 11) /* from the USB's PLL, which is source 0 */

#define PSM_WDSEL REGISTER(0x40010008)
#define PSM_ALL_BUT_OSCILLATORS 0x1FFFCu
#define WATCHDOG_CTRL REGISTER(0x40058000)
#define WATCHDOG_LOAD REGISTER(0x40058004)
#define WATCHDOG_TICK REGISTER(0x4005802C)
#define WATCHDOG_ENABLE (1u << 30)
#define WATCHDOG_TICK_ENABLE (1u << 9)

#define TIMER_ALARM0 REGISTER(0x40054010)
#define TIMER_RAW REGISTER(0x40054028) /* microseconds */
#define TIMER_INTR REGISTER(0x40054034)
#define TIMER_INTE REGISTER(0x40054038)

#define SIO_IN REGISTER(0xD0000004)
#define SIO_OUT_SET REGISTER(0xD0000014)
#define SIO_OUT_CLEAR REGISTER(0xD0000018)
#define SIO_OUT_XOR REGISTER(0xD000001C)
#define SIO_OUT REGISTER(0xD0000010)
#define SIO_ENABLE_SET REGISTER(0xD0000024)
#define SIO_ENABLE_CLEAR REGISTER(0xD0000028)
#define PIN_FUNCTION(pin) REGISTER(0x40014004 + 8 * (pin))
#define FUNCTION_SIO 5u
#define FUNCTION_PIO0 6u
#define PIN_PAD(pin) REGISTER(0x4001C004 + 4 * (pin))
#define PAD_PULL_UP 0x5Au  /* input on, pull-up, 4 mA, Schmitt trigger */
#define PAD_PLAIN 0x52u    /* the same without a pull: the reset value pulls to ground */
#define PAD_ANALOGUE 0x80u /* neither input nor output nor pull */

#define ADC_CS REGISTER(0x4004C000)
#define ADC_RESULT REGISTER(0x4004C004)
#define ADC_EN (1u << 0)
#define ADC_START_ONE (1u << 2)
#define ADC_READY (1u << 8)
#define ADC_INPUT(number) ((uint32_t)(number) << 12)

#define PIO0_CTRL REGISTER(0x50200000)
#define PIO0_TXF0 REGISTER(0x50200010)
#define PIO0_MEMORY(at) REGISTER(0x50200048 + 4 * (at))
#define PIO0_SM0_CLKDIV REGISTER(0x502000C8)
#define PIO0_SM0_EXECCTRL REGISTER(0x502000CC)
#define PIO0_SM0_SHIFTCTRL REGISTER(0x502000D0)
#define PIO0_SM0_INSTR REGISTER(0x502000D8)
#define PIO0_SM0_PINCTRL REGISTER(0x502000DC)

#define DMA0_READ REGISTER(0x50000000)
#define DMA0_WRITE REGISTER(0x50000004)
#define DMA0_COUNT REGISTER(0x50000008)
#define DMA0_CTRL REGISTER(0x5000000C)
#define DMA_EN (1u << 0)
#define DMA_WORDS (2u << 2)
#define DMA_READ_ON (1u << 4)
#define DMA_NO_CHAIN (0u << 11) /* channel 0, chained to itself: no chain */
#define DMA_PIO0_TX0 (0u << 15)

#define SSI_SR REGISTER(0x18000028)
#define SSI_DR0 REGISTER(0x18000060)
#define SSI_ROOM (1u << 1)
#define SSI_CAME (1u << 3)
#define QSPI_SS_CTRL REGISTER(0x4001800C)
#define QSPI_SS_LOW (2u << 8)
#define QSPI_SS_HIGH (3u << 8)

#define NVIC_ENABLE REGISTER(0xE000E100)
#define NVIC_FORGET REGISTER(0xE000E280)
#define IRQ_TIMER0 (1u << 0)
#define IRQ_USB (1u << 5)

#endif
