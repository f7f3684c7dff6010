use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};

/// Key that signs, with its public key.
#[derive(Clone)]
pub(crate) struct KeyPair(SigningKey);

impl KeyPair {
    pub(crate) fn from_seed(seed: [u8; 32]) -> KeyPair {
        KeyPair(SigningKey::from_bytes(&seed))
    }

    pub(crate) fn public(&self) -> [u8; 32] {
        self.0.verifying_key().to_bytes()
    }

    pub(crate) fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }
}

/// Whether the owner of the public key signed the message.
pub(crate) fn verifies(public: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
    let key = VerifyingKey::from_bytes(public);
    key.is_ok_and(|key| key.verify_strict(message, &Signature::from_bytes(signature)).is_ok())
}
