use crate::lobby_list::rating_on;
use i18n::{Language, Message, fill};
use protocol::{LadderRow, PoolWait, Seek, TablePlan};

/// The pool that a tap on a clock of quick pairing enters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuickPool {
    /// Number of waiting players with whom the reader can be paired.
    pub waiting: usize,
    /// Recent waiting time in seconds.
    pub recent_seconds: Option<u32>,
}

impl QuickPool {
    /// The pool of the reader's seek. `own` are the reader's ratings; `None` while they are not known,
    /// and for a guest, whose plan is never rated.
    pub fn new(
        plan: &TablePlan,
        seeks: &[Seek],
        waits: &[PoolWait],
        own: Option<&[LadderRow]>,
    ) -> QuickPool {
        let can_pair = |seek: &&Seek| {
            let is_wanted = own.is_none_or(|own| seek.plan.wants(rating_on(own, seek)));
            seek.plan.terms() == plan.terms() && (!plan.rated || is_wanted)
        };
        let is_recent = |wait: &&PoolWait| wait.variant == plan.variant && wait.clock == plan.clock;
        QuickPool {
            waiting: seeks.iter().filter(can_pair).count(),
            recent_seconds: waits.iter().find(is_recent).map(|wait| wait.seconds.max(1)),
        }
    }

    /// The pool in words: `2 waiting · last 8 s`.
    pub fn words(self, language: Language) -> String {
        let say = |message: Message, values: &[&str]| fill(message.in_language(language), values);
        let count = self.waiting.to_string();
        match (self.waiting, self.recent_seconds) {
            (0, None) => say(Message::FindOpponent, &[]),
            (0, Some(seconds)) => say(Message::RecentWait, &[&seconds.to_string()]),
            (_, None) => say(Message::PlayersWaiting, &[&count]),
            (_, Some(seconds)) => say(Message::WaitingAndRecent, &[&count, &seconds.to_string()]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Variant, quick_seek};
    use protocol::Strength;

    /// The plan of a seek. The reader's plan gives another side, which is none of the terms.
    fn plan(clock: &str, rated: bool) -> TablePlan {
        quick_seek(Variant::Xiangqi, clock, rated, true)
    }

    fn own_plan(clock: &str, rated: bool) -> TablePlan {
        quick_seek(Variant::Xiangqi, clock, rated, false)
    }

    fn seek(plan: TablePlan) -> Seek {
        Seek { table: "a".into(), name: "Ada".to_owned(), strength: None, plan }
    }

    #[test]
    fn only_players_of_the_same_terms_count() {
        let options = TablePlan { options: "repetition=off".to_owned(), ..plan("5+3", false) };
        let late = TablePlan { spectator_delay: 3, ..plan("5+3", true) };
        let strong = TablePlan { min_rating: 1_900, ..plan("5+3", true) };
        let seeks =
            [plan("5+3", false), plan("5+3", true), plan("3+2", true), options, late, strong]
                .map(seek);
        let row = |rating| LadderRow {
            variant: "xiangqi".to_owned(),
            speed: "blitz".to_owned(),
            strength: Strength { rating, deviation: 60, provisional: false },
            games: 9,
        };
        for (clock, rated, own, waiting) in [
            // A guest.
            ("5+3", false, None, 1),
            // A member whose ratings are not known yet, a new one, and a strong one.
            ("5+3", true, None, 2),
            ("5+3", true, Some(vec![]), 1),
            ("5+3", true, Some(vec![row(2_000)]), 2),
            ("3+2", true, Some(vec![]), 1),
            ("10+5", true, Some(vec![]), 0),
        ] {
            let pool = QuickPool::new(&own_plan(clock, rated), &seeks, &[], own.as_deref());
            assert_eq!(pool.waiting, waiting, "{clock} {rated} {own:?}");
        }
    }

    #[test]
    fn a_pool_is_said_in_words() {
        let wait = |clock: &str, seconds| PoolWait {
            variant: "xiangqi".to_owned(),
            clock: clock.to_owned(),
            seconds,
        };
        let waits = [wait("5+3", 8), wait("10+5", 0)];
        let two = [seek(plan("5+3", false)), seek(plan("5+3", false))];
        for (clock, seeks, words) in [
            ("5+3", &two[..], "2 waiting · last 8 s"),
            ("5+3", &[], "last wait 8 s"),
            ("10+5", &[], "last wait 1 s"),
            ("3+2", &[], "Find opponent"),
        ] {
            let pool = QuickPool::new(&own_plan(clock, false), seeks, &waits, None);
            assert_eq!(pool.words(Language::English), words, "{clock}");
        }
        let pool = QuickPool { waiting: 1, recent_seconds: None };
        assert_eq!(pool.words(Language::English), "1 waiting");
    }
}
