//! The messages to players, in their language.

use crate::{
    base::{ApiError, Config, RngError, token},
    limits::FORGOTTEN_UNDER_WAY,
    mail::{Letter, MailServer, Outbox, OutboxFull},
    ops::MailCounts,
};
use axum::http::StatusCode;
use i18n::{Language, Message, fill};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Writes and sends the messages.
pub(super) struct Mailer {
    server: Arc<MailServer>,
    outbox: Outbox,
    /// Requests for a new password that are not answered by a message yet.
    requests: Arc<Semaphore>,
}

/// The subject of a message, with its link.
#[derive(Clone, Copy)]
pub(super) enum Matter<'a> {
    /// A new password.
    Reset(&'a str),
    /// Confirmation of an address.
    Confirm(&'a str),
    /// The account does not use the address any more.
    Removed,
}

impl Mailer {
    /// `None` for a server that sends no mail.
    pub(super) fn new(config: &Config, counts: MailCounts) -> Option<Mailer> {
        Some(Mailer {
            server: config.mail.clone()?,
            outbox: Outbox::new(counts),
            requests: Arc::new(Semaphore::new(FORGOTTEN_UNDER_WAY)),
        })
    }

    /// Public address of the site, without a slash at its end.
    pub(super) fn site(&self) -> &str {
        self.server.site()
    }

    /// A place for one more request for a new password.
    ///
    /// # Errors
    /// If there are too many at the same time.
    pub(super) fn request(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        self.requests.clone().try_acquire_owned().map_err(|_| busy())
    }

    /// Starts to send a message about an account to an address, and returns at once.
    ///
    /// # Errors
    /// If too many messages are under way, or the random source fails.
    pub(super) fn send(
        &self,
        random: Result<[u8; 32], RngError>,
        to: String,
        language: Language,
        name: &str,
        matter: Matter<'_>,
    ) -> Result<(), ApiError> {
        let (subject, text) = written(language, self.site(), name, matter);
        let letter = Letter { id: token::short_id(random?), to, subject, text };
        self.outbox.post(self.server.clone(), letter).map_err(|OutboxFull| busy())
    }
}

fn busy() -> ApiError {
    let message = "too many messages are under way; try again later";
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
}

/// Subject and text of a message.
fn written(language: Language, site: &str, name: &str, matter: Matter<'_>) -> (String, String) {
    let host = site.split_once("://").map_or(site, |(_, host)| host);
    let (subject, about, link, otherwise) = match matter {
        Matter::Reset(link) => {
            (Message::MailResetSubject, Message::MailReset, Some(link), Message::MailResetOtherwise)
        }
        Matter::Confirm(link) => (
            Message::MailConfirmSubject,
            Message::MailConfirm,
            Some(link),
            Message::MailConfirmOtherwise,
        ),
        Matter::Removed => {
            (Message::MailRemovedSubject, Message::MailRemoved, None, Message::MailRemovedOtherwise)
        }
    };
    let say = |message: Message| message.in_language(language);
    let about = fill(say(about), &[name, site]);
    let parts = [Some(about.as_str()), link, Some(say(otherwise))];
    let text: Vec<&str> = parts.into_iter().flatten().collect();
    (fill(say(subject), &[host]), text.join("\n\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_names_the_site_the_account_and_its_link() {
        let (site, link) = ("https://club.example", "https://club.example/account/x#code");
        for &language in Language::ALL {
            let mut subjects = Vec::new();
            for (matter, link) in [
                (Matter::Reset(link), Some(link)),
                (Matter::Confirm(link), Some(link)),
                (Matter::Removed, None),
            ] {
                let (subject, text) = written(language, site, "Ada Ä", matter);
                assert!(subject.contains("club.example"), "{subject}");
                assert!(text.contains("Ada Ä") && text.contains(site), "{text}");
                assert!(!text.contains('{') && !subject.contains('{'), "{text}");
                // The link has its own line, so that every mail program finds its end.
                let links = text.lines().filter(|line| Some(*line) == link).count();
                assert_eq!(links, usize::from(link.is_some()), "{text}");
                subjects.push(subject);
            }
            subjects.dedup();
            assert_eq!(subjects.len(), 3, "{subjects:?}");
        }
        let (_, text) = written(Language::English, site, "{1}", Matter::Removed);
        assert!(text.contains("{1}"), "a name is no placeholder: {text}");
    }
}
