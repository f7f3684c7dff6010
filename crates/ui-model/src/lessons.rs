//! Lessons: positions on a live board, texts and exercises. Each game's lessons are one data file
//! in `apps/web/static/lessons`, with the names of texts. `cargo xtask ui` puts the texts of each
//! language in their places, from `crates/i18n/languages`. The page fetches the result on demand.

mod practice;

use crate::{Variant, settings::Notation};
use game::Observer;
use games::{
    AnyGame, AnyView,
    board::{BoardShape, BoardView, Point, Side, Step},
};
use i18n::Language;
use serde::Deserialize;

pub use practice::{Practice, Verdict};

/// The games with a tour. For other games the page fetches nothing before the first move.
pub const GAMES_WITH_TOUR: [Variant; 2] = [Variant::Undercover, Variant::Sifang];

/// Seconds that a step takes on average: its text is read, and its exercise done.
const STEP_SECONDS: usize = 25;

/// Estimated time for the lessons that come before a first game, in minutes.
pub const fn minutes(variant: Variant) -> usize {
    (steps_before_a_game(variant) * STEP_SECONDS).div_ceil(60)
}

/// Number of steps of the chapters that are not optional. A page that offers the lessons has not
/// loaded them.
const fn steps_before_a_game(variant: Variant) -> usize {
    match variant {
        Variant::Xiangqi => 16,
        Variant::Undercover => 14,
        Variant::Sifang => 15,
        Variant::Banqi => 11,
    }
}

/// The lessons of a game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lessons {
    /// The tour for new players of the game; may be empty.
    #[serde(default)]
    pub tour: Vec<TourPage>,
    /// The chapters in reading order.
    pub chapters: Vec<Chapter>,
}

/// One page of the tour.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TourPage {
    /// The text.
    pub text: String,
    /// The referee's text of a position that illustrates the text.
    pub position: String,
    /// The game's options.
    #[serde(default)]
    pub options: String,
    /// The piece whose moves are shown.
    #[serde(default)]
    pub choose: Option<String>,
}

/// What the board of a tour page shows.
#[derive(Clone, PartialEq, Debug)]
pub struct TourScene {
    /// The pieces.
    pub board: BoardView,
    /// The moles that the position names, each with its owner.
    pub moles: Vec<(Side, Point)>,
    /// Points that the chosen piece reaches.
    pub destinations: Vec<Point>,
}

impl TourPage {
    /// The board of the page; `None` if the rules reject its position.
    pub fn scene(&self, variant: Variant) -> Option<TourScene> {
        let game = AnyGame::from_text(variant, &self.options, &self.position).ok()?;
        // The referee's text hides nothing, so that a view of it shows everything.
        let truth = game.truth_text();
        let view = AnyView::from_text(variant, &self.options, Observer::Spectator, &truth).ok()?;
        let chosen = self.choose.as_deref().and_then(|at| BoardShape::of(variant).parse(at));
        let legal = game.turn().seats().iter().flat_map(|seat| game.legal(seat));
        let reached = |step: Step| match step {
            Step::Move(from, to) if Some(from) == chosen => Some(to),
            _ => None,
        };
        let board = BoardView::of(&view);
        Some(TourScene {
            moles: board.moles(),
            destinations: legal.filter_map(Step::of).filter_map(reached).collect(),
            board,
        })
    }
}

/// A chapter of lesson steps.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    /// The heading.
    pub title: String,
    /// Whether the chapter can wait until after a first game.
    #[serde(default)]
    pub optional: bool,
    /// The steps.
    pub steps: Vec<LessonStep>,
}

/// A lesson step: a position with a text, and perhaps an exercise.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// The text. Here and in `done` an action in braces is shown in the reader's notation.
    pub text: String,
    /// Texts for readers of these notations, in place of `text`.
    #[serde(default)]
    pub by_notation: Vec<NotationText>,
    /// The referee's text of the position.
    pub position: String,
    /// The game's options.
    #[serde(default)]
    pub options: String,
    /// The learner's seat.
    #[serde(default)]
    pub seat: u8,
    /// The piece whose moves are shown at the beginning.
    #[serde(default)]
    pub choose: Option<String>,
    /// Solutions of the exercise: any of these actions completes the step. Empty for a step that is
    /// only read.
    #[serde(default)]
    pub accept: Vec<String>,
    /// Actions with which the other sides answer.
    #[serde(default)]
    pub reply: Vec<String>,
    /// Text shown when the exercise is solved.
    #[serde(default)]
    pub done: Option<String>,
    /// Illegal actions that the text mentions, each with the referee's code.
    #[serde(default)]
    pub refuse: Vec<(String, String)>,
}

