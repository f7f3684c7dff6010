use std::cmp::Ordering;

/// Numbers of a player's rated games by result. In a game of more sides, a player has won who has more
/// points than every opponent, and has lost who has fewer than one of them.
///
/// ```
/// use rating::Tally;
/// use std::cmp::Ordering;
///
/// let mut tally = Tally::default();
/// [Ordering::Greater, Ordering::Less, Ordering::Greater].map(|result| tally.add(result));
/// assert_eq!(tally, Tally { won: 2, drawn: 0, lost: 1 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Number of wins.
    pub won: u32,
    /// Number of draws.
    pub drawn: u32,
    /// Number of losses.
    pub lost: u32,
}

impl Tally {
    /// Adds a game. `result` compares the player's points with the most points of an opponent.
    pub fn add(&mut self, result: Ordering) {
        match result {
            Ordering::Greater => self.won += 1,
            Ordering::Equal => self.drawn += 1,
            Ordering::Less => self.lost += 1,
        }
    }
}
