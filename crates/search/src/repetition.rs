use crate::{Cycle, SearchState, worker::Worker};

impl<S: SearchState> Worker<'_, S> {
    /// What lies between the position with this key and its last occurrence, if it has one that
    /// counts: a position that the search itself came through counts at once, because whoever
    /// repeats it will do so again; one of the game only if it was there twice.
    pub(crate) fn cycle_to(&self, state: &S, key: u64) -> Option<Cycle> {
        let end = self.path.len();
        // Where two parties alternate, a position comes back after four plies at the earliest.
        let (least, step) = if S::SELECTIVE { (4, 2) } else { (1, 1) };
        let most = state.reversible_plies().min(end - self.path_floor);
        if most < least {
            return None;
        }
        let mut occurrences = (least..=most)
            .step_by(step)
            .map(|back| end - back)
            .filter(|&at| self.path[at].key == key);
        let start = occurrences.next()?;
        if start < self.shared.past.len() {
            occurrences.next()?;
        }
        let always = |first| self.path[first..].iter().step_by(2).all(|entry| entry.in_check);
        let other_in_check = end > start + 1 && always(start + 1);
        Some(Cycle { mover_in_check: always(start), other_in_check })
    }
}
