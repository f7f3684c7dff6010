//! The server that takes messages, as its URL describes it.

use super::outbox::{Carrier, Letter, SendError};
use crate::limits::MAIL_COMMAND;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{
        Mailbox,
        header::{ContentType, HeaderName, HeaderValue},
    },
    transport::smtp::{self, extension::ClientId},
};
use protocol::mail_address;
use std::net::IpAddr;
use url::Url;

/// Where messages are handed in, the address that they come from, and the site that they are about.
#[derive(Clone)]
pub struct MailServer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    sender: Mailbox,
    site: String,
}

/// Settings with which no mail can be sent. The text never repeats the URL, which may contain a
/// password.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MailServerError {
    /// The text is not the URL of a mail server.
    #[error(
        "expected the URL of a mail server, such as smtps://USER:PASSWORD@HOST or \
         smtp://HOST:587?tls=required: {0}"
    )]
    Url(String),
    /// The password would be sent unencrypted over the network.
    #[error(
        "the password would be sent unencrypted; expected smtps://, or smtp:// with ?tls=required"
    )]
    Unencrypted,
    /// The sender is not a mail address.
    #[error("expected a sender such as `Club <chuhe@club.example>`: {0}")]
    Sender(String),
    /// The site's address is not a URL.
    #[error("the site's address is not a URL: {0}")]
    Site(String),
    /// The mail server cannot be reached, or refuses.
    #[error("{0}")]
    Unreachable(String),
}

impl MailServer {
    /// Mail server of a URL. `smtps://` is encrypted from the start, `smtp://HOST?tls=required` with
    /// STARTTLS. Messages come from `sender`, and their links lead to `site`, the public address of
    /// the server.
    ///
    /// # Errors
    /// Names what is wrong, and never repeats the URL.
    pub fn new(url: &str, sender: &str, site: &str) -> Result<MailServer, MailServerError> {
        let fault = |what: &str| MailServerError::Url(what.to_owned());
        let url = url.trim();
        let parsed = Url::parse(url).map_err(|error| fault(&error.to_string()))?;
        let host = parsed.host_str().filter(|host| !host.is_empty());
        let host = host.ok_or_else(|| fault("it has no host"))?;
        let is_smtps = match parsed.scheme() {
            "smtps" => true,
            "smtp" => false,
            _ => return Err(fault("it does not begin with smtps:// or smtp://")),
        };
        if parsed.fragment().is_some() {
            return Err(fault("it has a `#`; a password writes it as %23"));
        }
        let mut tls = None;
        for (name, value) in parsed.query_pairs() {
            match (&*name, &*value) {
                ("tls", "required" | "opportunistic") if tls.is_none() => {
                    tls = Some(value.into_owned());
                }
                _ => return Err(fault("after `?` it may have tls=required or tls=opportunistic")),
            }
        }
        match (parsed.username().is_empty(), parsed.password().is_none()) {
            (false, true) => return Err(fault("it has a user and no password")),
            (true, false) => return Err(fault("it has a password and no user")),
            _ => {}
        }
        let is_encrypted = is_smtps || tls.as_deref() == Some("required");
        if parsed.password().is_some() && !is_encrypted && !is_this_machine(host) {
            return Err(MailServerError::Unencrypted);
        }
        let sender = read_sender(sender).map_err(MailServerError::Sender)?;
        let site_host = Url::parse(site)
            .map_err(|error| error.to_string())
            .and_then(|site| site.host_str().map(str::to_owned).ok_or("it has no host".to_owned()));
        let site_host = site_host.map_err(MailServerError::Site)?;
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|error| fault(&error.to_string()))?
            .timeout(Some(MAIL_COMMAND));
        // A path of the URL is the name with which this server greets.
        let builder = match parsed.path() {
            "" | "/" => builder.hello_name(greeting(&site_host)),
            _ => builder,
        };
        let site = site.trim_end_matches('/').to_owned();
        Ok(MailServer { transport: builder.build(), sender, site })
    }

    /// Connects to the mail server and signs in, without sending a message.
    ///
    /// # Errors
    /// If it cannot be reached, or refuses.
    pub async fn reach(&self) -> Result<(), MailServerError> {
        let reached = self.transport.test_connection().await;
        match reached.map_err(|error| send_error(&error)) {
            Ok(true) => Ok(()),
            Ok(false) => Err(MailServerError::Unreachable("it ends the connection".to_owned())),
            Err(error) => Err(MailServerError::Unreachable(error.to_string())),
        }
    }

    /// Public address of the site, without a slash at its end.
    pub(crate) fn site(&self) -> &str {
        &self.site
    }

    fn message(&self, letter: &Letter) -> Option<Message> {
        let to = letter.to.parse().ok()?;
        let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
        let message = Message::builder()
            .from(self.sender.clone())
            .to(Mailbox::new(None, to))
            .subject(letter.subject.clone())
            .message_id(Some(format!("<{}@{}>", letter.id, self.sender.email.domain())))
            // No automatic reply is wanted (RFC 3834).
            .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()))
            .header(ContentType::TEXT_PLAIN);
        message.body(letter.text.clone()).ok()
    }
}

