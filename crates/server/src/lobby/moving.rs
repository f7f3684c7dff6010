//! Seats the host of one seek at the table of another.
//!
//! 1. The seek of the table that stays is taken from the list: no other caller gets it.
//! 2. The table that is left commits that its host leaves. No player can join there any more.
//! 3. The host joins the other table, with the same token.
//! 4. The table that is left commits that the host has moved, and its page goes to the other table.
//!    If the host got no seat, the host goes on waiting.
//!
//! After a crash between two steps, the next server with the table's actor goes on at step 3, where
//! a repetition finds the seat that was taken already. After a failure of the store this server does.

use crate::{
    base::HubError,
    limits::{COMING_MS, MATCH_EVERY},
    lobby::{
        Lobby,
        matching::pairings,
        seated::{Seated, is_for_four},
        seeks::WaitingSeek,
        taken_seek::TakenSeek,
    },
    tables::{DepartureStep, Handle},
};
use game::Seat;
use protocol::{GameId, TablePlan};
use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Tables whose host is being moved by this server.
#[derive(Default)]
pub(crate) struct Moving {
    tables: Mutex<HashSet<GameId>>,
    /// Tables whose move a failure has interrupted. Their actors may have stopped.
    interrupted: Mutex<HashSet<GameId>>,
}

/// Removes a table from [`Moving`] when it is dropped.
struct MoveGuard<'a>(&'a Moving, GameId);

impl Moving {
    /// Notes a table; `None` if it is noted already.
    fn begin(&self, table: &GameId) -> Option<MoveGuard<'_>> {
        locked(&self.tables).insert(table.to_owned()).then(|| MoveGuard(self, table.to_owned()))
    }

    /// Notes that a failure has interrupted a move from this table.
    fn note_interrupted(&self, table: GameId) {
        locked(&self.interrupted).insert(table);
    }

    /// Takes the tables whose moves are interrupted.
    fn take_interrupted(&self) -> HashSet<GameId> {
        std::mem::take(&mut *locked(&self.interrupted))
    }
}

impl Drop for MoveGuard<'_> {
    fn drop(&mut self) {
        locked(&self.0.tables).remove(&self.1);
    }
}

fn locked(tables: &Mutex<HashSet<GameId>>) -> MutexGuard<'_, HashSet<GameId>> {
    tables.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A host's new place.
pub(super) struct NewPlace {
    pub(super) table: GameId,
    pub(super) seat: u8,
}

/// What came of moving a host.
enum HostMove {
    /// The host has a new place.
    Moved(NewPlace),
    /// One of the two no longer waits.
    Gone,
    /// One player blocks the other.
    Blocked,
}

impl Lobby {
    /// Matches the waiting players periodically, forever: their rating windows grow.
    pub(crate) async fn match_waiting(self: Arc<Lobby>) {
        let mut ticks = tokio::time::interval(MATCH_EVERY);
        loop {
            ticks.tick().await;
            self.finish_moves().await;
            if self.has_waiting() {
                self.match_now(None).await;
            }
        }
    }

    /// Moves hosts whose tables are in memory here to matching tables. With a `newcomer`, a table that
    /// was just opened here, only its host or to it; returns its host's new place.
    pub(super) async fn match_now(
        self: &Arc<Lobby>,
        newcomer: Option<&GameId>,
    ) -> Option<NewPlace> {
        let mut waiting = self.waiting_seeks().await.unwrap_or_default();
        // A request waits for its own player only, and so for the seeks that suit that player.
        let own = waiting.iter().find(|seek| newcomer == Some(&seek.seek.table));
        if let Some(plan) = own.map(|seek| seek.seek.plan.clone()) {
            waiting.retain(|seek| seek.suits(&plan));
        }
        let here = self.hosts_here(&waiting, newcomer).await;
        let seated = self.seated_near(&waiting, &here).await;
        let mut refused = Vec::new();
        loop {
            let known = refused.len();
            let (place, moved) =
                self.move_pairs(&waiting, &here, &seated, &mut refused, newcomer).await;
            // A blocked pair does not keep its players from others.
            if place.is_some() || refused.len() == known {
                return place;
            }
            waiting.retain(|seek| !moved.contains(&seek.number()));
        }
    }

