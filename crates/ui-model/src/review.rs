//! A computer review of a game: a judgement of each move, and the course of the winning chances.

use crate::{
    GameModel, Variant,
    hints::{short_chance, short_value},
    settings::Notation,
};
use games::board::Step;
use i18n::{Language, Message};
use protocol::{HistoryEntry, PlyReview};

/// The review so far.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Review {
    /// The reviewed actions in order.
    pub plies: Vec<PlyReview>,
    /// Accuracy of each seat, from 0 to 100. `None` for a seat without a choice.
    pub accuracy: Vec<Option<f64>>,
    /// The partner of the first seat, in a game of teams.
    pub partner: Option<u8>,
}

/// A move that lost chances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkedMove {
    /// Number of the ply, from 1.
    pub ply: usize,
    /// The seat that played it.
    pub seat: u8,
    /// Its severity.
    pub mark: Mark,
    /// The move in the reader's notation.
    pub played: String,
    /// The better move in the reader's notation.
    pub better: String,
}

/// The severity of a mistake, by the share of the points that it loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A tenth or more, or half of the odds.
    Inaccuracy,
    /// A fifth or more.
    Mistake,
    /// Three tenths or more.
    Blunder,
}

impl Mark {
    /// The mark with this name.
    fn read(text: &str) -> Option<Mark> {
        [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder].into_iter().find(|mark| mark.id() == text)
    }

