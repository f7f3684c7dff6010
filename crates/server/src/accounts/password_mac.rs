//! Codes that only a reader of the stored password hashes can make.

use hmac::{Hmac, KeyInit, Mac};
use protocol::AccountId;
use sha2::Sha256;

/// HMAC of a text for one purpose and account, under the account's password hash. A new password
/// makes all codes invalid, and nothing is stored.
pub(super) fn password_mac(
    purpose: &str,
    text: &str,
    account: &AccountId,
    password: &str,
) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(password.as_bytes()).ok()?;
    for part in [purpose, text, account.as_str()] {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part.as_bytes());
    }
    Some(mac)
}
