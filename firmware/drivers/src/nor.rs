//! A flash chip on SPI (W25Q and compatible), for boards that record whole tournaments offline.

use boardlink::Flash;
use embedded_hal::spi::{Operation, SpiDevice};

const WRITE_ENABLE: u8 = 0x06;
const READ_STATUS: u8 = 0x05;
const READ: u8 = 0x03;
const PROGRAM: u8 = 0x02;
const ERASE_SECTOR: u8 = 0x20;
const BUSY: u8 = 0x01;

/// Size of the unit of erasure, in bytes.
pub const SECTOR: u32 = 4_096;
/// Maximum number of bytes programmed at once; a longer write would wrap around within its page.
const PROGRAM_PAGE: u32 = 256;
/// Number of status polls before an operation counts as failed. A sector takes up to 400 ms, a poll
/// at least 2 µs.
const PATIENCE: u32 = 400_000;

/// The flash chip.
pub struct Nor<S> {
    device: S,
    sectors: u32,
}

impl<S: SpiDevice> Nor<S> {
    /// Creates the driver for a chip with this number of 4 KiB sectors; at most 4,096, for 3-byte
    /// addresses.
    pub fn new(device: S, sectors: u32) -> Nor<S> {
        Nor { device, sectors: sectors.min(4_096) }
    }

    /// Returns the SPI device.
    pub fn release(self) -> S {
        self.device
    }

    fn command(code: u8, address: u32) -> [u8; 4] {
        let [_, high, middle, low] = address.to_be_bytes();
        [code, high, middle, low]
    }

    fn wait(&mut self) -> Result<(), NorError<S::Error>> {
        for _ in 0..PATIENCE {
            let mut status = [READ_STATUS, 0];
            self.device.transfer_in_place(&mut status)?;
            if status[1] & BUSY == 0 {
                return Ok(());
            }
        }
        Err(NorError::Stuck)
    }
}

impl<S: SpiDevice> Flash for Nor<S> {
    type Error = NorError<S::Error>;

    fn pages(&self) -> u32 {
        self.sectors
    }

    fn page_size(&self) -> u32 {
        SECTOR
    }

    fn read(&mut self, address: u32, into: &mut [u8]) -> Result<(), Self::Error> {
        let command = Nor::<S>::command(READ, address);
        self.device.transaction(&mut [Operation::Write(&command), Operation::Read(into)])?;
        Ok(())
    }

    fn program(&mut self, mut address: u32, mut bytes: &[u8]) -> Result<(), Self::Error> {
        while !bytes.is_empty() {
            let room = (PROGRAM_PAGE - address % PROGRAM_PAGE) as usize;
            let (part, rest) = bytes.split_at(room.min(bytes.len()));
            self.device.write(&[WRITE_ENABLE])?;
            let command = Nor::<S>::command(PROGRAM, address);
            self.device.transaction(&mut [Operation::Write(&command), Operation::Write(part)])?;
            self.wait()?;
            address += part.len() as u32;
            bytes = rest;
        }
        Ok(())
    }

    fn erase(&mut self, page: u32) -> Result<(), Self::Error> {
        self.device.write(&[WRITE_ENABLE])?;
        self.device.write(&Nor::<S>::command(ERASE_SECTOR, page * SECTOR))?;
        self.wait()
    }
}

/// Why an operation failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NorError<E> {
    /// The bus failed.
    Bus(E),
    /// The chip stays busy.
    Stuck,
}

impl<E> From<E> for NorError<E> {
    fn from(error: E) -> NorError<E> {
        NorError::Bus(error)
    }
}
