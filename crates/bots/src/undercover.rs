mod aside;
mod beliefs;
mod consider;
mod own_mole;
mod set_up;
mod state;

use crate::{
    Bot, Choice, Level, Line, Lines,
    bot::{own_score, search_lines},
    levels,
    oversight::Oversight,
    strength::Strength,
    xiangqi::{MAX_RELUCTANCE, Past, Reach, book_move, own_moves, reluctance},
};
use aside::Aside;
use beliefs::{Beliefs, Worth};
use game::{Dice, Played, View};
use games::Variant;
use own_mole::{OwnMole, Secret, Turn};
use search::{HistoryEntry, Limits, Score, Searcher};
use state::UndercoverState;
use undercover::{Action, Mole, Position, Rearrange, Sighting, Stage, Undercover, UndercoverView};
use xiangqi::{Kind, Move, Side, Square};

/// A player of undercover xiangqi.
///
/// It chooses a move from public facts, as if its own mole could be any pawn of the other side.
/// Its own mole decides only when turning it, or not capturing it, is clearly better
/// (`own_mole.rs`). So its moves do not reveal its mole. `docs/undercover-player.md` has the
/// mathematics and the measurements.
pub struct UndercoverBot {
    strength: Strength,
    reach: Reach,
    manner: Manner,
    /// Searches public worlds only, so that its table contains nothing about the own mole.
    searcher: Searcher<UndercoverState>,
    /// Searches the possible places of the other side's mole; public worlds only.
    doubts: Box<Searcher<UndercoverState>>,
    /// Searches worlds that contain the own mole.
    secrets: Box<Searcher<UndercoverState>>,
    /// Beliefs about the other side's mole in this game.
    beliefs: Beliefs,
    /// The other side's mole as if it were known.
    assumed_mole: Option<Mole>,
    /// Whether lines and values assume that both sides know both moles.
    are_moles_public: bool,
}

/// How a player treats the moles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Chooses moves from public facts, and looks at its own mole for the decision to turn it.
    Careful,
    /// Searches all places of the other side's mole equally, with its own mole known.
    Uniform,
    /// Ignores both moles.
    NeverTurns,
    /// Ignores the other side's mole. Turns its own as soon as that scores better than any move.
    TurnsAtGain,
}

/// A position with an assumption about every mole, and the positions before it.
type World = (UndercoverState, Vec<HistoryEntry>);

/// Size of the main transposition table.
const HASH_MB: usize = 16;
/// Size of the table for the other side's mole.
const DOUBTS_MB: usize = 4;
/// Size of the table for the own mole.
const SECRETS_MB: usize = 4;

/// One node in this number goes into the decision to turn the own mole, while turning is allowed.
const TURN_SHARE: u64 = 8;
/// The same while turning is not allowed yet: only a capture of the own mole needs nodes.
const BARRED_SHARE: u64 = 50;

impl UndercoverBot {
    /// Creates a player of this level.
    pub fn new(level: Level) -> UndercoverBot {
        UndercoverBot::with_manner(level, Manner::Careful)
    }

    /// Creates a player of this level and manner.
    pub fn with_manner(level: Level, manner: Manner) -> UndercoverBot {
        let strength = Strength::of(level, &levels::UNDERCOVER);
        let margin = strength.exact_margin(MAX_RELUCTANCE);
        UndercoverBot {
            strength,
            reach: Reach::of(level),
            manner,
            searcher: Searcher::new(HASH_MB).with_score_margin(margin),
            doubts: Box::new(Searcher::new(DOUBTS_MB)),
            secrets: Box::new(Searcher::new(SECRETS_MB)),
            beliefs: Beliefs::default(),
            assumed_mole: None,
            are_moles_public: false,
        }
    }

    /// Sets whether lines and values assume that both sides know both moles. It is for the analysis
    /// of finished games, whose views show them; a mole that a view hides counts as lost.
    pub const fn assume_public_moles(&mut self, are_public: bool) {
        self.are_moles_public = are_public;
    }

