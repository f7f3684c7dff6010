//! Codes of links for one purpose and account, which the server need not store.
//!
//! A code is an expiry time, its HMAC under the account's password hash, and a text in hex that the
//! HMAC covers. A new password makes the code invalid.

use super::password_mac::password_mac;
use hmac::Mac;
use protocol::UnixMs;
use store::Player;

/// Hex digits of the expiry time and of the HMAC.
pub(super) const TIME: usize = 16;
const MAC: usize = 64;

/// Length of a code without a text.
pub(super) const PLAIN_CODE: usize = TIME + MAC;

/// The code that is valid before `until_ms`.
pub(super) fn code(purpose: &str, text: &str, player: &Player, until_ms: UnixMs) -> String {
    let time = format!("{:016x}", until_ms.0);
    let text = base16ct::lower::encode_string(text.as_bytes());
    let mac = password_mac(purpose, &format!("{time}{text}"), &player.id, &player.password);
    let mac = mac.map(|mac| base16ct::lower::encode_string(&mac.finalize().into_bytes()));
    time + &mac.unwrap_or_default() + &text
}

/// The text of a code for this purpose and player that is valid now.
pub(super) fn verified(
    purpose: &str,
    code: &str,
    player: &Player,
    now_ms: UnixMs,
) -> Option<String> {
    let (time, rest) = code.split_at_checked(TIME)?;
    let (mac, text) = rest.split_at_checked(MAC)?;
    let made = password_mac(purpose, &format!("{time}{text}"), &player.id, &player.password)?;
    made.verify_slice(&base16ct::lower::decode_vec(mac).ok()?).ok()?;
    let is_in_time = u64::from_str_radix(time, 16).is_ok_and(|until_ms| now_ms.0 < until_ms);
    let text = String::from_utf8(base16ct::lower::decode_vec(text).ok()?).ok()?;
    is_in_time.then_some(text)
}
