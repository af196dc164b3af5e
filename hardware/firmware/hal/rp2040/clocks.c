/* One clock of 48 MHz for everything, from the crystal of 12 MHz and the USB's PLL. */
#include "parts.h"
#include "registers.h"

#define STARTUP 47     /* x 256 periods of the crystal: 1 ms */
#define MULTIPLIER 100 /* to 1200 MHz, */
#define DIVIDER 5      /* twice: to 48 MHz */

static void start_crystal(void)
{
    XOSC_STARTUP = STARTUP;
    XOSC_CTRL = XOSC_1_TO_15_MHZ | XOSC_ENABLE;
    while (!(XOSC_STATUS & XOSC_STABLE))
        ;
    CLK_REF_CTRL = CLK_REF_FROM_XOSC;
    while (!(CLK_REF_SELECTED & (1u << CLK_REF_FROM_XOSC)))
        ;
}

static void start_pll(void)
{
    PLL_USB_CS = 1; /* the crystal's frequency, undivided */
    PLL_USB_FBDIV = MULTIPLIER;
    CLEAR(PLL_USB_PWR) = PLL_PWR_PD | PLL_PWR_VCOPD;
    while (!(PLL_USB_CS & PLL_LOCKED))
        ;
    PLL_USB_PRIM = DIVIDER << 16 | DIVIDER << 12;
    CLEAR(PLL_USB_PWR) = PLL_PWR_POSTDIVPD;
}

void clocks_start(void)
{
    const uint32_t used = RESET_ADC | RESET_DMA | RESET_IO_BANK0 | RESET_PADS_BANK0 | RESET_PIO0 |
                          RESET_PLL_USB | RESET_TIMER | RESET_USBCTRL;
    CLEAR(CLK_SYS_CTRL) = CLK_SYS_FROM_AUX; /* it may still run after a restart */
    while (!(CLK_SYS_SELECTED & 1))
        ;
    SET(RESETS_RESET) = used;
    start_crystal();
    CLEAR(RESETS_RESET) = RESET_PLL_USB;
    while (!(RESETS_DONE & RESET_PLL_USB))
        ;
    start_pll();
    CLK_SYS_CTRL = CLK_SYS_AUX_PLL_USB;
    SET(CLK_SYS_CTRL) = CLK_SYS_FROM_AUX;
    while (!(CLK_SYS_SELECTED & (1u << CLK_SYS_FROM_AUX)))
        ;
    CLK_USB_CTRL = CLK_ENABLE;
    CLK_ADC_CTRL = CLK_ENABLE;
    CLEAR(RESETS_RESET) = used;
    while ((RESETS_DONE & used) != used)
        ;
}
