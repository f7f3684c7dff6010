use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;
use serde::{Deserialize, Serialize};

/// Maximum length of a mail address, in characters (RFC 5321, 4.5.3.1).
pub const MAIL_ADDRESS_MAX: usize = 254;
/// Maximum length of the part before the `@`, in characters.
pub const MAIL_NAME_MAX: usize = 64;
/// Maximum length of a part of the domain between two dots, in characters.
const LABEL_MAX: usize = 63;

/// Body of `GET /api/account/mail`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MailStatus {
    /// Whether this server sends links for a new password by mail.
    pub offered: bool,
    /// Confirmed address of the signed-in account, shortened: `a…@club.example`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

/// Body of `PUT /api/account/mail`. The server sends a link to the address, and stores it when the
/// link is opened.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangeMailAddress {
    /// New address.
    pub address: String,
    /// Password of the account.
    pub password: String,
    /// Language of the message, by its tag. By default that of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// Body of `POST /api/account/mail/confirm`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfirmMailAddress {
    /// Code of the link.
    pub code: String,
    /// Language of the message to the previous address, by its tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// Body of `POST /api/account/mail/remove`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveMailAddress {
    /// Password of the account.
    pub password: String,
    /// Language of the message to the removed address, by its tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// Body of `POST /api/account/forgot`. The answer is the same whether there is such an account and
/// whether it has a mail address.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForgotPassword {
    /// Name or confirmed mail address of the account.
    pub name: String,
    /// Language of the message, by its tag. By default that of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// Why a text is not a mail address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MailAddressFault {
    /// The text has no `@`, several, or nothing before it.
    At,
    /// A character that is not allowed.
    Character(char),
    /// A dot at the start or end of the name, or two dots in a row.
    Dots,
    /// The part after the `@` is not a domain with a dot.
    Domain,
    /// The address or its name is too long.
    Long,
}

impl MailAddressFault {
    /// Stable code of the fault.
    pub const fn code(self) -> &'static str {
        match self {
            MailAddressFault::At => "mail-at",
            MailAddressFault::Character(_) => "mail-character",
            MailAddressFault::Dots => "mail-dots",
            MailAddressFault::Domain => "mail-domain",
            MailAddressFault::Long => "mail-long",
        }
    }

    /// Values of the code: the character. An invisible one is written by its number.
    pub fn values(self) -> Vec<String> {
        match self {
            MailAddressFault::Character(c) if c.is_alphanumeric() || c.is_ascii_graphic() => {
                [c.to_string()].into()
            }
            MailAddressFault::Character(c) => [format!("U+{:04X}", u32::from(c))].into(),
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for MailAddressFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MailAddressFault::At => {
                f.write_str("expected a mail address with one `@`, such as `ada@club.example`")
            }
            MailAddressFault::Character(_) => {
                let found = self.values();
                write!(f, "a mail address cannot contain `{}`", found.concat())
            }
            MailAddressFault::Dots => {
                f.write_str("expected single dots between other characters before the `@`")
            }
            MailAddressFault::Domain => {
                f.write_str("expected a domain such as `club.example` after the `@`")
            }
            MailAddressFault::Long => write!(
                f,
                "expected a mail address of at most {MAIL_ADDRESS_MAX} characters, and at most \
                 {MAIL_NAME_MAX} before the `@`"
            ),
        }
    }
}

