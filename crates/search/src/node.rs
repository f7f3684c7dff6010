use crate::{
    HistoryEntry, Score, SearchState, WIN,
    chance::ChildSearch,
    picker::{Kind, Picker},
    quiescence::evaluation_of,
    score::{INFINITE, is_decided, relative_to_node, relative_to_root},
    table::{Bound, Entry},
    worker::{MAX_PLY, Worker},
};

/// Facts about a node before its actions are searched.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) key: u64,
    pub(crate) depth: i32,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    pub(crate) ply: usize,
    /// Whether the window is open, so that the node may be on the principal variation.
    pub(crate) pv: bool,
    /// Whether the node is expected to fail high.
    pub(crate) cut_node: bool,
    pub(crate) in_check: bool,
    pub(crate) entry: Option<Entry>,
    /// Static evaluation; `None` in check.
    pub(crate) raw_evaluation: Option<Score>,
    pub(crate) evaluation: Option<Score>,
    /// Best known estimate: the evaluation, or a tighter bound from the table.
    pub(crate) estimate: Score,
    /// Whether the evaluation improved since the mover's previous turn.
    pub(crate) improving: bool,
    /// History index of the action excluded by a singular search.
    pub(crate) excluded: Option<usize>,
}

/// Actions tried before the one that caused a cutoff.
pub(crate) struct Tried<A> {
    list: [Option<A>; 32],
    count: usize,
}

impl<A: Copy> Tried<A> {
    const fn new() -> Tried<A> {
        Tried { list: [None; 32], count: 0 }
    }

    fn push(&mut self, action: A) {
        if let Some(slot) = self.list.get_mut(self.count) {
            *slot = Some(action);
            self.count += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = A> {
        self.list[..self.count].iter().copied().flatten()
    }
}

/// Best action of a node so far.
struct Best {
    score: Score,
    action: Option<usize>,
    is_quiet: bool,
    count: usize,
}

impl<S: SearchState> Worker<'_, S> {
    /// Fail-soft alpha-beta search of a node. Returns the value for the side to move.
    pub(crate) fn node(
        &mut self,
        state: &mut S,
        depth: i32,
        (alpha, beta): (Score, Score),
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(state, (alpha, beta), ply, 0);
        }
        if self.count_node() {
            return 0;
        }
        self.pv[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        if let Some(score) = state.ended() {
            return relative_to_root(score, ply);
        }
        let key = state.key();
        if let Some(cycle) = self.cycle_to(state, key) {
            return state.repeated(cycle);
        }
        if let Some(score) = state.proven_score() {
            return relative_to_root(score, ply);
        }
        // Mate-distance pruning: no line is better than winning with the next action, or worse than
        // being lost now.
        let alpha = alpha.max(ply as Score - WIN);
        let beta = beta.min(WIN - 1 - ply as Score);
        if alpha >= beta {
            return alpha;
        }
        match self.prepare_node(state, key, depth, (alpha, beta), ply, cut_node) {
            Ok(node) => self.search_node(state, node),
            Err(score) => score,
        }
    }

    /// Probes the table and evaluates the node. `Err` is the final score of the node.
    fn prepare_node(
        &mut self,
        state: &S,
        key: u64,
        depth: i32,
        (alpha, beta): (Score, Score),
        ply: usize,
        cut_node: bool,
    ) -> Result<Node, Score> {
        let pv = beta - alpha > 1;
        let excluded = self.frames[ply].excluded;
        let entry = self.shared.table.get(key);
        let known = entry.map(|entry| relative_to_root(entry.score, ply));
        if let (Some(entry), Some(score)) = (entry, known)
            && excluded.is_none()
            && entry.depth >= depth
            && entry.bound.decides(score, alpha, beta)
            && !(pv && S::SELECTIVE)
            && state.allows_table_cutoff()
        {
            return Err(score);
        }
        let in_check = state.in_check();
        let mut node = Node {
            key,
            depth,
            alpha,
            beta,
            ply,
            pv,
            cut_node,
            in_check,
            entry,
            raw_evaluation: None,
            evaluation: None,
            estimate: -INFINITE,
            improving: false,
            excluded,
        };
        if S::SELECTIVE {
            self.set_static_eval(state, &mut node, known);
        }
        Ok(node)
    }

    /// Sets the evaluation, the estimate and `improving` of a node.
    fn set_static_eval(&mut self, state: &S, node: &mut Node, known: Option<Score>) {
        self.frames[node.ply].evaluation = None;
        if node.in_check {
            return;
        }
        let stored = node.entry.and_then(|entry| entry.evaluation);
        let raw = stored.unwrap_or_else(|| evaluation_of(state));
        if node.entry.is_none() && node.excluded.is_none() {
            self.store_evaluation(node.key, raw);
        }
        let evaluation = self.corrected(state, raw);
        node.raw_evaluation = Some(raw);
        node.evaluation = Some(evaluation);
        node.estimate = match (node.entry, known) {
            (Some(entry), Some(score))
                if entry.bound.decides(score, evaluation, evaluation + 1) =>
            {
                score
            }
            _ => evaluation,
        };
        self.frames[node.ply].evaluation = Some(evaluation);
        let back = |plies| self.frames[node.ply.checked_sub(plies)?].evaluation;
        node.improving = back(2).or_else(|| back(4)).is_none_or(|before| evaluation > before);
    }

    fn search_node(&mut self, state: &mut S, mut node: Node) -> Score {
        if S::SELECTIVE
            && state.may_skip()
            && let Some(score) = self.prune_node(state, &node)
        {
            return score;
        }
        let is_unknown = node.entry.is_none_or(|entry| entry.action.is_none());
        if S::SELECTIVE
            && is_unknown
            && (node.pv || node.cut_node)
            && node.excluded.is_none()
            && node.depth >= self.shared.params.reduce_unknown_depth
        {
            node.depth -= 1;
        }
        self.path.push(HistoryEntry { key: node.key, in_check: node.in_check });
        let best = self.search_actions(state, &node);
        self.path.pop();
        if self.stopped {
            return 0;
        }
        let Some(best) = best else { return node.beta };
        if best.count == 0 {
            return match node.excluded {
                Some(_) => node.alpha,
                None => relative_to_root(state.no_moves_score(), node.ply),
            };
        }
        if node.excluded.is_none() {
            self.store_result(state, &node, &best);
        }
        best.score
    }

    /// Searches the actions of a node in order. `None` after a multi-cut: only a search of half the
    /// depth has shown that the node reaches beta, so there is nothing to store at this depth.
    fn search_actions(&mut self, state: &mut S, node: &Node) -> Option<Best> {
        let ply = node.ply;
        let mut alpha = node.alpha;
        let mut best = Best { score: -INFINITE, action: None, is_quiet: false, count: 0 };
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());
        let cont_keys = self.cont_keys(ply);
        let table_action = node.entry.and_then(|entry| entry.action);
        let kind = if node.in_check { Kind::AllAtOnce } else { Kind::All };
        let mut picker = Picker::new(&mut self.buffers, kind, table_action, cont_keys, ply);
        let may_skip = S::SELECTIVE && state.may_skip();
        let mut skips_quiets = false;
        while let Some(action) = picker.next(state, self.histories, &mut self.buffers, skips_quiets)
        {
            let index = state.history_index(action);
            if node.excluded == Some(index) {
                continue;
            }
            best.count += 1;
            let move_count = best.count;
            let candidate = self.candidate(state, action, &cont_keys, move_count);
            let is_quiet = candidate.is_quiet;
            if may_skip
                && !is_decided(best.score)
                && self.should_prune(state, node, &candidate, &mut skips_quiets)
            {
                continue;
            }
            let Ok(extension) = self.extension(state, node, &candidate, index) else {
                picker.close(&mut self.buffers);
                return None;
            };
            let reduction = self.reduction(node, &candidate);
            let value =
                self.search_move(state, node, action, (alpha, move_count), extension, reduction);
            if self.stopped {
                break;
            }
            if value > best.score {
                best.score = value;
                if value > alpha {
                    (best.action, best.is_quiet) = (Some(index), is_quiet);
                    alpha = value;
                    if node.pv {
                        self.update_pv(state, action, ply);
                    }
                }
            }
            if alpha >= node.beta {
                self.update_histories(state, node, action, &quiets, &captures);
                break;
            }
            if is_quiet { quiets.push(action) } else { captures.push(action) }
        }
        picker.close(&mut self.buffers);
        Some(best)
    }

