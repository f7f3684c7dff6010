//! A table as its log says, with what the actor reads from the log besides.

use super::commands::Commands;
use crate::{
    base::{LogError, log},
    tables::delayed::{Delayed, SeenTable},
};
use game::{Observer, Seat};
use games::Variant;
use protocol::{AccountId, GameId, SignedHead, UnixMs};
use std::sync::Arc;
use store::{LoggedEvent, SeatToken};
use table::Table;

/// The committed state of a table.
pub(super) struct TableState {
    pub(super) table: Arc<Table>,
    /// Signed head of the transcript; `None` if the transcript has grown since.
    pub(super) head: Option<SignedHead>,
    /// Number of committed events.
    pub(super) len: u64,
    /// Time of the last event.
    pub(super) last_ms: UnixMs,
    pub(super) tokens: Vec<SeatToken>,
    pub(super) commands: Commands,
    /// The table as its spectators see it; `None` if they see it as it is.
    pub(super) delayed: Option<Delayed>,
}

impl TableState {
    /// Replays a log.
    ///
    /// # Errors
    /// If the log is unusable.
    pub(super) fn replay(
        id: &GameId,
        logged: &[LoggedEvent],
        tokens: Vec<SeatToken>,
    ) -> Result<TableState, LogError> {
        let (table, events) = log::replay_events(id, logged)?;
        let delayed = Delayed::of(events, &table).map_err(|error| LogError {
            table: id.to_owned(),
            seq: error.seq,
            why: error.why,
        })?;
        Ok(TableState {
            table: Arc::new(table),
            delayed,
            head: None,
            len: logged.len() as u64,
            last_ms: logged.last().map_or(UnixMs::default(), |event| event.at_ms),
            tokens,
            commands: Commands::of(logged),
        })
    }

    /// The table as an observer sees it at a time.
    pub(super) fn seen(&self, observer: Observer, now_ms: UnixMs) -> SeenTable {
        match &self.delayed {
            Some(delayed) if observer == Observer::Spectator => delayed.seen(now_ms),
            _ => SeenTable::present(self.table.clone(), now_ms),
        }
    }

    /// Ids of the accounts that play; none once the game is over.
    pub(super) fn members(&self) -> Vec<AccountId> {
        let players = self.table.players().iter().flatten();
        let members = players.filter_map(|player| player.member.as_ref());
        members.filter(|_| !self.table.is_over()).map(|member| member.id.clone()).collect()
    }

    /// The seats of an account.
    pub(super) fn seats_of(&self, account: &AccountId) -> Vec<u8> {
        let is_theirs = |seat: &Seat| {
            let player = self.table.players().get(seat.index()).and_then(Option::as_ref);
            let member = player.and_then(|player| player.member.as_ref());
            member.is_some_and(|member| member.id == *account)
        };
        self.table.seats().filter(is_theirs).map(|seat| seat.index() as u8).collect()
    }

    /// The contest between people ([`table::is_contest`]) that runs here.
    pub(super) fn contest(&self) -> Option<Variant> {
        let runs = self.table.has_started() && !self.table.is_over();
        (runs && self.table.is_contest()).then(|| self.table.variant())
    }
}