    /// Sets the other side's mole as if it were known, to measure the value of secrecy. An
    /// impossible mole is ignored.
    pub fn assume_mole(&mut self, mole: Option<Mole>) {
        self.assumed_mole = mole;
    }
}

impl Bot<Undercover> for UndercoverBot {
    fn choose(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<Action>> {
        if view.stage() != Stage::Play {
            let action = self.set_up(view, limits, dice)?;
            return Some(Choice { action, score: 0, nodes: 0 });
        }
        view.legal().first()?;
        let limits = self.strength.limit(limits);
        match self.manner {
            Manner::NeverTurns | Manner::TurnsAtGain => {
                return self.play_openly(view, history, &limits);
            }
            Manner::Uniform => return self.weigh(view, history, &limits),
            Manner::Careful => {}
        }
        let decision = if self.strength.score_margin > 0 {
            self.choose_imprecisely(view, history, &limits, dice)
        } else {
            match self.barred_book_move(view, dice) {
                Some(action) => Some(Decision::public(Choice { action, score: 0, nodes: 0 })),
                None => self.consider(view, history, &limits),
            }
        }?;
        // The same number of draws in every world, so that later draws do not depend on the mole.
        let overlooked = self.strength.attention.map_or(0, |attention| attention.chances);
        let overlooks = dice.roll(100) < overlooked;
        let draw = dice.roll(own_mole::DRAWS);
        Some(self.settle(decision, |turn| !overlooks && draw >= turn.held, history))
    }

    fn evaluate(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
    ) -> Option<Score> {
        // The other side sees whether a draw is accepted. So the own mole must not decide it.
        let mut worlds = self.worlds(view, &OpenPast::of(view, history));
        let (count, limits) = (worlds.len() as u64, self.strength.limit(limits));
        let each = limits.within(limits.nodes / count.max(1));
        let mut sum = 0;
        for (world, past) in &mut worlds {
            sum += i64::from(self.searcher.search(world, past, &each)?.score);
        }
        let mean = sum.checked_div(worlds.len() as i64)?;
        Some(own_score(view, mean as Score))
    }

    fn lines(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
        count: usize,
    ) -> Option<Lines<Action>> {
        if view.stage() != Stage::Play {
            return None;
        }
        view.legal().first()?;
        let limits = self.strength.limit(limits);
        if self.are_moles_public {
            // Nothing is hidden, so that this is a search as in xiangqi.
            let (mut world, past) = OpenPast::of(view, history).world(view.imagine(Mole::Lost)?);
            let searcher = &mut self.secrets;
            return search_lines(searcher, &mut world, &past, &limits, count, &mut |_| {});
        }
        // The line has one action, because the rest depends on the other side's mole. A player who
        // follows hints reveals the own mole no more than the computer does.
        let decision = self.consider(view, history, &limits)?;
        let choice = self.settle(decision, |turn| turn.held <= own_mole::DRAWS / 2, history);
        let line = Line { actions: vec![choice.action], score: choice.score };
        Some(Lines { lines: vec![line], depth: 0, nodes: choice.nodes })
    }

    fn value(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        action: Action,
        limits: &Limits<'_>,
    ) -> Option<Score> {
        if view.stage() != Stage::Play {
            return None;
        }
        let open = OpenPast::of(view, history);
        let limits = self.strength.limit(limits);
        let (searcher, (mut world, past)) = match action {
            // An observer who does not know the mole learns of it by its turn.
            Action::Turn(square) => {
                let side = view.side()?;
                let mut moles = [Mole::Lost; 2];
                moles[side.index()] = view.mole(side).known().unwrap_or(Mole::At(square));
                moles[(!side).index()] = view.mole(!side).known().unwrap_or(Mole::Lost);
                (&mut *self.secrets, open.world(with_moles(view, moles)?))
            }
            _ if self.are_moles_public => {
                (&mut *self.secrets, open.world(view.imagine(Mole::Lost)?))
            }
            _ => (&mut self.searcher, open.public_world(view, Mole::Lost)?),
        };
        world.only = Some(action);
        Some(searcher.search(&mut world, &past, &limits)?.score)
    }
}

/// The action that public facts decide, and the findings about the own mole.
struct Decision {
    public: Choice<Action>,
    own_mole: Option<OwnMole>,
    /// Values, by place of the other side's mole, of the action that was checked last.
    checked: Option<Worth>,
    /// The same for the public action.
    worth: Option<Worth>,
}

impl Decision {
    /// A decision without findings.
    const fn public(public: Choice<Action>) -> Decision {
        Decision { public, own_mole: None, checked: None, worth: None }
    }
}

impl UndercoverBot {
    /// Chooses between the public action and the findings about the own mole, and remembers the
    /// choice. `turns` draws whether the mole is turned.
    fn settle(
        &mut self,
        decision: Decision,
        turns: impl Fn(&Turn) -> bool,
        history: &[Played<Action>],
    ) -> Choice<Action> {
        let Decision { public, own_mole, checked, worth } = decision;
        let choice = own_mole.map_or(public, |found| found.choose(public, turns));
        let worth = worth.filter(|worth| worth.action == choice.action);
        self.beliefs.choose(checked, worth, history.len() + 1);
        choice
    }

