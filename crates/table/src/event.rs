use crate::Member;
use commit_reveal::{Salt, Seed};
use game::Secret;
use protocol::{Offer, TablePlan};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Something that happened at a table, and when.
#[derive(Clone, Debug)]
pub struct Event {
    /// Milliseconds since the epoch, by the caller's clock.
    pub at_ms: u64,
    /// What happened.
    pub kind: Kind,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum Kind {
    /// The table was opened: its first event.
    Opened {
        /// The plan, canonical. A start position may hold secrets, so the whole plan is stored as
        /// a secret when it has one.
        plan: Box<TablePlan>,
        /// The host's dice.
        seed: Seed,
    },
    /// A seat was taken.
    Joined {
        /// Which.
        seat: u8,
        /// By whom.
        name: String,
        /// The player's share in the dice.
        salt: Salt,
        /// The account, at a rated table.
        member: Option<Member>,
    },
    /// An action everyone may know of in some form (see [`games::AnyGame::tell`]).
    Acted {
        /// By which seat.
        seat: u8,
        /// The action's text.
        action: String,
        /// Milliseconds the network can be shown to have taken.
        lag_ms: u64,
    },
    /// A set-up choice, secret to its seat.
    Chose {
        /// By which seat.
        seat: u8,
        /// The action's text.
        choice: Secret<String>,
    },
    /// An offer was made.
    Offered {
        /// By which seat.
        seat: u8,
        /// What.
        offer: Offer,
    },
    /// One of several whose consent is needed consented to the standing offer.
    Accepted {
        /// Which seat.
        seat: u8,
    },
    /// The standing offer is gone.
    Declined,
    /// Plies were taken back.
    TakenBack {
        /// How many.
        plies: u16,
    },
    /// A seat gave up.
    Resigned {
        /// Which.
        seat: u8,
    },
    /// A seat's time ran out.
    Flagged {
        /// Which.
        seat: u8,
    },
    /// All agreed on a draw.
    Agreed,
    /// A face-down piece was peeked at.
    Peeked {
        /// By which seat.
        seat: u8,
        /// Which square.
        square: String,
    },
    /// The clocks were stopped by the table.
    Paused,
    /// The clocks run again.
    Resumed,
    /// Time that was the table's fault was given back to the side on move.
    Credited {
        /// Milliseconds.
        ms: u64,
    },
    /// All agreed on a rematch; the host opens the new table next.
    RematchAgreed,
    /// The rematch's table stands open.
    Rematched {
        /// Its id.
        table: String,
    },
}

/// An event as two texts: what anyone may read in the log, and what must stay sealed.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// Milliseconds since the epoch.
    pub at_ms: u64,
    /// JSON without any secret.
    pub public: String,
    /// The sealed part, empty for most events. Never to be logged.
    pub secret: String,
}

impl fmt::Debug for StoredEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StoredEvent({} {} <secret>)", self.at_ms, self.public)
    }
}

/// A stored event that cannot be read. Says where, and nothing of the sealed part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEventError(String);

impl fmt::Display for StoredEventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unreadable event in the log: {}", self.0)
    }
}

impl std::error::Error for StoredEventError {}

/// The public column.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
enum Public {
    Opened,
    Joined {
        seat: u8,
        name: String,
        salt: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        member: Option<Member>,
    },
    Acted {
        seat: u8,
        action: String,
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_ms: u64,
    },
    Chose {
        seat: u8,
    },
    Offered {
        seat: u8,
        offer: Offer,
    },
    Accepted {
        seat: u8,
    },
    Declined,
    TakenBack {
        plies: u16,
    },
    Resigned {
        seat: u8,
    },
    Flagged {
        seat: u8,
    },
    Agreed,
    Peeked {
        seat: u8,
        square: String,
    },
    Paused,
    Resumed,
    Credited {
        ms: u64,
    },
    RematchAgreed,
    Rematched {
        table: String,
    },
}

fn is_zero(ms: &u64) -> bool {
    *ms == 0
}

/// The sealed column of [`Kind::Opened`].
#[derive(Serialize, Deserialize)]
struct Sealed {
    seed: String,
    plan: TablePlan,
}

