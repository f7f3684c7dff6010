//! Codes of links with which a player chooses a new password: from the operator, or by mail.
//!
//! A code is an expiry time and its HMAC under the account's password hash. The operator's command
//! reads that hash from the database. The server stores nothing. A new password makes the code
//! invalid: it works once.

use super::password_code::{self, PLAIN_CODE};
use protocol::UnixMs;
use store::Player;
use ui_model::Route;

const PURPOSE: &str = "chuhe password reset";

/// The link for a player on the server at this address, such as `https://club.example`. It is valid
/// before `until_ms`, and until the password changes. Its code is in the fragment, which browsers
/// send to no server.
pub fn reset_link(address: &str, player: &Player, until_ms: UnixMs) -> String {
    let path = Route::ResetPassword(player.name.clone()).href();
    format!("{}{path}#{}", address.trim_end_matches('/'), reset_code(player, until_ms))
}

fn reset_code(player: &Player, until_ms: UnixMs) -> String {
    password_code::code(PURPOSE, "", player, until_ms)
}

/// Whether a code lets this player choose a new password now.
pub(super) fn is_valid(code: &str, player: &Player, now_ms: UnixMs) -> bool {
    code.len() == PLAIN_CODE && password_code::verified(PURPOSE, code, player, now_ms).is_some()
}

#[cfg(test)]
mod tests {
    use super::{super::password_code::TIME, *};

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
            (&code[..PLAIN_CODE - 1], &ada, 999, false),
            (&code.to_uppercase(), &ada, 999, false),
            (&format!("{code}0"), &ada, 999, false),
            ("", &ada, 0, false),
            (&"é".repeat(40), &ada, 0, false),
        ] {
            assert_eq!(is_valid(code, player, UnixMs(now_ms)), expected, "{code} at {now_ms}");
        }
    }
}