    /// The seeks whose tables are in memory here, with the newcomer's. The host of one that stays is
    /// connected, too.
    async fn hosts_here(&self, waiting: &[WaitingSeek], newcomer: Option<&GameId>) -> HashSet<u64> {
        let mut here = HashSet::new();
        for seek in waiting {
            let table = &seek.seek.table;
            let is_here = newcomer == Some(table)
                || match self.tables.running(table) {
                    Some(running) if seek.stays() => {
                        matches!(running.waits().await, Ok(Some(true)))
                    }
                    running => running.is_some(),
                };
            if is_here {
                here.insert(seek.number());
            }
        }
        here
    }

    /// The players at waiting tables of four where a host who is here might go.
    async fn seated_near(&self, waiting: &[WaitingSeek], here: &HashSet<u64>) -> Seated {
        let is_here = |seek: &&WaitingSeek| here.contains(&seek.number());
        let own = waiting.iter().filter(|seek| is_for_four(seek)).filter(is_here);
        let own: HashSet<_> = own.map(|seek| seek.seek.plan.terms()).collect();
        let is_near = |seek: &&WaitingSeek| own.contains(&seek.seek.plan.terms());
        let near: Vec<&WaitingSeek> = waiting.iter().filter(is_near).collect();
        if near.len() > 1 { self.seated(near).await } else { Seated::new() }
    }

    /// Moves one host of each pair that fits now. Adds the pairs of which one player blocks the
    /// other to `refused`. Returns the newcomer's place and the seeks that were moved or joined.
    async fn move_pairs(
        self: &Arc<Lobby>,
        waiting: &[WaitingSeek],
        here: &HashSet<u64>,
        seated: &Seated,
        refused: &mut Vec<(u64, u64)>,
        newcomer: Option<&GameId>,
    ) -> (Option<NewPlace>, HashSet<u64>) {
        let (mut place, mut moved) = (None, HashSet::new());
        let is_here = |seek: &WaitingSeek| here.contains(&seek.number());
        for pairing in pairings(waiting, refused, seated, is_here, self.tables.app.now_ms()) {
            let seek = |number| waiting.iter().find(|seek| seek.number() == number);
            let (Some(stays), Some(goes)) = (seek(pairing.stays), seek(pairing.goes)) else {
                continue;
            };
            let tables = [&stays.seek.table, &goes.seek.table];
            if newcomer.is_some_and(|newcomer| !tables.contains(&newcomer)) {
                continue;
            }
            // A host who is away stays where they may come back.
            let is_fixed = goes.stays() && !is_here(goes);
            let is_wanted = pairing.prefers_reverse && is_here(goes);
            let is_reversed = is_here(stays) && (is_fixed || is_wanted);
            let (stays, goes) = if is_reversed { (goes, stays) } else { (stays, goes) };
            if !is_here(goes) {
                continue;
            }
            let is_newcomer = newcomer == Some(&goes.seek.table);
            match self.move_host(stays, goes, is_newcomer).await {
                Ok(HostMove::Moved(new)) => {
                    moved.extend([stays.number(), goes.number()]);
                    place = place.or_else(|| is_newcomer.then_some(new));
                }
                Ok(HostMove::Blocked) => refused.push((goes.number(), stays.number())),
                Ok(HostMove::Gone) => {}
                // The next round tries again.
                Err(error) => {
                    tracing::debug!(table = goes.seek.table.as_str(), %error, "failed to move host");
                }
            }
        }
        (place, moved)
    }

