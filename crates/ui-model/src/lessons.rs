//! Lessons: positions on a live board, texts and exercises. Each game's lessons are one data file
//! in `apps/web/static/lessons`, with the names of texts. `cargo xtask ui` puts the texts of each
//! language in their places, from `crates/i18n/languages`. The page fetches the result on demand.

mod practice;

use crate::Variant;
use i18n::Language;
use serde::Deserialize;

pub use practice::{Practice, Verdict};

/// The games with a tour. For other games the page fetches nothing before the first move.
pub const GAMES_WITH_TOUR: [Variant; 2] = [Variant::Undercover, Variant::Sifang];

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

/// A chapter of lesson steps.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    /// The heading.
    pub title: String,
    /// The steps.
    pub steps: Vec<LessonStep>,
}

/// A lesson step: a position with a text, and perhaps an exercise.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// The text.
    pub text: String,
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
