mod aside;
mod beliefs;
mod consider;
mod deep;
mod moment;
mod set_up;
mod state;
mod told;

pub use told::{Talkative, Whisper};

use crate::{
    Bot, Choice, Level, Line, Lines,
    arena::EVEN_NODES,
    bot::own_score,
    ladder,
    strength::Strength,
    xiangqi::{Past, victim_value},
};
use beliefs::Beliefs;
use game::{Dice, Played, View};
use games::Variant;
use search::{HistoryEntry, Limits, Score, Searcher};
use state::UndercoverState;
use undercover::{Action, Mole, Position, Rearrange, Stage, Undercover, UndercoverView};
use xiangqi::{Kind, Move, Side, Square};

/// A player of undercover xiangqi. It does not know the other side's mole: it looks ahead as if there
/// were none, and then whether what it found would lose a piece in the mean over all the places where
/// the mole may be.
pub struct UndercoverBot {
    strength: Strength,
    manner: Manner,
    searcher: Searcher<UndercoverState>,
    /// For the places where the other side's mole may be.
    doubts: Box<Searcher<UndercoverState>>,
    /// What it has come to believe of it in this game.
    beliefs: Beliefs,
    /// Who tells it where that is, if anybody does.
    whisper: Option<Whisper>,
}

/// What a player makes of the moles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// It looks far ahead without the other side's mole, and then in all places that it may have
    /// whether what it found holds.
    Careful,
    /// It looks ahead in all places that the other side's mole may have, one after the other.
    Uniform,
    /// There are none.
    NeverTurns,
    /// The other side has none, and the own one is turned as soon as that looks better than any
    /// move.
    TurnsAtGain,
}

/// A position with every mole in it, and what came before it.
type World = (UndercoverState, Vec<HistoryEntry>);

/// The size of its table.
const HASH_MB: usize = 16;
/// And of that for the other side's mole.
const DOUBTS_MB: usize = 4;

impl UndercoverBot {
    /// A player of this level.
    pub fn new(level: Level) -> UndercoverBot {
        UndercoverBot::with_manner(level, Manner::Careful)
    }

    /// A player of this level and manner.
    pub(crate) fn with_manner(level: Level, manner: Manner) -> UndercoverBot {
        let strength = Strength::of(level, &ladder::UNDERCOVER);
        UndercoverBot {
            strength,
            manner,
            searcher: Searcher::new(HASH_MB).with_score_margin(strength.score_margin),
            doubts: Box::new(Searcher::new(DOUBTS_MB)),
            beliefs: Beliefs::default(),
            whisper: None,
        }
    }

    /// The strongest player, who is told where the other side's mole is: what secrecy is worth is what it
    /// gains by that.
    pub fn told(whisper: Whisper) -> UndercoverBot {
        UndercoverBot { whisper: Some(whisper), ..UndercoverBot::new(Level::Top) }
    }

    /// Whether a short search that knows of no mole thinks neither side better than by `most`.
    pub fn finds_even(most: Score, view: &UndercoverView, history: &[Played<Action>]) -> bool {
        let mut judge = UndercoverBot::with_manner(Level::Top, Manner::NeverTurns);
        let found = judge.play_openly(view, history, &Limits::of_nodes(EVEN_NODES));
        found.is_some_and(|found| found.score.abs() <= most)
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
        if matches!(self.manner, Manner::NeverTurns | Manner::TurnsAtGain) {
            return self.play_openly(view, history, &limits);
        }
        let mut worlds = self.worlds(view, history);
        if self.strength.score_margin > 0 || worlds.len() == 1 {
            // A weak player has one suspicion and trusts it.
            let suspicion = dice.roll(worlds.len() as u32) as usize;
            let (world, past) = worlds.get_mut(suspicion)?;
            let found = self.searcher.search(world, past, &limits)?;
            let taken = |action| match action {
                Action::Move(played) => victim_value(view.board(), played),
                _ => 0,
            };
            return Some(self.strength.pick(Variant::Undercover, &found, dice, taken));
        }
        match self.manner {
            Manner::Careful => self.decide(view, history, &mut worlds, &limits, dice),
            _ => self.weigh(&mut worlds, &limits),
        }
    }

    fn evaluate(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
    ) -> Option<Score> {
        let mut worlds = self.worlds(view, history);
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
        _: usize,
    ) -> Option<Lines<Action>> {
        if view.stage() != Stage::Play {
            return None;
        }
        view.legal().first()?;
        let limits = self.strength.limit(limits);
        // What follows depends on where the other side's mole is.
        let mut worlds = self.worlds(view, history);
        let (choice, _) = self.consider(view, history, &mut worlds, &limits)?;
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
        let (mut plain, past) = worlds_of(view, history, vec![Mole::Lost]).pop()?;
        plain.only = Some(action);
        let limits = self.strength.limit(limits);
        Some(self.searcher.search(&mut plain, &past, &limits)?.score)
    }
}