    /// Searches one action. Later actions start with a null window and reduced depth.
    pub(crate) fn search_move(
        &mut self,
        state: &mut S,
        node: &Node,
        action: S::Action,
        (alpha, move_count): (Score, usize),
        extension: i32,
        reduction: i32,
    ) -> Score {
        let (depth, ply, beta) = (node.depth - 1 + extension, node.ply, node.beta);
        if move_count > 1 {
            let reduced = (depth - reduction).clamp(depth.min(1), depth);
            let cut_node = reduced < depth || !node.cut_node;
            let narrow = ChildSearch { depth: reduced, alpha, beta: alpha + 1, cut_node };
            let mut value = self.value_of(state, action, narrow, ply);
            if value > alpha && reduced < depth && !self.stopped {
                let full = ChildSearch { depth, cut_node: !node.cut_node, ..narrow };
                value = self.value_of(state, action, full, ply);
            }
            if value <= alpha || value >= beta || !node.pv || self.stopped {
                return value;
            }
        }
        let cut_node = !node.pv && !node.cut_node;
        self.value_of(state, action, ChildSearch { depth, alpha, beta, cut_node }, ply)
    }

    /// Updates the histories after a cutoff by `action`: a bonus for it, a penalty for captures
    /// tried before. Quiet actions get the penalty only if the cutoff was quiet.
    fn update_histories(
        &mut self,
        state: &S,
        node: &Node,
        action: S::Action,
        quiets: &Tried<S::Action>,
        captures: &Tried<S::Action>,
    ) {
        let params = self.shared.params;
        let bonus =
            (params.bonus_slope * node.depth - params.bonus_offset).clamp(1, params.bonus_most);
        if state.capture_value(action) > 0 {
            self.histories.update_capture(state, action, bonus);
        } else {
            let cont_keys = self.cont_keys(node.ply);
            self.histories.record_cutoff(action, node.ply, &cont_keys);
            self.histories.update_quiet(state, action, &cont_keys, bonus);
            for tried in quiets.iter() {
                self.histories.update_quiet(state, tried, &cont_keys, -bonus);
            }
        }
        for tried in captures.iter() {
            self.histories.update_capture(state, tried, -bonus);
        }
    }

