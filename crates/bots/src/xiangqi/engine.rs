use super::{judge::shipped_network, past::Past, state::XiangqiState};
use crate::{Lines, bot::search_lines};
use core::fmt;
use nnue::Network;
use search::{Info, Limits, SearchResult, Searcher};
use std::sync::Arc;
use xiangqi::{Move, Options, Position};

/// The strongest xiangqi player, for analysis and engine protocols: takes a position and returns
/// lines and scores. It keeps what it has learnt until it is cleared.
pub struct Engine {
    searcher: Searcher<XiangqiState>,
    network: Option<Arc<Network>>,
    options: Options,
    start: Position,
    moves: Vec<Move>,
    position: Position,
    search_moves: Vec<Move>,
}

/// An illegal move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    /// Index of the move, from 0.
    pub index: usize,
    /// The move.
    pub played: Move,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} of the game, `{}`, is not legal", self.index + 1, self.played)
    }
}

impl core::error::Error for IllegalMove {}

impl Engine {
    /// Creates an engine at the starting position with a table of `hash_mb` MiB and `threads`
    /// threads, at least one of each.
    ///
    /// # Panics
    /// If the table cannot be allocated. Use [`Engine::try_new`] for sizes from outside.
    pub fn new(hash_mb: usize, threads: usize) -> Engine {
        let mut engine = Engine::try_new(hash_mb, threads).expect("there is room for the table");
        engine.grow_table(&|| true);
        engine
    }

    /// Grows the table to its full size while `goes_on` returns `true`. Large tables take time, and
    /// a search works with a partial one.
    pub fn grow_table(&mut self, goes_on: &dyn Fn() -> bool) {
        self.searcher.grow_table(goes_on);
    }

    /// As [`Engine::new`], with a table that still has to [grow](Engine::grow_table). `None` if it
    /// cannot be allocated.
    pub fn try_new(hash_mb: usize, threads: usize) -> Option<Engine> {
        let mut searcher = Searcher::try_new(hash_mb.max(1))?;
        searcher.set_threads(threads);
        Some(Engine {
            searcher,
            network: shipped_network(),
            options: Options::DEFAULT,
            start: Position::start(),
            moves: Vec::new(),
            position: Position::start(),
            search_moves: Vec::new(),
        })
    }

    /// Sets the number of search threads, at least one. With more than one, results vary.
    pub fn set_threads(&mut self, count: usize) {
        self.searcher.set_threads(count);
    }

    /// Sets the rules of repetition and quiet moves. If they change, the table is cleared.
    pub fn set_options(&mut self, options: Options) {
        if options != self.options {
            self.options = options;
            self.searcher.clear();
        }
    }

    /// Sets the evaluation network; `None` uses the weights of [`evaluation`](super::evaluation).
    /// Initially the shipped network is used. If it changes, the table is cleared.
    ///
    /// ```
    /// use bots::{Limits, xiangqi::Engine};
    /// use nnue::training::Trainer;
    ///
    /// let mut engine = Engine::new(1, 1);
    /// let mut score = || engine.search(&Limits::of_nodes(500), &mut |_| {}).unwrap().score;
    /// let shipped = score();
    /// // An untrained network.
    /// let network = Trainer::new(&mut conformance::TestDice::new(1)).network();
    /// engine.set_network(Some(network.into()));
    /// assert_ne!(engine.search(&Limits::of_nodes(500), &mut |_| {}).unwrap().score, shipped);
    /// ```
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        if network != self.network {
            self.network = network;
            self.searcher.clear();
        }
    }

    /// Clears everything learnt.
    pub fn clear_hash(&mut self) {
        self.searcher.clear();
    }

    /// Sets the position reached by `moves` from `start`, and searches all moves again.
    ///
    /// # Errors
    /// [`IllegalMove`] with the first illegal move; the previous position is kept.
    pub fn set_position(&mut self, start: Position, moves: &[Move]) -> Result<(), IllegalMove> {
        let mut position = start.clone();
        for (index, &played) in moves.iter().enumerate() {
            if !position.is_legal(played) {
                return Err(IllegalMove { index, played });
            }
            position.make(played);
        }
        self.start = start;
        self.moves = moves.to_vec();
        self.position = position;
        self.search_moves.clear();
        Ok(())
    }

    /// The current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Restricts the root to these moves until the next position; illegal ones are ignored. If none
    /// is left, all moves are searched.
    pub fn set_search_moves(&mut self, moves: &[Move]) {
        let legal = |played: &Move| self.position.is_legal(*played);
        self.search_moves = moves.iter().copied().filter(legal).collect();
    }

    /// Searches within the limits. `on_info` is called for every completed depth, once per line.
    /// `None` if there is no legal move or the game is drawn by quiet plies or material.
    ///
    /// Moves that lose immediately by the repetition rules are skipped, unless all do.
    pub fn search(
        &mut self,
        limits: &Limits<'_>,
        on_info: &mut dyn FnMut(&Info<Move>),
    ) -> Option<SearchResult<Move>> {
        let (mut state, past) = self.prepare();
        self.searcher.search_with(&mut state, &past.entries, limits, on_info)
    }

    /// As [`Engine::search`], for `count` lines, at least one.
    ///
    /// ```
    /// use bots::{Limits, xiangqi::Engine};
    ///
    /// let mut engine = Engine::new(1, 1);
    /// let found = engine.lines(&Limits::of_nodes(2_000), 3, &mut |_| {}).ok_or("no move")?;
    /// assert_eq!(found.lines.len(), 3);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn lines(
        &mut self,
        limits: &Limits<'_>,
        count: usize,
        on_info: &mut dyn FnMut(&Info<Move>),
    ) -> Option<Lines<Move>> {
        let (mut state, past) = self.prepare();
        search_lines(&mut self.searcher, &mut state, &past.entries, limits, count, on_info)
    }

    /// Prepares a search.
    fn prepare(&self) -> (XiangqiState, Past) {
        let past = Past::of(&self.position, &self.moves);
        let root_moves = if self.search_moves.is_empty() {
            past.playable(&self.position, &self.options)
        } else {
            Some(self.search_moves.clone())
        };
        let (position, network) = (self.position.clone(), self.network.clone());
        (XiangqiState::new(position, self.options, root_moves, network), past)
    }
}
