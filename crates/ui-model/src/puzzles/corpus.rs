use super::{AnyPuzzle, PuzzleId, PuzzleMode, Theme};
use crate::Variant;

/// All puzzles of a game's file, one a line, in the order of their rating. Lines that begin with `#` are
/// comments.
#[derive(Clone, PartialEq, Debug)]
pub struct Corpus {
    variant: Variant,
    entries: Vec<Entry>,
}

/// A line of the file. The puzzle is parsed when it is shown.
#[derive(Clone, PartialEq, Debug)]
struct Entry {
    line: String,
    id: PuzzleId,
    rating: u16,
    /// Letters of the themes.
    themes: String,
}

/// The ratings of daily puzzles.
const DAILY: core::ops::RangeInclusive<u16> = 900..=2_000;

/// Multiplier that spreads the days over the corpus.
const SPREAD: u64 = 0x9e37_79b9;

impl Corpus {
    /// Path of a game's file.
    pub const fn path(variant: Variant) -> &'static str {
        match variant {
            Variant::Xiangqi => "/corpus/xiangqi.txt",
            Variant::Undercover => "/corpus/undercover.txt",
            Variant::Sifang => "/corpus/sifang.txt",
            Variant::Banqi => "/corpus/banqi.txt",
        }
    }

    /// Reads a game's file. Lines that are no puzzles are left out; `None` if no line is one.
    pub fn read(variant: Variant, text: &str) -> Option<Corpus> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut entries: Vec<Entry> = lines.filter_map(|line| Entry::read(variant, line)).collect();
        entries.sort_by_key(|entry| (entry.rating, entry.id));
        (!entries.is_empty()).then_some(Corpus { variant, entries })
    }

    /// The game.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The themes that have a puzzle, with their numbers of puzzles.
    pub fn themes(&self) -> impl Iterator<Item = (Theme, usize)> + '_ {
        let counted = Theme::ALL.iter().map(|&theme| (theme, self.count(theme)));
        counted.filter(|&(_, count)| count > 0)
    }

    /// Number of puzzles.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the corpus has no puzzles.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Number of puzzles of a theme.
    pub fn count(&self, theme: Theme) -> usize {
        self.entries.iter().filter(|entry| entry.has(theme)).count()
    }

    /// The id of a puzzle.
    pub fn id(&self, index: usize) -> Option<PuzzleId> {
        Some(self.entries.get(index)?.id)
    }

    /// The ids of all puzzles with their ratings.
    pub fn ratings(&self) -> impl Iterator<Item = (PuzzleId, u16)> + '_ {
        self.entries.iter().map(|entry| (entry.id, entry.rating))
    }

    /// A puzzle; `None` if the line is invalid.
    pub fn puzzle(&self, index: usize) -> Option<AnyPuzzle> {
        AnyPuzzle::read(self.variant, &self.entries.get(index)?.line).ok()
    }

    /// The puzzle with this id.
    pub fn find(&self, id: PuzzleId) -> Option<usize> {
        self.entries.iter().position(|entry| entry.id == id)
    }

    /// The puzzle of a day since 1970. The same corpus gives the same puzzle everywhere.
    pub fn of_day(&self, day: u64) -> Option<usize> {
        let fit = |(_, entry): &(usize, &Entry)| DAILY.contains(&entry.rating);
        let mut of_use: Vec<usize> =
            self.entries.iter().enumerate().filter(fit).map(|(index, _)| index).collect();
        if of_use.is_empty() {
            of_use = (0..self.len()).collect();
        }
        if of_use.is_empty() {
            return None;
        }
        of_use.get((day.wrapping_mul(SPREAD) % of_use.len() as u64) as usize).copied()
    }

    /// A puzzle of a mode with a rating near this one that `is_new` accepts, chosen by the random
    /// number `roll`. Without a new one, any.
    pub fn near(
        &self,
        mode: PuzzleMode,
        rating: f64,
        is_new: impl Fn(PuzzleId) -> bool,
        roll: u32,
    ) -> Option<usize> {
        self.choose(rating, is_new, roll, |entry| entry.fits(mode))
    }

    /// A harder or an easier puzzle of a mode than one with this rating, chosen as in
    /// [`Corpus::near`]. `None` if there is none.
    pub fn beside(
        &self,
        mode: PuzzleMode,
        rating: u16,
        is_harder: bool,
        is_new: impl Fn(PuzzleId) -> bool,
        roll: u32,
    ) -> Option<usize> {
        /// Wanted difference of the ratings.
        const STEP: f64 = 150.0;
        let wanted = f64::from(rating) + if is_harder { STEP } else { -STEP };
        let is_beside = |entry: &Entry| {
            if is_harder { entry.rating > rating } else { entry.rating < rating }
        };
        self.choose(wanted, is_new, roll, |entry| entry.fits(mode) && is_beside(entry))
    }

    /// A puzzle that fits, with a rating near this one.
    fn choose(
        &self,
        rating: f64,
        is_new: impl Fn(PuzzleId) -> bool,
        roll: u32,
        fits: impl Fn(&Entry) -> bool,
    ) -> Option<usize> {
        /// The choice is among this number of puzzles.
        const NEAREST: usize = 12;
        let distance = |entry: &Entry| (f64::from(entry.rating) - rating).abs();
        let choose = |news_only: bool| {
            let mut nearest: Vec<(f64, usize)> = self
                .entries
                .iter()
                .enumerate()
                .filter(|(_, entry)| fits(entry) && (!news_only || is_new(entry.id)))
                .map(|(index, entry)| (distance(entry), index))
                .collect();
            nearest.sort_by(|one, other| one.0.total_cmp(&other.0));
            nearest.truncate(NEAREST);
            let place = roll as usize % nearest.len().max(1);
            nearest.get(place).map(|&(_, index)| index)
        };
        choose(true).or_else(|| choose(false))
    }
}

