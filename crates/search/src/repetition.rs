use crate::{Cycle, SearchState, worker::Worker};

impl<S: SearchState> Worker<'_, S> {
    /// Finds the last occurrence of the position with this key, if repetition counts here.
    ///
    /// A position from the search counts after one occurrence, because the players would repeat it
    /// again. A position from the game counts only after two occurrences.
    pub(crate) fn cycle_to(&self, state: &S, key: u64) -> Option<Cycle> {
        let end = self.path.len();
        // If two sides alternate, a position can recur after four plies at the earliest.
        let (min, step) = if S::SELECTIVE { (4, 2) } else { (1, 1) };
        let max = state.reversible_plies().min(end - self.path_floor);
        if max < min {
            return None;
        }
        let mut occurrences =
            (min..=max).step_by(step).map(|back| end - back).filter(|&at| self.path[at].key == key);
        let start = occurrences.next()?;
        if start < self.shared.past.len() {
            occurrences.next()?;
        }
        let always = |first| self.path[first..].iter().step_by(2).all(|entry| entry.in_check);
        let other_in_check = end > start + 1 && always(start + 1);
        Some(Cycle { mover_in_check: always(start), other_in_check })
    }
}
