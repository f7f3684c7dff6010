use crate::{
    HistoryEntry, Info, Limits, Params, RootMove, Score, SearchResult, SearchState,
    history::Histories,
    params::Reductions,
    picker::{Kind, MoveBuffers, Picker},
    root_line::RootLine,
    table::Table,
    worker::{MAX_PLY, Shared, Worker},
};
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::{panic::resume_unwind, thread};

/// Searches positions and keeps its tables between searches.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/nim.rs")); }
/// # use nim::Nim;
/// use search::{Limits, Searcher};
///
/// let mut searcher = Searcher::new(1);
/// let limits = Limits::of_nodes(10_000);
/// let found = searcher.search(&mut Nim::new(7), &[], &limits).ok_or("nothing to do")?;
/// assert_eq!((found.action, &found.pv[..]), (3, &[3, 1, 3][..]));
/// // A player without matches has no action.
/// assert!(searcher.search(&mut Nim::new(0), &[], &limits).is_none());
/// # Ok::<(), &str>(())
/// ```
pub struct Searcher<S: SearchState> {
    table: Table,
    params: Params,
    reductions: Box<Reductions>,
    /// History tables, one for each thread.
    histories: Vec<Histories<S::Action>>,
    score_margin: Score,
    multi_pv: usize,
}

impl<S: SearchState> Searcher<S> {
    /// Creates a searcher with one thread and a table of this size in MiB.
    ///
    /// # Panics
    /// If the memory is not available. Use [`Searcher::try_new`] for sizes from outside.
    pub fn new(hash_mb: usize) -> Searcher<S> {
        let mut searcher = Searcher::try_new(hash_mb).expect("there is memory for the table");
        searcher.grow_table(&|| true);
        searcher
    }

    /// Creates a searcher with one thread and a table that may [grow](Searcher::grow_table) to this
    /// size in MiB. Returns `None` if the memory is not available.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/nim.rs")); }
    /// # use nim::Nim;
    /// use search::Searcher;
    ///
    /// assert!(Searcher::<Nim>::try_new(1).is_some());
    /// assert!(Searcher::<Nim>::try_new(usize::MAX).is_none());
    /// ```
    pub fn try_new(hash_mb: usize) -> Option<Searcher<S>> {
        let params = Params::default();
        Some(Searcher {
            table: Table::new(hash_mb.checked_mul(1024)?)?,
            reductions: Box::new(Reductions::new(&params)),
            params,
            histories: vec![Histories::new::<S>(MAX_PLY)],
            score_margin: 0,
            multi_pv: 1,
        })
    }

    /// Grows the table to its full size, as long as `goes_on` returns `true`. A large table takes
    /// time to allocate, and a search can run with a smaller one.
    pub fn grow_table(&mut self, goes_on: &dyn Fn() -> bool) {
        self.table.grow(goes_on);
    }

    /// Requests exact scores for all root actions within `margin` of the best one. Without it, only
    /// the best score is exact.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/nim.rs")); }
    /// # use nim::Nim;
    /// use search::{Limits, Searcher};
    ///
    /// let mut searcher = Searcher::new(1).with_score_margin(100);
    /// let limits = Limits::of_nodes(10_000).to_depth(4);
    /// let found = searcher.search(&mut Nim::new(40), &[], &limits).unwrap();
    /// // So far from the end, all three actions are equal, and each score is exact.
    /// assert!(found.root_moves.iter().all(|root| root.score == found.score));
    /// ```
    pub fn with_score_margin(self, margin: Score) -> Searcher<S> {
        Searcher { score_margin: margin, ..self }
    }

    /// Changes the score margin between searches; see [`Searcher::with_score_margin`].
    pub const fn set_score_margin(&mut self, margin: Score) {
        self.score_margin = margin;
    }

    /// Requests exact scores and lines for this number of best root actions.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/nim.rs")); }
    /// # use nim::Nim;
    /// use search::{Limits, Searcher};
    ///
    /// let mut searcher = Searcher::new(1);
    /// searcher.set_multi_pv(2);
    /// let mut lines = Vec::new();
    /// searcher.search_with(&mut Nim::new(6), &[], &Limits::of_nodes(10_000), &mut |info| {
    ///     if info.depth == 6 {
    ///         lines.push((info.multi_pv, info.pv[0]));
    ///     }
    /// });
    /// assert_eq!(lines[0], (1, 2));
    /// assert_eq!(lines.len(), 2);
    /// ```
    pub fn set_multi_pv(&mut self, lines: usize) {
        self.multi_pv = lines.max(1);
    }

    /// Sets the number of threads. With more than one, the result is not deterministic.
    pub fn set_threads(&mut self, count: usize) {
        self.histories.resize_with(count.max(1), || Histories::new::<S>(MAX_PLY));
    }

    /// The parameters of the search.
    pub const fn params(&self) -> &Params {
        &self.params
    }

    /// Sets the parameters of the search.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/nim.rs")); }
    /// # use nim::Nim;
    /// use search::{Params, Searcher};
    ///
    /// let mut searcher = Searcher::<Nim>::new(1);
    /// let params = Params { null_base: 4, ..Params::DEFAULT };
    /// searcher.set_params(params.clone());
    /// assert_eq!(*searcher.params(), params);
    /// ```
    pub fn set_params(&mut self, params: Params) {
        *self.reductions = Reductions::new(&params);
        self.params = params;
    }

