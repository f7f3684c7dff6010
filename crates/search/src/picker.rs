//! Move picker: returns actions one at a time, most promising first. Actions that are not requested
//! are not generated.

use crate::{
    SearchState,
    history::{Histories, Rows},
};

/// Move picker for one position.
pub(crate) struct Picker<A> {
    stage: Stage,
    kind: Kind,
    /// History index of the table's action.
    first: Option<usize>,
    rows: Rows,
    ply: usize,
    /// Actions returned before the quiet actions are generated, so that they are not returned
    /// twice.
    tried: [Option<A>; 4],
    /// Generated actions with their ordering scores. Those before `next` have been returned.
    scored: Vec<(i32, A)>,
    next: usize,
    /// Captures that lose the exchange.
    bad: Vec<(i32, A)>,
    next_bad: usize,
}

/// Set of actions that a picker returns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Every action.
    All,
    /// Every action, generated at once, because there are few in check.
    Evasions,
    /// The actions of [`SearchState::noisy_into`].
    Noisy,
    /// The actions of [`SearchState::quiet_checks_into`].
    QuietChecks,
}

impl Kind {
    /// Generates all actions of this kind.
    fn generate<S: SearchState>(self, state: &S, actions: &mut Vec<S::Action>) {
        match self {
            Kind::Noisy => state.noisy_into(actions),
            Kind::QuietChecks => state.quiet_checks_into(actions),
            Kind::All | Kind::Evasions => state.actions_into(actions),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    Captures,
    GoodCaptures,
    Killer(usize),
    Quiets,
    QuietsLeft,
    BadCaptures,
    Together,
    TogetherLeft,
}

/// Buffers for lists, reused between nodes.
pub(crate) struct Room<A> {
    scored: Vec<Vec<(i32, A)>>,
    plain: Vec<A>,
}

impl<A> Room<A> {
    pub(crate) const fn new() -> Room<A> {
        Room { scored: Vec::new(), plain: Vec::new() }
    }
}

/// Ordering scores: captures come before quiet actions, and the table's action before all.
const NOISY: i32 = 1 << 20;
const FIRST: i32 = 1 << 30;

impl<A: Copy + Eq> Picker<A> {
    pub(crate) fn new(
        room: &mut Room<A>,
        kind: Kind,
        first: Option<usize>,
        rows: Rows,
        ply: usize,
    ) -> Picker<A> {
        Picker {
            stage: Stage::First,
            kind,
            first,
            rows,
            ply,
            tried: [None; 4],
            scored: room.scored.pop().unwrap_or_default(),
            next: 0,
            bad: room.scored.pop().unwrap_or_default(),
            next_bad: 0,
        }
    }

    /// Returns the buffers for reuse.
    pub(crate) fn close(mut self, room: &mut Room<A>) {
        self.scored.clear();
        self.bad.clear();
        room.scored.push(self.bad);
        room.scored.push(self.scored);
    }

    /// Returns the next action. `skips_quiets` skips actions that are not captures.
    pub(crate) fn next<S>(
        &mut self,
        state: &S,
        histories: &Histories<A>,
        room: &mut Room<A>,
        skips_quiets: bool,
    ) -> Option<A>
    where
        S: SearchState<Action = A>,
    {
        loop {
            match self.stage {
                Stage::First => {
                    let is_staged = S::STAGED && self.kind == Kind::All;
                    self.stage = if is_staged { Stage::Captures } else { Stage::Together };
                    if is_staged && let Some(action) = self.first.and_then(|at| state.decode(at)) {
                        self.tried[0] = Some(action);
                        return Some(action);
                    }
                }
                Stage::Captures => {
                    state.captures_into(&mut room.plain);
                    self.score(state, histories, room);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.best() {
                    Some((promise, action)) if !state.wins_exchange(action, 0) => {
                        self.bad.push((promise, action));
                    }
                    Some((_, action)) => return Some(action),
                    None => self.stage = Stage::Killer(0),
                },
                Stage::Killer(at) => {
                    if let Some(action) = self.killer(at, state, histories, skips_quiets) {
                        return Some(action);
                    }
                }
                Stage::Quiets => {
                    self.stage = Stage::QuietsLeft;
                    if !skips_quiets {
                        state.quiets_into(&mut room.plain);
                        self.score(state, histories, room);
                    }
                }
                Stage::QuietsLeft => match self.best().filter(|_| !skips_quiets) {
                    Some((_, action)) => return Some(action),
                    None => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => {
                    let (_, action) = *self.bad.get(self.next_bad)?;
                    self.next_bad += 1;
                    return Some(action);
                }
                Stage::Together => {
                    self.kind.generate(state, &mut room.plain);
                    self.score(state, histories, room);
                    self.stage = Stage::TogetherLeft;
                }
                Stage::TogetherLeft => {
                    let (promise, action) = self.best()?;
                    if !skips_quiets || promise >= NOISY / 2 {
                        return Some(action);
                    }
                }
            }
        }
    }

    /// The killer (`at` 0 and 1) or counter-move (2), if it is playable here.
    fn killer<S>(
        &mut self,
        at: usize,
        state: &S,
        histories: &Histories<A>,
        skips_quiets: bool,
    ) -> Option<A>
    where
        S: SearchState<Action = A>,
    {
        self.stage = if at == 2 { Stage::Quiets } else { Stage::Killer(at + 1) };
        let killer = match at {
            2 => histories.counter(&self.rows),
            _ => histories.killers.get(self.ply).and_then(|killers| killers[at]),
        };
        let action = killer.filter(|_| !skips_quiets)?;
        let is_new = !self.tried.contains(&Some(action));
        let is_playable = is_new && state.capture_value(action) <= 0 && state.is_legal(action);
        if !is_playable {
            return None;
        }
        self.tried[at + 1] = Some(action);
        Some(action)
    }

    /// Scores the generated actions for ordering.
    fn score<S>(&mut self, state: &S, histories: &Histories<A>, room: &mut Room<A>)
    where
        S: SearchState<Action = A>,
    {
        self.scored.clear();
        self.next = 0;
        let is_staged = matches!(self.stage, Stage::Captures | Stage::QuietsLeft);
        for &action in &room.plain {
            if is_staged && self.tried.contains(&Some(action)) {
                continue;
            }
            let value = state.capture_value(action);
            let promise = if !is_staged && self.first == Some(state.history_index(action)) {
                FIRST
            } else if value > 0 {
                NOISY + value + histories.capture(state, action) / 8
            } else {
                let bonus = if is_staged { 0 } else { self.killer_bonus(histories, action) };
                bonus + histories.quiet(state, action, &self.rows)
            };
            self.scored.push((promise, action));
        }
        room.plain.clear();
    }

    fn killer_bonus(&self, histories: &Histories<A>, action: A) -> i32 {
        match histories.killers.get(self.ply) {
            Some(killers) if killers[0] == Some(action) => NOISY / 4,
            Some(killers) if killers[1] == Some(action) => NOISY / 4 - 1,
            _ => 0,
        }
    }

    /// Removes and returns the most promising remaining action. Among equals, the first generated
    /// one.
    fn best(&mut self) -> Option<(i32, A)> {
        let left = &self.scored[self.next..];
        let mut best = 0;
        for (at, &(promise, _)) in left.iter().enumerate().skip(1) {
            if promise > left[best].0 {
                best = at;
            }
        }
        let found = *left.get(best)?;
        // The others keep their order, so that the result does not depend on earlier swaps.
        self.scored.copy_within(self.next..self.next + best, self.next + 1);
        self.next += 1;
        Some(found)
    }
}
