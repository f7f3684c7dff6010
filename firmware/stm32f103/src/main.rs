//! The board's image for an STM32F103.
//!
//! | part | pins |
//! |---|---|
//! | chain of sensors, SPI 1 | PA5 clock, PA6 data, PA4 latch |
//! | host, USART 1 | PA9, PA10 |
//! | voice module, USART 2 | PA2 |
//! | Red's display | PB6, PB7 |
//! | Black's display | PB8, PB9 |
//! | buzzer | PB0 |
//! | flash chip with the feature `nor`, SPI 2 | PB12 to PB15 |
#![no_std]
#![no_main]

mod host;
mod log;
mod parts;
mod time;

use board::Board;
use boardlink::Button;
use core::mem::MaybeUninit;
use cortex_m::peripheral::SCB;
use cortex_m_rt::entry;
use drivers::{keys::Keys, voice};
use parts::Parts;
use sensing::Occupancy;

#[global_allocator]
static HEAP: no_heap::NoHeap = no_heap::NoHeap;

/// Interval at which the displays are updated, in milliseconds.
const DISPLAYS_MS: u64 = 50;
/// Interval at which slow work is done, in milliseconds.
const REST_MS: u64 = 250;
const BRIGHTNESS: u8 = 4;

#[entry]
fn main() -> ! {
    static mut BOARD: MaybeUninit<Board<log::Log>> = MaybeUninit::uninit();
    let Some(mut parts) = Parts::take() else { SCB::sys_reset() };
    let Some(log) = parts.log.take() else { SCB::sys_reset() };
    let Ok(board) = Board::boot(BOARD, log, parts.id) else { SCB::sys_reset() };
    let mut keys = Keys::default();
    let mut words = Words::default();
    let (mut displays_ms, mut rest_ms) = (0, 0);
    loop {
        parts.watchdog.feed();
        let now_ms = time::now_ms();
        while let Some(byte) = host::read() {
            board.receive_byte(now_ms, byte);
        }
        if parts.host.is_tx_empty()
            && let Some(byte) = board.next_byte(now_ms)
        {
            // The register is empty, so the byte is accepted.
            let _ = parts.host.write_u8(byte);
        }
        // If the chain cannot be read, the last readings stay.
        if let Ok(reading) = parts.chain.read() {
            board.sense(now_ms, Occupancy::from_rows(reading.ranks));
            let pressed = keys.press(now_ms, reading.buttons);
            for (bit, button) in Button::ALL.into_iter().enumerate() {
                if pressed >> bit & 1 != 0 {
                    board.press(now_ms, button);
                }
            }
        }
        if words.is_spoken()
            && let Some(code) = board.next_word(now_ms)
        {
            words = Words::new(code);
        }
        if parts.voice.is_tx_empty()
            && let Some(byte) = words.next()
        {
            let _ = parts.voice.write_u8(byte);
        }
        parts.buzz(board.is_buzzing(now_ms));
        if now_ms >= displays_ms {
            displays_ms = now_ms + DISPLAYS_MS;
            parts.show(board.faces(now_ms), BRIGHTNESS);
        }
        if now_ms >= rest_ms {
            rest_ms = now_ms + REST_MS;
            // If a page cannot be erased, the next call tries again.
            let _ = board.rest();
        }
    }
}

/// A command on its way to the voice module.
struct Words {
    bytes: [u8; 6],
    sent: usize,
}

impl Words {
    const fn new(code: u8) -> Words {
        Words { bytes: voice::play(code), sent: 0 }
    }

    const fn is_spoken(&self) -> bool {
        self.sent == self.bytes.len()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.sent).copied()?;
        self.sent += 1;
        Some(byte)
    }
}

impl Default for Words {
    fn default() -> Words {
        Words { bytes: [0; 6], sent: 6 }
    }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    SCB::sys_reset()
}
