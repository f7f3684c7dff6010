//! The board's image for QEMU's `lm3s6965evb`.
//!
//! UART 0 is the line to the host, as on a real board. UART 1 replaces the rest of the hardware:
//! the readings of sensors, the buttons and the time arrive on it as frames.
//!
//! The image sends a zero byte on UART 1 when it is ready: after the start, and after each frame
//! once all resulting bytes were sent on UART 0. A run thus depends only on its inputs.
//!

//! The log is the file `board.flash` in QEMU's working directory, so killing QEMU simulates a power
//! cut.
#![no_std]
#![no_main]

mod file;
mod uart;

use board::Board;
use boardlink::{Decoder, ToBoard};
use core::mem::MaybeUninit;
use cortex_m::peripheral::SCB;
use cortex_m_rt::entry;
use file::File;
use sensing::Occupancy;
use uart::Uart;

#[global_allocator]
static HEAP: no_heap::NoHeap = no_heap::NoHeap;

/// Sent when the board is ready for the next frame on UART 1.
const READY: u8 = 0;

/// Number of the emulated chip.
const ID: boardlink::ChipId = *b"qemu-lm3s-01";

#[entry]
fn main() -> ! {
    static mut BOARD: MaybeUninit<Board<File>> = MaybeUninit::uninit();
    let host = Uart::first();
    let world = Uart::second();
    let Ok(board) = Board::boot(BOARD, File::open(), ID) else { SCB::sys_reset() };
    let mut orders = Decoder::<ToBoard>::default();
    let mut senses = Senses::default();
    world.write(READY);
    loop {
        // Messages of the host first: a received acknowledgement counts before the next input.
        while let Some(byte) = host.read() {
            board.receive_byte(senses.now_ms, byte);
        }
        let is_done = match world.read().and_then(|byte| orders.push(byte)) {
            Some(Ok(order)) => {
                senses.take(order, board);
                true
            }
            Some(Err(_)) => true,
            None => false,
        };
        while let Some(byte) = board.next_byte(senses.now_ms) {
            host.write(byte);
        }
        if is_done {
            // A file does not fail; if it did, the page is erased later.
            let _ = board.rest();
            world.write(READY);
        }
    }
}

/// The inputs that replace the hardware.
#[derive(Default)]
struct Senses {
    now_ms: u64,
    seen: Occupancy,
}

impl Senses {
    fn take(&mut self, order: ToBoard, board: &mut Board<File>) {
        match order {
            ToBoard::Now { at_ms } => {
                self.now_ms = self.now_ms.max(u64::from(at_ms));
                board.sense(self.now_ms, self.seen);
            }
            ToBoard::Inject { ranks } => {
                self.seen = Occupancy::from_rows(ranks);
                board.sense(self.now_ms, self.seen);
            }
            ToBoard::Press(button) => board.press(self.now_ms, button),
            _ => {}
        }
    }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    SCB::sys_reset()
}
