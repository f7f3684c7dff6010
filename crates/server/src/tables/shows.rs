//! Games that only computers play, and the people who watch them.
//!
//! Computers think there without pause, for as long as a viewer is there. A person watches one such
//! game at a time.

use crate::accounts::Person;
use game::Refusal;
use protocol::GameId;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The game between computers that each person watches.
#[derive(Clone, Default)]
pub(crate) struct Shows(Arc<Mutex<HashMap<Person, Watched>>>);

struct Watched {
    table: GameId,
    /// Number of the person's sockets there.
    sockets: usize,
}

/// A person's socket at a game between computers, until it is dropped.
pub(crate) struct Show {
    shows: Shows,
    person: Person,
}

impl Shows {
    /// Admits a person's socket to a table.
    ///
    /// # Errors
    /// When the person watches another table where only computers play.
    pub(crate) fn admit(&self, person: &Person, table: &GameId) -> Result<Show, Refusal> {
        let mut shows = self.lock();
        let watched = shows
            .entry(person.clone())
            .or_insert_with(|| Watched { table: table.to_owned(), sockets: 0 });
        if watched.table != *table {
            return Err(elsewhere());
        }
        watched.sockets += 1;
        Ok(Show { shows: self.clone(), person: person.clone() })
    }

    /// Checks that a person watches no such table, before another is opened.
    ///
    /// # Errors
    /// When the person does.
    pub(crate) fn check_free(&self, person: &Person) -> Result<(), Refusal> {
        if self.lock().contains_key(person) { Err(elsewhere()) } else { Ok(()) }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Person, Watched>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Show {
    fn drop(&mut self) {
        let mut shows = self.shows.lock();
        if let Some(watched) = shows.get_mut(&self.person) {
            watched.sockets -= 1;
            if watched.sockets == 0 {
                shows.remove(&self.person);
            }
        }
    }
}

fn elsewhere() -> Refusal {
    let message = "you watch another game in which only computers play; close it first";
    Refusal::new("computers-elsewhere", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_watches_one_game_between_computers() {
        let shows = Shows::default();
        let (ada, bo) = (Person::Account("ada".into()), Person::Guest([192, 0, 2, 1].into()));
        let first = shows.admit(&ada, &"a".into()).unwrap();
        let second = shows.admit(&ada, &"a".into()).unwrap();
        assert!(shows.admit(&ada, &"b".into()).is_err() && shows.check_free(&ada).is_err());
        assert!(shows.check_free(&bo).is_ok());
        let other = shows.admit(&bo, &"b".into()).unwrap();
        drop(first);
        assert!(shows.admit(&ada, &"b".into()).is_err(), "one socket is left");
        drop(second);
        assert!(shows.admit(&ada, &"b".into()).is_ok());
        drop(other);
        assert!(shows.lock().is_empty());
    }
}
