//! Ed25519 signatures (RFC 8032) by one of two libraries. A server signs every move, so it takes the
//! faster one. A page verifies few signatures and takes the smaller one.

#[cfg(not(any(target_family = "wasm", target_os = "none")))]
mod fast;
#[cfg(any(test, target_family = "wasm", target_os = "none"))]
mod small;

#[cfg(not(any(target_family = "wasm", target_os = "none")))]
pub(crate) use fast::{KeyPair, verifies};
#[cfg(any(target_family = "wasm", target_os = "none"))]
pub(crate) use small::{KeyPair, verifies};

#[cfg(test)]
mod tests {
    use super::{fast, small};

    /// Seed, public key, message and signature of section 7.1 of RFC 8032, tests 1 to 3.
    const VECTORS: [[&str; 4]; 3] = [
        [
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b4\
             6bd25bf5f0595bbe24655141438e7a100b",
        ],
        [
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d\
             8c387b2eaeb4302aeeb00d291612bb0c00",
        ],
        [
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6\
             594a7c15e9716ed28dc027beceea1ec40a",
        ],
    ];

    fn bytes<const N: usize>(hex: &str) -> [u8; N] {
        let mut bytes = [0; N];
        base16ct::lower::decode(hex, &mut bytes).expect("hex");
        bytes
    }

    /// Both libraries make and accept the signatures of the standard, and refuse changed ones.
    #[test]
    fn both_follow_the_standard() {
        for [seed, public, message, signature] in VECTORS {
            let (seed, public, signature) = (bytes(seed), bytes(public), bytes(signature));
            let mut text = [0; 2];
            let message = base16ct::lower::decode(message, &mut text).expect("hex");
            let (fast_key, small_key) =
                (fast::KeyPair::from_seed(seed), small::KeyPair::from_seed(seed));
            assert_eq!(fast_key.public(), public);
            assert_eq!(small_key.public(), public);
            assert_eq!(fast_key.sign(message), signature);
            assert_eq!(small_key.sign(message), signature);
            for verifies in [fast::verifies, small::verifies] {
                assert!(verifies(&public, message, &signature));
                assert!(!verifies(&public, b"another", &signature));
                for byte in [0, 31, 32, 63] {
                    let mut changed = signature;
                    changed[byte] ^= 1;
                    assert!(!verifies(&public, message, &changed));
                }
                assert!(!verifies(&[0xff; 32], message, &signature), "no point of the curve");
            }
        }
    }
}
