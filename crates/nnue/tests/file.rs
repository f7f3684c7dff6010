//! Tests of the network file: incomplete or damaged files are rejected.

#[path = "common/networks.rs"]
mod networks;

use networks::{WEIGHTS_OFFSET, any_network, head, sealed};
use nnue::{Network, NetworkError};

#[test]
fn files_round_trip() {
    for is_large in [false, true] {
        let network = any_network(1, is_large);
        let bytes = network.to_bytes();
        assert_eq!(bytes.len(), Network::BYTES);
        assert!(Network::from_bytes(&bytes).as_ref() == Ok(&network));
    }
}

#[test]
fn every_changed_byte_is_detected() {
    let whole = any_network(2, false).to_bytes();
    // All bytes of the head and the hash, and some in between.
    let ends = (0..WEIGHTS_OFFSET).chain(whole.len() - 40..whole.len());
    for at in ends.chain((WEIGHTS_OFFSET..whole.len()).step_by(4_999)) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        assert!(Network::from_bytes(&bytes).is_err(), "byte {at}");
    }
    for length in (0..64).chain((64..whole.len()).step_by(9_973)) {
        assert!(Network::from_bytes(&whole[..length]).is_err(), "{length} bytes");
    }
}

/// Error messages name the fault.
#[test]
fn errors_say_why() {
    let whole = any_network(3, false).to_bytes();
    let content = &whole[..whole.len() - 32];
    let with = |at: usize, bytes: &[u8]| {
        let mut content = content.to_vec();
        content[at..at + bytes.len()].copy_from_slice(bytes);
        content
    };
    let longer = [&whole[..], b"!"].concat();
    let table: [(Vec<u8>, &str); 9] = [
        (Vec::new(), "no network: the file does not begin with `chuhe-nn`"),
        (b"Stockfish's nets begin otherwise".to_vec(), "no network"),
        (head()[..20].to_vec(), "a damaged network: expected 179526 bytes, found 20"),
        (with(8, &[2, 0]), "another network: expected 1 as its version, found 2"),
        (with(12, &[0, 1]), "another network: expected 128 as its neurons, found 256"),
        (longer, "a damaged network: expected 179526 bytes, found 179527"),
        (with(1_000, &[1, 2, 3, 4]), "a damaged network: its SHA-256 is another"),
        (sealed(with(24, &[0x85, 3])), "no sound network: byte 24 begins 901, beyond ±900"),
        (sealed(with(179_478, &[0, 0, 0, 2])), "byte 179478 begins 33554432, beyond ±16777216"),
    ];
    for (mut bytes, expected) in table {
        if bytes.len() == content.len() {
            bytes.extend(&whole[content.len()..]);
        }
        let error = Network::from_bytes(&bytes).expect_err(expected).to_string();
        assert!(error.contains(expected), "expected `{expected}`, found `{error}`");
    }
    assert_eq!(Network::from_bytes(b"chuhe"), Err(NetworkError::Name));
}
