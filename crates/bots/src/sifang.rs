mod evaluate;
mod world;

use crate::{Bot, Choice, Level, skill::Skill};
use game::{Dice, Played, Position as _, View};
use search::{Budget, Earlier, Found, Score, Searcher};
use sifang::{Action, Mode, Move, Position, Side, Sifang, SifangView};
use world::World;

/// A player of one side of sifang. In teams it counts on its ally's best play; alone it counts on
/// all the others playing against it.
pub struct SifangBot {
    level: Level,
    searcher: Searcher<World>,
}

/// By level.
const SKILLS: [Skill; 4] = [
    Skill { depth: 1, nodes: 2_000, blur: 200, whims: 60 },
    Skill { depth: 1, nodes: 10_000, blur: 40, whims: 20 },
    Skill { depth: 2, nodes: 10_000, blur: 5, whims: 0 },
    Skill::FULL,
];

/// By level, alone against three. Looking further ahead helps less there, because nobody can tell
/// against whom the others will turn; so levels differ more by how often they do not think.
const SKILLS_ALONE: [Skill; 4] = [
    Skill { depth: 1, nodes: 2_000, blur: 300, whims: 95 },
    Skill { depth: 1, nodes: 10_000, blur: 60, whims: 65 },
    Skill { depth: 1, nodes: 10_000, blur: 40, whims: 28 },
    Skill::FULL,
];

impl SifangBot {
    /// A player of this level.
    pub fn new(level: Level) -> SifangBot {
        SifangBot { level, searcher: Searcher::new(17) }
    }
}

impl Bot<Sifang> for SifangBot {
    fn choose(
        &mut self,
        view: &SifangView,
        told: &[Played<Action>],
        budget: &Budget<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<Action>> {
        view.legal().first()?;
        let skill = self.skill(view.position().mode());
        let found = self.search(view, told, budget)?;
        let Choice { action, score, nodes } = skill.pick(&found, dice);
        Some(Choice { action: Action::Move(action), score, nodes })
    }

    fn outlook(
        &mut self,
        view: &SifangView,
        told: &[Played<Action>],
        budget: &Budget<'_>,
    ) -> Option<Score> {
        let score = self.search(view, told, budget)?.score;
        let position = view.position();
        let is_ours = position.mode().allied(root(view), position.side_to_move());
        Some(if is_ours { score } else { -score })
    }
}

impl SifangBot {
    fn skill(&self, mode: Mode) -> Skill {
        self.level.of(if mode == Mode::Solo { &SKILLS_ALONE } else { &SKILLS })
    }

    /// For whoever is on move, as the viewer sees it.
    fn search(
        &mut self,
        view: &SifangView,
        told: &[Played<Action>],
        budget: &Budget<'_>,
    ) -> Option<Found<Move>> {
        let earlier = earlier(view, told);
        let skill = self.skill(view.position().mode());
        let mut world = World::new(view.position().clone(), root(view));
        self.searcher.set_spread(skill.blur);
        self.searcher.search(&mut world, &earlier, &skill.limit(budget))
    }
}

/// The viewer's side; a spectator looks with the side on move.
fn root(view: &SifangView) -> Side {
    view.observer().seat().map_or(view.position().side_to_move(), Side::of_seat)
}

/// The positions since the last capture. They are known only if the moves told lead from the usual
/// start to where the game is now.
fn earlier(view: &SifangView, told: &[Played<Action>]) -> Vec<Earlier> {
    let position = view.position();
    let mut replayed = Position::start(*position.options());
    let mut earlier = Vec::new();
    for done in told {
        let played = match done.action {
            Action::Move(played) => played,
            Action::Out(side) => {
                // Nothing from before can come back.
                replayed.leave(side);
                earlier.clear();
                continue;
            }
        };
        if replayed.side_to_move().seat() != done.seat {
            return Vec::new();
        }
        earlier.push(Earlier { key: world::key(&replayed, root(view)), in_check: false });
        replayed.make(played);
    }
    if replayed.key() != position.key() {
        return Vec::new();
    }
    let quiet = earlier.len().min(position.quiet().into());
    earlier.split_off(earlier.len() - quiet)
}
