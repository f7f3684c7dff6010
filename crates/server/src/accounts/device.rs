//! Recognition of devices where an account has signed in before.
//!
//! Such a device keeps a proof in a cookie: a number and its HMAC under the account's password
//! hash. Only the server knows that hash, and a new password makes all proofs invalid. The server
//! stores nothing.

use super::password_mac::password_mac;
use hmac::{Hmac, Mac};
use protocol::AccountId;
use sha2::Sha256;

/// Maximum number of accounts with a proof on one device, such as a shared computer.
const KEPT: usize = 4;
/// Hex digits of a proof's number and of its code.
const NUMBER: usize = 32;
const CODE: usize = 64;

/// Creates the proof for a device after a sign-in.
fn proof(random: [u8; 32], account: &AccountId, password: &str) -> String {
    let number = base16ct::lower::encode_string(&random[..NUMBER / 2]);
    let code = mac(&number, account, password).map(|mac| mac.finalize().into_bytes());
    let code = code.map(|code| base16ct::lower::encode_string(&code)).unwrap_or_default();
    number + &code
}

/// Number of the device, if its cookie holds a valid proof for this account.
pub(super) fn number(cookie: &str, account: &AccountId, password: &str) -> Option<String> {
    cookie.split('.').take(KEPT).find_map(|proof| {
        let (number, code) = proof.split_at_checked(NUMBER)?;
        let code = base16ct::lower::decode_vec(code).ok().filter(|code| code.len() == CODE / 2)?;
        mac(number, account, password)?.verify_slice(&code).ok()?;
        Some(number.to_owned())
    })
}

/// Device cookie after a sign-in. It keeps the proofs of other accounts. `before` is the password
/// hash under which old proofs of this account were made.
pub(super) fn cookie(
    old: &str,
    account: &AccountId,
    before: &str,
    password: &str,
    random: [u8; 32],
) -> String {
    let is_other =
        |proof: &&str| proof.len() == NUMBER + CODE && number(proof, account, before).is_none();
    let others = old.split('.').take(KEPT).filter(is_other).take(KEPT - 1).map(str::to_owned);
    let proofs: Vec<String> =
        std::iter::once(proof(random, account, password)).chain(others).collect();
    proofs.join(".")
}

fn mac(number: &str, account: &AccountId, password: &str) -> Option<Hmac<Sha256>> {
    password_mac("chuhe device", number, account, password)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_for_one_account_and_one_password() {
        let ada = cookie("", &"ada".into(), "", "$hash$1", [1; 32]);
        let both = cookie(&ada, &"bo".into(), "$hash$2", "$hash$2", [2; 32]);
        for (cookie, account, password, is_known) in [
            (&ada, "ada", "$hash$1", true),
            (&both, "ada", "$hash$1", true),
            (&both, "bo", "$hash$2", true),
            (&ada, "bo", "$hash$1", false),
            (&ada, "ada", "$hash$3", false),
            (&ada[..95].to_owned(), "ada", "$hash$1", false),
            (&format!("{ada}00"), "ada", "$hash$1", false),
            (&ada.replace('0', "1"), "ada", "$hash$1", false),
            (&"0".repeat(96), "ada", "$hash$1", false),
            (&"é".repeat(96), "ada", "$hash$1", false),
            (&String::new(), "ada", "$hash$1", false),
            (&"....".to_owned(), "ada", "$hash$1", false),
        ] {
            assert_eq!(number(cookie, &account.into(), password).is_some(), is_known, "{cookie}");
        }
    }

    #[test]
    fn a_device_keeps_a_few() {
        let mut jar = "nonsense".to_owned();
        for account in ["a", "b", "c", "a", "d", "e", "a"] {
            jar = cookie(&jar, &account.into(), "$", "$", [account.as_bytes()[0]; 32]);
            assert!(jar.split('.').count() <= KEPT, "{jar}");
            assert!(number(&jar, &account.into(), "$").is_some());
        }
        let known =
            ["a", "b", "c", "d", "e"].map(|account| number(&jar, &account.into(), "$").is_some());
        assert_eq!(known, [true, false, true, true, true]);
        // The proof for the new password replaces the old one.
        let jar = cookie(&jar, &"a".into(), "$", "$$", [9; 32]);
        assert_eq!(jar.split('.').count(), KEPT);
        assert!(
            number(&jar, &"a".into(), "$").is_none() && number(&jar, &"a".into(), "$$").is_some()
        );
    }
}
