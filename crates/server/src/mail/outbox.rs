//! Messages on their way to the mail server.

use crate::{
    limits::{MAIL_ATTEMPT, MAIL_PLACES, MAIL_RETRIES, MAIL_SENDERS},
    ops::{LogThrottle, MailCounts, OutageLog},
};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{sync::Semaphore, task::JoinSet, time};

/// A message to one player. Neither its address nor its text is logged: the text holds a link that
/// opens the account.
#[derive(Clone)]
pub(crate) struct Letter {
    /// Unique id.
    pub(crate) id: String,
    /// Mail address.
    pub(crate) to: String,
    /// Subject.
    pub(crate) subject: String,
    /// Plain text.
    pub(crate) text: String,
}

/// Why a message was not taken, without the address.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum SendError {
    /// The mail server refuses the message permanently, with this code.
    #[error("the mail server refuses it with {0}")]
    Refused(String),
    /// The mail server may take the message later.
    #[error("the mail server cannot take it: {0}")]
    Later(String),
    /// The address or the text cannot be sent.
    #[error("it cannot be written as a message")]
    Unwritable,
}

/// Takes messages to players.
pub(crate) trait Carrier: Send + Sync + 'static {
    /// Hands one message in.
    fn carry(&self, letter: &Letter) -> impl Future<Output = Result<(), SendError>> + Send;
}

/// The maximum number of messages is under way.
#[derive(Debug)]
pub(crate) struct OutboxFull;

/// The messages under way. Dropping the outbox drops them.
pub(crate) struct Outbox {
    places: Arc<Semaphore>,
    office: Arc<Office>,
    under_way: Mutex<JoinSet<()>>,
}

/// What the messages share.
struct Office {
    /// Connections to the mail server.
    turns: Semaphore,
    outage: OutageLog,
    refusals: LogThrottle,
    counts: MailCounts,
}

impl Outbox {
    pub(crate) fn new(counts: MailCounts) -> Outbox {
        Outbox {
            places: Arc::new(Semaphore::new(MAIL_PLACES)),
            office: Arc::new(Office {
                turns: Semaphore::new(MAIL_SENDERS),
                outage: OutageLog::new("failed to send mail"),
                refusals: LogThrottle::new(),
                counts,
            }),
            under_way: Mutex::default(),
        }
    }

    /// Starts to send a message, and returns at once.
    ///
    /// # Errors
    /// If the maximum number of messages is under way.
    pub(crate) fn post<C: Carrier>(
        &self,
        carrier: Arc<C>,
        letter: Letter,
    ) -> Result<(), OutboxFull> {
        let place = self.places.clone().try_acquire_owned().map_err(|_| OutboxFull)?;
        let office = self.office.clone();
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        while under_way.try_join_next().is_some() {}
        under_way.spawn(async move {
            let _place = place;
            office.deliver(&*carrier, &letter).await;
        });
        Ok(())
    }
}

impl Office {
    /// Sends a message, and tries again while the mail server may still take it.
    async fn deliver(&self, carrier: &impl Carrier, letter: &Letter) {
        for wait in MAIL_RETRIES.into_iter().map(Some).chain([None]) {
            let error = match self.attempt(carrier, letter).await {
                Ok(()) => {
                    self.outage.works();
                    self.counts.sent.inc();
                    return;
                }
                Err(error) => error,
            };
            match (&error, wait) {
                (SendError::Later(_), Some(wait)) => {
                    self.outage.fails(&error);
                    time::sleep(wait).await;
                }
                (SendError::Later(_), None) => self.refusals.warn("gave up sending mail", &error),
                _ => {
                    self.refusals.warn("mail refused", &error);
                    break;
                }
            }
        }
        self.counts.failed.inc();
    }

    async fn attempt(&self, carrier: &impl Carrier, letter: &Letter) -> Result<(), SendError> {
        // The semaphore is never closed.
        let _turn = self.turns.acquire().await;
        let sent = time::timeout(MAIL_ATTEMPT, carrier.carry(letter)).await;
        sent.unwrap_or_else(|_| Err(SendError::Later(late(MAIL_ATTEMPT))))
    }
}

fn late(limit: Duration) -> String {
    format!("it takes more than {} s", limit.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    /// Answers with these results in turn, and with the last one from then on. `None` never
    /// answers.
    struct Scripted {
        answers: Vec<Option<Result<(), SendError>>>,
        tries: AtomicUsize,
    }

    impl Carrier for Scripted {
        async fn carry(&self, _: &Letter) -> Result<(), SendError> {
            let number = self.tries.fetch_add(1, SeqCst).min(self.answers.len() - 1);
            match self.answers[number].clone() {
                Some(answer) => answer,
                None => std::future::pending().await,
            }
        }
    }

    fn scripted(answers: &[Option<Result<(), SendError>>]) -> Arc<Scripted> {
        Arc::new(Scripted { answers: answers.to_vec(), tries: AtomicUsize::new(0) })
    }

    fn letter() -> Letter {
        let text = String::new;
        Letter { id: text(), to: "ada@club.example".into(), subject: text(), text: text() }
    }

    /// A mail server that answers later, or not at all, is tried again; one that refuses is not.
    #[tokio::test(start_paused = true)]
    async fn a_message_is_tried_again_while_it_may_be_taken() {
        let later = || Some(Err(SendError::Later("busy".into())));
        let refused = || Some(Err(SendError::Refused("550".into())));
        let all = MAIL_RETRIES.len() + 1;
        for (answers, tries, sent, failed) in [
            (vec![Some(Ok(()))], 1, 1, 0),
            (vec![later(), Some(Ok(()))], 2, 1, 0),
            (vec![None, later(), Some(Ok(()))], 3, 1, 0),
            (vec![later()], all, 0, 1),
            (vec![None], all, 0, 1),
            (vec![refused()], 1, 0, 1),
            (vec![later(), refused()], 2, 0, 1),
            (vec![Some(Err(SendError::Unwritable))], 1, 0, 1),
        ] {
            let counts = MailCounts::default();
            let outbox = Outbox::new(counts.clone());
            let carrier = scripted(&answers);
            outbox.post(carrier.clone(), letter()).unwrap();
            time::sleep(Duration::from_secs(3_600)).await;
            let found = (carrier.tries.load(SeqCst), counts.sent.get(), counts.failed.get());
            assert_eq!(found, (tries, sent, failed), "{answers:?}");
            assert_eq!(outbox.places.available_permits(), MAIL_PLACES);
        }
    }

    /// A mail server that never answers gets few connections and few messages.
    #[tokio::test(start_paused = true)]
    async fn the_number_of_messages_is_limited() {
        let outbox = Outbox::new(MailCounts::default());
        let carrier = scripted(&[None]);
        for _ in 0..MAIL_PLACES {
            outbox.post(carrier.clone(), letter()).unwrap();
        }
        assert!(outbox.post(carrier.clone(), letter()).is_err());
        time::sleep(MAIL_ATTEMPT / 2).await;
        assert_eq!(carrier.tries.load(SeqCst), MAIL_SENDERS);
        time::sleep(Duration::from_secs(48 * 3_600)).await;
        outbox.post(carrier, letter()).unwrap();
    }

    /// What is logged of a failure names neither the address nor the text.
    #[test]
    fn an_error_says_what_the_mail_server_did() {
        for (error, expected) in [
            (SendError::Refused("550".into()), "the mail server refuses it with 550"),
            (SendError::Later(late(MAIL_ATTEMPT)), "cannot take it: it takes more than 60 s"),
        ] {
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}
