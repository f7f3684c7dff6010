//! What did well elsewhere, so that it is tried first.

use crate::{
    Score, SearchState,
    params::{CORRECTION_GRAIN, CORRECTION_LIMIT, CORRECTION_STEP, HISTORY_LIMIT},
};

/// What one thread has learnt about actions and keeps from one search to the next.
pub(crate) struct Histories<A> {
    /// Quiet actions, by party and history index.
    quiet: [Vec<i16>; 2],
    /// Captures, by piece square and class of what is captured.
    capture: Vec<i16>,
    /// Quiet actions by the piece square of an action before them, and their own.
    continuation: Vec<i16>,
    /// By ply: the last two quiet actions that cut off.
    pub(crate) killers: Vec<[Option<A>; 2]>,
    /// By piece square of the action before: the quiet action that last cut off after it.
    counters: Vec<Option<A>>,
    /// By how much evaluation was wrong, by party and hash of a part of the position.
    correction: [Vec<i16>; 4],
}

const CORRECTIONS: usize = 1 << 14;

/// The piece squares of earlier actions of the line: one, two and four plies back.
pub(crate) type Rows = [Option<usize>; 3];

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

    /// Before another search: what did well lately still counts, but less.
    pub(crate) fn age(&mut self) {
        self.quiet.iter_mut().flatten().for_each(|value| *value /= 2);
        self.killers.fill([None; 2]);
    }

    /// How well a quiet action did elsewhere.
    #[inline]
    pub(crate) fn quiet<S>(&self, state: &S, action: A, rows: &Rows) -> i32
    where
        S: SearchState<Action = A>,
    {
        let index = state.history_index(action);
        let mut value = i32::from(self.quiet[usize::from(state.party())][index]);
        if S::PIECE_SQUARES > 1 {
            let piece_square = state.piece_square(action);
            for &row in rows.iter().flatten() {
                value += i32::from(self.continuation[row * S::PIECE_SQUARES + piece_square]);
            }
        }
        value
    }

    /// How well a capture did elsewhere.
    #[inline]
    pub(crate) fn capture<S>(&self, state: &S, action: A) -> i32
    where
        S: SearchState<Action = A>,
    {
        self.capture[capture_index(state, action)].into()
    }

    /// The quiet action that last cut off after the last one.
    pub(crate) fn counter(&self, rows: &Rows) -> Option<A> {
        self.counters.get(rows[0]?).copied().flatten()
    }

    /// Notes that a quiet action cut off.
    pub(crate) fn record_cutoff(&mut self, action: A, ply: usize, rows: &Rows) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(action)
        {
            *killers = [Some(action), killers[0]];
        }
        if let Some(counter) = rows[0].and_then(|row| self.counters.get_mut(row)) {
            *counter = Some(action);
        }
    }

    /// Moves a quiet action's history by `bonus`.
    pub(crate) fn update_quiet<S>(&mut self, state: &S, action: A, rows: &Rows, bonus: i32)
    where
        S: SearchState<Action = A>,
    {
        let index = state.history_index(action);
        pull(&mut self.quiet[usize::from(state.party())][index], bonus);
        if S::PIECE_SQUARES > 1 {
            let piece_square = state.piece_square(action);
            for &row in rows.iter().flatten() {
                pull(&mut self.continuation[row * S::PIECE_SQUARES + piece_square], bonus);
            }
        }
    }

    /// Moves a capture's history by `bonus`.
    pub(crate) fn update_capture<S>(&mut self, state: &S, action: A, bonus: i32)
    where
        S: SearchState<Action = A>,
    {
        pull(&mut self.capture[capture_index(state, action)], bonus);
    }

    /// By how much the evaluation of such a position was wrong lately.
    pub(crate) fn correction<S>(&self, state: &S) -> Score
    where
        S: SearchState<Action = A>,
    {
        let slots = correction_slots(state);
        let sum: i32 = slots.map(|(table, slot)| i32::from(self.correction[table][slot])).sum();
        sum / CORRECTION_GRAIN
    }

    /// Notes that the search found a score this much above the evaluation.
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
    let party = usize::from(state.party());
    let slot = move |(at, key): (usize, u64)| (2 * at + party, key as usize % CORRECTIONS);
    state.correction_keys().into_iter().enumerate().map(slot)
}

/// Moves a value by a bonus, the less the nearer it is to the limit already.
#[inline]
fn pull(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    let moved = old + bonus - old * bonus.abs() / HISTORY_LIMIT;
    *value = moved.clamp(-HISTORY_LIMIT, HISTORY_LIMIT) as i16;
}
