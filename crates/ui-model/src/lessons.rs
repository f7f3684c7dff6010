//! The rules step by step: positions on a live board, sentences beside it, and moves to try. The
//! lessons are data, one file a game (`apps/web/static/lessons`), fetched when somebody learns.

mod practice;

use crate::{Variant, catalogue::Language};
use serde::Deserialize;

pub use practice::{Practice, Verdict};

/// The games with a tour: for the others nothing is fetched before the first move.
pub const HAVE_IDEAS: [Variant; 2] = [Variant::Undercover, Variant::Sifang];

/// A game's lessons.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lessons {
    /// The ideas of the game, for whoever sits down for the first time; may be empty.
    #[serde(default)]
    pub tour: Vec<Idea>,
    /// The chapters, in the order in which one learns.
    pub chapters: Vec<Chapter>,
}

/// One idea of the tour.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Idea {
    /// What it says.
    pub text: Words,
    /// A position that shows it: the referee's text.
    pub position: String,
    /// The game's options.
    #[serde(default)]
    pub options: String,
    /// The piece whose moves are shown.
    #[serde(default)]
    pub choose: Option<String>,
}

/// A chapter: steps about one matter.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    /// Its heading.
    pub title: Words,
    /// Its steps.
    pub steps: Vec<LessonStep>,
}

/// One step: a position, and what is to be known of it or tried on it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// What it says.
    pub text: Words,
    /// The position: the referee's text.
    pub position: String,
    /// The game's options.
    #[serde(default)]
    pub options: String,
    /// Who looks at the board, and plays.
    #[serde(default)]
    pub seat: u8,
    /// The piece whose moves are shown from the beginning.
    #[serde(default)]
    pub choose: Option<String>,
    /// What is to be tried: any of these actions shows that it was understood. Empty where there is
    /// only something to read.
    #[serde(default)]
    pub accept: Vec<String>,
    /// What the other sides answer.
    #[serde(default)]
    pub reply: Vec<String>,
    /// What is said when it is done.
    #[serde(default)]
    pub done: Option<Words>,
    /// Actions that the sentences speak of as forbidden, and the referee's codes.
    #[serde(default)]
    pub refuse: Vec<(String, String)>,
}

/// A text in every language.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    #[serde(rename = "zh-Hans")]
    hans: String,
    #[serde(rename = "zh-Hant")]
    hant: String,
    en: String,
}

impl Words {
    /// The text in a language.
    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::SimplifiedChinese => &self.hans,
            Language::TraditionalChinese => &self.hant,
            Language::English => &self.en,
        }
    }
}

impl Lessons {
    /// Where a game's lessons lie.
    pub fn path(variant: Variant) -> String {
        format!("/lessons/{}.json", variant.as_str())
    }

    /// Reads a file of lessons; `None` for what is none.
    pub fn read(text: &str) -> Option<Lessons> {
        serde_json::from_str(text).ok()
    }

    /// The step of a chapter.
    pub fn step(&self, chapter: usize, step: usize) -> Option<&LessonStep> {
        self.chapters.get(chapter)?.steps.get(step)
    }

    /// The step that follows; `None` after the last.
    pub fn after(&self, chapter: usize, step: usize) -> Option<(usize, usize)> {
        let steps = self.chapters.get(chapter)?.steps.len();
        if step + 1 < steps {
            Some((chapter, step + 1))
        } else {
            (chapter + 1 < self.chapters.len()).then_some((chapter + 1, 0))
        }
    }

    /// The step before; `None` before the first.
    pub fn before(&self, chapter: usize, step: usize) -> Option<(usize, usize)> {
        if step > 0 {
            return Some((chapter, step - 1));
        }
        let chapter = chapter.checked_sub(1)?;
        Some((chapter, self.chapters.get(chapter)?.steps.len().saturating_sub(1)))
    }
}
