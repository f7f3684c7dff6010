use crate::{End, GameResult, MatchScore, Verdict, any_opening, rules::Match, verdict::judge};
use bots::{Bot, Seeded};
use game::{Dice, Game, Observer, Played, Seat, SeatSet, Turn};

/// Plays `pairs` pairs. `report` receives the score after every pair and can end the match by
/// returning `false`.
pub fn play<G: Game>(
    rules: &Match<'_, G>,
    pairs: u32,
    bots: [&mut dyn Bot<G>; 2],
    mut report: impl FnMut(MatchScore) -> bool,
) -> MatchScore {
    let [first, second] = bots;
    let mut score = MatchScore::default();
    for pair in 0..pairs {
        let opening = rules.opening(pair, any_opening);
        for half in Half::BOTH {
            let game = play_game(rules, pair, half, &opening, [&mut *first, &mut *second]);
            score.add(game.played.verdict);
        }
        if !report(score) {
            break;
        }
    }
    score
}

/// Game of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    /// The first bot holds [`Match::seats`].
    First,
    /// The second bot holds them.
    Second,
}

impl Half {
    /// Both games of a pair.
    pub const BOTH: [Half; 2] = [Half::First, Half::Second];
}

/// Maximum number of draws of an opening before an unbalanced one is taken.
const MAX_DRAWS: u32 = 500;

impl<G: Game> Match<'_, G> {
    /// Draws the opening actions for both games of a pair. The draw is repeated until `is_even`
    /// accepts the result, given the view and the history of the seat on move. A set-up before them
    /// is drawn as well, but only for this check: in the game the bots set up first.
    pub fn opening(
        &self,
        pair: u32,
        mut is_even: impl FnMut(&G::View, &[Played<G::Action>]) -> bool,
    ) -> Vec<G::Action> {
        let mut dice = self.dice(pair);
        let mut actions = Vec::new();
        for _ in 0..MAX_DRAWS {
            // Same deal, other actions.
            let mut running = RunningGame::new(self, pair, self.seats);
            running.draw_set_up(&mut dice);
            actions = running.draw_actions(self.opening, &mut dice);
            let Turn::Seat(seat) = running.game.turn() else { break };
            let view = running.game.view(Observer::Seat(seat));
            if is_even(&view, &running.histories[seat.index()]) {
                break;
            }
        }
        actions
    }

    /// Random numbers of a pair after its deal.
    fn dice(&self, pair: u32) -> Seeded {
        let mut dice = Seeded::new(self.seed.wrapping_add(pair.into()));
        G::deal(&self.options, &mut dice);
        dice
    }
}

/// Finished game of a match.
#[derive(Clone, Debug)]
pub struct PlayedGame<G: Game> {
    /// Result.
    pub played: GameResult,
    /// Seats of the first bot.
    pub seats: SeatSet,
    /// Start position with all hidden information, after the set-up.
    pub start: String,
    /// Number of actions in the set-up.
    pub set_up: usize,
    /// The game at its end.
    pub game: G,
}

/// Plays one game of a match from its opening. With bots that keep no state, the result does not
/// depend on earlier games.
pub fn play_game<G: Game>(
    rules: &Match<'_, G>,
    pair: u32,
    half: Half,
    opening: &[G::Action],
    bots: [&mut dyn Bot<G>; 2],
) -> PlayedGame<G> {
    let seats = match half {
        Half::First => rules.seats,
        Half::Second => Seat::first(G::SEATS).filter(|&seat| !rules.seats.contains(seat)).collect(),
    };
    let mut running = RunningGame::new(rules, pair, seats);
    let end = running.play(opening, bots);
    let plies = running.game.history().len() as u32;
    let played = GameResult { verdict: running.verdict(end), end, plies };
    let (start, set_up) = running.start.take().unwrap_or_else(|| (running.game.truth_text(), 0));
    PlayedGame { played, seats, start, set_up, game: running.game }
}