    /// Returns a public world for each possible place of the other side's mole.
    fn worlds(&self, view: &UndercoverView, open: &OpenPast) -> Vec<World> {
        let worlds = self.suspects(view).into_iter();
        worlds.filter_map(|mole| open.public_world(view, mole)).collect()
    }

    /// Possible states of the other side's mole.
    fn suspects(&self, view: &UndercoverView) -> Vec<Mole> {
        let suspects = suspects(view);
        let known =
            self.assumed_mole.filter(|mole| suspects.contains(mole) || mole.square().is_none());
        known.map_or(suspects, |mole| vec![mole])
    }

    /// A move of the book of xiangqi. It depends on the public board only. No capture, because the
    /// pawn might be the own mole.
    fn by_the_book(&self, view: &UndercoverView, dice: &mut dyn Dice) -> Option<Action> {
        let played = book_move(view.board(), self.reach, dice)?;
        let action = Action::Move(played);
        let is_quiet = view.board().piece_at(played.to).is_none();
        (is_quiet && view.legal().contains(&action)).then_some(action)
    }

    /// A move of the book while the own mole may not be turned yet, so that there is nothing else
    /// to consider.
    fn barred_book_move(&self, view: &UndercoverView, dice: &mut dyn Dice) -> Option<Action> {
        let is_barred = view.side().is_some_and(|side| view.barred(side) > 0);
        if is_barred { self.by_the_book(view, dice) } else { None }
    }

