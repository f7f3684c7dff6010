//! The chain of thirteen 74HC165 shift registers: ninety sensors, eight buttons, six spare inputs.

use embedded_hal::{delay::DelayNs, digital::OutputPin, spi::SpiBus};

/// Number of shift registers.
pub const CHIPS: usize = 13;

/// The state of all inputs at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// Ranks 9 to 0. Of the nine low bits the most significant one is file a. A set bit is a piece.
    pub ranks: [u16; 10],
    /// The eight buttons, the first in the lowest bit. A set bit is a pressed button.
    pub buttons: u8,
}

impl Reading {
    /// Sorts the bits in the order of the chain: a9 first, rank by rank, then the buttons. A
    /// covered phototransistor and a released button leave their input high.
    pub fn from_chain(bytes: &[u8; CHIPS]) -> Reading {
        let is_high = |place: usize| bytes[place / 8] >> (7 - place % 8) & 1 != 0;
        let mut reading = Reading::default();
        for (row, rank) in reading.ranks.iter_mut().enumerate() {
            *rank = (0..9).fold(0, |bits, file| bits << 1 | u16::from(is_high(row * 9 + file)));
        }
        reading.buttons =
            (0..8).fold(0, |bits, button| bits | u8::from(!is_high(90 + button)) << button);
        reading
    }
}

/// The chain on its own bus, with the pin that latches all inputs at once.
pub struct Chain<B, L, D> {
    bus: B,
    latch: L,
    delay: D,
}

impl<B: SpiBus, L: OutputPin, D: DelayNs> Chain<B, L, D> {
    /// Creates the driver. The bus must run in mode 0 or 2 at 5 MHz or less; `latch` is SH/LD of
    /// every chip.
    pub fn new(bus: B, latch: L, delay: D) -> Chain<B, L, D> {
        Chain { bus, latch, delay }
    }

    /// Latches and reads all inputs.
    ///
    /// # Errors
    /// If the bus or the pin fails.
    pub fn read(&mut self) -> Result<Reading, ChainError<B::Error, L::Error>> {
        self.latch.set_low().map_err(ChainError::Latch)?;
        self.delay.delay_us(1);
        self.latch.set_high().map_err(ChainError::Latch)?;
        let mut bytes = [0; CHIPS];
        self.bus.read(&mut bytes).map_err(ChainError::Bus)?;
        self.bus.flush().map_err(ChainError::Bus)?;
        Ok(Reading::from_chain(&bytes))
    }
}

/// Why the chain could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainError<B, L> {
    /// The bus failed.
    Bus(B),
    /// The latch pin failed.
    Latch(L),
}
