//! Move picker: returns actions one at a time, most promising first. With [`MoveOrdering::STAGED`],
//! each stage generates its actions only when it is reached.

use crate::{
    SearchState,
    history::{ContKeys, Histories},
};

/// Move picker for one position.
pub(crate) struct Picker<A> {
    stage: Stage,
    kind: Kind,
    /// History index of the table's action.
    table_action: Option<usize>,
    cont_keys: ContKeys,
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
    /// Every action, generated at once: in check there are few, and the root needs all of them.
    AllAtOnce,
    /// The actions of [`SearchState::noisy_into`].
    Noisy,
    /// The actions of [`MoveOrdering::quiet_checks_into`].
    QuietChecks,
}

impl Kind {
    /// Generates all actions of this kind.
    fn generate<S: SearchState>(self, state: &S, actions: &mut Vec<S::Action>) {
        match self {
            Kind::Noisy => state.noisy_into(actions),
            Kind::QuietChecks => state.quiet_checks_into(actions),
            Kind::All | Kind::AllAtOnce => state.actions_into(actions),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableAction,
    GenerateCaptures,
    GoodCaptures,
    Killer(usize),
    GenerateQuiets,
    Quiets,
    BadCaptures,
    GenerateAll,
    All,
}

/// Buffers for lists, reused between nodes.
pub(crate) struct MoveBuffers<A> {
    scored: Vec<Vec<(i32, A)>>,
    plain: Vec<A>,
}

impl<A> MoveBuffers<A> {
    pub(crate) const fn new() -> MoveBuffers<A> {
        MoveBuffers { scored: Vec::new(), plain: Vec::new() }
    }
}

/// Ordering scores: captures come before quiet actions, and the table's action before all.
const NOISY: i32 = 1 << 20;
const TABLE_ACTION: i32 = 1 << 30;

impl<A: Copy + Eq> Picker<A> {
    pub(crate) fn new(
        buffers: &mut MoveBuffers<A>,
        kind: Kind,
        table_action: Option<usize>,
        cont_keys: ContKeys,
        ply: usize,
    ) -> Picker<A> {
        Picker {
            stage: Stage::TableAction,
            kind,
            table_action,
            cont_keys,
            ply,
            tried: [None; 4],
            scored: buffers.scored.pop().unwrap_or_default(),
            next: 0,
            bad: buffers.scored.pop().unwrap_or_default(),
            next_bad: 0,
        }
    }

    /// Returns the buffers for reuse.
    pub(crate) fn close(mut self, buffers: &mut MoveBuffers<A>) {
        self.scored.clear();
        self.bad.clear();
        buffers.scored.push(self.bad);
        buffers.scored.push(self.scored);
    }

    /// Returns the next action. `skips_quiets` skips actions that are not captures.
    pub(crate) fn next<S>(
        &mut self,
        state: &S,
        histories: &Histories<A>,
        buffers: &mut MoveBuffers<A>,
        skips_quiets: bool,
    ) -> Option<A>
    where
        S: SearchState<Action = A>,
    {
        loop {
            match self.stage {
                Stage::TableAction => {
                    let is_staged = S::STAGED && self.kind == Kind::All;
                    self.stage =
                        if is_staged { Stage::GenerateCaptures } else { Stage::GenerateAll };
                    if is_staged
                        && let Some(action) = self.table_action.and_then(|at| state.decode(at))
                    {
                        self.tried[0] = Some(action);
                        return Some(action);
                    }
                }
                Stage::GenerateCaptures => {
                    state.captures_into(&mut buffers.plain);
                    self.score_actions(state, histories, buffers);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.best() {
                    Some((score, action)) if !state.wins_exchange(action, 0) => {
                        self.bad.push((score, action));
                    }
                    Some((_, action)) => return Some(action),
                    None => self.stage = Stage::Killer(0),
                },
                Stage::Killer(at) => {
                    if let Some(action) = self.killer(at, state, histories, skips_quiets) {
                        return Some(action);
                    }
                }
                Stage::GenerateQuiets => {
                    self.stage = Stage::Quiets;
                    if !skips_quiets {
                        state.quiets_into(&mut buffers.plain);
                        self.score_actions(state, histories, buffers);
                    }
                }
                Stage::Quiets => match self.best().filter(|_| !skips_quiets) {
                    Some((_, action)) => return Some(action),
                    None => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => {
                    let (_, action) = *self.bad.get(self.next_bad)?;
                    self.next_bad += 1;
                    return Some(action);
                }
                Stage::GenerateAll => {
                    self.kind.generate(state, &mut buffers.plain);
                    self.score_actions(state, histories, buffers);
                    self.stage = Stage::All;
                }
                Stage::All => {
                    let (score, action) = self.best()?;
                    if !skips_quiets || score >= NOISY / 2 {
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
        self.stage = if at == 2 { Stage::GenerateQuiets } else { Stage::Killer(at + 1) };
        let killer = match at {
            2 => histories.counter(&self.cont_keys),
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
    fn score_actions<S>(
        &mut self,
        state: &S,
        histories: &Histories<A>,
        buffers: &mut MoveBuffers<A>,
    ) where
        S: SearchState<Action = A>,
    {
        self.scored.clear();
        self.next = 0;
        let is_staged = matches!(self.stage, Stage::GenerateCaptures | Stage::Quiets);
        for &action in &buffers.plain {
            if is_staged && self.tried.contains(&Some(action)) {
                continue;
            }
            let value = state.capture_value(action);
            let score = if !is_staged && self.table_action == Some(state.history_index(action)) {
                TABLE_ACTION
            } else if value > 0 {
                NOISY + value + histories.capture(state, action) / 8
            } else {
                let bonus = if is_staged { 0 } else { self.killer_bonus(histories, action) };
                bonus + histories.quiet(state, action, &self.cont_keys)
            };
            self.scored.push((score, action));
        }
        buffers.plain.clear();
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
        for (at, &(score, _)) in left.iter().enumerate().skip(1) {
            if score > left[best].0 {
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
