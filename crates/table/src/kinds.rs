//! The list of event kinds. A macro generates from it the type, the names, the seat of an event and
//! the log's two columns.

use crate::{
    EventAction, Member,
    public_fields::{first_version, is_zero, optional_text, text},
    sealed::{Sealed, SealedPlan},
};
use commit_reveal::{Commitment, Salt};
use game::Secret;
use protocol::{Claim, GameId, Offer};
use serde::{Deserialize, Serialize};

/// Generates [`EventKind`] and the functions that depend only on the list.
///
/// There are three groups: kinds without data (`bare`), kinds with public data (`public`), and
/// kinds with a secret (`sealed`). The field named after `hides` goes to the sealed column only;
/// its type does not implement JSON serialisation. `of seat` adds the seat that an event belongs
/// to. `serde` on a field applies to the public column.
macro_rules! kinds {
    (
        bare {
            $($(#[doc = $bare_doc:literal])* $bare:ident = $bare_name:literal,)*
        }
        public {
            $($(#[doc = $open_doc:literal])* $open:ident = $open_name:literal $(of $open_seat:ident)? {
                $($(#[doc = $field_doc:literal])* $(#[serde($($how:tt)*)])?
                $field:ident: $type:ty,)*
            })*
        }
        sealed {
            $($(#[doc = $kept_doc:literal])* $kept:ident = $kept_name:literal $(of $kept_seat:ident)? {
                $($(#[doc = $known_doc:literal])* $(#[serde($($known_how:tt)*)])?
                $known:ident: $known_type:ty,)*
            } hides {
                $(#[doc = $hidden_doc:literal])* $hidden:ident: $hidden_type:ty
            })*
        }
    ) => {
        /// Kind of an event, with its data.
        #[derive(Clone, Debug)]
        pub enum EventKind {
            $($(#[doc = $bare_doc])* $bare,)*
            $($(#[doc = $open_doc])* $open {
                $(#[doc = "Seat of the player concerned."] $open_seat: u8,)?
                $($(#[doc = $field_doc])* $field: $type,)*
            },)*
            $($(#[doc = $kept_doc])* $kept {
                $(#[doc = "Seat of the player concerned."] $kept_seat: u8,)?
                $($(#[doc = $known_doc])* $known: $known_type,)*
                $(#[doc = $hidden_doc])* $hidden: $hidden_type,
            },)*
        }

        /// The public column of the log.
        #[derive(Serialize, Deserialize)]
        #[serde(tag = "kind", deny_unknown_fields)]
        pub(crate) enum Public {
            $(#[serde(rename = $bare_name)] $bare,)*
            $(#[serde(rename = $open_name)] $open {
                $($open_seat: u8,)?
                $($(#[serde($($how)*)])? $field: $type,)*
            },)*
            $(#[serde(rename = $kept_name)] $kept {
                $($kept_seat: u8,)?
                $($(#[serde($($known_how)*)])? $known: $known_type,)*
            },)*
        }

        impl EventKind {
            /// Stable name, for the log's `kind` column.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(EventKind::$bare => $bare_name,)*
                    $(EventKind::$open { .. } => $open_name,)*
                    $(EventKind::$kept { .. } => $kept_name,)*
                }
            }

            /// The seat the event belongs to, if any.
            pub fn seat(&self) -> Option<u8> {
                let seats: &[u8] = match self {
                    $(EventKind::$bare => &[],)*
                    $(EventKind::$open { $($open_seat,)? .. } => &[$(*$open_seat)?],)*
                    $(EventKind::$kept { $($kept_seat,)? .. } => &[$(*$kept_seat)?],)*
                };
                seats.first().copied()
            }

            /// Splits the event into the log's two columns.
            pub(crate) fn split(&self) -> (Public, String) {
                match self.clone() {
                    $(EventKind::$bare => (Public::$bare, String::new()),)*
                    $(EventKind::$open { $($open_seat,)? $($field,)* } => {
                        (Public::$open { $($open_seat,)? $($field,)* }, String::new())
                    })*
                    $(EventKind::$kept { $($kept_seat,)? $($known,)* $hidden } => {
                        (Public::$kept { $($kept_seat,)? $($known,)* }, $hidden.to_sealed_text())
                    })*
                }
            }

            /// Joins the log's two columns. An error does not describe the sealed column.
            pub(crate) fn join(public: Public, sealed: &str) -> Result<EventKind, String> {
                Ok(match public {
                    $(Public::$bare => EventKind::$bare,)*
                    $(Public::$open { $($open_seat,)? $($field,)* } => {
                        EventKind::$open { $($open_seat,)? $($field,)* }
                    })*
                    $(Public::$kept { $($kept_seat,)? $($known,)* } => {
                        let $hidden = Sealed::from_sealed_text(sealed)?;
                        EventKind::$kept { $($kept_seat,)? $($known,)* $hidden }
                    })*
                })
            }
        }
    };
}

kinds! {
    bare {
        /// The pending offer was declined.
        Declined = "declined",
        /// All parties agreed on a draw.
        Agreed = "agreed",
        /// The maximum number of plies or events was reached: a draw.
        Exhausted = "exhausted",
        /// The table stopped the clocks.
        Paused = "paused",
        /// The clocks are running again.
        Resumed = "resumed",
        /// All parties agreed on a rematch. The host opens the new table next.
        RematchAgreed = "rematch-agreed",
        /// The host got no seat at the other table and goes on waiting here.
        Stayed = "stayed",
    }
    public {
        /// A seat was taken.
        Joined = "joined" of seat {
            /// Name of the player.
            name: String,
            /// The player's salt, if it comes with the seat.
            #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_text")]
            salt: Option<Salt>,
            /// The account; none for guests and computers.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            member: Option<Member>,
        }
        /// A player committed to a salt without revealing it.
        SaltCommitted = "salt-committed" of seat {
            /// Hash of the salt.
            #[serde(with = "text")]
            commitment: Commitment,
        }
        /// A player revealed the salt.
        SaltRevealed = "salt-revealed" of seat {
            /// The salt.
            #[serde(with = "text")]
            salt: Salt,
        }
        /// An action that every observer notices, perhaps without its details (see
        /// [`games::AnyGame::describe_for`]).
        Acted = "acted" of seat {
            /// The action.
            #[serde(with = "text")]
            action: EventAction,
            /// Measured network delay, in milliseconds.
            #[serde(default, skip_serializing_if = "is_zero")]
            lag_ms: u64,
        }
        /// An offer was made.
        Offered = "offered" of seat {
            /// The offer.
            offer: Offer,
        }
        /// A party accepted the pending offer; others must still answer.
        Accepted = "accepted" of seat {}
        /// Plies were undone.
        TakenBack = "taken-back" {
            /// Number of plies.
            plies: u16,
        }
        /// A seat resigned.
        Resigned = "resigned" of seat {}
        /// A waiting player gave all open seats to computers. The game is not rated.
        Filled = "filled" of seat {
            /// Level of the computers.
            level: String,
        }
        /// A seat ended the game because its opponent had left. The caller has measured the absence.
        Claimed = "claimed" of seat {
            /// The claimed result.
            claim: Claim,
        }
        /// A seat's time ran out.
        Flagged = "flagged" of seat {}
        /// A seat peeked at a face-down piece.
        Peeked = "peeked" of seat {
            /// Square of the piece.
            square: String,
        }
        /// Time that the table lost was given back to the seat to move.
        Credited = "credited" {
            /// Milliseconds given back.
            ms: u64,
        }
        /// A seat gave its opponent time.
        TimeGiven = "time-given" of seat {
            /// Milliseconds given.
            ms: u64,
        }
        /// The table of the rematch is open.
        Rematched = "rematched" {
            /// Id of the new table.
            table: GameId,
        }
        /// The host, who waits alone, is about to take a seat at another table. No player can join
        /// here any more.
        Leaving = "leaving" {
            /// Id of the other table.
            table: GameId,
        }
        /// The host has a seat at the other table.
        Moved = "moved" {
            /// The seat there.
            there: u8,
        }
    }
    sealed {
        /// The table was opened. This is the first event.
        Opened = "opened" {
            /// Version of the rules for this game ([`RULES`](crate::RULES)).
            #[serde(default = "first_version")]
            rules: u32,
            /// Whether the players commit to their salts after the table committed to its seed, and
            /// reveal them later.
            ///
            /// `false` in logs of earlier versions, and on a device that all players share: salts
            /// then come with the seats.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            commits_salts: bool,
        } hides {
            /// The plan and the seed.
            sealed: Box<SealedPlan>
        }
        /// A set-up choice, secret to its seat.
        Chose = "chose" of seat {} hides {
            /// The action.
            choice: Secret<EventAction>
        }
    }
}
