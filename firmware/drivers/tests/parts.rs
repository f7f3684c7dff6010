//! The drivers with simulated parts.
#![allow(missing_docs)]

use boardlink::Flash;
use core::convert::Infallible;
use drivers::{
    chain::{CHIPS, Chain, Reading},
    nor::{Nor, SECTOR},
    tm1637::Display,
};
use embedded_hal::{
    delay::DelayNs,
    digital::{ErrorType as PinError, OutputPin},
    spi::{ErrorType, Operation, SpiBus, SpiDevice},
};
use std::{cell::RefCell, rc::Rc};

struct NoWait;

impl DelayNs for NoWait {
    fn delay_ns(&mut self, _: u32) {}
}

/// The chain of shift registers: the inputs, and the latched state that is shifted out.
#[derive(Default)]
struct Shift {
    inputs: [u8; CHIPS],
    latched: [u8; CHIPS],
}

struct Latch(Rc<RefCell<Shift>>);

impl PinError for Latch {
    type Error = Infallible;
}

impl OutputPin for Latch {
    fn set_low(&mut self) -> Result<(), Infallible> {
        let mut chain = self.0.borrow_mut();
        chain.latched = chain.inputs;
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

struct Bus(Rc<RefCell<Shift>>);

impl ErrorType for Bus {
    type Error = Infallible;
}

impl SpiBus for Bus {
    fn read(&mut self, words: &mut [u8]) -> Result<(), Infallible> {
        words.copy_from_slice(&self.0.borrow().latched[..words.len()]);
        Ok(())
    }

    fn write(&mut self, _: &[u8]) -> Result<(), Infallible> {
        unreachable!("the chain is only read")
    }

    fn transfer(&mut self, _: &mut [u8], _: &[u8]) -> Result<(), Infallible> {
        unreachable!("the chain is only read")
    }

    fn transfer_in_place(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("the chain is only read")
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

#[test]
fn each_input_has_its_place() {
    let shift = Rc::new(RefCell::new(Shift::default()));
    let mut chain = Chain::new(Bus(shift.clone()), Latch(shift.clone()), NoWait);
    for input in 0..104 {
        // Released buttons are high; of the other inputs, one at a time.
        let mut bytes = [0; CHIPS];
        for high in (90..98).chain([input]) {
            bytes[high / 8] ^= 0x80 >> (high % 8);
        }
        shift.borrow_mut().inputs = bytes;
        let mut expected = Reading::default();
        match input {
            0..90 => expected.ranks[input / 9] = 0x100 >> (input % 9),
            90..98 => expected.buttons = 1 << (input - 90),
            _ => {}
        }
        assert_eq!(chain.read(), Ok(expected), "input {input}");
    }
}

/// The two wires of a TM1637, and the bytes it has received.
#[derive(Default)]
struct Wires {
    clock: bool,
    data: bool,
    bits: Vec<bool>,
    said: Vec<Vec<u8>>,
}

impl Wires {
    fn set(&mut self, is_clock: bool, high: bool) {
        let (clock, data) = (self.clock, self.data);
        if is_clock {
            self.clock = high;
            if high && !clock {
                self.bits.push(data);
            }
            return;
        }
        self.data = high;
        if clock && data && !high {
            self.bits.clear();
        }
        if clock && !data && high {
            // Stop. Each byte had nine clocks, and the stop itself one more.
            let bytes = self
                .bits
                .chunks_exact(9)
                .map(|bits| bits[..8].iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit)));
            self.said.push(bytes.collect());
        }
    }
}

struct Wire(Rc<RefCell<Wires>>, bool);

impl PinError for Wire {
    type Error = Infallible;
}

impl OutputPin for Wire {
    fn set_low(&mut self) -> Result<(), Infallible> {
        self.0.borrow_mut().set(self.1, false);
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.0.borrow_mut().set(self.1, true);
        Ok(())
    }
}

#[test]
fn digits_go_over_two_wires() {
    // Pull-ups hold both wires high.
    let wires = Wires { clock: true, data: true, ..Wires::default() };
    let wires = Rc::new(RefCell::new(wires));
    let mut display = Display::new(Wire(wires.clone(), true), Wire(wires.clone(), false), NoWait);
    let Ok(()) = display.show([0x3f, 0x86, 0x5b, 0x4f], 4);
    let expected = [vec![0x40], vec![0xc0, 0x3f, 0x86, 0x5b, 0x4f], vec![0x8c]];
    assert_eq!(wires.borrow().said, expected);
    let Ok(()) = display.show([0x3f, 0x86, 0x5b, 0x4f], 4);
    assert_eq!(wires.borrow().said.len(), 3, "what is shown is not said again");
    let Ok(()) = display.show([0; 4], 9);
    assert_eq!(wires.borrow().said[5], [0x8f], "seven is the brightest");
}

/// A W25Q flash chip: programming wraps within a page and only clears bits.
struct Chip {
    bytes: Vec<u8>,
    may_write: bool,
    busy: u32,
}

impl ErrorType for Chip {
    type Error = Infallible;
}

impl SpiDevice for Chip {
    fn transaction(&mut self, operations: &mut [Operation<'_, u8>]) -> Result<(), Infallible> {
        let address =
            |command: &[u8]| u32::from_be_bytes([0, command[1], command[2], command[3]]) as usize;
        match operations {
            [Operation::Write([0x06])] => self.may_write = true,
            [Operation::TransferInPlace(status)] => {
                assert_eq!(status[0], 0x05);
                status[1] = u8::from(self.busy > 0);
                self.busy = self.busy.saturating_sub(1);
            }
            [Operation::Write(command), Operation::Read(into)] => {
                assert_eq!((command[0], self.busy), (0x03, 0));
                let from = address(command);
                into.copy_from_slice(&self.bytes[from..][..into.len()]);
            }
            [Operation::Write(command), Operation::Write(data)] => {
                assert_eq!((command[0], self.busy), (0x02, 0));
                assert!(std::mem::take(&mut self.may_write), "writing was not enabled");
                let at = address(command);
                for (offset, byte) in data.iter().enumerate() {
                    let wrapped = at / 256 * 256 + (at + offset) % 256;
                    self.bytes[wrapped] &= byte;
                }
                self.busy = 3;
            }
            [Operation::Write(command)] => {
                assert_eq!((command[0], self.busy), (0x20, 0));
                assert!(std::mem::take(&mut self.may_write), "writing was not enabled");
                self.bytes[address(command)..][..SECTOR as usize].fill(0xff);
                self.busy = 50;
            }
            other => unreachable!("no such command: {other:?}"),
        }
        Ok(())
    }
}

#[test]
fn a_flash_chip_keeps_what_it_is_told() {
    let chip = Chip { bytes: vec![0; 4 * SECTOR as usize], may_write: false, busy: 0 };
    let mut nor = Nor::new(chip, 4);
    for page in 0..4 {
        nor.erase(page).expect("it erases");
    }
    // Across two pages of 256 bytes, at an unaligned address.
    let bytes: Vec<u8> = (0..600).map(|number| number as u8).collect();
    let at = SECTOR + 1_000;
    nor.program(at, &bytes).expect("it programs");
    let mut back = vec![0; 600];
    nor.read(at, &mut back).expect("it reads");
    assert_eq!(back, bytes);
    let mut around = [0; 2];
    nor.read(at - 2, &mut around).expect("it reads");
    assert_eq!(around, [0xff; 2]);
    nor.erase(1).expect("it erases");
    nor.read(at, &mut back).expect("it reads");
    assert!(back.iter().all(|&byte| byte == 0xff));
    assert_eq!(nor.release().bytes.len(), 4 * SECTOR as usize);
}