    /// Clears all tables, so that the next search is like the first.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/nim.rs")); }
    /// # use nim::Nim;
    /// use search::{Limits, Searcher};
    ///
    /// let mut searcher = Searcher::new(1);
    /// let mut search = || {
    ///     searcher.clear();
    ///     searcher.search(&mut Nim::new(30), &[], &Limits::of_nodes(5_000)).map(|found| found.nodes)
    /// };
    /// assert_eq!(search(), search());
    /// ```
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.fill_with(|| Histories::new::<S>(MAX_PLY));
    }

    /// Searches with iterative deepening within the limits.
    ///
    /// `past` are the earlier positions of the game that can recur, oldest first. Returns `None` if
    /// the seat to move has no action or the game is over.
    ///
    /// # Panics
    /// If the game or the search panics, in any of the threads.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/nim.rs")); }
    /// # use nim::Nim;
    /// use search::{HistoryEntry, Limits, Rules, Searcher};
    ///
    /// let mut nim = Nim::new(9);
    /// let past = [HistoryEntry { key: nim.key(), in_check: false }];
    /// nim.make(1, None);
    /// let found = Searcher::new(1).search(&mut nim, &past, &Limits::of_nodes(100_000)).unwrap();
    /// assert!(found.score < 0, "eight are lost");
    /// ```
    pub fn search(
        &mut self,
        state: &mut S,
        past: &[HistoryEntry],
        limits: &Limits<'_>,
    ) -> Option<SearchResult<S::Action>> {
        self.search_with(state, past, limits, &mut |_| {})
    }

    /// Like [`Searcher::search`], and calls `on_info` after every completed depth.
    ///
    /// # Panics
    /// If the game or the search panics, in any of the threads.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/nim.rs")); }
    /// # use nim::Nim;
    /// use search::{Limits, Searcher};
    ///
    /// let mut depths = Vec::new();
    /// let limits = Limits::of_nodes(100_000).to_depth(3);
    /// Searcher::new(1).search_with(&mut Nim::new(20), &[], &limits, &mut |info| {
    ///     depths.push(info.depth);
    /// });
    /// assert_eq!(depths, [1, 2, 3]);
    /// ```
    pub fn search_with(
        &mut self,
        state: &mut S,
        past: &[HistoryEntry],
        limits: &Limits<'_>,
        on_info: &mut dyn FnMut(&Info<S::Action>),
    ) -> Option<SearchResult<S::Action>> {
        self.table.age();
        self.histories.iter_mut().for_each(Histories::age);
        let root = self.root_lines(state);
        root.first()?;
        let shared = Shared {
            table: &self.table,
            params: &self.params,
            reductions: &self.reductions,
            past,
            score_margin: self.score_margin,
            multi_pv: self.multi_pv,
            last_depth: limits.depth.max(1),
            stopped: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            threads: self.histories.len(),
        };
        let (own, others) = self.histories.split_first_mut()?;
        let (depth, lines) = thread::scope(|scope| {
            let mut helpers = Vec::new();
            for (number, histories) in others.iter_mut().enumerate() {
                let (shared, root, mut state) = (&shared, root.clone(), state.clone());
                let help = move || {
                    let mut worker = Worker::new(shared, histories, None, root);
                    // Every second helper starts one ply deeper, so that the threads differ.
                    let depth = worker.iterate(&mut state, 1 + number as u8 % 2, &mut |_| {});
                    (depth, worker.root)
                };
                // If a thread cannot be started, the search continues with fewer.
                helpers.extend(thread::Builder::new().spawn_scoped(scope, help));
            }
            let mut worker = Worker::new(&shared, own, Some(limits), root);
            let mut found = (worker.iterate(state, 1, on_info), worker.root);
            shared.stopped.store(true, Relaxed);
            for helper in helpers {
                // A panic is a bug of the game or of the search. Without the helper's result it
                // would only show as lost strength.
                let helped = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
                if helped.0 > found.0 {
                    found = helped;
                }
            }
            found
        });
        let nodes = shared.nodes.load(Relaxed);
        result(depth, nodes, lines)
    }

    /// The root actions in the order of the first iteration.
    fn root_lines(&self, state: &S) -> Vec<RootLine<S::Action>> {
        let mut lines = Vec::new();
        if state.ended().is_some() {
            return lines;
        }
        let Some(histories) = self.histories.first() else { return lines };
        let table_action = self.table.get(state.key()).and_then(|entry| entry.action);
        let mut buffers = MoveBuffers::new();
        let mut picker = Picker::new(&mut buffers, Kind::AllAtOnce, table_action, [None; 3], 0);
        while let Some(action) = picker.next(state, histories, &mut buffers, false) {
            lines.push(RootLine::new(action));
        }
        lines
    }
}

fn result<A: Copy>(depth: u8, nodes: u64, lines: Vec<RootLine<A>>) -> Option<SearchResult<A>> {
    let root_moves =
        lines.iter().map(|line| RootMove { action: line.action, score: line.score }).collect();
    let best = lines.into_iter().next()?;
    let RootLine { action, score, pv, .. } = best;
    Some(SearchResult { action, score, depth, nodes, pv, root_moves })
}
