//! The list of waiting players: which of them are shown, and in which order.

use crate::{Variant, is_correspondence};
use games::board::Side;
use i18n::{Language, Message, fill, side_name};
use protocol::{LadderId, LadderRow, SeatPlan, Seek, TablePlan};

/// Rating of a player without a rated game.
const FIRST_RATING: i32 = 1_500;

/// Assumed difference of ratings where the rating of the waiting player is not known.
const UNKNOWN_GAP: u32 = 200;

/// Words of a stored filter.
const LIVE: &str = "live";
const DAYS: &str = "days";
const RATED: &str = "rated";
const CASUAL: &str = "casual";

/// The waiting players that a reader wants to see. A field that is `None` excludes no player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeekFilter {
    /// The game.
    pub variant: Option<Variant>,
    /// Whether the players have days for each move.
    pub is_correspondence: Option<bool>,
    /// Whether the game is rated.
    pub is_rated: Option<bool>,
}

impl SeekFilter {
    /// Parses a stored filter. `None` if the text is invalid.
    pub fn parse(text: &str) -> Option<SeekFilter> {
        let mut filter = SeekFilter::default();
        for word in text.split_whitespace() {
            match word {
                LIVE => filter.is_correspondence = Some(false),
                DAYS => filter.is_correspondence = Some(true),
                RATED => filter.is_rated = Some(true),
                CASUAL => filter.is_rated = Some(false),
                game => filter.variant = Some(game.parse().ok()?),
            }
        }
        Some(filter)
    }

