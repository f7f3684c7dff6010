//! The one list of what can happen at a table. Everything that goes kind by kind and says nothing
//! of its own is made from it: the type, the names, whose an event is, and the log's two columns.

use crate::{
    Member,
    public_fields::{is_first, is_zero, optional_text, text},
    sealed::{Sealed, SealedPlan},
};
use commit_reveal::{Commitment, Salt};
use game::Secret;
use protocol::Offer;
use serde::{Deserialize, Serialize};

/// Makes [`Kind`] and what is told of it by the list alone.
///
/// Kinds stand in three groups: those without anything to say, those that anyone who reads the log
/// may read, and those that hide something: what `hides` names goes to the sealed column and
/// nowhere else, as its type cannot be written as JSON. `of seat` gives a kind the seat it belongs
/// to; `serde` on a field is for the public column.
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
        /// What happened.
        #[derive(Clone, Debug)]
        pub enum Kind {
            $($(#[doc = $bare_doc])* $bare,)*
            $($(#[doc = $open_doc])* $open {
                $(#[doc = "Whose it is: the seat."] $open_seat: u8,)?
                $($(#[doc = $field_doc])* $field: $type,)*
            },)*
            $($(#[doc = $kept_doc])* $kept {
                $(#[doc = "Whose it is: the seat."] $kept_seat: u8,)?
                $($(#[doc = $known_doc])* $known: $known_type,)*
                $(#[doc = $hidden_doc])* $hidden: $hidden_type,
            },)*
        }

        /// The public column.
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

        impl Kind {
            /// The stable name, for the log's `kind` column.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Kind::$bare => $bare_name,)*
                    $(Kind::$open { .. } => $open_name,)*
                    $(Kind::$kept { .. } => $kept_name,)*
                }
            }

            /// The seat it belongs to, if to one.
            pub fn seat(&self) -> Option<u8> {
                let seats: &[u8] = match self {
                    $(Kind::$bare => &[],)*
                    $(Kind::$open { $($open_seat,)? .. } => &[$(*$open_seat)?],)*
                    $(Kind::$kept { $($kept_seat,)? .. } => &[$(*$kept_seat)?],)*
                };
                seats.first().copied()
            }

            /// As the log's two columns.
            pub(crate) fn split(&self) -> (Public, String) {
                match self.clone() {
                    $(Kind::$bare => (Public::$bare, String::new()),)*
                    $(Kind::$open { $($open_seat,)? $($field,)* } => {
                        (Public::$open { $($open_seat,)? $($field,)* }, String::new())
                    })*
                    $(Kind::$kept { $($kept_seat,)? $($known,)* $hidden } => {
                        (Public::$kept { $($kept_seat,)? $($known,)* }, $hidden.seal())
                    })*
                }
            }

            /// From the log's two columns; the error says nothing of the sealed one.
            pub(crate) fn join(public: Public, sealed: &str) -> Result<Kind, String> {
                Ok(match public {
                    $(Public::$bare => Kind::$bare,)*
                    $(Public::$open { $($open_seat,)? $($field,)* } => {
                        Kind::$open { $($open_seat,)? $($field,)* }
                    })*
                    $(Public::$kept { $($kept_seat,)? $($known,)* } => {
                        let $hidden = Sealed::unseal(sealed)?;
                        Kind::$kept { $($kept_seat,)? $($known,)* $hidden }
                    })*
                })
            }
        }
    };
}

kinds! {
    bare {
        /// The standing offer is gone.
        Declined = "declined",
        /// All agreed on a draw.
        Agreed = "agreed",
        /// More has happened than a table keeps: a draw.
        Exhausted = "exhausted",
        /// The clocks were stopped by the table.
        Paused = "paused",
        /// The clocks run again.
        Resumed = "resumed",
        /// All agreed on a rematch; the host opens the new table next.
        RematchAgreed = "rematch-agreed",
    }
    public {
        /// A seat was taken.
        Joined = "joined" of seat {
            /// By whom.
            name: String,
            /// The player's share in the dice, where it comes with the seat.
            #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_text")]
            salt: Option<Salt>,
            /// The account, at a rated table.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            member: Option<Member>,
        }
        /// A player's share in the dice was fixed, and is not shown yet.
        SaltCommitted = "salt-committed" of seat {
            /// Its hash.
            #[serde(with = "text")]
            commitment: Commitment,
        }
        /// A player's share in the dice was shown.
        SaltRevealed = "salt-revealed" of seat {
            /// It.
            #[serde(with = "text")]
            salt: Salt,
        }
        /// An action everyone may know of in some form (see [`games::AnyGame::tell`]).
        Acted = "acted" of seat {
            /// The action's text.
            action: String,
            /// Milliseconds the network can be shown to have taken.
            #[serde(default, skip_serializing_if = "is_zero")]
            lag_ms: u64,
        }
        /// An offer was made.
        Offered = "offered" of seat {
            /// What.
            offer: Offer,
        }
        /// One of several whose consent is needed consented to the standing offer.
        Accepted = "accepted" of seat {}
        /// Plies were taken back.
        TakenBack = "taken-back" {
            /// How many.
            plies: u16,
        }
        /// A seat gave up.
        Resigned = "resigned" of seat {}
        /// A seat's time ran out.
        Flagged = "flagged" of seat {}
        /// A face-down piece was peeked at.
        Peeked = "peeked" of seat {
            /// Which square.
            square: String,
        }
        /// Time that was the table's fault was given back to the side on move.
        Credited = "credited" {
            /// Milliseconds.
            ms: u64,
        }
        /// The rematch's table stands open.
        Rematched = "rematched" {
            /// Its id.
            table: String,
        }
    }
    sealed {
        /// The table was opened: its first event.
        Opened = "opened" {
            /// The version of the rules that it is played under ([`RULES`](crate::RULES)).
            #[serde(default = "is_first")]
            rules: u32,
            /// Whether each player's share in the dice is fixed, and then shown, once the table has
            /// committed to its own. In logs of old, and on a device that plays every seat, shares
            /// come with the seats.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            commits_salts: bool,
        } hides {
            /// What was chosen, and the host's dice.
            sealed: Box<SealedPlan>
        }
        /// A set-up choice, secret to its seat.
        Chose = "chose" of seat {} hides {
            /// The action's text.
            choice: Secret<String>
        }
    }
}
