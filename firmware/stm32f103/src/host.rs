//! Receives bytes from the host by interrupt, because writing to a display takes longer than a byte
//! takes to arrive.
#![allow(unsafe_code)]

use core::cell::RefCell;
use cortex_m::{interrupt::Mutex, peripheral::NVIC};
use stm32f1xx_hal::{
    pac::{Interrupt, USART1, interrupt},
    serial::Rx,
};

/// Capacity of the buffer, a power of two: the longest burst that a host sends.
const SIZE: usize = 256;

static INBOX: Mutex<RefCell<Inbox>> =
    Mutex::new(RefCell::new(Inbox { line: None, bytes: [0; SIZE], first: 0, length: 0 }));

struct Inbox {
    line: Option<Rx<USART1>>,
    bytes: [u8; SIZE],
    first: usize,
    length: usize,
}

/// Starts receiving.
pub(crate) fn listen(mut line: Rx<USART1>) {
    line.listen();
    cortex_m::interrupt::free(|key| INBOX.borrow(key).borrow_mut().line = Some(line));
    // SAFETY: the handler below and `read` share the inbox through its mutex only.
    unsafe { NVIC::unmask(Interrupt::USART1) };
}

/// The next received byte.
pub(crate) fn read() -> Option<u8> {
    cortex_m::interrupt::free(|key| {
        let mut inbox = INBOX.borrow(key).borrow_mut();
        if inbox.length == 0 {
            return None;
        }
        let byte = inbox.bytes[inbox.first];
        inbox.first = (inbox.first + 1) % SIZE;
        inbox.length -= 1;
        Some(byte)
    })
}

#[interrupt]
fn USART1() {
    cortex_m::interrupt::free(|key| {
        let mut inbox = INBOX.borrow(key).borrow_mut();
        let Some(line) = &mut inbox.line else { return };
        // A byte with an error is lost, and with it its frame; the host repeats what matters.
        let Ok(byte) = line.read() else { return };
        if inbox.length < SIZE {
            let place = (inbox.first + inbox.length) % SIZE;
            inbox.bytes[place] = byte;
            inbox.length += 1;
        }
    });
}