    /// The filter as text for storage. Empty for all players.
    pub fn to_text(self) -> String {
        let pace = self.is_correspondence.map(|is_slow| if is_slow { DAYS } else { LIVE });
        let rated = self.is_rated.map(|is_rated| if is_rated { RATED } else { CASUAL });
        let words = [self.variant.map(Variant::as_str), pace, rated];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Whether a waiting player is shown.
    pub fn shows(self, seek: &Seek) -> bool {
        let plan = &seek.plan;
        self.variant.is_none_or(|variant| variant.as_str() == plan.variant)
            && self
                .is_correspondence
                .is_none_or(|is_slow| is_slow == is_correspondence(&plan.clock))
            && self.is_rated.is_none_or(|is_rated| is_rated == plan.rated)
    }
}

/// Sorts waiting players by how well they fit the reader: followed players first, then those whom the
/// reader can join, live games before games by correspondence, and the nearest rating. Equal ones stay in
/// the order of their arrival. `ladders` are the reader's ratings; `None` for a guest.
pub fn sort_by_fit(
    seeks: &mut [Seek],
    is_followed: impl Fn(&str) -> bool,
    ladders: Option<&[LadderRow]>,
) {
    seeks.sort_by_cached_key(|seek| {
        let own = ladders.map(|ladders| rating_on(ladders, seek));
        let can_join = match own {
            Some(own) => !seek.plan.rated || seek.plan.wants(own),
            None => !seek.plan.rated,
        };
        let gap = match (own, seek.strength) {
            (Some(own), Some(strength)) => own.abs_diff(strength.rating),
            _ => UNKNOWN_GAP,
        };
        (!is_followed(&seek.name), !can_join, is_correspondence(&seek.plan.clock), gap)
    });
}

/// The reader's rating on the ladder of a waiting player's game.
pub(crate) fn rating_on(ladders: &[LadderRow], seek: &Seek) -> i32 {
    let ladder = table::ladder(&seek.plan).map(|(variant, speed)| LadderId::of(variant, speed));
    let is_it = |row: &&LadderRow| {
        ladder.as_ref().is_some_and(|it| it.variant() == row.variant && it.speed() == row.speed)
    };
    ladders.iter().find(is_it).map_or(FIRST_RATING, |row| row.strength.rating)
}

/// What the plan of a game for two leaves to the player who joins: the side, or who moves first where
/// no side is decided yet. `None` in games for four.
pub fn joiner_words(language: Language, plan: &TablePlan) -> Option<String> {
    let variant = plan.variant.parse::<Variant>().ok().filter(|variant| variant.seats() == 2)?;
    let seat = plan.seats.iter().position(|seat| *seat == SeatPlan::Open)?;
    if variant.has_fixed_sides() {
        let side = if seat == 0 { Side::Red } else { Side::Black };
        return Some(fill(Message::SeekSide.in_language(language), &[side_name(language, side)]));
    }
    let message = if seat == 0 { Message::SeekFirst } else { Message::SeekSecond };
    Some(message.in_language(language).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quick_seek;
    use protocol::Strength;

    fn strength(rating: i32) -> Strength {
        Strength { rating, deviation: 60, provisional: false }
    }

    fn seek(name: &str, clock: &str, rating: Option<i32>) -> Seek {
        Seek {
            table: name.into(),
            name: name.to_owned(),
            strength: rating.map(strength),
            plan: quick_seek(Variant::Xiangqi, clock, rating.is_some(), false),
        }
    }

    #[test]
    fn a_seek_says_what_the_player_who_joins_gets() {
        for (variant, coin, words) in [
            (Variant::Xiangqi, false, Some("You: Black")),
            (Variant::Xiangqi, true, Some("You: Red")),
            (Variant::Undercover, true, Some("You: Red")),
            (Variant::Banqi, false, Some("You move second")),
            (Variant::Banqi, true, Some("You move first")),
            (Variant::Sifang, false, None),
        ] {
            let plan = quick_seek(variant, "10+5", false, coin);
            let found = joiner_words(Language::English, &plan);
            assert_eq!(found.as_deref(), words, "{variant} {coin}");
        }
    }

    #[test]
    fn filters_are_stored_and_choose() {
        let blitz = seek("blitz", "5+3", Some(1500));
        let casual = seek("casual", "5+3", None);
        let days = seek("days", "3d-move", None);
        let banqi = Seek {
            plan: quick_seek(Variant::Banqi, "5+3", true, false),
            ..seek("banqi", "5+3", Some(1500))
        };
        let all = [blitz, casual, days, banqi];
        for (text, shown) in [
            ("", "blitz casual days banqi"),
            ("xiangqi", "blitz casual days"),
            ("banqi", "banqi"),
            ("live", "blitz casual banqi"),
            ("days", "days"),
            ("rated", "blitz banqi"),
            ("casual", "casual days"),
            ("xiangqi live rated", "blitz"),
            ("sifang days casual", ""),
        ] {
            let filter = SeekFilter::parse(text).expect(text);
            assert_eq!(filter.to_text(), text);
            let names: Vec<&str> =
                all.iter().filter(|seek| filter.shows(seek)).map(|seek| &*seek.name).collect();
            assert_eq!(names.join(" "), shown, "{text}");
        }
        for text in ["chess", "xiangqi,rated", "Rated"] {
            assert_eq!(SeekFilter::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_best_fit_comes_first() {
        let row = |variant: &str, speed: &str, rating| LadderRow {
            variant: variant.to_owned(),
            speed: speed.to_owned(),
            strength: strength(rating),
            games: 9,
        };
        let ladders = [row("xiangqi", "blitz", 1800), row("xiangqi", "rapid", 1300)];
        let wants = |min_rating, max_rating, mut seek: Seek| {
            (seek.plan.min_rating, seek.plan.max_rating) = (min_rating, max_rating);
            seek
        };
        let blitz = |name: &str, rating| seek(name, "3+2", Some(rating));
        let rapid = |name: &str, rating| seek(name, "15+10", Some(rating));
        for (own, seeks, order) in [
            // The nearest rating on the ladder of each game.
            (
                Some(&ladders[..]),
                vec![blitz("a", 1500), blitz("b", 1750), rapid("c", 1310), rapid("d", 1800)],
                "c b a d",
            ),
            // Those who want other ratings come last.
            (
                Some(&ladders),
                vec![wants(1900, 0, blitz("a", 1800)), wants(0, 1800, blitz("b", 1400))],
                "b a",
            ),
            // A live game comes before one by correspondence, and equal ones stay.
            (
                Some(&ladders),
                vec![seek("days", "3d-move", None), seek("b", "5+3", None), seek("c", "5+3", None)],
                "b c days",
            ),
            // An unknown rating is neither near nor far.
            (
                Some(&ladders),
                vec![blitz("far", 1400), seek("casual", "3+2", None), blitz("near", 1790)],
                "near casual far",
            ),
            // A new player has the first rating.
            (Some(&[]), vec![blitz("a", 1800), blitz("b", 1450)], "b a"),
            // A guest cannot join a rated game.
            (None, vec![blitz("a", 1500), seek("casual", "3+2", None)], "casual a"),
            // A followed player comes first.
            (
                Some(&ladders),
                vec![blitz("a", 1800), wants(2000, 0, seek("friend", "60+30", Some(2100)))],
                "friend a",
            ),
            (Some(&ladders), Vec::new(), ""),
        ] {
            let mut seeks = seeks;
            sort_by_fit(&mut seeks, |name| name == "friend", own);
            let names: Vec<&str> = seeks.iter().map(|seek| &*seek.name).collect();
            assert_eq!(names.join(" "), order);
        }
    }
}