/// A text for the readers of one notation.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotationText {
    /// The notation.
    pub notation: Notation,
    /// The text.
    pub text: String,
}

impl LessonStep {
    /// The text for a reader of this notation, with its actions still in braces.
    fn text_for(&self, written: Notation) -> &str {
        let own = self.by_notation.iter().find(|it| it.notation == written);
        own.map_or(&self.text, |own| &own.text)
    }

    /// The text for the reader.
    pub fn shown_text(&self, variant: Variant, language: Language, written: Notation) -> String {
        self.with_actions(variant, language, written, self.text_for(written))
    }

    /// The text after the exercise for the reader.
    pub fn shown_done(
        &self,
        variant: Variant,
        language: Language,
        written: Notation,
    ) -> Option<String> {
        let done = self.done.as_deref()?;
        Some(self.with_actions(variant, language, written, done))
    }

    /// A text with its actions written in a notation. They start in the step's position.
    fn with_actions(
        &self,
        variant: Variant,
        language: Language,
        written: Notation,
        text: &str,
    ) -> String {
        let mut parts = text.split('{');
        let mut shown = parts.next().unwrap_or_default().to_owned();
        let game = shown.len() < text.len();
        let game = game.then(|| Practice::new(variant, self)).flatten();
        let game = game.and_then(|practice| practice.model());
        for part in parts {
            let (action, rest) = part.split_once('}').unwrap_or(("", part));
            match &game {
                Some(game) => shown += &game.text_of(language, written, action),
                None => shown += action,
            }
            shown += rest;
        }
        shown
    }
}

impl Lessons {
    /// Path of a game's lesson file in a language.
    pub fn path(variant: Variant, language: Language) -> String {
        format!("/lessons/{}.{}.json", variant.as_str(), language.tag())
    }

    /// Parses a lesson file; `None` if it is invalid.
    pub fn read(text: &str) -> Option<Lessons> {
        serde_json::from_str(text).ok()
    }

    /// A step of a chapter.
    pub fn step(&self, chapter: usize, step: usize) -> Option<&LessonStep> {
        self.chapters.get(chapter)?.steps.get(step)
    }

    /// The next step; `None` after the last one.
    pub fn after(&self, chapter: usize, step: usize) -> Option<(usize, usize)> {
        let steps = self.chapters.get(chapter)?.steps.len();
        if step + 1 < steps {
            Some((chapter, step + 1))
        } else {
            (chapter + 1 < self.chapters.len()).then_some((chapter + 1, 0))
        }
    }

    /// The previous step; `None` before the first one.
    pub fn before(&self, chapter: usize, step: usize) -> Option<(usize, usize)> {
        if step > 0 {
            return Some((chapter, step - 1));
        }
        let chapter = chapter.checked_sub(1)?;
        Some((chapter, self.chapters.get(chapter)?.steps.len().saturating_sub(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_time_of_the_lessons_is_that_of_their_steps() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../apps/web/static/lessons");
        for variant in Variant::ALL {
            let file = folder.join(format!("{variant}.json"));
            let text =
                std::fs::read_to_string(&file).unwrap_or_else(|why| panic!("{file:?}: {why}"));
            let lessons = Lessons::read(&text).unwrap_or_else(|| panic!("{file:?}"));
            let chapters = lessons.chapters.iter().filter(|chapter| !chapter.optional);
            let steps: usize = chapters.map(|chapter| chapter.steps.len()).sum();
            assert_eq!(steps_before_a_game(variant), steps, "{variant}");
            assert!((steps * STEP_SECONDS).abs_diff(minutes(variant) * 60) < 60, "{variant}");
        }
    }
}
