use crate::{
    HistoryEntry, Limits, Score, SearchState,
    history::{Histories, Rows},
    params::{Params, Reductions},
    picker::Room,
    root_line::RootLine,
    table::Table,
};
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// No line is followed further.
pub(crate) const MAX_PLY: usize = 120;

/// How often the caller is asked whether to stop, and the other threads hear of nodes: every this
/// many nodes.
const ASK_EVERY: u64 = 512;

/// What all threads of one search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) params: &'a Params,
    pub(crate) reductions: &'a Reductions,
    /// The positions of the game before the root, the oldest first.
    pub(crate) past: &'a [HistoryEntry],
    /// By how much a root action may be worse than the best and still get its exact score.
    pub(crate) score_margin: Score,
    /// How many root actions get exact scores and lines.
    pub(crate) multi_pv: usize,
    /// No thread searches deeper.
    pub(crate) last_depth: u8,
    /// Set once the search is over.
    pub(crate) stopped: AtomicBool,
    /// The nodes of all threads, as far as they have told.
    pub(crate) nodes: AtomicU64,
    pub(crate) threads: usize,
}

/// One thread of a search while it runs.
pub(crate) struct Worker<'a, S: SearchState> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) histories: &'a mut Histories<S::Action>,
    /// Only one of the threads has limits; the others go on until it stops them, or the last depth is done.
    pub(crate) limits: Option<&'a Limits<'a>>,
    /// The actions at the root, the best first.
    pub(crate) root: Vec<RootLine<S::Action>>,
    pub(crate) root_depth: i32,
    /// The positions before the one at hand, those of the game first.
    pub(crate) path: Vec<HistoryEntry>,
    /// Positions before this place in the path cannot come back: a null move lies between.
    pub(crate) path_floor: usize,
    pub(crate) frames: Vec<Frame>,
    /// By ply: the line expected from there on.
    pub(crate) pv: Vec<Vec<S::Action>>,
    /// Null moves are not tried before this ply, while one is verified.
    pub(crate) null_floor: usize,
    pub(crate) room: Room<S::Action>,
    /// What chance may add: a stack over all open chance nodes.
    pub(crate) chances: Vec<(u32, S::Chance)>,
    pub(crate) nodes: u64,
    /// How many of them the others have heard of.
    told_nodes: u64,
    pub(crate) seldepth: usize,
    /// Set once an action of the root has been looked at: there is an answer, and the caller may end it.
    pub(crate) has_answer: bool,
    /// Set once the first depth is done: then nodes may end it.
    pub(crate) counts_nodes: bool,
    pub(crate) stopped: bool,
}

/// What a node leaves for those below it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Frame {
    /// Of the action being searched; `None` for a null move.
    pub(crate) piece_square: Option<usize>,
    pub(crate) is_null: bool,
    /// The static evaluation, not in check.
    pub(crate) evaluation: Option<Score>,
    /// The history index of an action that is left out.
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
            null_floor: 0,
            room: Room::new(),
            chances: Vec::new(),
            nodes: 0,
            told_nodes: 0,
            seldepth: 0,
            has_answer: limits.is_none(),
            counts_nodes: limits.is_none(),
            stopped: false,
        }
    }

    /// Counts a node; tells whether the search is cut short.
    #[inline]
    pub(crate) fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.has_answer && !self.stopped {
            if self.nodes.is_multiple_of(ASK_EVERY) {
                self.ask();
            } else if self.counts_nodes && self.shared.threads == 1 {
                self.stopped = self.limits.is_some_and(|limits| self.nodes > limits.nodes);
            }
        }
        self.stopped
    }

    fn ask(&mut self) {
        self.tell_nodes();
        self.stopped = match self.limits {
            Some(limits) => self.counts_nodes && self.all_nodes() > limits.nodes || (limits.stop)(),
            None => self.shared.stopped.load(Relaxed),
        };
    }

    /// Lets the other threads know how many nodes this one has visited.
    pub(crate) fn tell_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.told_nodes, Relaxed);
        self.told_nodes = self.nodes;
    }

    /// The nodes of all threads, as far as they are known.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes - self.told_nodes
    }

    /// Whether there is nothing left for another depth.
    pub(crate) fn is_spent(&self) -> bool {
        match self.limits {
            Some(limits) => self.all_nodes() >= limits.nodes || (limits.stop)(),
            None => self.shared.stopped.load(Relaxed),
        }
    }

    /// The actions of the line by which histories go.
    #[inline]
    pub(crate) fn rows(&self, ply: usize) -> Rows {
        let back = |plies| self.frames[ply.checked_sub(plies)?].piece_square;
        [back(1), back(2), back(4)]
    }

    /// The line from `ply` on begins with `action` now.
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