    /// Moves the host of one seek to the table of another. The move runs to its end even if the
    /// caller is cancelled.
    async fn move_host(
        self: &Arc<Lobby>,
        stays: &WaitingSeek,
        goes: &WaitingSeek,
        is_newcomer: bool,
    ) -> Result<HostMove, HubError> {
        let left = self.tables.load(&goes.seek.table).await?;
        // Only a host who is there agrees to be seated elsewhere.
        if !is_newcomer && left.waits().await? != Some(true) {
            return Ok(HostMove::Gone);
        }
        let is_shared = self.tables.app.is_shared();
        let waited_ms = self.tables.app.now_ms().since(stays.since_ms);
        let table = match self.tables.load(&stays.seek.table).await {
            Ok(table) => table,
            Err(HubError::NoTable(_)) => {
                self.forget_seek(&stays.seek.table).await;
                return Ok(HostMove::Gone);
            }
            Err(error) => return Err(error),
        };
        match table.waits().await? {
            // The seek of a host who is absent from all servers expires.
            Some(is_there) if is_there || is_shared || stays.stays() || waited_ms < COMING_MS => {}
            Some(_) | None => return Ok(HostMove::Gone),
        }
        let mut others = table.accounts();
        others.extend(stays.profile.account().cloned());
        let standings = self.accounts.standings();
        let mut both = others.iter().chain(goes.profile.account());
        // Their seeks end.
        if both.any(|account| standings.is_closed(account)) {
            return Ok(HostMove::Blocked);
        }
        if let Some(account) = goes.profile.account() {
            match self.check_pairs(account, others).await {
                Ok(()) => {}
                // One was blocked after the seek was stored.
                Err(HubError::Refused(_)) => return Ok(HostMove::Blocked),
                Err(error) => return Err(error),
            }
        }
        let Some(taken) = self.take_seek(stays.number()).await? else {
            return Ok(HostMove::Gone);
        };
        let (lobby, from) = (self.clone(), goes.seek.table.clone());
        let plan = goes.seek.plan.clone();
        let moving = tokio::spawn(async move {
            let moved = lobby.carry_out(&left, &from, taken, plan).await;
            if moved.is_err() {
                lobby.moving.note_interrupted(from);
            }
            moved
        });
        let place = moving.await.unwrap_or(Err(HubError::Busy))?;
        if let Some(place) = &place {
            let players = [stays.profile.account(), goes.profile.account()];
            self.note_meeting(&goes.seek.plan, &place.table, players).await;
        }
        Ok(place.map_or(HostMove::Gone, HostMove::Moved))
    }

    async fn carry_out(
        self: &Arc<Lobby>,
        left: &Handle,
        from: &GameId,
        taken: TakenSeek,
        plan: TablePlan,
    ) -> Result<Option<NewPlace>, HubError> {
        let Some(_guard) = self.moving.begin(from) else { return Ok(None) };
        let to = taken.table().to_owned();
        match left.depart(DepartureStep::Leave(to.clone())).await {
            Ok(()) => {}
            // A player has joined in the meantime.
            Err(HubError::Refused(_)) => return Ok(None),
            Err(error) => return Err(error),
        }
        let place = self.take_seat_at(left, from, &to).await?;
        if place.is_some() {
            taken.note_wait(&plan);
        }
        let waits = match self.tables.load(&to).await {
            Ok(table) => !matches!(table.waits().await, Ok(None)),
            Err(HubError::NoTable(_)) => false,
            Err(_) => true,
        };
        taken.finish(waits).await?;
        Ok(place)
    }

    /// Seats the host who leaves a table, and commits there what came of it.
    async fn take_seat_at(
        self: &Arc<Lobby>,
        left: &Handle,
        from: &GameId,
        to: &GameId,
    ) -> Result<Option<NewPlace>, HubError> {
        let Some(mover) = left.mover().await? else { return Ok(None) };
        let joined = match self.tables.load(to).await {
            Ok(table) => table.join_with(mover.joining, mover.token).await,
            Err(error) => Err(error),
        };
        match joined {
            Ok(joined) => {
                let seat = Seat::checked(joined.seat).ok_or(HubError::Busy)?;
                left.depart(DepartureStep::Move(seat)).await?;
                self.forget_seek(from).await;
                Ok(Some(NewPlace { table: to.to_owned(), seat: joined.seat }))
            }
            Err(HubError::Refused(_) | HubError::NoTable(_)) => {
                left.depart(DepartureStep::Stay).await?;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Finishes moves that a crash or a failure of the store has interrupted.
    pub(super) async fn finish_moves(self: &Arc<Lobby>) {
        for from in self.moving.take_interrupted() {
            // The actor has stopped if it does not know what was committed.
            match self.tables.load(&from).await {
                // The last step may have been committed without an answer.
                Ok(left) if !left.is_leaving() => self.settle_seek(&from, &left).await,
                Ok(_) | Err(HubError::NoTable(_)) => {}
                Err(_) => self.moving.note_interrupted(from),
            }
        }
        for (from, left) in self.tables.leaving() {
            let Some(_guard) = self.moving.begin(&from) else { continue };
            let finished = async {
                let mover = left.mover().await?;
                match mover.and_then(|mover| mover.leaves_for) {
                    Some(to) => self.take_seat_at(&left, &from, &to).await.map(drop),
                    None => Ok(()),
                }
            };
            if let Err(error) = finished.await {
                tracing::debug!(table = from.as_str(), %error, "failed to finish a host's move");
                self.moving.note_interrupted(from.clone());
            }
        }
    }
}
