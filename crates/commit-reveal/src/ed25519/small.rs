use ed25519_compact::{PublicKey, Seed, Signature};

/// Key that signs, with its public key.
#[derive(Clone)]
pub(crate) struct KeyPair(ed25519_compact::KeyPair);

impl KeyPair {
    pub(crate) fn from_seed(seed: [u8; 32]) -> KeyPair {
        KeyPair(ed25519_compact::KeyPair::from_seed(Seed::new(seed)))
    }

    pub(crate) fn public(&self) -> [u8; 32] {
        *self.0.pk
    }

    pub(crate) fn sign(&self, message: &[u8]) -> [u8; 64] {
        *self.0.sk.sign(message, None)
    }
}

/// Whether the owner of the public key signed the message.
pub(crate) fn verifies(public: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
    PublicKey::new(*public).verify(message, &Signature::new(*signature)).is_ok()
}
