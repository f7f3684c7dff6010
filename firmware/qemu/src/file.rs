//! Flash in a file of the host that runs QEMU, accessed by semihosting calls.
#![allow(unsafe_code)]

use boardlink::Flash;
use core::{arch::asm, ffi::CStr};

const NAME: &CStr = c"board.flash";
/// The size of a W25Q20.
const PAGES: u32 = 64;
const PAGE: u32 = 4_096;

const OPEN: usize = 0x01;
const WRITE: usize = 0x05;
const READ: usize = 0x06;
const SEEK: usize = 0x0a;
const LENGTH: usize = 0x0c;

/// The modes `r+b` and `w+b`.
const EXISTING: usize = 3;
const NEW: usize = 7;

/// The file.
pub(crate) struct File {
    handle: usize,
}

/// A semihosting call failed.
#[derive(Debug)]
pub(crate) struct Refused;

impl File {
    /// Opens the file, or creates it as blank flash.
    pub(crate) fn open() -> File {
        let mut file = File { handle: open(EXISTING) };
        if file.handle == usize::MAX || call(LENGTH, &[file.handle]) != (PAGES * PAGE) as usize {
            file.handle = open(NEW);
            for page in 0..PAGES {
                // If the file cannot be written, the log notices that the flash does not retain
                // data.
                let _ = file.erase(page);
            }
        }
        file
    }

    fn seek(&self, address: u32) -> Result<(), Refused> {
        match call(SEEK, &[self.handle, address as usize]) {
            0 => Ok(()),
            _ => Err(Refused),
        }
    }

    fn write(&self, address: u32, bytes: &[u8]) -> Result<(), Refused> {
        self.seek(address)?;
        match call(WRITE, &[self.handle, bytes.as_ptr() as usize, bytes.len()]) {
            0 => Ok(()),
            _ => Err(Refused),
        }
    }
}

impl Flash for File {
    type Error = Refused;

    fn pages(&self) -> u32 {
        PAGES
    }

    fn page_size(&self) -> u32 {
        PAGE
    }

    fn read(&mut self, address: u32, into: &mut [u8]) -> Result<(), Refused> {
        self.seek(address)?;
        match call(READ, &[self.handle, into.as_mut_ptr() as usize, into.len()]) {
            0 => Ok(()),
            _ => Err(Refused),
        }
    }

    fn program(&mut self, address: u32, bytes: &[u8]) -> Result<(), Refused> {
        self.write(address, bytes)
    }

    fn erase(&mut self, page: u32) -> Result<(), Refused> {
        for part in 0..PAGE / 256 {
            self.write(page * PAGE + part * 256, &[0xff; 256])?;
        }
        Ok(())
    }
}

fn open(mode: usize) -> usize {
    call(OPEN, &[NAME.as_ptr() as usize, mode, NAME.count_bytes()])
}

/// Makes a semihosting call with its number and a block of arguments.
fn call(number: usize, block: &[usize]) -> usize {
    let mut answer = number;
    // SAFETY: this is the semihosting trap of ARMv7-M. QEMU reads the block. For READ it writes as
    // many bytes as the block says into the slice whose address the block contains; callers pass a
    // slice that they borrow mutably.
    unsafe {
        asm!("bkpt #0xab", inout("r0") answer, in("r1") block.as_ptr(), options(nostack));
    }
    answer
}
