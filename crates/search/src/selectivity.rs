//! Selective search: pruning, reductions and extensions.

use crate::{
    HistoryEntry, Score, SearchState,
    chance::ChildSearch,
    history::ContKeys,
    node::Node,
    params::{LATE, REDUCTION_DEPTH, VERY_LATE, VERY_LATE_DEPTH},
    picker::{Kind, Picker},
    score::{INFINITE, is_decided, relative_to_root},
    table::{Bound, Entry},
    worker::Worker,
};

/// An action to be searched, with the facts that determine its depth.
pub(crate) struct Candidate<A> {
    action: A,
    /// Number of the action among those tried, from 1.
    move_count: usize,
    pub(crate) is_quiet: bool,
    gives_check: bool,
    history: i32,
}

impl<S: SearchState> Worker<'_, S> {
    pub(crate) fn candidate(
        &self,
        state: &S,
        action: S::Action,
        cont_keys: &ContKeys,
        move_count: usize,
    ) -> Candidate<S::Action> {
        let is_quiet = state.capture_value(action) <= 0;
        let history = match (S::SELECTIVE, is_quiet) {
            (false, _) => 0,
            (true, true) => self.histories.quiet(state, action, cont_keys),
            (true, false) => self.histories.capture(state, action),
        };
        let gives_check = S::SELECTIVE && state.gives_check(action);
        Candidate { action, move_count, is_quiet, gives_check, history }
    }

    /// Prunes a whole node: razoring, reverse futility, null move and ProbCut. Returns its score if
    /// pruned.
    pub(crate) fn prune_node(&mut self, state: &mut S, node: &Node) -> Option<Score> {
        if node.pv || node.in_check || node.excluded.is_some() || is_decided(node.beta) {
            return None;
        }
        let params = self.shared.params;
        let Node { depth, alpha, beta, ply, estimate, .. } = *node;
        let razor = params.razor_base + params.razor_slope * depth * depth;
        if depth <= params.razor_depth && estimate + razor < alpha {
            let score = self.quiesce(state, (alpha, alpha + 1), ply, 0);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        let margin = params.reverse_futility_slope * (depth - i32::from(node.improving)).max(0);
        if depth <= params.reverse_futility_depth
            && estimate - margin >= beta
            && !is_decided(estimate)
        {
            return Some(beta + (estimate - beta) / 2);
        }
        if let Some(score) = self.try_null_move(state, node) {
            return Some(score);
        }
        self.probcut(state, node)
    }

    /// Null-move pruning: whether the position reaches beta even if the side to move passes.
    fn try_null_move(&mut self, state: &mut S, node: &Node) -> Option<Score> {
        let params = self.shared.params;
        let Node { depth, beta, ply, estimate, .. } = *node;
        let was_null = ply > 0 && self.frames[ply - 1].is_null;
        let is_above_beta = estimate >= beta
            && node.evaluation? + params.null_slope * depth >= beta + params.null_margin;
        if depth < 2 || was_null || ply < self.null_min_ply || !is_above_beta {
            return None;
        }
        let undo = state.null_move()?;
        let evaluation_reduction =
            ((estimate - beta) / params.null_evaluation).min(params.null_spare);
        let reduced_depth =
            depth - params.null_base - depth / params.null_divisor - evaluation_reduction;
        self.path.push(HistoryEntry { key: node.key, in_check: false });
        let floor = core::mem::replace(&mut self.path_floor, self.path.len());
        let frame = &mut self.frames[ply];
        (frame.is_null, frame.piece_square) = (true, None);
        let score = -self.node(state, reduced_depth, (-beta, -beta + 1), ply + 1, !node.cut_node);
        self.frames[ply].is_null = false;
        self.path_floor = floor;
        self.path.pop();
        state.undo_null_move(undo);
        if score < beta || self.stopped {
            return None;
        }
        // A win after passing does not prove a win.
        let score = if is_decided(score) { beta } else { score };
        if self.null_min_ply > 0 || depth < params.null_verify {
            return Some(score);
        }
        self.null_min_ply = ply + 3 * reduced_depth.max(0) as usize / 4 + 1;
        let verified = self.re_search(state, node, reduced_depth, (beta - 1, beta));
        self.null_min_ply = 0;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// ProbCut: whether a reduced search of a capture is far above beta.
    fn probcut(&mut self, state: &mut S, node: &Node) -> Option<Score> {
        let params = self.shared.params;
        let Node { depth, ply, .. } = *node;
        let beta = node.beta + params.probcut_margin;
        let reduced_depth = depth - params.probcut_reduction;
        let is_refuted = node.entry.is_some_and(|entry| {
            entry.depth >= reduced_depth
                && entry.bound != Bound::None
                && relative_to_root(entry.score, ply) < beta
        });
        if depth < params.probcut_depth || is_refuted || is_decided(beta) {
            return None;
        }
        let threshold = beta - node.evaluation?;
        let cont_keys = self.cont_keys(ply);
        let table_action = node.entry.and_then(|entry| entry.action);
        let mut picker = Picker::new(&mut self.buffers, Kind::Noisy, table_action, cont_keys, ply);
        let mut found = None;
        self.path.push(HistoryEntry { key: node.key, in_check: false });
        while let Some(action) = picker.next(state, self.histories, &mut self.buffers, false) {
            if !state.wins_exchange(action, threshold) {
                continue;
            }
            let narrow = ChildSearch { depth: 0, alpha: beta - 1, beta, cut_node: !node.cut_node };
            let mut score = self.value_of(state, action, narrow, ply);
            if score >= beta && reduced_depth > 1 && !self.stopped {
                score = self.value_of(
                    state,
                    action,
                    ChildSearch { depth: reduced_depth, ..narrow },
                    ply,
                );
            }
            if self.stopped {
                break;
            }
            if score >= beta {
                found = Some((score, state.history_index(action)));
                break;
            }
        }
        self.path.pop();
        picker.close(&mut self.buffers);
        let (score, action) = found?;
        self.shared.table.put(
            node.key,
            Entry {
                action: Some(action),
                score: crate::score::relative_to_node(score, ply),
                evaluation: node.raw_evaluation,
                depth: reduced_depth + 1,
                bound: Bound::AtLeast,
                was_pv: node.entry.is_some_and(|entry| entry.was_pv),
            },
        );
        Some(if is_decided(score) { score } else { score - params.probcut_margin })
    }

    /// Searches the same node again with another depth and window.
    fn re_search(
        &mut self,
        state: &mut S,
        node: &Node,
        depth: i32,
        (alpha, beta): (Score, Score),
    ) -> Score {
        if depth <= 0 {
            return self.quiesce(state, (alpha, beta), node.ply, 0);
        }
        self.node(state, depth, (alpha, beta), node.ply, node.cut_node)
    }

    /// Whether to skip an action. Sets `skips_quiets` once all further quiet actions are to be
    /// skipped.
    pub(crate) fn should_prune(
        &self,
        state: &S,
        node: &Node,
        candidate: &Candidate<S::Action>,
        skips_quiets: &mut bool,
    ) -> bool {
        let params = self.shared.params;
        let &Candidate { action, move_count, history, .. } = candidate;
        if !candidate.is_quiet {
            let threshold = -params.see_capture * node.depth;
            return node.depth <= params.see_capture_depth
                && !node.pv
                && !state.wins_exchange(action, threshold);
        }
        let max_moves = params.late_move_base + node.depth * node.depth;
        if move_count as i32 > if node.improving { max_moves } else { max_moves / 2 } {
            *skips_quiets = true;
        }
        let reduction = self.shared.reductions.of(node.depth, move_count) / 1024;
        let depth = (node.depth - 1 - reduction).max(0);
        if depth <= params.history_pruning_depth && history < -params.history_pruning * (depth + 1)
        {
            return true;
        }
        if let Some(evaluation) = node.evaluation
            && depth <= params.futility_depth
            && evaluation + params.futility_base + params.futility_slope * depth <= node.alpha
            && !candidate.gives_check
        {
            return true;
        }
        depth <= params.see_quiet_depth
            && !state.wins_exchange(action, -params.see_quiet * depth * depth)
    }

    /// Number of plies by which an action is extended; −1 reduces it. `Err` means multi-cut: other actions reach
    /// beta as well.
    pub(crate) fn extension(
        &mut self,
        state: &mut S,
        node: &Node,
        candidate: &Candidate<S::Action>,
        index: usize,
    ) -> Result<i32, ()> {
        if !S::SELECTIVE || node.ply as i32 >= 2 * self.root_depth {
            return Ok(0);
        }
        let params = self.shared.params;
        if let Some(entry) = node.entry
            && entry.action == Some(index)
            && node.depth >= params.singular_depth
            && node.excluded.is_none()
            && matches!(entry.bound, Bound::AtLeast | Bound::Exact)
            && entry.depth >= node.depth - params.singular_entry
            && !is_decided(entry.score)
        {
            let known = relative_to_root(entry.score, node.ply);
            let singular_beta = known - params.singular_margin * node.depth / 64;
            let score = self.singular_search(state, node, index, singular_beta);
            if score < singular_beta {
                let is_double = !node.pv && score < singular_beta - params.singular_double;
                return Ok(if is_double { 2 } else { 1 });
            }
            if singular_beta >= node.beta && !self.stopped {
                return Err(());
            }
            if known >= node.beta {
                return Ok(-1);
            }
            return Ok(0);
        }
        let is_extended = params.check_extension > 0
            && candidate.gives_check
            && state.wins_exchange(candidate.action, 0);
        Ok(i32::from(is_extended) * params.check_extension)
    }

    /// Value of the node without one action, in a null window below `singular_beta`.
    fn singular_search(
        &mut self,
        state: &mut S,
        node: &Node,
        index: usize,
        singular_beta: Score,
    ) -> Score {
        let frame = self.frames[node.ply];
        self.path.pop();
        self.frames[node.ply].excluded = Some(index);
        let score =
            self.re_search(state, node, (node.depth - 1) / 2, (singular_beta - 1, singular_beta));
        self.frames[node.ply] = frame;
        self.path.push(HistoryEntry { key: node.key, in_check: node.in_check });
        if self.stopped { INFINITE } else { score }
    }

    /// Number of plies by which the first search of an action is reduced.
    pub(crate) fn reduction(&self, node: &Node, candidate: &Candidate<S::Action>) -> i32 {
        let &Candidate { move_count, is_quiet, history, .. } = candidate;
        if !S::REDUCE || node.depth < REDUCTION_DEPTH {
            return 0;
        }
        if !S::SELECTIVE {
            let is_late = move_count > LATE && !node.in_check && is_quiet;
            let is_very_late = move_count > VERY_LATE && node.depth >= VERY_LATE_DEPTH;
            return i32::from(is_late) * (1 + i32::from(is_very_late));
        }
        if move_count <= 1 + usize::from(node.pv) {
            return 0;
        }
        let params = self.shared.params;
        let mut reduction = self.shared.reductions.of(node.depth, move_count);
        if is_quiet {
            reduction -= history * 1024 / params.reduction_history;
            reduction += i32::from(node.cut_node) * params.reduction_cut_node;
        } else {
            reduction = reduction / 2 - history / params.reduction_capture_history;
        }
        if !node.improving {
            reduction += params.reduction_worsening;
        }
        if node.pv || node.entry.is_some_and(|entry| entry.was_pv) {
            reduction -= params.reduction_pv;
        }
        if node.in_check || candidate.gives_check {
            reduction -= params.reduction_check;
        }
        (reduction / 1024).max(0)
    }
}