/// Reads a mail address: what RFC 5321 allows without quotation marks, in ASCII. The domain is
/// returned in lower case, an international one has its form in ASCII (`xn--…`). Spaces around the
/// address are ignored.
///
/// # Errors
/// The first fault.
pub fn mail_address(typed: &str) -> Result<String, MailAddressFault> {
    let typed = typed.trim_matches(' ');
    if typed.chars().count() > MAIL_ADDRESS_MAX {
        return Err(MailAddressFault::Long);
    }
    let is_allowed = |c: &char| c.is_ascii_alphanumeric() || "@.!#$%&'*+/=?^_`{|}~-".contains(*c);
    if let Some(c) = typed.chars().find(|c| !is_allowed(c)) {
        return Err(MailAddressFault::Character(c));
    }
    let (name, domain) = typed.split_once('@').ok_or(MailAddressFault::At)?;
    if name.is_empty() || domain.contains('@') {
        return Err(MailAddressFault::At);
    }
    if name.len() > MAIL_NAME_MAX {
        return Err(MailAddressFault::Long);
    }
    if name.split('.').any(str::is_empty) {
        return Err(MailAddressFault::Dots);
    }
    let is_label = |label: &str| {
        let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '-';
        (1..=LABEL_MAX).contains(&label.len())
            && label.chars().all(is_inside)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let has_name = |last: &str| last.bytes().any(|byte| byte.is_ascii_alphabetic());
    let is_domain = domain.split('.').all(is_label)
        && domain.rsplit_once('.').is_some_and(|(_, last)| has_name(last));
    if !is_domain {
        return Err(MailAddressFault::Domain);
    }
    Ok(format!("{name}@{}", domain.to_ascii_lowercase()))
}

/// An address as its owner recognises it, and others cannot write to: `a…@club.example`.
pub fn shortened_mail_address(address: &str) -> String {
    match address.rsplit_once('@') {
        Some((name, domain)) => {
            let first: String = name.chars().take(1).collect();
            format!("{first}…@{domain}")
        }
        None => "…".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_or_its_fault_named() {
        use MailAddressFault::{At, Character, Domain, Dots, Long};
        let (long_name, long_label) = ("n".repeat(64), "d".repeat(63));
        let long = format!("{long_name}@{long_label}.{long_label}.{}.eu", "e".repeat(58));
        assert_eq!(long.len(), MAIL_ADDRESS_MAX);
        for (typed, expected) in [
            ("ada@club.example", Ok("ada@club.example")),
            ("  Ada.B+chess_1@Club.EXAMPLE  ", Ok("Ada.B+chess_1@club.example")),
            ("o'neil@xn--bcher-kva.example", Ok("o'neil@xn--bcher-kva.example")),
            ("!#$%&'*+/=?^_`{|}~-@a-b.c2", Ok("!#$%&'*+/=?^_`{|}~-@a-b.c2")),
            (&long, Ok(long.as_str())),
            (&format!("{long}u"), Err(Long)),
            (&format!("n{long_name}@club.example"), Err(Long)),
            (&"x".repeat(100_000), Err(Long)),
            (&"象".repeat(255), Err(Long)),
            ("", Err(At)),
            ("ada", Err(At)),
            ("ada.club.example", Err(At)),
            ("@club.example", Err(At)),
            ("ada@b@club.example", Err(At)),
            ("ada@@club.example", Err(At)),
            ("ada b@club.example", Err(Character(' '))),
            ("ada@club.example\r\nBcc: bo@club.example", Err(Character('\r'))),
            ("ada@club.example\n", Err(Character('\n'))),
            ("\tada@club.example", Err(Character('\t'))),
            ("ada\0@club.example", Err(Character('\0'))),
            ("ada@club.example>", Err(Character('>'))),
            ("Ada <ada@club.example>", Err(Character(' '))),
            ("ada@club.example,bo@club.example", Err(Character(','))),
            ("\"a b\"@club.example", Err(Character('"'))),
            ("ada@[192.0.2.1]", Err(Character('['))),
            ("adä@club.example", Err(Character('ä'))),
            ("ada@club\u{200b}.example", Err(Character('\u{200b}'))),
            ("許@club.example", Err(Character('許'))),
            (".ada@club.example", Err(Dots)),
            ("ada.@club.example", Err(Dots)),
            ("a..da@club.example", Err(Dots)),
            ("ada@", Err(Domain)),
            ("ada@club", Err(Domain)),
            ("ada@club.", Err(Domain)),
            ("ada@.example", Err(Domain)),
            ("ada@club..example", Err(Domain)),
            ("ada@-club.example", Err(Domain)),
            ("ada@club-.example", Err(Domain)),
            ("ada@cl_ub.example", Err(Domain)),
            ("ada@192.0.2.1", Err(Domain)),
            (&format!("ada@{long_label}d.example"), Err(Domain)),
        ] {
            let found = mail_address(typed);
            assert_eq!(found.as_deref(), expected.as_ref().map(|text| *text), "{typed:.80}");
            if let Err(fault) = found {
                assert!(fault.to_string().len() > 20 && fault.code().starts_with("mail-"));
            }
        }
        assert_eq!(Character('\r').values(), ["U+000D"]);
        assert_eq!(Character('\u{200b}').values(), ["U+200B"]);
        assert_eq!(Character('ä').values(), ["ä"]);
        assert_eq!(Character('\n').to_string(), "a mail address cannot contain `U+000A`");
    }

    #[test]
    fn a_shortened_address_hides_its_name() {
        for (address, expected) in [
            ("ada@club.example", "a…@club.example"),
            ("a@club.example", "a…@club.example"),
            ("", "…"),
            ("@", "…@"),
        ] {
            assert_eq!(shortened_mail_address(address), expected);
        }
    }
}
