# Compiling for the RP2040 of the Raspberry Pi Pico, at 48 MHz.
MCU ?= rp2040
MCUS = rp2040
PYTHON ?= python3
FAMILY_CC = arm-none-eabi-gcc
FAMILY_CFLAGS = -mcpu=cortex-m0plus -mthumb -ffunction-sections -fdata-sections -fshort-enums \
	--param=min-pagesize=0 -flto
FAMILY_ASSEMBLY = -mcpu=cortex-m0plus -mthumb
FAMILY_LINK = arm-none-eabi-gcc -mcpu=cortex-m0plus -mthumb -Os -flto -nostartfiles --specs=nano.specs \
	-T hal/rp2040/board.ld -Wl,--gc-sections -Wl,--build-id=none -Wl,-Map,$(BUILD)/board.map
FAMILY_HEX = $(PYTHON) hal/rp2040/image.py arm-none-eabi-objcopy
FAMILY_SIZE = arm-none-eabi-size
