use crate::{
    HistoryEntry, Info, Limits, Progress, Score, SearchState, WIN,
    node::Node,
    root_line::RootLine,
    score::{INFINITE, is_decided},
    worker::Worker,
};

/// Callback for every completed depth.
pub(crate) type OnInfo<'a, A> = &'a mut dyn FnMut(&Info<A>);

impl<S: SearchState> Worker<'_, S> {
    /// Iterative deepening from `first_depth` on. Returns the last completed depth.
    pub(crate) fn iterate(
        &mut self,
        state: &mut S,
        first_depth: u8,
        on_info: OnInfo<'_, S::Action>,
    ) -> u8 {
        let (mut done, mut stable_depths) = (0, 0u8);
        for depth in first_depth..=self.shared.last_depth {
            let best = self.root.first().map(|line| line.action);
            if !self.search_depth(state, depth.into()) {
                break;
            }
            done = depth;
            let is_same = self.root.first().map(|line| line.action) == best;
            stable_depths = if is_same { stable_depths.saturating_add(1) } else { 0 };
            if let Some(limits) = self.limits {
                self.report(depth, on_info);
                if self.is_enough(limits, depth, stable_depths) {
                    break;
                }
            }
            if self.root.is_empty() || self.is_limit_reached() {
                break;
            }
        }
        self.report_nodes();
        done
    }

    /// Whether the next depth should not be started.
    fn is_enough(&self, limits: &Limits<'_>, depth: u8, stable_depths: u8) -> bool {
        let Some(best) = self.root.first() else { return true };
        let score = best.score;
        let distance = WIN - score.abs();
        let is_proved = is_decided(score) && distance <= Score::from(depth);
        let wanted = limits.mate.map(|moves| 2 * Score::from(moves) - 1);
        let is_wanted = wanted.is_some_and(|plies| score > 0 && distance <= plies);
        let best_share = (best.nodes * 100 / self.nodes.max(1)).min(100) as u8;
        let nodes = self.all_nodes();
        let progress = Progress { depth, score, nodes, stable_depths, best_share };
        is_proved && self.shared.multi_pv == 1 || is_wanted || (limits.enough)(&progress)
    }

    fn report(&self, depth: u8, on_info: OnInfo<'_, S::Action>) {
        for (at, line) in self.root.iter().take(self.shared.multi_pv).enumerate() {
            on_info(&Info {
                depth,
                seldepth: self.seldepth.min(255) as u8,
                multi_pv: at + 1,
                score: line.score,
                nodes: self.all_nodes(),
                hashfull: self.shared.table.fullness(),
                pv: line.pv.clone(),
            });
        }
    }

    /// Searches every root action to one depth. Returns `false` if stopped early.
    ///
    /// Actions searched before the stop still count, because the best action of the previous depth
    /// comes first.
    fn search_depth(&mut self, state: &mut S, depth: i32) -> bool {
        self.root_depth = depth;
        self.seldepth = 0;
        let in_check = state.in_check();
        self.path.push(HistoryEntry { key: state.key(), in_check });
        let node = self.root_node(state, depth, in_check);
        let finished = if self.shared.score_margin > 0 {
            self.search_with_margin(state, &node)
        } else {
            let lines = self.shared.multi_pv.clamp(1, self.root.len().max(1));
            let finished = (0..lines).all(|from| self.aspiration_search(state, &node, from));
            // After an early stop, later actions may still have scores of the previous depth.
            if let Some(best) = self.root.get_mut(..lines).filter(|_| finished) {
                best.sort_by_key(|line| -line.score);
            }
            finished
        };
        self.path.pop();
        self.counts_nodes = true;
        finished
    }

    fn root_node(&mut self, state: &S, depth: i32, in_check: bool) -> Node {
        let evaluation = (S::SELECTIVE && !in_check).then(|| state.evaluate());
        self.frames[0].evaluation = evaluation;
        Node {
            key: state.key(),
            depth,
            alpha: -INFINITE,
            beta: INFINITE,
            ply: 0,
            pv: true,
            cut_node: false,
            in_check,
            entry: None,
            raw_evaluation: evaluation,
            evaluation,
            estimate: evaluation.unwrap_or(-INFINITE),
            improving: true,
            excluded: None,
        }
    }

    /// Searches all root actions so that those within the score margin have exact scores, and sorts
    /// them.
    fn search_with_margin(&mut self, state: &mut S, node: &Node) -> bool {
        let mut best = -INFINITE;
        let mut done = Vec::with_capacity(self.root.len());
        for at in 0..self.root.len() {
            let action = self.root[at].action;
            let alpha = (best - self.shared.score_margin).max(-INFINITE);
            let score = self.root_value(state, node, action, (alpha, 1 + at), 0);
            if self.stopped {
                break;
            }
            best = best.max(score);
            done.push(self.line(action, score, 0));
            self.has_result = true;
        }
        // The sort is stable: among equals, the one searched first stays first.
        done.sort_by_key(|line| -line.score);
        let finished = done.len() == self.root.len();
        if finished {
            self.root = done;
        } else if let Some(first) = done.into_iter().next() {
            self.put_first(first, 0);
        }
        finished
    }

    /// Finds the best root action from index `from` on, in an aspiration window that widens on
    /// failure.
    fn aspiration_search(&mut self, state: &mut S, node: &Node, from: usize) -> bool {
        let params = self.shared.params;
        let Some(expected) = self.root.get(from).map(|line| line.score) else { return true };
        let mut width = params.aspiration_width;
        let is_narrow =
            S::SELECTIVE && node.depth >= params.aspiration_depth && !is_decided(expected);
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if is_narrow {
            (alpha, beta) = (expected - width, expected + width);
        }
        loop {
            let score = self.search_root(state, &Node { alpha, beta, ..*node }, from);
            if self.stopped {
                return false;
            }
            width *= 2;
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = if is_decided(score) { -INFINITE } else { (score - width).max(-INFINITE) };
            } else if score >= beta {
                beta = if is_decided(score) { INFINITE } else { (score + width).min(INFINITE) };
            } else {
                return true;
            }
        }
    }

    /// Searches the root actions from index `from` on in one window. The best one moves to the
    /// front.
    fn search_root(&mut self, state: &mut S, node: &Node, from: usize) -> Score {
        let (mut alpha, mut best) = (node.alpha, -INFINITE);
        for at in from..self.root.len() {
            let action = self.root[at].action;
            let move_count = at - from + 1;
            let before = self.nodes;
            let candidate = self.candidate(state, action, &[None; 3], move_count);
            let reduction = self.reduction(node, &candidate);
            let inner = Node { alpha, ..*node };
            let value = self.root_value(state, &inner, action, (alpha, move_count), reduction);
            if self.stopped {
                break;
            }
            let nodes = self.nodes - before;
            self.root[at].nodes += nodes;
            best = best.max(value);
            if move_count == 1 || value > alpha {
                let spent = self.root[at].nodes;
                let line = self.line(action, value, spent);
                self.put_first(line, from);
            } else {
                self.root[at].score = value;
            }
            self.has_result = true;
            alpha = alpha.max(value);
            if alpha >= node.beta {
                break;
            }
        }
        best
    }

    /// Searches a root action with principal variation search.
    fn root_value(
        &mut self,
        state: &mut S,
        node: &Node,
        action: S::Action,
        (alpha, move_count): (Score, usize),
        reduction: i32,
    ) -> Score {
        self.pv[1].clear();
        self.search_move(state, node, action, (alpha, move_count), 0, reduction)
    }

    /// Builds the line of an action from the principal variation just found.
    fn line(&mut self, action: S::Action, score: Score, nodes: u64) -> RootLine<S::Action> {
        let mut pv = vec![action];
        pv.extend_from_slice(&self.pv[1]);
        RootLine { action, score, pv, nodes }
    }

    /// Moves a line to index `to`.
    fn put_first(&mut self, line: RootLine<S::Action>, to: usize) {
        if let Some(at) = self.root.iter().position(|other| other.action == line.action)
            && at >= to
        {
            self.root[to..=at].rotate_right(1);
            self.root[to] = line;
        }
    }
}