    /// Name of the mark on the wire.
    pub const fn id(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// The sign after a move.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// Its numeric annotation glyph (NAG) in PGN.
    pub const fn glyph(self) -> u8 {
        match self {
            Mark::Inaccuracy => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }

    /// Its name in words.
    pub const fn words(self) -> Message {
        match self {
            Mark::Inaccuracy => Message::ReviewInaccuracy,
            Mark::Mistake => Message::ReviewMistake,
            Mark::Blunder => Message::ReviewBlunder,
        }
    }
}

impl Review {
    /// The mark of a ply, if it has one.
    pub fn mark(&self, ply: usize) -> Option<Mark> {
        Mark::read(self.plies.get(ply.checked_sub(1)?)?.mark.as_deref()?)
    }

    /// All marked moves.
    pub fn marked_moves(
        &self,
        model: &GameModel,
        language: Language,
        notation: Notation,
    ) -> Vec<MarkedMove> {
        let texts = model.move_texts(language, notation);
        let marked = |ply: usize| {
            let mark = self.mark(ply)?;
            let reviewed = self.plies.get(ply - 1)?;
            let mut instead = model.clone();
            instead.history.truncate(ply - 1);
            let done = reviewed.best.clone()?;
            instead.history.push(HistoryEntry { seat: reviewed.seat, done, clock_ms: None });
            Some(MarkedMove {
                ply,
                seat: reviewed.seat,
                mark,
                played: texts.get(ply - 1)?.clone(),
                better: instead.last_move_text(language, notation)?,
            })
        };
        (1..=self.plies.len()).filter_map(marked).collect()
    }

    /// The better move at this point, if the next move is marked.
    pub fn better(&self, model: &GameModel, plies: usize) -> Option<Step> {
        self.mark(plies + 1)?;
        Step::read(model.shape(), self.plies.get(plies)?.best.as_deref()?)
    }

    /// Winning chances of the first side after each ply, `0..=1`. An unknown value repeats the one
    /// before it. Where each seat is judged by its own secrets (`are_secrets`), it overestimates
    /// itself, so the values of both seats are averaged.
    pub fn chances(&self, are_secrets: bool) -> Vec<f64> {
        let chances = self.raw_chances();
        if !are_secrets {
            return chances;
        }
        let at = |at: usize| chances.get(at).copied();
        let balanced = (0..chances.len()).map(|ply| {
            let now = chances[ply];
            let before = ply.checked_sub(1).and_then(at);
            let after = at(ply + 1);
            let other = match (before, after) {
                (Some(before), Some(after)) => (before + after) / 2.0,
                (before, after) => before.or(after).unwrap_or(now),
            };
            (now + other) / 2.0
        });
        balanced.collect()
    }

    /// The evaluation for the first side after each ply, as short as possible: `+0.5`, or `#3` for a
    /// win in three moves. In sifang, and where each seat is judged by its own secrets
    /// (`are_secrets`), it is the winning chance in percent, because the scores cannot be compared.
    pub fn evaluations(&self, variant: Variant, are_secrets: bool) -> Vec<Option<String>> {
        if variant == Variant::Sifang || are_secrets {
            let chances = self.chances(are_secrets);
            return chances.into_iter().map(|chance| Some(short_chance(chance))).collect();
        }
        let after = |ply: &PlyReview| {
            let sign = if self.is_first_side(ply) { 1 } else { -1 };
            // The played move was one of the moves to the win.
            let wins_in = ply.wins_in.map(|moves| if moves > 0 { moves - 1 } else { moves });
            short_value(sign, wins_in, ply.score)
        };
        std::iter::once(None).chain(self.plies.iter().map(after)).collect()
    }

    fn is_first_side(&self, ply: &PlyReview) -> bool {
        ply.seat == 0 || Some(ply.seat) == self.partner
    }

    /// Winning chances as each seat judged them on its move.
    fn raw_chances(&self) -> Vec<f64> {
        let of_first = |ply: &PlyReview, chance: f64| {
            if self.is_first_side(ply) { chance } else { 1.0 - chance }
        };
        let mut chances = Vec::with_capacity(self.plies.len() + 1);
        let mut now = 0.5;
        for ply in &self.plies {
            if ply.best.is_some() {
                now = of_first(ply, ply.chance);
            }
            chances.push(now);
        }
        if let Some(last) = self.plies.last().filter(|last| last.best.is_some()) {
            now = of_first(last, last.kept);
        }
        chances.push(now);
        chances
    }

    /// The curve of chances as the `d` of a path, in a box of `width` by `height`. The `plies` of the
    /// whole game fill the width.
    pub fn curve(&self, plies: usize, are_secrets: bool, (width, height): (f64, f64)) -> String {
        let step = width / plies.max(1) as f64;
        let chances = self.chances(are_secrets);
        let point = |(at, chance): (usize, &f64)| {
            let sign = if at == 0 { 'M' } else { 'L' };
            format!("{sign}{:.1} {:.1}", at as f64 * step, (1.0 - chance) * height)
        };
        chances.iter().enumerate().map(point).collect()
    }

    /// The marked moves on the curve: ply, mark, and the point after the move in the same box.
    pub fn dots(
        &self,
        plies: usize,
        are_secrets: bool,
        (width, height): (f64, f64),
    ) -> Vec<(usize, Mark, (f64, f64))> {
        let step = width / plies.max(1) as f64;
        let chances = self.chances(are_secrets);
        let dot = |ply: usize| {
            let chance = chances.get(ply)?;
            Some((ply, self.mark(ply)?, (ply as f64 * step, (1.0 - chance) * height)))
        };
        (1..=self.plies.len()).filter_map(dot).collect()
    }

    /// Number of inaccuracies, mistakes and blunders of a seat.
    pub fn counts(&self, seat: u8) -> [usize; 3] {
        let count = |mark: Mark| {
            let is_it = |ply: &PlyReview| {
                ply.seat == seat && ply.mark.as_deref().and_then(Mark::read) == Some(mark)
            };
            self.plies.iter().filter(|ply| is_it(ply)).count()
        };
        [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder].map(count)
    }

    /// The luck of the piece that a ply revealed, in percent of the points. `None` if it revealed
    /// nothing.
    pub fn luck(&self, ply: usize) -> Option<f64> {
        Some(100.0 * self.plies.get(ply.checked_sub(1)?)?.luck?)
    }

    /// The luck of all pieces that a seat revealed, in percent of the points: how many more they gave
    /// than the mean of what could have come. `None` if the seat revealed nothing.
    pub fn seat_luck(&self, seat: u8) -> Option<f64> {
        let own = self.plies.iter().filter(|ply| ply.seat == seat);
        own.filter_map(|ply| ply.luck).reduce(|sum, luck| sum + luck).map(|luck| 100.0 * luck)
    }

    /// The next mistake to practise: the first mistake or blunder of a seat after `after`, as the
    /// number of its ply. `None` for the seat means every seat.
    pub fn next_lesson(&self, seat: Option<u8>, after: usize) -> Option<usize> {
        (after + 1..=self.plies.len()).find(|&ply| {
            let is_own = seat.is_none_or(|seat| self.plies[ply - 1].seat == seat);
            let has_better = self.plies[ply - 1].best.is_some();
            let is_grave = matches!(self.mark(ply), Some(Mark::Mistake | Mark::Blunder));
            is_own && has_better && is_grave
        })
    }

    /// Whether an action is the better one than the marked move with this ply. A flip is written
    /// with what it turns up, which the better move does not name.
    pub fn is_better(&self, ply: usize, action: &str) -> bool {
        let best = ply.checked_sub(1).and_then(|at| self.plies.get(at)?.best.as_deref());
        best.is_some_and(|best| best.split('=').next() == action.split('=').next())
    }

    /// The area below the curve of chances as the `d` of a path, in a box of `width` by `height`.
    /// The `plies` of the whole game fill the width.
    pub fn area(&self, plies: usize, are_secrets: bool, (width, height): (f64, f64)) -> String {
        let step = width / plies.max(1) as f64;
        let chances = self.chances(are_secrets);
        let point = |(at, chance): (usize, &f64)| {
            format!("L{:.1} {:.1}", at as f64 * step, (1.0 - chance) * height)
        };
        let line: String = chances.iter().enumerate().map(point).collect();
        let end = chances.len().saturating_sub(1) as f64 * step;
        format!("M0 {height}{line}L{end:.1} {height}Z")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game;

    fn ply(seat: u8, played: &str, best: &str, chance: f64, kept: f64, mark: &str) -> PlyReview {
        PlyReview {
            played: played.to_owned(),
            seat,
            best: Some(best.to_owned()),
            chance,
            kept,
            score: None,
            wins_in: None,
            mark: (!mark.is_empty()).then(|| mark.to_owned()),
            luck: None,
        }
    }

    fn game() -> (GameModel, Review) {
        let mut model = test_game("xiangqi", "", 0);
        for (seat, done) in [(0, "h2e2"), (1, "a9a8"), (0, "e2e6")] {
            model.history.push(HistoryEntry { seat, done: done.to_owned(), clock_ms: None });
        }
        let plies = vec![
            ply(0, "h2e2", "h2e2", 0.5, 0.5, ""),
            ply(1, "a9a8", "h9g7", 0.5, 0.25, "mistake"),
            ply(0, "e2e6", "e2e6", 0.75, 0.75, ""),
        ];
        (model, Review { plies, accuracy: vec![Some(100.0), Some(36.8)], partner: None })
    }

    #[test]
    fn what_gave_something_away_is_named_with_what_was_better() {
        let (model, review) = game();
        let marked_moves =
            review.marked_moves(&model, Language::SimplifiedChinese, Notation::Chinese);
        let marked = MarkedMove {
            ply: 2,
            seat: 1,
            mark: Mark::Mistake,
            played: "车１进１".to_owned(),
            better: "马８进７".to_owned(),
        };
        assert_eq!(marked_moves, [marked]);
        assert_eq!(review.better(&model, 1), Step::read(model.shape(), "h9g7"));
        assert_eq!(review.better(&model, 0), None, "the first move was as good as any");
        assert_eq!(review.better(&model, 3), None, "nothing comes after the last");
    }

    #[test]
    fn evaluations_are_those_of_the_first_seat_after_the_move() {
        let (_, mut review) = game();
        assert_eq!(review.evaluations(Variant::Xiangqi, false), [None, None, None, None]);
        review.plies[0].score = Some(52);
        review.plies[1].score = Some(-260);
        review.plies[2].wins_in = Some(3);
        let texts = |review: &Review, variant: Variant, are_secrets: bool| -> Vec<String> {
            let all = review.evaluations(variant, are_secrets).into_iter();
            all.map(Option::unwrap_or_default).collect()
        };
        assert_eq!(texts(&review, Variant::Xiangqi, false), ["", "+0.5", "+2.6", "#2"]);
        review.plies[1] = PlyReview { score: None, wins_in: Some(2), ..review.plies[1].clone() };
        review.plies[2].wins_in = Some(1);
        assert_eq!(texts(&review, Variant::Xiangqi, false), ["", "+0.5", "#-1", "#"]);
        review.plies[1].wins_in = Some(-2);
        assert_eq!(texts(&review, Variant::Xiangqi, false)[2], "#2");
        assert_eq!(texts(&review, Variant::Undercover, true), ["50%", "56%", "69%", "75%"]);
        assert_eq!(texts(&review, Variant::Sifang, false), ["50%", "50%", "75%", "75%"]);
    }

    #[test]
    fn mistakes_are_dots_on_the_curve() {
        let (_, review) = game();
        assert_eq!(review.curve(3, false, (30.0, 8.0)), "M0.0 4.0L10.0 4.0L20.0 2.0L30.0 2.0");
        assert_eq!(review.dots(3, false, (30.0, 8.0)), [(2, Mark::Mistake, (20.0, 2.0))]);
        assert_eq!((review.counts(0), review.counts(1)), ([0, 0, 0], [0, 1, 0]));
        assert!(Review::default().dots(0, false, (30.0, 8.0)).is_empty());
    }

    #[test]
    fn mistakes_are_lessons_in_order() {
        let (_, review) = game();
        assert_eq!(review.next_lesson(None, 0), Some(2));
        assert_eq!(review.next_lesson(Some(1), 0), Some(2));
        assert_eq!(review.next_lesson(Some(0), 0), None);
        assert_eq!(review.next_lesson(None, 2), None);
        assert!(review.is_better(2, "h9g7") && !review.is_better(2, "a9a8"));
        assert!(!review.is_better(0, "h9g7") && !review.is_better(9, "h9g7"));
    }

    #[test]
    fn luck_is_summed_for_each_seat() {
        let (_, mut review) = game();
        assert_eq!((review.luck(1), review.seat_luck(0)), (None, None));
        for (at, luck) in [(0, 0.25), (1, -0.5), (2, 0.125)] {
            review.plies[at].luck = Some(luck);
        }
        assert_eq!(
            [0, 1, 2, 3, 4].map(|ply| review.luck(ply)),
            [None, Some(25.0), Some(-50.0), Some(12.5), None]
        );
        assert_eq!([0, 1, 2].map(|seat| review.seat_luck(seat)), [Some(37.5), Some(-50.0), None]);
    }

    #[test]
    fn chances_of_teams_are_those_of_the_first_team() {
        let seats = [0, 1, 2, 3];
        let plies = seats.map(|seat| ply(seat, "7d7e", "7d7e", 0.75, 0.75, "")).to_vec();
        for (partner, chances) in
            [(Some(2), [0.75, 0.25, 0.75, 0.25, 0.25]), (Some(1), [0.75, 0.75, 0.25, 0.25, 0.25])]
        {
            let review = Review { plies: plies.clone(), accuracy: Vec::new(), partner };
            assert_eq!(review.chances(false), chances, "{partner:?}");
        }
    }

    #[test]
    fn chances_are_those_of_the_first_seat() {
        let (_, mut review) = game();
        assert_eq!(review.chances(false), [0.5, 0.5, 0.75, 0.75]);
        assert_eq!(review.chances(true), [0.5, 0.5625, 0.6875, 0.75]);
        assert_eq!(
            review.area(3, false, (30.0, 8.0)),
            "M0 8L0.0 4.0L10.0 4.0L20.0 2.0L30.0 2.0L30.0 8Z"
        );
        // A seat that left made no choice, so its ply adds no information.
        review.plies[2].best = None;
        assert_eq!(review.chances(false), [0.5, 0.5, 0.5, 0.5]);
        assert_eq!(Review::default().chances(false), [0.5]);
        assert_eq!(Review::default().chances(true), [0.5]);
    }
}