    /// Decides as an imprecise level: it assumes one place of the other side's mole and chooses
    /// among moves that it considers equal.
    fn choose_imprecisely(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Decision> {
        let open = OpenPast::of(view, history);
        let mut worlds = self.worlds(view, &open);
        let assumed = dice.roll(worlds.len() as u32) as usize;
        let (world, past) = worlds.get_mut(assumed)?;
        let moves = last_moves(history);
        if let Some(attention) = self.strength.attention {
            let oversight = Oversight::draw(attention, moves.last().copied(), dice);
            past.iter_mut().for_each(|entry| entry.key ^= oversight.salt());
            world.overlook(oversight);
        }
        let secret_nodes = limits.nodes / secret_share(view);
        let public_limits = limits.within(limits.nodes - secret_nodes);
        let Some(mut found) = self.searcher.search(world, past, &public_limits) else {
            return self.only_turn(view, &open, limits);
        };
        let own = own_moves(&moves);
        self.strength.heed_habits(&mut found, |action| match action {
            Action::Move(played) => reluctance(view.board(), &own, played),
            _ => 0,
        });
        let public = match self.by_the_book(view, dice) {
            Some(action) => Choice { action, score: found.score, nodes: found.nodes },
            None => self.strength.pick(Variant::Undercover, &found, dice),
        };
        let mut aside = Aside::new(&mut self.secrets, limits);
        // A level with a small depth rarely reaches its number of nodes.
        aside.may_spend(limits.nodes.saturating_sub(found.nodes));
        let own_mole = Secret::of(view, &open)
            .and_then(|mut secret| secret.look(&mut aside, public.action, found.depth));
        let public = Choice { nodes: public.nodes + aside.spent(), ..public };
        Some(Decision { own_mole, ..Decision::public(public) })
    }

    /// Decides where no move is legal: only the turn of the own mole may be.
    fn only_turn(
        &mut self,
        view: &UndercoverView,
        open: &OpenPast,
        limits: &Limits<'_>,
    ) -> Option<Decision> {
        let action = own_turn(view)?;
        let (mut world, past) = open.world(view.imagine(Mole::Lost)?);
        let found = self.secrets.search(&mut world, &past, limits)?;
        Some(Decision::public(Choice { action, score: found.score, nodes: found.nodes }))
    }

    /// Plays without the other side's mole, and with or without its own.
    fn play_openly(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
    ) -> Option<Choice<Action>> {
        let side = view.side()?;
        let lost = [Mole::Lost; 2];
        let turn = own_turn(view);
        let open = OpenPast::of(view, history);
        let state = |moles| Some(open.world(with_moles(view, moles)?));
        let half = limits.within(limits.nodes / 2);
        let is_torn = turn.is_some() && self.manner == Manner::TurnsAtGain;
        let limits = if is_torn { &half } else { limits };
        let (mut plain, past) = state(lost)?;
        let found = self.searcher.search(&mut plain, &past, limits);
        let moved = found.map(|found| Choice {
            action: found.action,
            score: found.score,
            nodes: found.nodes,
        });
        let Some(action @ Action::Turn(square)) = turn.filter(|_| is_torn || moved.is_none())
        else {
            return moved;
        };
        let mut moles = lost;
        moles[side.index()] = Mole::At(square);
        let (mut turned, _) = state(moles)?;
        turned.only = Some(action);
        let found = self.searcher.search(&mut turned, &[], limits)?;
        match moved {
            Some(moved) if moved.score >= found.score => Some(moved),
            _ => Some(Choice { action, score: found.score, nodes: found.nodes }),
        }
    }

    /// Searches all worlds to the same depth, deeper and deeper. After each depth it evaluates the
    /// best action of each world in all worlds, and leads with the best mean.
    fn weigh(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
    ) -> Option<Choice<Action>> {
        let open = OpenPast::of(view, history);
        let positions = self.suspects(view).into_iter().filter_map(|mole| view.imagine(mole));
        let mut worlds: Vec<World> = positions.map(|position| open.world(position)).collect();
        let mut spent = 0;
        let mut answer: Option<Choice<Action>> = None;
        for depth in 1..=limits.depth {
            let is_first = answer.is_none();
            let Some(choice) = self.weigh_to(&mut worlds, depth, limits, &mut spent, is_first)
            else {
                break;
            };
            answer = Some(choice);
            if search::is_decided(choice.score) || spent >= limits.nodes || (limits.stop)() {
                break;
            }
        }
        answer.map(|choice| Choice { nodes: spent, ..choice })
    }

    /// Weighs to one depth. `None` if a limit interrupted it; the first depth is never interrupted.
    fn weigh_to(
        &mut self,
        worlds: &mut [World],
        depth: u8,
        limits: &Limits<'_>,
        spent: &mut u64,
        is_first: bool,
    ) -> Option<Choice<Action>> {
        let mut look = |world: &mut UndercoverState, past: &[HistoryEntry]| {
            let left = limits.nodes.saturating_sub(*spent).max(1);
            let found =
                self.searcher.search(world, past, &Limits { nodes: left, depth, ..*limits })?;
            *spent += found.nodes;
            let finished = found.depth >= depth || search::is_decided(found.score);
            (is_first || finished).then_some((found.action, found.score))
        };
        let mut candidates: Vec<Action> = Vec::new();
        for (world, past) in worlds.iter_mut() {
            let (action, _) = look(world, past)?;
            if !candidates.contains(&action) {
                candidates.push(action);
            }
        }
        let mut best: Option<Choice<Action>> = None;
        for action in candidates {
            let mut sum = 0;
            for (world, past) in worlds.iter_mut() {
                world.only = Some(action);
                let value = look(world, past);
                world.only = None;
                sum += i64::from(value?.1);
            }
            let score = (sum / worlds.len() as i64) as Score;
            if best.is_none_or(|best| score > best.score) {
                best = Some(Choice { action, score, nodes: 0 });
            }
        }
        best
    }
}

/// One node in this number goes into the decision about the own mole. Depends on public facts
/// only, so that neither the depth nor the time of the public search reveals the mole.
fn secret_share(view: &UndercoverView) -> u64 {
    let Some(side) = view.side() else { return u64::MAX };
    if view.mole(side) == Sighting::Known(Mole::Turned) || free_pawns(view, !side).next().is_none()
    {
        u64::MAX
    } else if view.barred(side) > 0 {
        BARRED_SHARE
    } else {
        TURN_SHARE
    }
}

/// The public part of the earlier moves. It is the same in all worlds.
struct OpenPast {
    options: xiangqi::Options,
    entries: Vec<HistoryEntry>,
    /// Moves that would lose by the rules of repetition.
    losing: Vec<Move>,
}

impl OpenPast {
    fn of(view: &UndercoverView, history: &[Played<Action>]) -> OpenPast {
        let options = view.options().xiangqi;
        let past = Past::of(view.board(), &last_moves(history));
        let losing = past.losing_repetitions(view.board(), &options);
        OpenPast { options, entries: past.entries, losing }
    }

