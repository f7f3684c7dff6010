//! Codes of links that confirm a mail address.
//!
//! A code contains the address. The server stores nothing until the link is opened.

use super::password_code::{self, PLAIN_CODE};
use protocol::{MAIL_ADDRESS_MAX, UnixMs, mail_address};
use store::Player;
use ui_model::Route;

const PURPOSE: &str = "chuhe mail address";

/// The link that confirms an address for an account, before `until_ms`. Its code is in the fragment,
/// which browsers send to no server.
pub(super) fn confirmation_link(
    site: &str,
    player: &Player,
    mail: &str,
    until_ms: UnixMs,
) -> String {
    format!("{site}{}#{}", Route::ConfirmMail.href(), code(player, mail, until_ms))
}

fn code(player: &Player, mail: &str, until_ms: UnixMs) -> String {
    password_code::code(PURPOSE, mail, player, until_ms)
}

/// The address that a code confirms for this player now.
pub(super) fn confirmed(code: &str, player: &Player, now_ms: UnixMs) -> Option<String> {
    if code.len() > PLAIN_CODE + 2 * MAIL_ADDRESS_MAX {
        return None;
    }
    let mail = password_code::verified(PURPOSE, code, player, now_ms)?;
    mail_address(&mail).ok()
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
    fn a_code_is_for_one_player_one_password_one_address_and_a_time() {
        let mail = "ada+chess@club.example";
        let ada = player("ada", "$hash$1");
        let made = code(&ada, mail, UnixMs(1_000));
        let later = format!("{:016x}{}", 2_000, &made[TIME..]);
        let other = format!(
            "{}{}",
            &made[..PLAIN_CODE],
            base16ct::lower::encode_string(b"bo@club.example")
        );
        for (code, player, now_ms, expected) in [
            (made.as_str(), &ada, 999, Some(mail)),
            (&made, &ada, 1_000, None),
            (&later, &ada, 999, None),
            (&other, &ada, 999, None),
            (&made, &player("bo", "$hash$1"), 999, None),
            (&made, &player("ada", "$hash$2"), 999, None),
            (&made[..PLAIN_CODE], &ada, 999, None),
            (&made.to_uppercase(), &ada, 999, None),
            (&format!("{made}00"), &ada, 999, None),
            (&code(&ada, "ada", UnixMs(1_000)), &ada, 999, None),
            (&code(&ada, "a\r\n@club.example", UnixMs(1_000)), &ada, 999, None),
            ("", &ada, 0, None),
            (&"é".repeat(60), &ada, 0, None),
            (&"0".repeat(100_000), &ada, 0, None),
        ] {
            let found = confirmed(code, player, UnixMs(now_ms));
            assert_eq!(found.as_deref(), expected, "{code:.200} at {now_ms}");
        }
        let link = confirmation_link("https://club.example", &ada, mail, UnixMs(1_000));
        assert_eq!(link, format!("https://club.example/account/mail#{made}"));
        assert!(!link.contains(mail));
    }
}
