//! Endgame tables: how it ends when the last few pieces lie open, if both sides play their best.
//!
//! A [`Verdict`] is exact under the rules, the count of quiet plies included: a won position is won
//! within the distance that it tells, against any defence, and the game can be steered so that every
//! position on the way is nearer to the next capture than the one before it. Positions that only
//! come nearer cannot come again, so the third repetition takes no win away; but positions that were on
//! the board *before* can, and about those a table, which knows no past, says nothing.
//!
//! Tables are made when the search first asks for them, a little at each question, and kept.

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
use table::{LONGEST, Table};

pub(in crate::banqi) use table::Verdict;

/// The tables of one game.
#[derive(Clone, Default, Debug)]
pub(super) struct Endgames {
    options: Option<Options>,
    tables: BTreeMap<Material, Table>,
    builder: Option<Box<Builder>>,
    /// How much is built at each question; 0: nothing.
    slice: usize,
}

impl Endgames {
    /// Makes ready for a search from this board: what the game can no longer come to is dropped.
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

    /// What the position comes to, once its table is there; until then each question builds on.
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

    /// Works on at the table in the making, or begins with the one asked for.
    fn build(&mut self, wanted: Material, limit: u8) {
        let Some(options) = self.options.filter(|_| self.slice > 0) else { return };
        let builder = match self.builder.take() {
            Some(builder) => builder,
            None => {
                // Smaller tables come first.
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

    /// How many bytes the finished tables take.
    fn size(&self) -> usize {
        self.tables.values().map(Table::size).sum()
    }
}

/// The count of quiet plies that ends the game, where these tables apply: where points decide nothing
/// and the count leaves no longer distance than they hold.
fn quiet_limit(board: &Board) -> Option<u8> {
    let options = board.options();
    let limit = u8::try_from(options.quiet_limit?).ok()?;
    (options.target.is_none() && limit <= LONGEST).then_some(limit)
}