impl Event {
    /// The stable name of its kind, for the log's `kind` column.
    pub fn kind_name(&self) -> &'static str {
        match self.kind {
            Kind::Opened { .. } => "opened",
            Kind::Joined { .. } => "joined",
            Kind::Acted { .. } => "acted",
            Kind::Chose { .. } => "chose",
            Kind::Offered { .. } => "offered",
            Kind::Accepted { .. } => "accepted",
            Kind::Declined => "declined",
            Kind::TakenBack { .. } => "taken-back",
            Kind::Resigned { .. } => "resigned",
            Kind::Flagged { .. } => "flagged",
            Kind::Agreed => "agreed",
            Kind::Peeked { .. } => "peeked",
            Kind::Paused => "paused",
            Kind::Resumed => "resumed",
            Kind::Credited { .. } => "credited",
            Kind::RematchAgreed => "rematch-agreed",
            Kind::Rematched { .. } => "rematched",
        }
    }

    /// The seat it belongs to, if to one.
    pub const fn seat(&self) -> Option<u8> {
        match self.kind {
            Kind::Joined { seat, .. }
            | Kind::Acted { seat, .. }
            | Kind::Chose { seat, .. }
            | Kind::Offered { seat, .. }
            | Kind::Accepted { seat }
            | Kind::Resigned { seat }
            | Kind::Flagged { seat }
            | Kind::Peeked { seat, .. } => Some(seat),
            Kind::Opened { .. }
            | Kind::Declined
            | Kind::TakenBack { .. }
            | Kind::Agreed
            | Kind::Paused
            | Kind::Resumed
            | Kind::Credited { .. }
            | Kind::RematchAgreed
            | Kind::Rematched { .. } => None,
        }
    }

    /// The event as the log keeps it.
    pub fn to_stored(&self) -> StoredEvent {
        let mut secret = String::new();
        let public = match &self.kind {
            Kind::Opened { plan, seed } => {
                let sealed = Sealed { seed: seed.reveal(), plan: (**plan).clone() };
                secret = to_json(&sealed);
                Public::Opened
            }
            Kind::Joined { seat, name, salt, member } => Public::Joined {
                seat: *seat,
                name: name.clone(),
                salt: salt.to_string(),
                member: member.clone(),
            },
            Kind::Acted { seat, action, lag_ms } => {
                Public::Acted { seat: *seat, action: action.clone(), lag_ms: *lag_ms }
            }
            Kind::Chose { seat, choice } => {
                secret.clone_from(choice.expose());
                Public::Chose { seat: *seat }
            }
            Kind::Offered { seat, offer } => Public::Offered { seat: *seat, offer: *offer },
            Kind::Accepted { seat } => Public::Accepted { seat: *seat },
            Kind::Declined => Public::Declined,
            Kind::TakenBack { plies } => Public::TakenBack { plies: *plies },
            Kind::Resigned { seat } => Public::Resigned { seat: *seat },
            Kind::Flagged { seat } => Public::Flagged { seat: *seat },
            Kind::Agreed => Public::Agreed,
            Kind::Peeked { seat, square } => Public::Peeked { seat: *seat, square: square.clone() },
            Kind::Paused => Public::Paused,
            Kind::Resumed => Public::Resumed,
            Kind::Credited { ms } => Public::Credited { ms: *ms },
            Kind::RematchAgreed => Public::RematchAgreed,
            Kind::Rematched { table } => Public::Rematched { table: table.clone() },
        };
        StoredEvent { at_ms: self.at_ms, public: to_json(&public), secret }
    }

    /// Reads an event back.
    ///
    /// # Errors
    /// If the log was written by something else or damaged.
    pub fn from_stored(stored: &StoredEvent) -> Result<Event, StoredEventError> {
        let error = |what: String| StoredEventError(what);
        let public: Public = serde_json::from_str(&stored.public)
            .map_err(|e| error(format!("{e} in {}", stored.public)))?;
        let kind = match public {
            Public::Opened => {
                // The sealed text must not show in an error.
                let sealed: Sealed = serde_json::from_str(&stored.secret)
                    .map_err(|e| error(format!("sealed plan, column {}", e.column())))?;
                let seed = Seed::from_hex(&sealed.seed).map_err(|e| error(e.to_string()))?;
                Kind::Opened { plan: Box::new(sealed.plan), seed }
            }
            Public::Joined { seat, name, salt, member } => {
                let salt =
                    salt.parse().map_err(|e: commit_reveal::ParseHexError| error(e.to_string()))?;
                Kind::Joined { seat, name, salt, member }
            }
            Public::Acted { seat, action, lag_ms } => Kind::Acted { seat, action, lag_ms },
            Public::Chose { seat } => {
                Kind::Chose { seat, choice: Secret::new(stored.secret.clone()) }
            }
            Public::Offered { seat, offer } => Kind::Offered { seat, offer },
            Public::Accepted { seat } => Kind::Accepted { seat },
            Public::Declined => Kind::Declined,
            Public::TakenBack { plies } => Kind::TakenBack { plies },
            Public::Resigned { seat } => Kind::Resigned { seat },
            Public::Flagged { seat } => Kind::Flagged { seat },
            Public::Agreed => Kind::Agreed,
            Public::Peeked { seat, square } => Kind::Peeked { seat, square },
            Public::Paused => Kind::Paused,
            Public::Resumed => Kind::Resumed,
            Public::Credited { ms } => Kind::Credited { ms },
            Public::RematchAgreed => Kind::RematchAgreed,
            Public::Rematched { table } => Kind::Rematched { table },
        };
        Ok(Event { at_ms: stored.at_ms, kind })
    }
}

/// Plain data with string keys always has a JSON text.
fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
