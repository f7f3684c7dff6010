//! Statistics of one position in one month, as bytes.
//!
//! Each class and move begins with the class and the move. A single game follows as `1`, its result,
//! its rating and its number. Several games follow as `0`, four counts, the sum of the ratings, and
//! the latest games.

use crate::{
    GameResult, IndexError,
    bytes::{Bytes, put},
    filter::Class,
};

/// Maximum number of games that are listed for a class and move of a month.
pub(crate) const LISTED: usize = 3;

/// Statistics of a move within one class.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Stats {
    /// Number of games by result.
    pub(crate) results: [u64; 4],
    /// Sum of the games' mean ratings; 0 if their ratings are unknown.
    pub(crate) rating_sum: u64,
    /// Numbers of the latest games, ascending.
    pub(crate) games: Vec<u64>,
}

/// A position's statistics of a month, ordered by class and move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Entry(pub(crate) Vec<((Class, u16), Stats)>);

/// A game's share in an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Share {
    pub(crate) class: Class,
    pub(crate) played: u16,
    pub(crate) result: GameResult,
    /// Mean rating; 0 if unknown.
    pub(crate) rating: u16,
    /// Number of the game.
    pub(crate) number: u64,
    /// Whether the share is added; otherwise it is removed.
    pub(crate) is_added: bool,
}

impl Entry {
    pub(crate) fn decode(bytes: &[u8]) -> Result<Entry, IndexError> {
        let mut bytes = Bytes(bytes);
        let mut entry = Entry::default();
        while !bytes.0.is_empty() {
            let class = Class(bytes.byte()?);
            let played = bytes.number()? as u16;
            let mut stats = Stats::default();
            let head = bytes.byte()?;
            if head & 1 == 1 {
                stats.results[usize::from(head >> 1 & 3)] = 1;
                stats.rating_sum = bytes.number()?;
                stats.games.push(bytes.number()?);
            } else {
                for count in &mut stats.results {
                    *count = bytes.number()?;
                }
                stats.rating_sum = bytes.number()?;
                let (listed, mut number) = (usize::from(head >> 1), 0_u64);
                for _ in 0..listed {
                    number = number.wrapping_add(bytes.number()?);
                    stats.games.push(number);
                }
            }
            entry.0.push(((class, played), stats));
        }
        Ok(entry)
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(16 * self.0.len());
        for ((class, played), stats) in &self.0 {
            bytes.push(class.0);
            put(&mut bytes, (*played).into());
            match stats.games[..] {
                [game] if stats.count() == 1 => {
                    let result = stats.results.iter().position(|&count| count == 1);
                    bytes.push(1 | (result.unwrap_or(3) as u8) << 1);
                    put(&mut bytes, stats.rating_sum);
                    put(&mut bytes, game);
                }
                ref games => {
                    bytes.push((games.len() as u8) << 1);
                    stats.results.iter().for_each(|&count| put(&mut bytes, count));
                    put(&mut bytes, stats.rating_sum);
                    let mut last = 0;
                    for &game in games {
                        put(&mut bytes, game - last);
                        last = game;
                    }
                }
            }
        }
        bytes
    }

    /// Adds or removes a game's share.
    pub(crate) fn apply(&mut self, share: &Share) {
        let key = (share.class, share.played);
        let at = match self.0.binary_search_by_key(&key, |(key, _)| *key) {
            Ok(at) => at,
            Err(_) if !share.is_added => return,
            Err(at) => {
                self.0.insert(at, (key, Stats::default()));
                at
            }
        };
        let stats = &mut self.0[at].1;
        let count = &mut stats.results[share.result as usize];
        if share.is_added {
            *count += 1;
            stats.rating_sum += u64::from(share.rating);
            if let Err(place) = stats.games.binary_search(&share.number) {
                stats.games.insert(place, share.number);
                if stats.games.len() > LISTED {
                    stats.games.remove(0);
                }
            }
        } else {
            *count = count.saturating_sub(1);
            stats.rating_sum = stats.rating_sum.saturating_sub(share.rating.into());
            stats.games.retain(|&game| game != share.number);
            if stats.count() == 0 {
                self.0.remove(at);
            }
        }
    }
}

impl Stats {
    pub(crate) fn count(&self) -> u64 {
        self.results.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(played: u16, result: GameResult, number: u64) -> Share {
        let class = Class::new(None, Some(1_500));
        Share { class, played, result, rating: 1_500, number, is_added: true }
    }

    #[test]
    fn an_entry_is_read_back_and_counts_down_to_nothing() {
        let shares = [
            share(7, GameResult::Red, 300),
            share(7, GameResult::Draw, 2),
            share(7, GameResult::Black, 70_000),
            share(7, GameResult::Unknown, 5),
            share(3, GameResult::Draw, 9),
        ];
        let mut entry = Entry::default();
        for share in &shares {
            entry.apply(share);
            assert_eq!(Entry::decode(&entry.encode()).unwrap(), entry);
        }
        assert_eq!(entry.0.len(), 2);
        assert_eq!(entry.0[1].1.games, [5, 300, 70_000]);
        assert_eq!(entry.0[1].1.rating_sum, 6_000);
        for share in shares {
            entry.apply(&Share { is_added: false, ..share });
            assert_eq!(Entry::decode(&entry.encode()).unwrap(), entry);
        }
        assert_eq!(entry, Entry::default());
    }

    #[test]
    fn a_game_alone_takes_ten_bytes() {
        let mut entry = Entry::default();
        entry.apply(&share(2_345, GameResult::Black, 900_000));
        assert!(entry.encode().len() <= 10, "{:?}", entry.encode());
    }

    #[test]
    fn damaged_bytes_are_an_error() {
        for bytes in [&[1][..], &[1, 2], &[1, 2, 0, 1], &[1, 0xff], &[1, 2, 0xfe, 1, 1, 1, 1, 1]] {
            assert!(Entry::decode(bytes).is_err(), "{bytes:?}");
        }
    }
}