    /// The world of this position, with the keys that earlier positions have in this world.
    fn world(&self, position: Position) -> World {
        let secret = game::Position::key(&position) ^ position.board().key();
        let earlier =
            self.entries.iter().map(|entry| HistoryEntry { key: entry.key ^ secret, ..*entry });
        (UndercoverState::new(position, self.options, self.losing.clone()), earlier.collect())
    }

    /// The world as the other side may see it: the viewer's own mole can be any free pawn, and
    /// `theirs` is the other side's mole unless that is public.
    ///
    /// The world is the same for every own mole that is not turned.
    fn public_world(&self, view: &UndercoverView, theirs: Mole) -> Option<World> {
        let side = view.side()?;
        let mut moles = [Mole::Lost; 2];
        moles[(!side).index()] = view.mole(!side).known().unwrap_or(theirs);
        let has_turned = view.mole(side) == Sighting::Known(Mole::Turned);
        if has_turned {
            moles[side.index()] = Mole::Turned;
        }
        let (mut state, past) = self.world(with_moles(view, moles)?);
        let can_be_hidden = !has_turned && free_pawns(view, !side).next().is_some();
        state.hides_mole_of(side, can_be_hidden);
        Some((state, past))
    }
}

/// The moves since the last turn of a mole or set-up choice.
fn last_moves(history: &[Played<Action>]) -> Vec<Move> {
    let moves = history.iter().rev().map_while(|played| match played.action {
        Action::Move(played) => Some(played),
        _ => None,
    });
    let mut moves: Vec<Move> = moves.collect();
    moves.reverse();
    moves
}

/// Possible states of the other side's mole: on any pawn of the viewer except locked pawns that
/// have not moved. Without such a pawn the mole is lost.
fn suspects(view: &UndercoverView) -> Vec<Mole> {
    let Some(side) = view.side() else { return Vec::new() };
    if view.mole(!side).known().is_some() {
        return vec![Mole::Lost];
    }
    let suspects: Vec<Mole> = free_pawns(view, side).map(Mole::At).collect();
    if suspects.is_empty() { vec![Mole::Lost] } else { suspects }
}

/// The pawns of a side that may be the other side's mole as far as is public: all except locked
/// pawns that have not moved.
fn free_pawns(view: &UndercoverView, side: Side) -> impl Iterator<Item = Square> {
    let locks = view.locks(side).known().filter(|_| view.options().rearrange == Rearrange::None);
    let is_free = move |square: &Square| !locks.is_some_and(|locks| locks.contains(*square));
    view.board().pieces(side, Kind::Pawn).filter(is_free)
}

/// The turn of the viewer's own mole, if it is legal.
fn own_turn(view: &UndercoverView) -> Option<Action> {
    view.legal().into_iter().find(|action| matches!(action, Action::Turn(_)))
}

/// The public position with these moles.
fn with_moles(view: &UndercoverView, moles: [Mole; 2]) -> Option<Position> {
    let barred = Side::BOTH.map(|side| view.barred(side));
    Position::new(view.board().clone(), moles, barred)
}

/// Value of an unturned mole on `square` to its owner: most of the change that turning it makes.
fn mole_worth(position: &Position, owner: Side, square: Square) -> Score {
    let swing =
        crate::xiangqi::pawn_worth(owner, square) + crate::xiangqi::pawn_worth(!owner, square);
    swing * if position.barred(owner) == 0 { 8 } else { 5 } / 10
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seeded;
    use game::{Game, Observer, Seat};
    use search::Rules;

    /// An assumed mole is the only suspect, if it is possible.
    #[test]
    fn an_assumed_mole_is_the_only_suspect() {
        let seats = [Seat::new(0), Seat::new(1)];
        let mut game = Undercover::dealt(undercover::Options::DEFAULT, &mut Seeded::new(1));
        for (seat, mole) in [(seats[0], "mole:c6"), (seats[1], "mole:e3")] {
            game.play(seat, mole.parse().expect("an action")).expect("a legal action");
        }
        let view = game.view(Observer::Seat(seats[1]));
        let mut bot = UndercoverBot::new(Level::Top);
        for (mole, suspects) in [("c6", 1), ("e3", 5)] {
            bot.assume_mole(Some(Mole::At(mole.parse().expect("a point"))));
            assert_eq!(bot.suspects(&view).len(), suspects, "{mole}");
        }
        bot.assume_mole(None);
        assert_eq!(bot.suspects(&view).len(), 5);
    }

    /// A position that repeats has the same key in every world.
    #[test]
    fn a_repeated_position_has_the_same_key() {
        let text = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1 -/? 0/0";
        let options = undercover::Options::DEFAULT;
        let observer = Observer::Seat(Seat::new(0));
        let view = |text: &str| UndercoverView::from_text(options, observer, text);
        let before = view(text).expect("a view");
        let after = view("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 4 3 -/? 0/0").expect("a view");
        let history: Vec<Played<Action>> = ["a1a2", "d9d8", "a2a1", "d8d9"]
            .into_iter()
            .zip([0, 1, 0, 1].map(Seat::new))
            .map(|(text, seat)| Played {
                seat,
                action: text.parse().expect("an action"),
                revealed: None,
            })
            .collect();
        for mole in [Mole::Lost, Mole::Waived] {
            let moles = [Mole::Waived, mole];
            let position = |view: &UndercoverView| {
                Position::new(view.board().clone(), moles, [0; 2]).expect("no mole")
            };
            let (state, past) = OpenPast::of(&after, &history).world(position(&after));
            let (earlier, _) = OpenPast::of(&before, &[]).world(position(&before));
            assert_eq!(past.len(), 4);
            assert_eq!(past[0].key, earlier.key());
            assert_eq!(past[0].key, state.key());
        }
    }
}
