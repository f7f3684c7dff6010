use crate::{
    HistoryEntry, Info, Limits, Params, RootMove, Score, SearchResult, SearchState,
    history::Histories,
    params::Reductions,
    picker::{Kind, Picker, Room},
    root_line::RootLine,
    table::Table,
    worker::{MAX_PLY, Shared, Worker},
};
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

/// Looks ahead, and remembers between searches what it has learnt.
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
/// // Whoever faces no matches has nothing to do.
/// assert!(searcher.search(&mut Nim::new(0), &[], &limits).is_none());
/// # Ok::<(), &str>(())
/// ```
pub struct Searcher<S: SearchState> {
    table: Table,
    params: Params,
    reductions: Box<Reductions>,
    /// One for each thread.
    histories: Vec<Histories<S::Action>>,
    score_margin: Score,
    multi_pv: usize,
}

impl<S: SearchState> Searcher<S> {
    /// A searcher with one thread whose table takes this many MiB.
    ///
    /// # Panics
    /// Where there is no room for it: [`Searcher::try_new`] is for sizes that come from outside.
    pub fn new(hash_mb: usize) -> Searcher<S> {
        let mut searcher = Searcher::try_new(hash_mb).expect("there is room for the table");
        searcher.grow_table(&|| true);
        searcher
    }

    /// A searcher with one thread whose table may [grow](Searcher::grow_table) to this many MiB; `None`
    /// where there is no room for it.
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

    /// Lets the table grow to its size for as long as `goes_on` says so: a large one takes its time, and a
    /// search can do with what there is.
    pub fn grow_table(&mut self, goes_on: &dyn Fn() -> bool) {
        self.table.grow(goes_on);
    }

    /// Asks for the exact scores of all root actions that are at most `margin` worse than the
    /// best. Without it only the best one's is exact.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/nim.rs")); }
    /// # use nim::Nim;
    /// use search::{Limits, Searcher};
    ///
    /// let mut searcher = Searcher::new(1).with_score_margin(100);
    /// let limits = Limits::of_nodes(10_000).to_depth(4);
    /// let found = searcher.search(&mut Nim::new(40), &[], &limits).unwrap();
    /// // So far from the end all three look alike, and each of the scores is exact.
    /// assert!(found.root_moves.iter().all(|root| root.score == found.score));
    /// ```
    pub fn with_score_margin(self, margin: Score) -> Searcher<S> {
        Searcher { score_margin: margin, ..self }
    }

    /// As [`Searcher::with_score_margin`], between searches.
    pub const fn set_score_margin(&mut self, margin: Score) {
        self.score_margin = margin;
    }

    /// Asks for exact scores and lines of this many root actions, the best ones.
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

    /// Searches with so many threads. With more than one the answer depends on chance.
    pub fn set_threads(&mut self, count: usize) {
        self.histories.resize_with(count.max(1), || Histories::new::<S>(MAX_PLY));
    }

    /// The numbers that the search goes by.
    pub const fn params(&self) -> &Params {
        &self.params
    }

    /// Sets the numbers that the search goes by.
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

    /// Forgets everything learnt: the next search is as if it were the first.
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

    /// Searches deeper and deeper within the limits. `past` are the game's earlier positions
    /// that could come back, the oldest first. `None` when the seat on move has no action, or the
    /// game is over.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/nim.rs")); }
    /// # use nim::Nim;
    /// use search::{HistoryEntry, Limits, SearchState, Searcher};
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

    /// As [`Searcher::search`]; `on_info` hears of every finished depth.
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
                    // Half of them are a ply ahead, so that not all do the same.
                    let depth = worker.iterate(&mut state, 1 + number as u8 % 2, &mut |_| {});
                    (depth, worker.root)
                };
                // Where no thread can be had, the search goes on with those there are.
                helpers.extend(thread::Builder::new().spawn_scoped(scope, help));
            }
            let mut worker = Worker::new(&shared, own, Some(limits), root);
            let mut found = (worker.iterate(state, 1, on_info), worker.root);
            shared.stopped.store(true, Relaxed);
            for helped in helpers.into_iter().filter_map(|helper| helper.join().ok()) {
                if helped.0 > found.0 {
                    found = helped;
                }
            }
            found
        });
        let nodes = shared.nodes.load(Relaxed);
        result(depth, nodes, lines)
    }

    /// The root actions in the order in which they are tried first.
    fn root_lines(&self, state: &S) -> Vec<RootLine<S::Action>> {
        let mut lines = Vec::new();
        if state.ended().is_some() {
            return lines;
        }
        let Some(histories) = self.histories.first() else { return lines };
        let first = self.table.get(state.key()).and_then(|entry| entry.action);
        let mut room = Room::new();
        let mut picker = Picker::new(&mut room, Kind::Evasions, first, [None; 3], 0);
        while let Some(action) = picker.next(state, histories, &mut room, false) {
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
