//! Encryption keys, and encryption of secret texts.

use crate::StoreError;
use atomic_file::Access;
use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    path::{Path, PathBuf},
};

/// Encryption context of a key's proof.
pub(crate) const PROOF: &str = "chuhe key";
const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 24;
/// Random bytes before a text, so that its hash reveals nothing.
const SALT_BYTES: usize = 16;
const LENGTH_BYTES: usize = 4;
/// Plain texts are padded to a multiple of this length, so that the length reveals nothing.
const PADDED: usize = 256;
const FIRST_LINES: &str = "# Encryption keys of chuhe's database; the last one is in use.\n\
                           # Without them the secrets cannot be read. Keep this file apart from the database.\n";

/// The keys of one file, by number.
pub(crate) struct Keyring {
    file: PathBuf,
    /// In file order; the last one encrypts.
    keys: Vec<(u8, [u8; KEY_BYTES])>,
    ciphers: BTreeMap<u8, XChaCha20Poly1305>,
}

/// A text that was encrypted or decrypted.
pub(crate) struct Sealed {
    /// The stored bytes: key number, nonce and ciphertext.
    pub(crate) bytes: Vec<u8>,
    /// The salted and padded text, which the hash chain covers. It does not change when the key is
    /// rotated.
    pub(crate) blinded: Vec<u8>,
}

impl Keyring {
    /// Reads the keys of a file. A missing file has no keys.
    pub(crate) fn read(file: &Path) -> Result<Keyring, StoreError> {
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(key_file(file, &error)),
        };
        Keyring::parse(file, &text)
    }

    /// Parses a key file: one key per line, its number and 64 hex digits.
    pub(crate) fn parse(file: &Path, text: &str) -> Result<Keyring, StoreError> {
        let mut keyring =
            Keyring { file: file.to_owned(), keys: Vec::new(), ciphers: BTreeMap::new() };
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            // The error does not quote the line, which may be a key.
            let key =
                line.split_once(' ').and_then(|(id, key)| Some((id.parse().ok()?, hex(key)?)));
            let Some((id, key)) = key else {
                let what = format!("line {number}: expected a number up to 255 and 64 hex digits");
                return Err(key_file(file, &what));
            };
            if keyring.ciphers.contains_key(&id) {
                return Err(key_file(file, &format!("line {number}: a second key {id}")));
            }
            keyring.insert(id, key);
        }
        Ok(keyring)
    }

    fn insert(&mut self, id: u8, key: [u8; KEY_BYTES]) {
        self.keys.push((id, key));
        self.ciphers.insert(id, XChaCha20Poly1305::new(&key.into()));
    }

    /// Adds a new key and encrypts with it from now on. Save the file before using it.
    pub(crate) fn add(&mut self) -> Result<u8, StoreError> {
        let after = self.keys.last().map_or(0, |(id, _)| *id);
        let free = (1..=u8::MAX).map(|step| after.wrapping_add(step));
        let Some(id) = free.into_iter().find(|id| !self.ciphers.contains_key(id)) else {
            return Err(key_file(&self.file, &"there are 256 keys already"));
        };
        self.insert(id, random()?);
        Ok(id)
    }

    /// Removes all keys except the current one.
    pub(crate) fn forget_old(&mut self) {
        if let Some(last) = self.keys.pop() {
            self.keys = vec![last];
            self.ciphers.retain(|id, _| *id == last.0);
        }
    }

    /// Writes the file atomically, readable by its owner only.
    pub(crate) fn save(&self) -> Result<(), StoreError> {
        atomic_file::replace(&self.file, self.text().as_bytes(), Access::Owner)
            .map_err(|error| key_file(&self.file, &error))
    }

    /// The content of the key file.
    pub(crate) fn text(&self) -> String {
        let mut text = FIRST_LINES.to_owned();
        for (id, key) in &self.keys {
            let _ = writeln!(text, "{id} {}", base16ct::lower::encode_string(key));
        }
        text
    }

    /// Number of the key that encrypts, if any.
    pub(crate) fn current(&self) -> Option<u8> {
        self.keys.last().map(|(id, _)| *id)
    }

    pub(crate) fn has(&self, id: u8) -> bool {
        self.ciphers.contains_key(&id)
    }

    /// Encrypts a text for one context; it cannot be decrypted in another.
    pub(crate) fn seal(&self, context: &str, text: &[u8]) -> Result<Sealed, StoreError> {
        let length = u32::try_from(text.len())
            .map_err(|_| key_file(&self.file, &"a secret of more than 4 GiB"))?;
        let mut blinded = random::<SALT_BYTES>()?.to_vec();
        blinded.extend(length.to_be_bytes());
        blinded.extend(text);
        blinded.resize(blinded.len().next_multiple_of(PADDED), 0);
        self.seal_again(context, blinded)
    }

    /// Encrypts a decrypted blinded text with the current key.
    pub(crate) fn seal_again(&self, context: &str, blinded: Vec<u8>) -> Result<Sealed, StoreError> {
        let failed = || key_file(&self.file, &"there is no key to seal with");
        let id = self.current().ok_or_else(failed)?;
        let nonce = random::<NONCE_BYTES>()?;
        let payload = Payload { msg: &blinded, aad: context.as_bytes() };
        let cipher = &self.ciphers[&id];
        let sealed = cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| failed())?;
        Ok(Sealed { bytes: [&[id][..], &nonce, &sealed].concat(), blinded })
    }

    /// Decrypts bytes that were encrypted for this context. Returns the blinded text, from which
    /// [`text_of`] extracts the text. `None` if the bytes or the context differ, or the key is
    /// missing.
    pub(crate) fn unseal(&self, context: &str, bytes: &[u8]) -> Option<Vec<u8>> {
        let (id, rest) = bytes.split_first()?;
        let (nonce, sealed) = rest.split_first_chunk::<NONCE_BYTES>()?;
        let payload = Payload { msg: sealed, aad: context.as_bytes() };
        self.ciphers.get(id)?.decrypt(&XNonce::from(*nonce), payload).ok()
    }
}

/// Extracts the text from its blinded form.
pub(crate) fn text_of(blinded: &[u8]) -> Option<&[u8]> {
    let (length, rest) = blinded.get(SALT_BYTES..)?.split_first_chunk::<LENGTH_BYTES>()?;
    rest.get(..u32::from_be_bytes(*length) as usize)
}

fn random<const N: usize>() -> Result<[u8; N], StoreError> {
    let mut bytes = [0; N];
    let no_chance = |error| StoreError::Database(format!("no random bytes: {error}"));
    getrandom::fill(&mut bytes).map_err(no_chance)?;
    Ok(bytes)
}

fn hex(text: &str) -> Option<[u8; KEY_BYTES]> {
    let mut key = [0; KEY_BYTES];
    let found = base16ct::mixed::decode(text, &mut key).ok()?.len();
    (found == KEY_BYTES).then_some(key)
}

fn key_file(file: &Path, what: &dyn std::fmt::Display) -> StoreError {
    StoreError::KeyFile { file: file.to_owned(), what: what.to_string() }
}
