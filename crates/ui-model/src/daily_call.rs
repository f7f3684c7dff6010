use crate::{RunningGame, clock_face::show_rough_ms, is_correspondence, sort_by_urgency};
use i18n::{Language, Message, fill};

/// Number of games that a notification names.
const NAMED: usize = 3;

/// The notification of correspondence games that wait for the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DailyCall {
    /// Heading with the number of games.
    pub title: String,
    /// A line for each of the most urgent games, with opponent and time left, and the number of others:
    /// `+2`.
    pub body: String,
}

impl DailyCall {
    /// The notification at this time of the page's monotonic clock; `None` if no game waits.
    pub fn new(language: Language, games: &[RunningGame], now_ms: f64) -> Option<DailyCall> {
        let waits = |game: &&RunningGame| {
            !game.is_over() && game.is_my_turn() && is_correspondence(&game.info.plan.clock)
        };
        let mut waiting: Vec<RunningGame> = games.iter().filter(waits).cloned().collect();
        if waiting.is_empty() {
            return None;
        }
        sort_by_urgency(&mut waiting);
        let line = |game: &RunningGame| {
            let left = game.left_ms(now_ms).map(|ms| show_rough_ms(language, ms));
            let words = [Some(game.opponents(language)), left];
            words.into_iter().flatten().collect::<Vec<_>>().join("\u{a0}· ")
        };
        let mut lines: Vec<String> = waiting.iter().take(NAMED).map(line).collect();
        if waiting.len() > NAMED {
            lines.push(format!("+{}", waiting.len() - NAMED));
        }
        let title = Message::GamesWait.in_language(language);
        Some(DailyCall {
            title: fill(title, &[&waiting.len().to_string()]),
            body: lines.join("\n"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{ClockState, SeatState, TableInfo, TablePlan, TurnState};

    const HOUR_MS: u64 = 3_600_000;

    fn game(opponent: &str, clock: &str, turn: u8, left_ms: u64) -> RunningGame {
        let plan = TablePlan {
            variant: "xiangqi".to_owned(),
            clock: clock.to_owned(),
            ..TablePlan::default()
        };
        let info = TableInfo {
            table: opponent.into(),
            plan,
            seats: vec![SeatState::person('w', opponent), SeatState::person('b', "Me")],
            commitment: String::new(),
            over: false,
            turn: TurnState::Seat { seat: turn },
            plies: 3,
            clocks: Some(ClockState {
                left_ms: vec![left_ms; 2],
                periods: vec![0; 2],
                running: Some(turn),
                setup_ms: None,
            }),
        };
        RunningGame::new(info, vec![1], false, 0.0)
    }

    #[test]
    fn the_most_urgent_games_are_named() {
        let mut games = vec![
            game("Bo", "3d-move", 1, 28 * HOUR_MS),
            // It is the opponent's turn.
            game("Cy", "3d-move", 0, HOUR_MS),
            // The player sees a live game on its own page.
            game("Di", "10+5", 1, 60_000),
        ];
        let call = |games: &[RunningGame]| {
            DailyCall::new(Language::English, games, 0.0).map(|call| (call.title, call.body))
        };
        let title = |count: &str| fill(Message::GamesWait.in_language(Language::English), &[count]);
        assert_eq!(call(&games[1..]), None);
        assert_eq!(call(&games), Some((title("1"), "Bo\u{a0}· 1 d 4 h".to_owned())));
        games.push(game("Ed", "1d-move", 1, 5 * HOUR_MS));
        games.push(game("Fa", "1d-move", 1, HOUR_MS / 2));
        games.push(game("Gu", "5d-move", 1, 90 * HOUR_MS));
        games.push(game("Hu", "5d-move", 1, 91 * HOUR_MS));
        let body = "Fa\u{a0}· 30 min\nEd\u{a0}· 5 h\nBo\u{a0}· 1 d 4 h\n+2";
        assert_eq!(call(&games), Some((title("5"), body.to_owned())));
    }
}
