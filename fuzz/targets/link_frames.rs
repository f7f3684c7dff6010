//! The line between board and host: any bytes are handled, and every message survives a round trip.
#![no_main]

use boardlink::{Decoder, MAX_FRAME, ToBoard, ToHost, write_frame};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    listen::<ToHost>(bytes);
    listen::<ToBoard>(bytes);
    // Random bytes rarely have a valid checksum, so they are also decoded without one.
    carry::<ToHost>(bytes);
    carry::<ToBoard>(bytes);
});

/// Decodes messages amid noise; the next frame after the noise must be decoded too.
fn listen<M: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8]) {
    let mut decoder = Decoder::<M>::default();
    for message in bytes.iter().filter_map(|&byte| decoder.push(byte)?.ok()) {
        let mut frame = [0; MAX_FRAME];
        let frame = write_frame(&message, &mut frame).expect("what came in a frame fits one");
        assert_eq!(decode(&mut Decoder::default(), frame), Some(message));
    }
    decoder.push(0);
    let mut frame = [0; MAX_FRAME];
    let frame = write_frame(&ToBoard::Who, &mut frame).expect("a short message");
    assert!(frame.iter().filter_map(|&byte| decoder.push(byte)).count() == 1);
}

/// Encodes and decodes a message.
fn carry<M: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8]) {
    let Ok(message) = postcard::from_bytes::<M>(bytes) else { return };
    let mut frame = [0; MAX_FRAME];
    let frame = write_frame(&message, &mut frame).expect("every message fits a frame");
    assert_eq!(decode(&mut Decoder::default(), frame), Some(message));
}

fn decode<M: DeserializeOwned>(decoder: &mut Decoder<M>, frame: &[u8]) -> Option<M> {
    frame.iter().filter_map(|&byte| decoder.push(byte)?.ok()).last()
}