impl Entry {
    fn read(variant: Variant, line: &str) -> Option<Entry> {
        // The line without the solution identifies the puzzle.
        let (task, goal, themes): (&[&str], &str, &str);
        let fields: Vec<&str>;
        if variant == Variant::Xiangqi {
            fields = line.split(' ').collect();
            let [_, _, _, _, rated, letters] = fields.as_slice() else { return None };
            (task, goal, themes) = (&fields[..3], rated, letters);
        } else {
            fields = line.split(';').collect();
            let [_, _, rated, letters] = fields.as_slice() else { return None };
            (task, goal, themes) = (&fields[..1], rated, letters);
        }
        let rating = goal.get(1..)?.parse().ok()?;
        let id = puzzles::fnv_1a(task.iter().flat_map(|field| field.bytes()));
        let id = PuzzleId::new(id ^ id >> 29);
        Some(Entry { line: line.to_owned(), id, rating, themes: themes.to_owned() })
    }

    fn fits(&self, mode: PuzzleMode) -> bool {
        match mode {
            PuzzleMode::Theme(theme) => self.has(theme),
            _ => true,
        }
    }

    fn has(&self, theme: Theme) -> bool {
        self.themes.contains(theme.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "# puzzles\n\
        3k5/9/9/9/R8/9/9/9/9/4K4 w - a5d5 m600 1R\n\
        not a puzzle\n\
        3k5/9/9/9/1R7/9/9/9/9/4K4 w - b5d5 m900 1R\n\
        3k5/9/9/9/2R6/9/9/9/9/4K4 w - c5d5 m1500 1gR\n";

    #[test]
    fn puzzles_are_found_by_theme_rating_and_day() {
        let corpus = Corpus::read(Variant::Xiangqi, LINES).expect("puzzles");
        assert_eq!(corpus.len(), 3);
        assert_eq!((corpus.count(Theme::MateInOne), corpus.count(Theme::FacingGenerals)), (3, 1));
        for index in 0..3 {
            assert!(corpus.puzzle(index).is_some());
            assert_eq!(corpus.find(corpus.id(index).expect("an id")), Some(index));
        }
        let days: Vec<_> = (20_000..20_050).filter_map(|day| corpus.of_day(day)).collect();
        assert!(days.iter().all(|&index| index > 0) && days.contains(&1) && days.contains(&2));
        let theme = PuzzleMode::Theme(Theme::FacingGenerals);
        assert_eq!(corpus.near(theme, 600.0, |_| true, 7), Some(2));
        // Puzzles that were seen come last.
        let seen = corpus.id(0);
        let near = corpus.near(PuzzleMode::Train, 600.0, |id| Some(id) != seen, 0);
        assert_eq!(near, Some(1));
        assert_eq!(corpus.near(theme, 600.0, |_| false, 7), Some(2));
        assert_eq!(Corpus::read(Variant::Xiangqi, "# none\n"), None);
    }

    #[test]
    fn harder_and_easier_puzzles_follow() {
        let corpus = Corpus::read(Variant::Xiangqi, LINES).expect("puzzles");
        for (mode, rating, is_harder, roll, found) in [
            (PuzzleMode::Train, 600, true, 0, Some(1)),
            (PuzzleMode::Train, 600, true, 1, Some(2)),
            (PuzzleMode::Train, 600, false, 0, None),
            (PuzzleMode::Daily, 1_500, false, 0, Some(1)),
            (PuzzleMode::Theme(Theme::FacingGenerals), 600, true, 0, Some(2)),
            (PuzzleMode::Theme(Theme::FacingGenerals), 1_500, false, 0, None),
        ] {
            let beside = corpus.beside(mode, rating, is_harder, |_| true, roll);
            assert_eq!(beside, found, "{mode:?} {rating} {is_harder}");
        }
    }
}
