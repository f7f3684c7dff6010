//! Salts: the players' contributions to the randomness.
//!
//! Each player commits to a salt once the table's own commitment is known, and reveals it when all
//! are committed. No party, including the table, can then choose its contribution knowing the
//! others.

use crate::{EventKind, Party, Table};
use commit_reveal::{Commitment, Salt};
use game::{Refusal, Seat};
use std::str::FromStr;

impl Table {
    /// Whether players must commit to and reveal salts before the game starts.
    pub fn wants_salts(&self) -> bool {
        self.commits_salts && self.uses_seed() && !self.has_started()
    }

    /// Whether every salt is known.
    pub(crate) fn has_all_salts(&self) -> bool {
        !self.wants_salts() || self.people().all(|seat| self.salt_of(seat).is_some())
    }

    /// The salts in seat order; the default salt for a seat without one.
    pub(crate) fn salts(&self) -> Vec<Salt> {
        self.seats().map(|seat| self.salt_of(seat).unwrap_or_default()).collect()
    }

    pub(crate) fn decide_commit_salt(
        &self,
        seat: Seat,
        text: &str,
    ) -> Result<Vec<EventKind>, Refusal> {
        let commitment: Commitment = read(text)?;
        self.check_commitment(seat).map_err(not_now)?;
        Ok(vec![EventKind::SaltCommitted { seat: seat.index() as u8, commitment }])
    }

    pub(crate) fn decide_reveal_salt(
        &self,
        seat: Seat,
        text: &str,
    ) -> Result<Vec<EventKind>, Refusal> {
        let salt: Salt = read(text)?;
        self.check_salt(seat, salt).map_err(not_now)?;
        Ok(vec![EventKind::SaltRevealed { seat: seat.index() as u8, salt }])
    }

    pub(crate) fn commit_salt(&mut self, seat: Seat, commitment: Commitment) -> Result<(), String> {
        self.check_commitment(seat)?;
        if let Some(Some(player)) = self.players.get_mut(seat.index()) {
            player.salt_commitment = Some(commitment);
        }
        Ok(())
    }

    pub(crate) fn reveal_salt(&mut self, seat: Seat, salt: Salt) -> Result<(), String> {
        self.check_salt(seat, salt)?;
        if let Some(Some(player)) = self.players.get_mut(seat.index()) {
            player.salt = Some(salt);
        }
        Ok(())
    }

    fn check_commitment(&self, seat: Seat) -> Result<(), String> {
        if !self.wants_salts() {
            return Err("this table uses no salts".to_owned());
        }
        let player = self.players.get(seat.index()).and_then(Option::as_ref);
        match player.filter(|_| self.is_person(seat)) {
            None => Err("no person sits in this seat".to_owned()),
            Some(player) if player.salt_commitment.is_some() => {
                Err("the salt of this seat is already committed".to_owned())
            }
            Some(_) => Ok(()),
        }
    }

    fn check_salt(&self, seat: Seat, salt: Salt) -> Result<(), String> {
        if !self.wants_salts() {
            return Err("this table uses no salts".to_owned());
        }
        let commitment = |seat: Seat| self.players.get(seat.index())?.as_ref()?.salt_commitment;
        if self.players.iter().any(Option::is_none)
            || self.people().any(|seat| commitment(seat).is_none())
        {
            return Err("salts are revealed after all of them are committed".to_owned());
        }
        if commitment(seat) != Some(salt.commitment()) {
            return Err("this salt does not match its commitment".to_owned());
        }
        if self.salt_of(seat).is_some() {
            return Err("the salt of this seat is already revealed".to_owned());
        }
        Ok(())
    }

    fn people(&self) -> impl Iterator<Item = Seat> {
        self.seats().filter(|&seat| self.is_person(seat))
    }

    fn is_person(&self, seat: Seat) -> bool {
        !matches!(self.party(seat), Party::Computer(_))
    }

    fn salt_of(&self, seat: Seat) -> Option<Salt> {
        self.players.get(seat.index())?.as_ref()?.salt
    }
}

fn read<T: FromStr<Err: ToString>>(text: &str) -> Result<T, Refusal> {
    text.parse().map_err(|error: T::Err| Refusal::new("salt", error.to_string()))
}

fn not_now(why: String) -> Refusal {
    Refusal::new("salt", why)
}