    /// Stores the result of a node in the table and updates the correction history.
    fn store_result(&mut self, state: &S, node: &Node, best: &Best) {
        let bound = match best.score {
            score if score >= node.beta => Bound::AtLeast,
            score if score > node.alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        if let Some(evaluation) = node.evaluation
            && !is_decided(best.score)
            && best.score.abs() < S::PATH_SCORE
            && (best.action.is_none() || best.is_quiet)
            && match bound {
                Bound::AtLeast => best.score > evaluation,
                Bound::AtMost => best.score < evaluation,
                _ => true,
            }
        {
            let difference = best.score - evaluation;
            self.histories.update_correction(state, difference, node.depth);
        }
        let is_kept = best.score.abs() < S::PATH_SCORE || is_decided(best.score);
        self.shared.table.put(
            node.key,
            Entry {
                action: best.action,
                score: if is_kept { relative_to_node(best.score, node.ply) } else { 0 },
                evaluation: node.raw_evaluation,
                depth: node.depth,
                bound: if is_kept { bound } else { Bound::None },
                was_pv: node.pv || node.entry.is_some_and(|entry| entry.was_pv),
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        MoveOrdering, Rules,
        history::Histories,
        params::{Params, Reductions},
        table::Table,
        worker::Shared,
    };
    use core::sync::atomic::{AtomicBool, AtomicU64};

    /// A tree without end. The side that begins is ahead by [`LEAD`] in every position.
    #[derive(Clone)]
    struct Ahead(Vec<u8>);

    const LEAD: Score = 300;
    const DEPTH: i32 = 8;

    impl Rules for Ahead {
        type Action = u8;
        type Chance = u8;
        type Undo = ();

        fn side(&self) -> bool {
            self.0.len().is_multiple_of(2)
        }

        fn actions_into(&self, list: &mut Vec<u8>) {
            list.extend([0, 1]);
        }

        fn make(&mut self, action: u8, _: Option<u8>) {
            self.0.push(action);
        }

        fn unmake(&mut self, _: u8, (): ()) {
            self.0.pop();
        }

        fn key(&self) -> u64 {
            let after = |key: u64, action: &u8| {
                (key ^ (u64::from(*action) + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
            };
            self.0.iter().fold(1, after)
        }
    }

    impl MoveOrdering for Ahead {
        const HISTORY_SIZE: usize = 2;

        fn capture_value(&self, _: u8) -> Score {
            0
        }

        fn history_index(&self, action: u8) -> usize {
            action.into()
        }
    }

    impl SearchState for Ahead {
        const REDUCE: bool = false;
        const SELECTIVE: bool = true;

        fn may_skip(&self) -> bool {
            false
        }

        fn noisy_into(&self, _: &mut Vec<u8>) {}

        fn evaluate(&self) -> Score {
            if self.side() { LEAD } else { -LEAD }
        }
    }

    /// The value of a node that the side to move wins, and the node's entry afterwards.
    fn search(known: Option<Entry>) -> (Score, Option<Entry>) {
        let mut state = Ahead(Vec::new());
        let key = state.key();
        let table = Table::new(64).expect("64 KiB");
        if let Some(entry) = known {
            table.put(key, entry);
        }
        let params = Params::default();
        let reductions = Reductions::new(&params);
        let shared = Shared {
            table: &table,
            params: &params,
            reductions: &reductions,
            past: &[],
            score_margin: 0,
            multi_pv: 1,
            last_depth: DEPTH as u8,
            stopped: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            threads: 1,
        };
        let mut histories = Histories::new::<Ahead>(MAX_PLY);
        let mut worker: Worker<'_, Ahead> = Worker::new(&shared, &mut histories, None, Vec::new());
        worker.root_depth = DEPTH;
        (worker.node(&mut state, DEPTH, (0, 1), 1, false), table.get(key))
    }

    /// Only a search of half the depth has shown that the node reaches beta. As an entry of the full
    /// depth, that bound would end later searches of the node.
    #[test]
    fn a_multi_cut_is_not_stored() {
        let known = Entry {
            action: Some(0),
            score: LEAD,
            evaluation: Some(LEAD),
            depth: DEPTH - 1,
            bound: Bound::AtLeast,
            was_pv: false,
        };
        assert_eq!(search(Some(known)), (1, Some(known)), "beta, and the entry as before");
        // Without an entry no action is searched for being singular, and the result is stored.
        let (value, stored) = search(None);
        let stored = stored.map(|entry| (entry.depth, entry.bound));
        assert!(value >= 1, "{value}");
        assert_eq!(stored, Some((DEPTH, Bound::AtLeast)));
    }
}