impl UndercoverBot {
    /// A world for each place where the other side's mole may be, with the earlier positions as that
    /// world sees them.
    fn worlds(&self, view: &UndercoverView, history: &[Played<Action>]) -> Vec<World> {
        let suspects = suspects(view);
        let told = self.whisper.as_ref().and_then(Whisper::heard);
        let known = told.filter(|mole| suspects.contains(mole) || mole.square().is_none());
        worlds_of(view, history, known.map_or(suspects, |mole| vec![mole]))
    }

    /// As one who knows of no mole but, perhaps, the own one.
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

    /// Goes deeper in all worlds alike. After each depth the best action of every world is valued
    /// in all the others, and the one with the best mean leads.
    fn weigh(&mut self, worlds: &mut [World], limits: &Limits<'_>) -> Option<Choice<Action>> {
        let mut spent = 0;
        let mut answer: Option<Choice<Action>> = None;
        for depth in 1..=limits.depth {
            let Some(choice) = self.weigh_to(worlds, depth, limits, &mut spent, answer.is_none())
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

    /// One depth; `None` when it was cut short. The first answer is not cut short.
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

/// A world for each of these places of the other side's mole.
fn worlds_of(view: &UndercoverView, history: &[Played<Action>], moles: Vec<Mole>) -> Vec<World> {
    let open = OpenPast::of(view, history);
    let positions = moles.into_iter().filter_map(|mole| view.imagine(mole));
    positions.map(|position| open.world(position)).collect()
}

/// What everybody sees of the moves before, which is the same in all worlds.
struct OpenPast {
    options: xiangqi::Options,
    entries: Vec<HistoryEntry>,
    /// The moves that would lose by the rules of repetition.
    losing: Vec<Move>,
}

impl OpenPast {
    fn of(view: &UndercoverView, history: &[Played<Action>]) -> OpenPast {
        let options = view.options().xiangqi;
        let past = Past::of(view.board(), &last_moves(history));
        let losing = past.losing_repetitions(view.board(), &options);
        OpenPast { options, entries: past.entries, losing }
    }

    /// The world of this position, with the earlier positions as it sees them.
    fn world(&self, position: Position) -> World {
        let secret = game::Position::key(&position) ^ position.board().key();
        let earlier =
            self.entries.iter().map(|entry| HistoryEntry { key: entry.key ^ secret, ..*entry });
        (UndercoverState::new(position, self.options, self.losing.clone()), earlier.collect())
    }
}

/// The moves since the last turn or set-up choice.
fn last_moves(history: &[Played<Action>]) -> Vec<Move> {
    let moves = history.iter().rev().map_while(|played| match played.action {
        Action::Move(played) => Some(played),
        _ => None,
    });
    let mut moves: Vec<Move> = moves.collect();
    moves.reverse();
    moves
}

/// Where the other side's mole may stand: any pawn of the viewer's but those that it has locked
/// and never moved. With no such pawn the mole is gone.
fn suspects(view: &UndercoverView) -> Vec<Mole> {
    let Some(side) = view.side() else { return Vec::new() };
    if view.mole(!side).known().is_some() {
        return vec![Mole::Lost];
    }
    let suspects: Vec<Mole> = free_pawns(view, side).map(Mole::At).collect();
    if suspects.is_empty() { vec![Mole::Lost] } else { suspects }
}

/// The pawns of a side that may be the other side's mole, as far as it is known: not those that it has
/// locked and never moved.
fn free_pawns(view: &UndercoverView, side: Side) -> impl Iterator<Item = Square> {
    let locks = view.locks(side).known().filter(|_| view.options().rearrange == Rearrange::None);
    let is_free = move |square: &Square| !locks.is_some_and(|locks| locks.contains(*square));
    view.board().pieces(side, Kind::Pawn).filter(is_free)
}

/// To turn the own mole, if that is legal.
fn own_turn(view: &UndercoverView) -> Option<Action> {
    view.legal().into_iter().find(|action| matches!(action, Action::Turn(_)))
}

/// What everybody sees, with these moles.
fn with_moles(view: &UndercoverView, moles: [Mole; 2]) -> Option<Position> {
    let barred = Side::BOTH.map(|side| view.barred(side));
    Position::new(view.board().clone(), moles, barred)
}

/// What an unturned mole is worth to its owner: most of what turning it would change.
fn mole_worth(position: &Position, owner: Side) -> Score {
    let Some(square) = position.mole(owner).square() else { return 0 };
    let swing =
        crate::xiangqi::pawn_worth(owner, square) + crate::xiangqi::pawn_worth(!owner, square);
    swing * if position.barred(owner) == 0 { 8 } else { 5 } / 10
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Observer, Seat};
    use search::SearchState;

    /// Every player sees a position that has been there before as the same position.
    #[test]
    fn what_was_there_before_has_the_same_key() {
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