/// Running game with its bots.
struct RunningGame<'a, 'b, G: Game> {
    rules: &'a Match<'b, G>,
    game: G,
    /// Seats of the first bot.
    seats: SeatSet,
    /// Actions as seen by each seat.
    histories: [Vec<Played<G::Action>>; Seat::MAX as usize],
    dice: Seeded,
    /// Position and number of plies after the set-up.
    start: Option<(String, usize)>,
}

impl<'a, 'b, G: Game> RunningGame<'a, 'b, G> {
    fn new(rules: &'a Match<'b, G>, pair: u32, seats: SeatSet) -> RunningGame<'a, 'b, G> {
        let seed = rules.seed.wrapping_add(pair.into());
        let deal = G::deal(&rules.options, &mut Seeded::new(seed));
        let game = G::start(rules.options.clone(), deal);
        RunningGame {
            rules,
            game,
            seats,
            histories: Default::default(),
            dice: Seeded::new(!seed),
            start: None,
        }
    }

    fn play(&mut self, opening: &[G::Action], bots: [&mut dyn Bot<G>; 2]) -> End {
        let mut opening = opening.iter().copied();
        while (self.game.history().len() as u32) < self.rules.plies {
            let turn = self.game.turn();
            if self.start.is_none() && !matches!(turn, Turn::Setup(_)) {
                self.start = Some((self.game.truth_text(), self.game.history().len()));
            }
            let Some(seat) = turn.seats().iter().next() else { break };
            let next = if matches!(turn, Turn::Seat(_)) { opening.next() } else { None };
            // After the bots' own set-up, a drawn action may be illegal; then the bot acts.
            let drawn = next.filter(|action| self.game.legal(seat).contains(action));
            let action = drawn.or_else(|| {
                let bot = usize::from(!self.seats.contains(seat));
                let view = self.game.view(Observer::Seat(seat));
                let history = &self.histories[seat.index()];
                let limits = &self.rules.limits[bot];
                bots[bot].choose(&view, history, limits, &mut self.dice).map(|choice| choice.action)
            });
            if !action.is_some_and(|action| self.act(seat, action)) {
                return End::Illegal;
            }
        }
        self.game.outcome().map_or(End::TooLong, |outcome| End::Rules(outcome.reason))
    }

    /// Plays an action and adds it to the histories of all seats. Returns `false` if it is illegal.
    fn act(&mut self, seat: Seat, action: G::Action) -> bool {
        let Ok(played) = self.game.play(seat, action) else { return false };
        for hearer in Seat::first(G::SEATS) {
            if self.game.describe_for(&played, Observer::Seat(hearer)).is_some() {
                self.histories[hearer.index()].push(played);
            }
        }
        true
    }

    /// Plays a random set-up.
    fn draw_set_up(&mut self, dice: &mut Seeded) {
        while let Turn::Setup(seats) = self.game.turn() {
            let Some(seat) = seats.iter().next() else { break };
            let legal = self.game.legal(seat);
            let Some(&action) = legal.get(dice.roll(legal.len() as u32) as usize) else { break };
            self.act(seat, action);
        }
    }

    /// Plays up to `count` random actions.
    fn draw_actions(&mut self, count: u32, dice: &mut Seeded) -> Vec<G::Action> {
        let mut drawn = Vec::new();
        for _ in 0..count {
            let Turn::Seat(seat) = self.game.turn() else { break };
            let legal = self.game.legal(seat);
            let roll = dice.roll(legal.len() as u32) as usize;
            let Some(&action) = legal.get(roll) else { break };
            self.act(seat, action);
            drawn.push(action);
        }
        drawn
    }

    fn verdict(&self, end: End) -> Verdict {
        let is_first = |seat| self.seats.contains(seat);
        match (end, self.game.turn().seats().iter().next()) {
            (End::Illegal | End::Time | End::Crash, Some(seat)) if is_first(seat) => Verdict::Lost,
            (End::Illegal | End::Time | End::Crash, Some(_)) => Verdict::Won,
            _ => self
                .game
                .outcome()
                .map_or(Verdict::Drawn, |outcome| judge(outcome, G::SEATS, is_first)),
        }
    }
}
