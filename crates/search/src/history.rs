//! History tables for move ordering, pruning, reductions and the correction of evaluations.

use crate::{
    Score, SearchState,
    params::{CORRECTION_GRAIN, CORRECTION_LIMIT, CORRECTION_STEP, HISTORY_LIMIT},
};

/// History tables of one thread, kept between searches.
pub(crate) struct Histories<A> {
    /// Quiet actions, by side and history index.
    quiet: [Vec<i16>; 2],
    /// Captures, by piece square and class of the captured piece.
    capture: Vec<i16>,
    /// Quiet actions, by the piece squares of an earlier action and of the action itself.
    continuation: Vec<i16>,
    /// Killers: the last two quiet actions that caused a cutoff, by ply.
    pub(crate) killers: Vec<[Option<A>; 2]>,
    /// Counter-moves: the last quiet action that caused a cutoff, by piece square of the previous
    /// action.
    counters: Vec<Option<A>>,
    /// Evaluation errors, by side and hash of a part of the position.
    correction: [Vec<i16>; 4],
}

const CORRECTIONS: usize = 1 << 14;

/// Piece squares of the actions one, two and four plies back: keys of the continuation history.
pub(crate) type ContKeys = [Option<usize>; 3];

impl<A: Copy + Eq> Histories<A> {
    pub(crate) fn new<S: SearchState<Action = A>>(plies: usize) -> Histories<A> {
        let pairs = if S::PIECE_SQUARES > 1 { S::PIECE_SQUARES * S::PIECE_SQUARES } else { 0 };
        let corrections = if S::SELECTIVE { CORRECTIONS } else { 0 };
        Histories {
            quiet: [vec![0; S::HISTORY_SIZE], vec![0; S::HISTORY_SIZE]],
            capture: vec![0; S::PIECE_SQUARES * S::CAPTURE_CLASSES],
            continuation: vec![0; pairs],
            killers: vec![[None; 2]; plies],
            counters: vec![None; S::PIECE_SQUARES],
            correction: core::array::from_fn(|_| vec![0; corrections]),
        }
    }

    /// Prepares the tables for a new search: halves the quiet history and clears the killers. The
    /// other tables stay.
    pub(crate) fn age(&mut self) {
        self.quiet.iter_mut().flatten().for_each(|value| *value /= 2);
        self.killers.fill([None; 2]);
    }

    /// History value of a quiet action.
    #[inline]
    pub(crate) fn quiet<S>(&self, state: &S, action: A, cont_keys: &ContKeys) -> i32
    where
        S: SearchState<Action = A>,
    {
        let index = state.history_index(action);
        let mut value = i32::from(self.quiet[usize::from(state.side())][index]);
        if S::PIECE_SQUARES > 1 {
            let piece_square = state.piece_square(action);
            for &key in cont_keys.iter().flatten() {
                value += i32::from(self.continuation[key * S::PIECE_SQUARES + piece_square]);
            }
        }
        value
    }

    /// History value of a capture.
    #[inline]
    pub(crate) fn capture<S>(&self, state: &S, action: A) -> i32
    where
        S: SearchState<Action = A>,
    {
        self.capture[capture_index(state, action)].into()
    }

    /// The counter-move to the previous action.
    pub(crate) fn counter(&self, cont_keys: &ContKeys) -> Option<A> {
        self.counters.get(cont_keys[0]?).copied().flatten()
    }

    /// Records a quiet action that caused a cutoff.
    pub(crate) fn record_cutoff(&mut self, action: A, ply: usize, cont_keys: &ContKeys) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(action)
        {
            *killers = [Some(action), killers[0]];
        }
        if let Some(counter) = cont_keys[0].and_then(|key| self.counters.get_mut(key)) {
            *counter = Some(action);
        }
    }

    /// Adds `bonus` to the history of a quiet action.
    pub(crate) fn update_quiet<S>(&mut self, state: &S, action: A, cont_keys: &ContKeys, bonus: i32)
    where
        S: SearchState<Action = A>,
    {
        let index = state.history_index(action);
        add_bonus(&mut self.quiet[usize::from(state.side())][index], bonus);
        if S::PIECE_SQUARES > 1 {
            let piece_square = state.piece_square(action);
            for &key in cont_keys.iter().flatten() {
                add_bonus(&mut self.continuation[key * S::PIECE_SQUARES + piece_square], bonus);
            }
        }
    }

    /// Adds `bonus` to the history of a capture.
    pub(crate) fn update_capture<S>(&mut self, state: &S, action: A, bonus: i32)
    where
        S: SearchState<Action = A>,
    {
        add_bonus(&mut self.capture[capture_index(state, action)], bonus);
    }

    /// Correction of the evaluation for similar positions.
    pub(crate) fn correction<S>(&self, state: &S) -> Score
    where
        S: SearchState<Action = A>,
    {
        let slots = correction_slots(state);
        let sum: i32 = slots.map(|(table, slot)| i32::from(self.correction[table][slot])).sum();
        sum / CORRECTION_GRAIN
    }

    /// Records that the search result exceeded the evaluation by `difference`.
    pub(crate) fn update_correction<S>(&mut self, state: &S, difference: Score, depth: i32)
    where
        S: SearchState<Action = A>,
    {
        let weight = (depth + 1).min(CORRECTION_STEP);
        for (table, slot) in correction_slots(state) {
            let value = &mut self.correction[table][slot];
            let target = difference * CORRECTION_GRAIN / 2;
            let moved = (i32::from(*value) * (256 - weight) + target * weight) / 256;
            *value = moved.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT) as i16;
        }
    }
}

fn capture_index<S: SearchState>(state: &S, action: S::Action) -> usize {
    state.piece_square(action) * S::CAPTURE_CLASSES + state.capture_class(action)
}

fn correction_slots<S: SearchState>(state: &S) -> impl Iterator<Item = (usize, usize)> {
    let side = usize::from(state.side());
    let slot = move |(at, key): (usize, u64)| (2 * at + side, key as usize % CORRECTIONS);
    state.correction_keys().into_iter().enumerate().map(slot)
}

/// Adds a bonus to a value, scaled down the closer the value is to the limit.
#[inline]
fn add_bonus(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    let moved = old + bonus - old * bonus.abs() / HISTORY_LIMIT;
    *value = moved.clamp(-HISTORY_LIMIT, HISTORY_LIMIT) as i16;
}
