//! A flash chip on SPI (W25Q and its kin): for boards that play whole tournaments offline.

use boardlink::Flash;
use embedded_hal::spi::{Operation, SpiDevice};

const WRITE_ENABLE: u8 = 0x06;
const READ_STATUS: u8 = 0x05;
const READ: u8 = 0x03;
const PROGRAM: u8 = 0x02;
const ERASE_SECTOR: u8 = 0x20;
const BUSY: u8 = 0x01;

/// What is erased at once.
pub const SECTOR: u32 = 4_096;
/// What is programmed at once at most; a longer write would wrap around within it.
const PROGRAM_PAGE: u32 = 256;
/// A sector takes 400 ms at worst; asking for the status takes 2 µs at least.
const PATIENCE: u32 = 400_000;

/// The chip.
pub struct Nor<S> {
    device: S,
    sectors: u32,
}

impl<S: SpiDevice> Nor<S> {
    /// A chip with so many sectors of 4 KiB; at most 4,096 of them, for three bytes of address.
    pub fn new(device: S, sectors: u32) -> Nor<S> {
        Nor { device, sectors: sectors.min(4_096) }
    }

    /// Gives the device back.
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

/// The chip failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NorError<E> {
    /// The bus failed.
    Bus(E),
    /// The chip says for ever that it is busy.
    Stuck,
}

impl<E> From<E> for NorError<E> {
    fn from(error: E) -> NorError<E> {
        NorError::Bus(error)
    }
}
