//! The changes of rows that a batch of games makes.

use crate::{
    GameData, IndexError,
    entry::{Entry, Share},
};

/// Key of a row: the position and the month.
pub(crate) type RowKey = (i64, i16);

/// The shares of games in rows, sorted by row.
#[derive(Default)]
pub(crate) struct Shares(Vec<(RowKey, Share)>);

impl Shares {
    /// Adds or removes a game. A position that repeats counts once for each move.
    ///
    /// # Errors
    /// If a move does not fit its position.
    pub(crate) fn push(
        &mut self,
        number: u64,
        data: &GameData,
        is_added: bool,
    ) -> Result<(), IndexError> {
        let (class, month) = (data.class(), data.date.month() as i16);
        let rating = data.mean_rating().unwrap_or_default();
        data.replay_indexed(|key, played| {
            let share = Share { class, played, result: data.result, rating, number, is_added };
            self.0.push(((key as i64, month), share));
        })
    }

    /// The rows to change, in order, each with its shares. Removals come first.
    pub(crate) fn rows(&mut self) -> impl Iterator<Item = (RowKey, &[(RowKey, Share)])> {
        self.0.sort_unstable_by_key(|(key, share)| (*key, share.is_added, share.number));
        self.0.chunk_by(|(one, _), (other, _)| one == other).map(|rows| (rows[0].0, rows))
    }
}

/// Returns the bytes of a row after its shares were applied; empty for a row without games.
pub(crate) fn changed(
    old: Option<&[u8]>,
    shares: &[(RowKey, Share)],
) -> Result<Vec<u8>, IndexError> {
    let mut entry = old.map_or_else(|| Ok(Entry::default()), Entry::decode)?;
    shares.iter().for_each(|(_, share)| entry.apply(share));
    Ok(entry.encode())
}