impl Carrier for MailServer {
    async fn carry(&self, letter: &Letter) -> Result<(), SendError> {
        let message = self.message(letter).ok_or(SendError::Unwritable)?;
        self.transport.send(message).await.map(drop).map_err(|error| send_error(&error))
    }
}

/// What of an error may be logged: its text can contain the mail address.
fn send_error(error: &smtp::Error) -> SendError {
    match error.status() {
        Some(code) if error.is_permanent() => SendError::Refused(code.to_string()),
        Some(code) => SendError::Later(format!("it answers {code}")),
        None if error.is_timeout() => SendError::Later("it does not answer in time".to_owned()),
        None if error.is_tls() => SendError::Later("TLS failed".to_owned()),
        None if error.is_response() => SendError::Later("its answer is no SMTP".to_owned()),
        None if error.is_client() => SendError::Later("it lacks TLS or the sign-in".to_owned()),
        None => SendError::Later("the connection failed".to_owned()),
    }
}

fn is_this_machine(host: &str) -> bool {
    let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

fn greeting(host: &str) -> ClientId {
    match host.trim_matches(['[', ']']).parse() {
        Ok(IpAddr::V4(address)) => ClientId::Ipv4(address),
        Ok(IpAddr::V6(address)) => ClientId::Ipv6(address),
        Err(_) => ClientId::Domain(host.to_owned()),
    }
}

/// Reads `NAME <ADDRESS>` or an address.
fn read_sender(text: &str) -> Result<Mailbox, String> {
    let text = text.trim();
    let (name, address) = match text.strip_suffix('>').and_then(|text| text.rsplit_once('<')) {
        Some((name, address)) => (name.trim().trim_matches('"'), address),
        None => ("", text),
    };
    if name.contains(|c: char| c.is_control() || "\"<>".contains(c)) {
        return Err("its name has a character that cannot be in a name".to_owned());
    }
    let address = mail_address(address).map_err(|fault| fault.to_string())?;
    let address = address.parse().map_err(|_| "its address cannot be used".to_owned())?;
    Ok(Mailbox::new((!name.is_empty()).then(|| name.to_owned()), address))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SENDER: &str = "chuhe@club.example";
    const SITE: &str = "https://club.example/";

    #[test]
    fn a_wrong_setting_is_named_and_not_repeated() {
        let new = |url: &str, sender: &str, site: &str| MailServer::new(url, sender, site).err();
        for (url, expected) in [
            ("smtps://ada:p%40ss@mail.example:465", None),
            ("smtps://mail.example", None),
            (" smtp://mail.example:587?tls=required\n", None),
            ("smtp://ada:secret@mail.example?tls=required", None),
            ("smtp://mail.example?tls=opportunistic", None),
            ("smtp://mail.example/club.example", None),
            ("smtp://ada:secret@localhost:2525", None),
            ("smtp://ada:secret@127.0.0.1:2525", None),
            ("smtp://ada:secret@[::1]:2525", None),
            ("", Some("relative URL without a base")),
            ("mail.example:465", Some("it has no host")),
            ("smtps:secret", Some("it has no host")),
            ("smtps://", Some("host")),
            ("https://ada:secret@mail.example", Some("it does not begin with smtps:// or smtp://")),
            ("smtps://mail.example:secret", Some("invalid port number")),
            ("smtps://mail.example:70000", Some("invalid port number")),
            ("smtps://ada@mail.example", Some("it has a user and no password")),
            ("smtps://:secret@mail.example", Some("it has a password and no user")),
            ("smtp://mail.example?tls=secret", Some("tls=required or tls=opportunistic")),
            ("smtp://mail.example?secret", Some("tls=required or tls=opportunistic")),
            ("smtps://ada:sec#ret@mail.example", Some("")),
            ("smtps://mail.example/#secret", Some("a password writes it as %23")),
            ("smtp://ada:secret@mail.example", Some("the password would be sent unencrypted")),
            ("smtp://ada:secret@mail.example?tls=opportunistic", Some("sent unencrypted")),
        ] {
            let found = new(url, SENDER, SITE).map(|error| error.to_string());
            match (&found, expected) {
                (Some(found), Some(expected)) => {
                    assert!(found.contains(expected), "{url}: {found}")
                }
                (found, expected) => {
                    assert_eq!(found.is_some(), expected.is_some(), "{url}: {found:?}")
                }
            }
            assert!(!found.unwrap_or_default().contains("secret"), "{url}");
        }
        for (sender, is_sender) in [
            ("chuhe@club.example", true),
            ("Club <chuhe@club.example>", true),
            ("\"楚河 Club, Berlin\" <chuhe@club.example>", true),
            ("<chuhe@club.example>", true),
            ("chuhe", false),
            ("Club", false),
            ("Club <chuhe>", false),
            ("Club\r\nBcc: x <chuhe@club.example>", false),
            ("a <b <chuhe@club.example>", false),
            ("chuhe@club.example, bo@club.example", false),
        ] {
            let found = new("smtps://mail.example", sender, SITE);
            assert_eq!(found.is_none(), is_sender, "{sender}: {found:?}");
        }
        assert!(matches!(new("smtps://m.example", SENDER, "club"), Some(MailServerError::Site(_))));
    }

    /// No text of a letter gets into another header than its own.
    #[test]
    fn a_message_has_the_headers_of_its_letter() {
        let server =
            MailServer::new("smtps://mail.example", "楚河 <chuhe@club.example>", SITE).unwrap();
        let letter = |to: &str, subject: &str| Letter {
            id: "id".to_owned(),
            to: to.to_owned(),
            subject: subject.to_owned(),
            text: "one\n\n.\n\ntwo\n".to_owned(),
        };
        let sent = |to: &str, subject: &str| {
            let message = server.message(&letter(to, subject))?;
            Some(String::from_utf8(message.formatted()).unwrap())
        };
        let text = sent("ada@club.example", "New password\r\nBcc: bo@club.example").unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let names: Vec<&str> = head
            .split("\r\n")
            .filter(|line| !line.starts_with([' ', '\t']))
            .filter_map(|line| line.split_once(':').map(|(name, _)| name))
            .collect();
        assert!(!names.contains(&"Bcc"), "{head}");
        for name in ["From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted"] {
            assert_eq!(names.iter().filter(|it| **it == name).count(), 1, "{name} in {head}");
        }
        assert!(head.contains("<id@club.example>") && head.contains("text/plain"), "{head}");
        assert!(body.contains("one\r\n\r\n.\r\n\r\ntwo"), "{body}");
        assert_eq!(sent("ada@club.example\r\nBcc: bo@club.example", "x"), None);
        assert_eq!(sent("", "x"), None);
    }
}
