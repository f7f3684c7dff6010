//! What is known of an actor without asking it.

use super::viewers::Viewers;
use crate::{accounts::Person, limits::CONTESTANTS};
use games::Variant;
use protocol::AccountId;
use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed},
};

/// Snapshot of an actor's state, readable without waiting for the actor.
#[derive(Default)]
pub(crate) struct TableStatus {
    pub(super) events: AtomicU64,
    pub(super) viewers: AtomicUsize,
    /// Seats with a viewer, as a bit mask.
    pub(super) seats: AtomicU8,
    /// Seats with a viewer at another server, as last sent to the actor.
    pub(super) elsewhere: AtomicU8,
    /// Accounts that play here; empty once the game is over.
    members: Mutex<Vec<AccountId>>,
    /// Whether the host is moving to another table.
    pub(super) is_leaving: AtomicBool,
    /// Whether the table was listed in the lobby.
    pub(super) is_public: AtomicBool,
    contest: Mutex<Contest>,
}

/// The game between people at a table, for refusing an engine's help to its players.
#[derive(Default)]
pub(super) struct Contest {
    /// The game while it runs.
    pub(super) variant: Option<Variant>,
    /// The people who have looked through a seat, the latest last.
    pub(super) players: Vec<Person>,
}

impl TableStatus {
    pub(super) fn set_members(&self, members: Vec<AccountId>) {
        *self.members.lock().unwrap_or_else(PoisonError::into_inner) = members;
    }

    /// The accounts that play here or have looked through a seat.
    pub(super) fn accounts(&self) -> Vec<AccountId> {
        let mut accounts = self.members.lock().unwrap_or_else(PoisonError::into_inner).clone();
        accounts.extend(self.contest().players.iter().filter_map(Person::account).cloned());
        accounts
    }

    pub(super) fn has_member(&self, account: &AccountId) -> bool {
        let members = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        members.iter().any(|member| member == account)
    }

    /// Notes the game between people that runs here. Returns what was noted before.
    pub(super) fn set_contest(&self, variant: Option<Variant>) -> Option<Variant> {
        std::mem::replace(&mut self.contest().variant, variant)
    }

    /// Notes a person who looks through a seat. Returns whether the person is new here.
    pub(super) fn add_player(&self, player: &Person) -> bool {
        let players = &mut self.contest().players;
        if players.contains(player) {
            return false;
        }
        if players.len() == CONTESTANTS {
            players.remove(0);
        }
        players.push(player.clone());
        true
    }

    /// The people who have looked through a seat.
    pub(super) fn players(&self) -> Vec<Person> {
        self.contest().players.clone()
    }

    pub(super) fn contest(&self) -> MutexGuard<'_, Contest> {
        self.contest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn note(&self, events: u64, viewers: &Viewers) {
        self.events.store(events, Relaxed);
        self.viewers.store(viewers.len(), Relaxed);
        self.seats.store(bits(viewers.own()), Relaxed);
    }
}

/// Bit mask of seats.
pub(super) fn bits(seats: impl Iterator<Item = u8>) -> u8 {
    seats.fold(0, |bits, seat| bits | 1_u8.checked_shl(seat.into()).unwrap_or(0))
}
