use super::{judge::shipped_network, past::Past, state::XiangqiState};
use crate::{Lines, bot::search_lines};
use core::fmt;
use nnue::Network;
use search::{Info, Limits, SearchResult, Searcher};
use std::sync::Arc;
use xiangqi::{Move, Options, Position};

/// The strongest player of xiangqi, for analysis and for engine protocols: a position goes in,
/// lines and scores come out. It keeps what it has learnt until told to forget it.
pub struct Engine {
    searcher: Searcher<XiangqiState>,
    network: Option<Arc<Network>>,
    options: Options,
    start: Position,
    moves: Vec<Move>,
    position: Position,
    search_moves: Vec<Move>,
}

/// A move of a game that cannot be played where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    /// Which of the moves it is, from 0.
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
    /// An engine at the usual start, with a table of `hash_mb` MiB and so many threads, at least
    /// one of each.
    ///
    /// # Panics
    /// Where there is no room for the table: [`Engine::try_new`] is for sizes that come from outside.
    pub fn new(hash_mb: usize, threads: usize) -> Engine {
        let mut engine = Engine::try_new(hash_mb, threads).expect("there is room for the table");
        engine.grow_table(&|| true);
        engine
    }

    /// Lets the table grow to its size for as long as `goes_on` says so: a large one takes its time, and a
    /// search can do with what there is.
    pub fn grow_table(&mut self, goes_on: &dyn Fn() -> bool) {
        self.searcher.grow_table(goes_on);
    }

    /// As [`Engine::new`], with a table that has yet to [grow](Engine::grow_table); `None` where there is
    /// no room for it.
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

    /// Searches with so many threads, at least one. With more than one the answer depends on
    /// chance.
    pub fn set_threads(&mut self, count: usize) {
        self.searcher.set_threads(count);
    }

    /// The rules of repetition and the quiet limit it plays by. What was learnt under others is
    /// forgotten.
    pub fn set_options(&mut self, options: Options) {
        if options != self.options {
            self.options = options;
            self.searcher.clear();
        }
    }

    /// Who judges positions: a network, at first the one that ships, or without one the weights of
    /// [`evaluation`](super::evaluation). What was learnt from another judge is forgotten.
    ///
    /// ```
    /// use bots::{Limits, xiangqi::Engine};
    /// use nnue::training::Trainer;
    ///
    /// let mut engine = Engine::new(1, 1);
    /// let mut score = || engine.search(&Limits::of_nodes(500), &mut |_| {}).unwrap().score;
    /// let shipped = score();
    /// // One that has learnt nothing.
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

    /// Forgets everything learnt.
    pub fn clear_hash(&mut self) {
        self.searcher.clear();
    }

    /// Looks at the position that `moves` reach from `start`. The moves searched are all again.
    ///
    /// # Errors
    /// Names the first move that is not legal; the engine keeps the position it had.
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

    /// The position it looks at.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Searches only these moves at the root until the next position; those that are not legal
    /// are passed over. None of them: all moves.
    pub fn set_search_moves(&mut self, moves: &[Move]) {
        let legal = |played: &Move| self.position.is_legal(*played);
        self.search_moves = moves.iter().copied().filter(legal).collect();
    }

    /// Searches within the limits; `on_info` hears of every finished depth, once for each line.
    /// `None` when there is no legal move, or the game is drawn by its quiet plies or material.
    ///
    /// Moves that would lose at once by the rules of repetition are left out, unless all do.
    pub fn search(
        &mut self,
        limits: &Limits<'_>,
        on_info: &mut dyn FnMut(&Info<Move>),
    ) -> Option<SearchResult<Move>> {
        let (mut state, past) = self.prepare();
        self.searcher.search_with(&mut state, &past.entries, limits, on_info)
    }

    /// As [`Engine::search`], for this many lines, at least one.
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

    /// What a search begins with.
    fn prepare(&self) -> (XiangqiState, Past) {
        let past = Past::of(&self.position, &self.moves);
        let root_moves = match self.search_moves.is_empty() {
            true => past.playable(&self.position, &self.options),
            false => Some(self.search_moves.clone()),
        };
        let (position, network) = (self.position.clone(), self.network.clone());
        (XiangqiState::new(position, self.options, root_moves, network), past)
    }
}
