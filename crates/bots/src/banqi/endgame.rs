//! Endgame tables for the last few face-up pieces, with perfect play by both sides.
//!
//! A [`Verdict`] is exact under the rules, including the limit of quiet plies. A won position is
//! won within its distance against any defence, and every position on the way is nearer to the next
//! capture, so that none of them can repeat. Positions from before the table can repeat, and a
//! table knows no history.
//!
//! Tables are built on demand, a little with each query, and kept.

mod builder;
mod material;
mod table;
#[cfg(test)]
mod tests;

use crate::limits::{
    ENDGAME_BYTES, ENDGAME_PIECES, ENDGAME_PIECES_TO_BUILD, ENDGAME_ROOT_SLICE, ENDGAME_SLICE,
};
use banqi::{Bag, Board, Options};
use builder::Builder;
use material::{Material, Placing};
use std::collections::BTreeMap;
use table::{MAX_DISTANCE, Table};

pub use table::Verdict;

/// Exact results of endings with two to four pieces, all face up, where points do not decide the
/// game. The tables of an ending are built completely at the first question about it.
///
/// ```
/// use banqi::Position;
/// use bots::banqi::{ExactEndings, Verdict};
///
/// // Red's general takes the horse in the corner.
/// let text = "8/8/8/nK6 r 60/60 0 60 -";
/// let position = Position::from_text("target=none".parse()?, text)?;
/// assert_eq!(ExactEndings::default().verdict(position.board()), Some(Verdict::Win(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct ExactEndings(Endgames);

impl ExactEndings {
    /// The result for the side to move. `None` without tables for this board and these rules, and
    /// for a game that is over.
    pub fn verdict(&mut self, board: &Board) -> Option<Verdict> {
        /// More than the tables of one ending, each of which is built by one query.
        const MAX_QUERIES: usize = 32;
        if board.is_over() || board.occupied().len() as usize > ENDGAME_PIECES {
            return None;
        }
        self.0.prepare(board);
        self.0.slice = usize::MAX;
        (0..MAX_QUERIES).find_map(|_| self.0.ask(board))
    }
}

/// The tables of one game.
#[derive(Clone, Default, Debug)]
pub(super) struct Endgames {
    options: Option<Options>,
    tables: BTreeMap<Material, Table>,
    builder: Option<Box<Builder>>,
    /// Work per query; 0 disables building.
    slice: usize,
}

impl Endgames {
    /// Prepares for a search from this board. Tables that can no longer occur are dropped.
    pub(super) fn prepare(&mut self, board: &Board) {
        if self.options.as_ref() != Some(board.options()) {
            *self = Endgames { options: Some(*board.options()), ..Endgames::default() };
        }
        let count = board.occupied().len();
        self.slice = match quiet_limit(board) {
            Some(_) if count <= ENDGAME_PIECES as u32 => ENDGAME_ROOT_SLICE,
            Some(_) if count <= ENDGAME_PIECES_TO_BUILD => ENDGAME_SLICE,
            _ => 0,
        };
        let gone = board.gone();
        let left = Bag::full().minus(&gone);
        self.tables.retain(|material, _| material.is_within(&left));
        self.builder.take_if(|builder| !builder.material.is_within(&left));
    }

    /// Returns the verdict for a position once its table is complete. Until then each query
    /// continues the construction.
    pub(super) fn ask(&mut self, board: &Board) -> Option<Verdict> {
        if self.slice == 0 && self.tables.is_empty() {
            return None;
        }
        let limit = quiet_limit(board)?;
        let placing = Placing::of_board(board)?;
        match self.tables.get(&placing.material) {
            Some(table) => {
                Some(table.get(placing.index())?.after_quiet(board.quiet(), limit.into()))
            }
            None => {
                self.build(placing.material, limit);
                None
            }
        }
    }

    /// Continues the table under construction, or begins the requested one.
    fn build(&mut self, wanted: Material, limit: u8) {
        let Some(options) = self.options.filter(|_| self.slice > 0) else { return };
        let builder = match self.builder.take() {
            Some(builder) => builder,
            None => {
                // Tables with fewer pieces are needed first.
                let mut next = wanted;
                let is_missing = |material: &Material| !self.tables.contains_key(material);
                while let Some(missing) = next.smaller().find(is_missing) {
                    next = missing;
                }
                if self.size() + next.placings() > ENDGAME_BYTES {
                    return;
                }
                Box::new(Builder::new(next, &options, limit))
            }
        };
        let builder = self.builder.insert(builder);
        builder.work(&self.tables, self.slice);
        if builder.is_done()
            && let Some(builder) = self.builder.take()
        {
            self.tables.insert(builder.material, builder.into_table());
        }
    }

    /// Size of the finished tables in bytes.
    fn size(&self) -> usize {
        self.tables.values().map(Table::size).sum()
    }
}

/// The limit of quiet plies, if these tables apply: points must not decide, and the limit must not
/// exceed the longest distance a table can store.
fn quiet_limit(board: &Board) -> Option<u8> {
    let options = board.options();
    let limit = u8::try_from(options.quiet_limit?).ok()?;
    (options.target.is_none() && limit <= MAX_DISTANCE).then_some(limit)
}
