//! Encrypts and chains events for writing, and verifies them when they are read; shared by all
//! backends.

use crate::{
    LoggedEvent, NewEvent, StoreError,
    chain::{ChainVersion, Link},
    keyring::{Keyring, text_of},
};
use protocol::{GameId, UnixMs};
use std::borrow::Cow;

/// The ends of a game's event chain and token chain.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Head {
    /// Number of events.
    pub(crate) events: u64,
    /// Hash of the last event; empty if there is none.
    pub(crate) hash: String,
    /// Number of tokens.
    pub(crate) tokens: i64,
    /// Hash over all tokens; empty if there is none.
    pub(crate) tokens_hash: String,
}

/// Encrypts an event and chains it to a head.
///
/// # Errors
/// If there is no random source or no key.
pub(crate) fn chain_event<'a>(
    game: &str,
    event: &'a NewEvent,
    head: &Head,
    keys: &Keyring,
) -> Result<EventRow<'a>, StoreError> {
    let seq = head.events;
    let sealed = match event.secret.as_str() {
        "" => None,
        secret => Some(keys.seal(&context(game, seq), secret.as_bytes())?),
    };
    let link = Link {
        game,
        seq,
        at_ms: event.at_ms,
        kind: event.kind,
        seat: event.seat.map(i64::from),
        command: event.command.as_deref(),
        public: &event.public,
        secret: &event.secret,
        blinded: sealed.as_ref().map_or(&[], |sealed| &sealed.blinded),
    };
    let hash = link.hash(ChainVersion::LATEST, &head.hash);
    Ok(EventRow {
        seq: seq as i64,
        kind: event.kind.into(),
        seat: event.seat.map(i64::from),
        command: event.command.as_deref().map(Cow::from),
        public: event.public.as_str().into(),
        secret: String::new(),
        sealed: sealed.map(|sealed| sealed.bytes),
        at_ms: event.at_ms.0 as i64,
        chain: ChainVersion::LATEST.number(),
        hash,
    })
}

/// The encryption context of an event's secret text.
pub(crate) fn context(game: &str, seq: u64) -> String {
    format!("chuhe event {seq} of {game}")
}

/// A row of a log as stored. A row to write borrows its texts from the event.
#[derive(Clone)]
pub(crate) struct EventRow<'a> {
    pub(crate) seq: i64,
    pub(crate) kind: Cow<'a, str>,
    pub(crate) seat: Option<i64>,
    pub(crate) command: Option<Cow<'a, str>>,
    pub(crate) public: Cow<'a, str>,
    /// Plain secret text of a row from before encryption; otherwise empty.
    pub(crate) secret: String,
    pub(crate) sealed: Option<Vec<u8>>,
    pub(crate) at_ms: i64,
    pub(crate) chain: i64,
    /// In hex.
    pub(crate) hash: String,
}

/// Verifies a game's rows against their hashes and the game's head. A row that could not be decoded
/// is `None`; `head` is `None` if the game's own row could not be decoded.
///
/// # Errors
/// [`StoreError::Damaged`] with the first event that differs.
pub(crate) fn verify(
    game: &GameId,
    head: Option<(u64, String)>,
    rows: Vec<Option<EventRow<'_>>>,
    keys: &Keyring,
) -> Result<Vec<LoggedEvent>, StoreError> {
    let (count, hash) =
        head.ok_or_else(|| StoreError::Damaged { game: game.to_owned(), seq: 0 })?;
    let events = verify_from(game, (0, String::new()), (count, &hash), rows, keys)?;
    if count == 0 {
        return Err(StoreError::Damaged { game: game.to_owned(), seq: 0 });
    }
    Ok(events)
}

/// Verifies the rows from a known place (number of events and last hash) to the head.
///
/// # Errors
/// As [`verify`].
pub(crate) fn verify_from(
    game: &GameId,
    (from, before): (u64, String),
    (count, head): (u64, &str),
    rows: Vec<Option<EventRow<'_>>>,
    keys: &Keyring,
) -> Result<Vec<LoggedEvent>, StoreError> {
    let damaged = |seq| StoreError::Damaged { game: game.to_owned(), seq };
    let has_more = rows.len() as u64 > count.saturating_sub(from);
    let mut hash = before;
    let mut events = Vec::with_capacity(rows.len());
    for (seq, row) in (from..count).zip(rows) {
        let proven = row.and_then(|row| verify_event(game, seq, row, &hash, keys));
        let Some((event, next)) = proven else { return Err(damaged(seq)) };
        hash = next;
        events.push(event);
    }
    let end = from + events.len() as u64;
    if hash != head || has_more || end != count {
        return Err(damaged(end));
    }
    Ok(events)
}

/// Verifies one row. Returns its event and hash if it is what was written at this place.
fn verify_event(
    game: &str,
    seq: u64,
    row: EventRow<'_>,
    before: &str,
    keys: &Keyring,
) -> Option<(LoggedEvent, String)> {
    if row.seq as u64 != seq {
        return None;
    }
    let (secret, blinded) = match &row.sealed {
        None => (row.secret, Vec::new()),
        Some(sealed) => {
            let blinded = keys.unseal(&context(game, seq), sealed)?;
            (std::str::from_utf8(text_of(&blinded)?).ok()?.to_owned(), blinded)
        }
    };
    let version = ChainVersion::from_number(row.chain)?;
    if version == ChainVersion::Two && blinded.is_empty() && !secret.is_empty() {
        return None;
    }
    let link = Link {
        game,
        seq,
        at_ms: UnixMs(row.at_ms as u64),
        kind: &row.kind,
        seat: row.seat,
        command: row.command.as_deref(),
        public: &row.public,
        secret: &secret,
        blinded: &blinded,
    };
    let hash = link.hash(version, before);
    let event = LoggedEvent {
        seq,
        command: row.command.map(Cow::into_owned),
        public: row.public.into_owned(),
        secret,
        at_ms: UnixMs(row.at_ms as u64),
    };
    (hash == row.hash).then_some((event, hash))
}
