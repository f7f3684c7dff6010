//! The line between board and host: any bytes are answered, and whatever is a message comes back.
#![no_main]

use boardlink::{Decoder, MAX_FRAME, ToBoard, ToHost, write_frame};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    listen::<ToHost>(bytes);
    listen::<ToBoard>(bytes);
    // The checksum keeps random bytes out, so the same bytes count as a message without it too.
    carry::<ToHost>(bytes);
    carry::<ToBoard>(bytes);
});

/// Hears messages in noise, and behind the noise still hears the next frame.
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

/// Carries a message over the line.
fn carry<M: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8]) {
    let Ok(message) = postcard::from_bytes::<M>(bytes) else { return };
    let mut frame = [0; MAX_FRAME];
    let frame = write_frame(&message, &mut frame).expect("every message fits a frame");
    assert_eq!(decode(&mut Decoder::default(), frame), Some(message));
}

fn decode<M: DeserializeOwned>(decoder: &mut Decoder<M>, frame: &[u8]) -> Option<M> {
    frame.iter().filter_map(|&byte| decoder.push(byte)?.ok()).last()
}
