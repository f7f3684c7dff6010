#![allow(unsafe_code)]

use core::ptr;

/// Offsets of a PL011's registers.
const DATA: usize = 0x00;
const FLAGS: usize = 0x18;
const LINE: usize = 0x2c;
const CONTROL: usize = 0x30;

const RECEIVER_EMPTY: u32 = 1 << 4;
const SENDER_FULL: u32 = 1 << 5;
/// Eight data bits, FIFOs on.
const EIGHT_BITS: u32 = 0x70;
/// UART, transmitter and receiver on.
const ENABLED: u32 = 0x301;

/// One of the chip's serial ports.
pub(crate) struct Uart(usize);

impl Uart {
    pub(crate) fn first() -> Uart {
        Uart::at(0x4000_c000)
    }

    pub(crate) fn second() -> Uart {
        Uart::at(0x4000_d000)
    }

    fn at(base: usize) -> Uart {
        let uart = Uart(base);
        uart.set(LINE, EIGHT_BITS);
        uart.set(CONTROL, ENABLED);
        uart
    }

    /// The next received byte.
    pub(crate) fn read(&self) -> Option<u8> {
        (self.get(FLAGS) & RECEIVER_EMPTY == 0).then(|| self.get(DATA) as u8)
    }

    /// Sends a byte, waiting until the FIFO has space.
    pub(crate) fn write(&self, byte: u8) {
        while self.get(FLAGS) & SENDER_FULL != 0 {}
        self.set(DATA, u32::from(byte));
    }

    fn get(&self, register: usize) -> u32 {
        // SAFETY: the two bases above are the LM3S6965's UARTs; their registers are readable words.
        unsafe { ptr::read_volatile((self.0 + register) as *const u32) }
    }

    fn set(&self, register: usize, word: u32) {
        // SAFETY: as above; nothing in memory depends on these registers.
        unsafe { ptr::write_volatile((self.0 + register) as *mut u32, word) }
    }
}
