//! Codes of links with which a player chooses a new password: from the operator, or by mail.
//!
//! A code is an expiry time and its HMAC under the account's password hash. The operator's command
//! reads that hash from the database. The server stores nothing. A new password makes the code
//! invalid: it works once.

use super::password_mac::password_mac;
use hmac::Mac;
use protocol::UnixMs;
use store::Player;
use ui_model::Route;

/// Hex digits of the expiry time and of the HMAC.
const TIME: usize = 16;
const CODE: usize = 64;

const PURPOSE: &str = "chuhe password reset";

/// The link for a player on the server at this address, such as `https://club.example`. It is valid
/// before `until_ms`, and until the password changes. Its code is in the fragment, which browsers
/// send to no server.
pub fn reset_link(address: &str, player: &Player, until_ms: UnixMs) -> String {
    let path = Route::ResetPassword(player.name.clone()).href();
    format!("{}{path}#{}", address.trim_end_matches('/'), reset_code(player, until_ms))
}

fn reset_code(player: &Player, until_ms: UnixMs) -> String {
    let time = format!("{:016x}", until_ms.0);
    let mac = password_mac(PURPOSE, &time, &player.id, &player.password);
    let code = mac.map(|mac| base16ct::lower::encode_string(&mac.finalize().into_bytes()));
    time + &code.unwrap_or_default()
}

/// Whether a code lets this player choose a new password now.
pub(super) fn is_valid(code: &str, player: &Player, now_ms: UnixMs) -> bool {
    let Some((time, code)) = code.split_at_checked(TIME).filter(|(_, code)| code.len() == CODE)
    else {
        return false;
    };
    let Ok(code) = base16ct::lower::decode_vec(code) else { return false };
    let is_made_here = password_mac(PURPOSE, time, &player.id, &player.password)
        .is_some_and(|mac| mac.verify_slice(&code).is_ok());
    is_made_here && u64::from_str_radix(time, 16).is_ok_and(|until_ms| now_ms.0 < until_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(id: &str, password: &str) -> Player {
        Player {
            id: id.into(),
            key: id.to_owned(),
            name: id.to_owned(),
            password: password.to_owned(),
            since_ms: UnixMs(0),
            standing: store::Standing::default(),
            mail: None,
        }
    }

    #[test]
    fn a_code_is_for_one_player_one_password_and_a_time() {
        let ada = player("ada", "$hash$1");
        let code = reset_code(&ada, UnixMs(1_000));
        let later = format!("{:016x}{}", 2_000, &code[TIME..]);
        for (code, player, now_ms, expected) in [
            (code.as_str(), &ada, 999, true),
            (&code, &ada, 1_000, false),
            (&later, &ada, 999, false),
            (&code, &player("bo", "$hash$1"), 999, false),
            (&code, &player("ada", "$hash$2"), 999, false),
            (&code[..TIME + CODE - 1], &ada, 999, false),
            (&code.to_uppercase(), &ada, 999, false),
            (&format!("{code}0"), &ada, 999, false),
            ("", &ada, 0, false),
            (&"é".repeat(40), &ada, 0, false),
        ] {
            assert_eq!(is_valid(code, player, UnixMs(now_ms)), expected, "{code} at {now_ms}");
        }
    }
}
