# Compiling for the AVR family, at 16 MHz.
MCU ?= atmega328p
MCUS = atmega328p atmega2560
FAMILY_CC = avr-gcc
FAMILY_CFLAGS = -mmcu=$(MCU) -DF_CPU=16000000UL -ffunction-sections -fdata-sections \
	-fshort-enums -mcall-prologues
FAMILY_LINK = avr-gcc -mmcu=$(MCU) -Wl,--gc-sections -Wl,-Map,$(BUILD)/board.map
FAMILY_HEX = avr-objcopy -O ihex -R .eeprom
FAMILY_SIZE = avr-size
