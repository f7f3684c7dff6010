use crate::{
    HistoryEntry, Limits, Score, SearchState,
    history::{ContKeys, Histories},
    params::{Params, Reductions},
    picker::MoveBuffers,
    root_line::RootLine,
    table::Table,
};
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Maximum ply of a line.
pub(crate) const MAX_PLY: usize = 120;

/// Interval in nodes at which the stop callback is called and the node count is shared.
const LIMIT_CHECK_INTERVAL: u64 = 512;

/// Number of nodes from which on the first depth is cut short. Ordinary positions need a few
/// thousand. Without this bound, a long series of captures and checks could take minutes.
const MAX_FIRST_DEPTH_NODES: u64 = 200_000;

/// Data shared by all threads of a search.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) params: &'a Params,
    pub(crate) reductions: &'a Reductions,
    /// Positions of the game before the root, oldest first.
    pub(crate) past: &'a [HistoryEntry],
    /// Root actions within this margin of the best one get exact scores.
    pub(crate) score_margin: Score,
    /// Number of root actions with exact scores and lines.
    pub(crate) multi_pv: usize,
    /// Maximum depth of all threads.
    pub(crate) last_depth: u8,
    /// Set when the search is over.
    pub(crate) stopped: AtomicBool,
    /// Number of nodes of all threads, as far as reported.
    pub(crate) nodes: AtomicU64,
    pub(crate) threads: usize,
}

/// State of one thread during a search.
pub(crate) struct Worker<'a, S: SearchState> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) histories: &'a mut Histories<S::Action>,
    /// Limits of the search. Only the main thread has them; the others run until it stops them or
    /// the last depth is complete.
    pub(crate) limits: Option<&'a Limits<'a>>,
    /// Root actions, best first.
    pub(crate) root: Vec<RootLine<S::Action>>,
    pub(crate) root_depth: i32,
    /// Positions before the current one, starting with those of the game.
    pub(crate) path: Vec<HistoryEntry>,
    /// Positions before this index of the path cannot recur, because a null move lies between.
    pub(crate) path_floor: usize,
    pub(crate) frames: Vec<Frame>,
    /// Principal variation from each ply on.
    pub(crate) pv: Vec<Vec<S::Action>>,
    /// First ply at which null moves are allowed while one is being verified.
    pub(crate) null_min_ply: usize,
    pub(crate) buffers: MoveBuffers<S::Action>,
    /// Random outcomes of all open chance nodes, as a stack.
    pub(crate) chances: Vec<(u32, S::Chance)>,
    pub(crate) nodes: u64,
    /// Number of nodes already reported to the other threads.
    reported_nodes: u64,
    pub(crate) seldepth: usize,
    /// Whether a root action has been searched. There is then a result, and the caller may stop the
    /// search.
    pub(crate) has_result: bool,
    /// Whether the first depth is complete. The limit of nodes applies from then on.
    pub(crate) counts_nodes: bool,
    pub(crate) stopped: bool,
}

/// Data of one ply of the current line, for the nodes below it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Frame {
    /// Piece square of the current action; `None` for a null move.
    pub(crate) piece_square: Option<usize>,
    pub(crate) is_null: bool,
    /// Static evaluation; `None` in check.
    pub(crate) evaluation: Option<Score>,
    /// History index of the action excluded by a singular search.
    pub(crate) excluded: Option<usize>,
}

impl<'a, S: SearchState> Worker<'a, S> {
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        histories: &'a mut Histories<S::Action>,
        limits: Option<&'a Limits<'a>>,
        root: Vec<RootLine<S::Action>>,
    ) -> Worker<'a, S> {
        Worker {
            shared,
            histories,
            limits,
            root,
            root_depth: 0,
            path: shared.past.to_vec(),
            path_floor: 0,
            frames: vec![Frame::default(); MAX_PLY + 2],
            pv: (0..MAX_PLY + 2).map(|_| Vec::new()).collect(),
            null_min_ply: 0,
            buffers: MoveBuffers::new(),
            chances: Vec::new(),
            nodes: 0,
            reported_nodes: 0,
            seldepth: 0,
            has_result: limits.is_none(),
            counts_nodes: limits.is_none(),
            stopped: false,
        }
    }

    /// Counts a node. Returns whether the search must stop.
    #[inline]
    pub(crate) fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.has_result && !self.stopped {
            if self.nodes.is_multiple_of(LIMIT_CHECK_INTERVAL) {
                self.check_limits();
            } else if self.counts_nodes && self.shared.threads == 1 {
                self.stopped = self.limits.is_some_and(|limits| self.nodes > limits.nodes);
            }
        }
        self.stopped
    }

    /// Whether the first depth is not complete although it has taken very many nodes. Quiescence
    /// then follows no more captures and checks.
    pub(crate) const fn is_first_depth_too_long(&self) -> bool {
        !self.counts_nodes && self.nodes > MAX_FIRST_DEPTH_NODES
    }

    fn check_limits(&mut self) {
        self.report_nodes();
        let counts_nodes = self.counts_nodes || self.is_first_depth_too_long();
        self.stopped = match self.limits {
            Some(limits) => counts_nodes && self.all_nodes() > limits.nodes || (limits.stop)(),
            None => self.shared.stopped.load(Relaxed),
        };
    }

    /// Reports the nodes of this thread to the others.
    pub(crate) fn report_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.reported_nodes, Relaxed);
        self.reported_nodes = self.nodes;
    }

    /// Number of nodes of all threads, as far as known.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes - self.reported_nodes
    }

    /// Whether the limits forbid another depth.
    pub(crate) fn is_limit_reached(&self) -> bool {
        match self.limits {
            Some(limits) => self.all_nodes() >= limits.nodes || (limits.stop)(),
            None => self.shared.stopped.load(Relaxed),
        }
    }

    /// Piece squares of earlier actions of the line, as keys of the continuation history.
    #[inline]
    pub(crate) fn cont_keys(&self, ply: usize) -> ContKeys {
        let back = |plies| self.frames[ply.checked_sub(plies)?].piece_square;
        [back(1), back(2), back(4)]
    }

    /// Sets the principal variation from `ply` on to `action` and its continuation.
    pub(crate) fn update_pv(&mut self, state: &S, action: S::Action, ply: usize) {
        let (before, after) = self.pv.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(action);
        let first = self.chances.len();
        state.chances_into(action, &mut self.chances);
        if self.chances.len() == first {
            line.extend_from_slice(&after[0]);
        }
        self.chances.truncate(first);
    }
}
