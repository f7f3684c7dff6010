//! Players: ladders, strengths, and finished games.

use crate::{Route, Variant, percent};
use clock::Speed;
use game::Seat;
use games::board::{BoardShape, Side};
use i18n::{
    Language, Message, PLIES, counted, edge_name, fill, reason_name, refusal, shown_name,
    side_name, variant_name,
};
use protocol::{
    ArchivedGame, ArchivedPlayer, NAME_CHARS, PASSWORD_MAX, PASSWORD_MIN, Place, Strength,
    mail_address,
};

/// The speed shown when the visitor has not chosen one.
pub const DEFAULT_SPEED: Speed = Speed::Rapid;

/// The speed with this stable text.
pub fn read_speed(id: &str) -> Option<Speed> {
    Speed::ALL.into_iter().find(|speed| speed.as_str() == id)
}

/// Name of a speed.
pub const fn speed_message(speed: Speed) -> Message {
    match speed {
        Speed::Bullet => Message::SpeedBullet,
        Speed::Blitz => Message::SpeedBlitz,
        Speed::Rapid => Message::SpeedRapid,
        Speed::Classical => Message::SpeedClassical,
    }
}

/// Whether a player is there, in words.
pub const fn presence_message(online: bool, plays: bool) -> Message {
    match (plays, online) {
        (true, _) => Message::PlaysNow,
        (false, true) => Message::IsOnline,
        (false, false) => Message::IsAway,
    }
}

/// A strength as text: `1500`, or `1500?` while it is provisional.
pub fn strength_text(strength: Strength) -> String {
    format!("{}{}", strength.rating, if strength.provisional { "?" } else { "" })
}

/// A player as one line: `Wu Song 1500?`.
pub fn player_words(name: &str, strength: Option<Strength>) -> String {
    match strength {
        Some(strength) => format!("{name} {}", strength_text(strength)),
        None => name.to_owned(),
    }
}

/// A rating change: `+12`, `−12`, `±0`.
pub fn change_text(change: i32) -> String {
    match change {
        0 => "±0".to_owned(),
        1.. => format!("+{change}"),
        _ => format!("−{}", change.unsigned_abs()),
    }
}

/// A seat's score in a game: `1`, `0`, `½`.
pub fn score_text(game: &ArchivedGame, seat: u8) -> &'static str {
    match &game.winners[..] {
        [] => "½",
        winners if winners.contains(&seat) => "1",
        _ => "0",
    }
}

/// The fixed side of a seat. `None` in banqi, where the first flip decides.
pub fn side_of_seat(variant: Variant, seat: u8) -> Option<Side> {
    let sides = if variant.has_fixed_sides() { variant.sides() } else { &[] };
    Side::of_seat(BoardShape::of(variant), sides.get(usize::from(seat))?.letter)
}

/// Description of an open seat: edge, colour and partner in games for four, the side in games for
/// two with fixed sides, otherwise its number.
pub fn seat_words(language: Language, variant: Variant, options: &str, seat: u8) -> String {
    let say = |message: Message| message.in_language(language);
    let side = |seat| side_of_seat(variant, seat).map(|side| side_name(language, side));
    let Some(own) = side(seat) else {
        return fill(say(Message::PlayerNumber), &[&(seat + 1).to_string()]);
    };
    let Some(edge) = edge_name(language, variant, seat) else { return own.to_owned() };
    let partner = Seat::checked(seat)
        .and_then(|seat| variant.partner(options, seat))
        .and_then(|seat| side(seat.index() as u8));
    match partner {
        Some(partner) => fill(say(Message::SeatWithPartner), &[edge, own, partner]),
        None => format!("{edge} · {own}"),
    }
}

/// The page that replays a game.
pub fn replay_route(place: &Place) -> Route {
    match place {
        Place::Table { table } => Route::TableGame(table.clone(), 0),
        Place::Board { board, game, .. } => Route::SmartBoardGame(board.clone(), *game, 0),
    }
}

/// The address of a small picture of a game's final position. `None` for a game on a smart board.
pub fn final_position(game: &ArchivedGame) -> Option<String> {
    match &game.place {
        Place::Table { table } => Some(format!("/game/{table}.png?thumbnail")),
        Place::Board { .. } => None,
    }
}

/// A finished game in one line: `Ada 1–0 Bea`, and what else is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedLine {
    /// In games for two, the player who moved first. In games for four, the winners, or the first
    /// pair of a draw.
    pub left: String,
    /// Their score and that of the others.
    pub score: &'static str,
    /// The others.
    pub right: String,
    /// Game.
    pub game: String,
    /// Reason of the end and number of moves.
    pub ending: String,
}

impl FinishedLine {
    /// The line of a game.
    pub fn new(language: Language, game: &ArchivedGame) -> FinishedLine {
        let variant = game.variant.parse::<Variant>().ok();
        let is_won = !game.winners.is_empty();
        let is_left = |seat: u8| match game.players.len() {
            2 => seat == 0,
            _ if is_won => game.winners.contains(&seat),
            _ => seat.is_multiple_of(2),
        };
        let names = |is_left_side: bool| {
            let seats = (0..).zip(&game.players).filter(|&(seat, _)| is_left(seat) == is_left_side);
            let name = |player: &ArchivedPlayer| match &*player.name {
                "" => Message::Unknown.in_language(language).to_owned(),
                name => shown_name(language, name).to_owned(),
            };
            seats.map(|(_, player)| name(player)).collect::<Vec<_>>().join(" & ")
        };
        let left = game.winners.iter().any(|&seat| is_left(seat));
        FinishedLine {
            left: names(true),
            score: if !is_won {
                "½–½"
            } else if left {
                "1–0"
            } else {
                "0–1"
            },
            right: names(false),
            game: match variant {
                Some(variant) => variant_name(language, variant).to_owned(),
                None => game.variant.clone(),
            },
            ending: format!(
                "{}\u{a0}· {}",
                reason_name(language, &game.reason),
                counted(language, PLIES, &game.plies.to_string())
            ),
        }
    }
}

/// Path of a game's `.chuhe` file on the server.
pub fn file_path(place: &Place) -> String {
    match place {
        Place::Table { table } => format!("/api/tables/{table}/record.chuhe"),
        Place::Board { board, game, .. } => {
            format!("/api/boards/{board}/games/{game}/record.chuhe")
        }
    }
}

/// Name of a game's file without its extension.
pub fn file_stem(place: &Place) -> String {
    match place {
        Place::Table { table } => table.clone().into_string(),
        Place::Board { board, game, .. } => format!("{board}-{game}"),
    }
}

/// Path of a player's data and of what belongs to it: `/results`, `/relation`, or nothing.
pub fn player_part_path(name: &str, part: &str) -> String {
    format!("{}{part}", player_path(name))
}

/// Path of what moderators see of an account.
pub fn moderated_path(name: &str) -> String {
    format!("/api/moderation/accounts/{}", percent::encode(name))
}

/// Path of an account's signals of fair play.
pub fn fair_play_path(name: &str) -> String {
    format!("{}/fair-play", moderated_path(name))
}

/// Filter of the archive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArchiveFilter {
    /// Only games of this variant.
    pub variant: Option<Variant>,
    /// Only games of this player; empty for all.
    pub player: String,
    /// Only games of this smart board; empty for all places.
    pub board: String,
}

impl ArchiveFilter {
    /// Parses the query of an address.
    pub fn read(query: &str) -> ArchiveFilter {
        let mut filter = ArchiveFilter::default();
        for (key, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            match key {
                "variant" => filter.variant = value.parse().ok(),
                "player" => filter.player = percent::decode(value),
                "board" => filter.board = percent::decode(value),
                _ => {}
            }
        }
        filter
    }

    /// The query of an address with its `?`; empty without a filter. `before` is
    /// [`protocol::Archive::next`] of the previous page.
    pub fn query(&self, before: &str) -> String {
        let variant = self.variant.map_or("", Variant::as_str);
        let pairs = [
            ("variant", variant),
            ("player", &self.player),
            ("board", &self.board),
            ("before", before),
        ];
        let given = pairs.iter().filter(|(_, value)| !value.is_empty());
        let texts: Vec<String> =
            given.map(|(key, value)| format!("{key}={}", percent::encode(value))).collect();
        if texts.is_empty() { String::new() } else { format!("?{}", texts.join("&")) }
    }
}

/// API path of a player.
pub fn player_path(name: &str) -> String {
    format!("/api/players/{}", percent::encode(name))
}

/// API path of the names that start with a text.
pub fn names_path(begins: &str) -> String {
    format!("/api/players?begins={}", percent::encode(begins))
}

/// The problem of a name, checked before it is sent to the server.
pub fn name_problem(name: &str) -> Option<Message> {
    let count = name.trim().chars().count();
    (count == 0 || count > NAME_CHARS).then_some(Message::NameLength)
}

/// The problem of a mail address in the reader's language, checked before it is sent to the server.
pub fn mail_problem(language: Language, address: &str) -> Option<String> {
    let fault = mail_address(address).err()?;
    Some(refusal(language, fault.code(), &fault.values(), &fault.to_string()))
}

/// The problem of a new password, checked before it is sent to the server.
pub fn password_problem(password: &str) -> Option<Message> {
    let count = password.chars().count();
    (!(PASSWORD_MIN..=PASSWORD_MAX).contains(&count)).then_some(Message::PasswordLength)
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::UnixMs;

    #[test]
    fn figures_are_written_short() {
        let strength = Strength { rating: 1500, deviation: 350, provisional: true };
        assert_eq!(strength_text(strength), "1500?");
        assert_eq!(strength_text(Strength { provisional: false, ..strength }), "1500");
        assert_eq!(player_words("Wu Song", Some(strength)), "Wu Song 1500?");
        assert_eq!([12, -12, 0].map(change_text), ["+12", "−12", "±0"]);
    }

    #[test]
    fn a_player_who_plays_is_there() {
        for (online, plays, message) in [
            (true, true, Message::PlaysNow),
            (false, true, Message::PlaysNow),
            (true, false, Message::IsOnline),
            (false, false, Message::IsAway),
        ] {
            assert_eq!(presence_message(online, plays), message);
        }
    }

    #[test]
    fn who_won_is_seen_at_each_seat() {
        let mut game = ArchivedGame {
            place: Place::Table { table: "t1".into() },
            variant: "sifang".to_owned(),
            clock: "10+5".to_owned(),
            ended_ms: UnixMs(0),
            plies: 9,
            reason: "marshals".to_owned(),
            winners: vec![0, 2],
            players: Vec::new(),
        };
        assert_eq!([0, 1, 2, 3].map(|seat| score_text(&game, seat)), ["1", "0", "1", "0"]);
        game.winners.clear();
        assert_eq!(score_text(&game, 1), "½");
    }

    #[test]
    fn sides_are_known_where_the_seat_decides() {
        let sides = |variant| [0, 1, 2, 3].map(|seat| side_of_seat(variant, seat));
        assert_eq!(sides(Variant::Xiangqi), [Some(Side::Red), Some(Side::Black), None, None]);
        assert_eq!(
            sides(Variant::Sifang),
            [Side::Red, Side::Green, Side::Yellow, Side::Blue].map(Some)
        );
        assert_eq!(sides(Variant::Banqi), [None; 4]);
    }

    #[test]
    fn seats_are_offered_by_edge_colour_and_partner() {
        for (variant, options, seat, words) in [
            (Variant::Sifang, "", 1, "East · Green (with Blue)"),
            (Variant::Sifang, "mode=solo", 3, "West · Blue"),
            (Variant::Xiangqi, "", 1, "Black"),
            (Variant::Banqi, "", 1, "Player 2"),
        ] {
            assert_eq!(seat_words(Language::English, variant, options, seat), words);
        }
    }

    #[test]
    fn a_filter_is_asked_for_as_it_is_shown() {
        let player = "Wu Song".to_owned();
        let filter =
            ArchiveFilter { variant: Some(Variant::Banqi), player, ..ArchiveFilter::default() };
        assert_eq!(filter.query(""), "?variant=banqi&player=Wu%20Song");
        assert_eq!(ArchiveFilter::default().query("17-x"), "?before=17-x");
        let board = ArchiveFilter { board: "00a1".to_owned(), ..ArchiveFilter::default() };
        assert_eq!(board.query("17-x"), "?board=00a1&before=17-x");
        assert_eq!(ArchiveFilter::read("board=00a1"), board);
        assert_eq!(ArchiveFilter::read("variant=chess&player=&x"), ArchiveFilter::default());
    }

    #[test]
    fn every_speed_is_read_by_its_text() {
        for speed in Speed::ALL {
            assert_eq!(read_speed(speed.as_str()), Some(speed));
        }
        assert_eq!(read_speed("Rapid"), None);
    }

    #[test]
    fn names_and_passwords_have_their_lengths() {
        assert_eq!(name_problem("  "), Some(Message::NameLength));
        assert_eq!(name_problem("许银川"), None);
        assert_eq!(name_problem(&"象".repeat(NAME_CHARS + 1)), Some(Message::NameLength));
        assert_eq!(password_problem("1234567"), Some(Message::PasswordLength));
        assert_eq!(password_problem("12345678"), None);
        assert_eq!(mail_problem(Language::English, "ada@club.example"), None);
        for (typed, expected) in [
            ("ada", "Enter one mail address"),
            ("a da@club.example", "can't contain “U+0020”"),
            ("a..da@club.example", "Before the @"),
            ("ada@club", "After the @"),
            (&"x".repeat(300), "at most 254"),
        ] {
            let english = mail_problem(Language::English, typed).expect("a problem");
            assert!(english.contains(expected), "{english}");
            for &language in Language::ALL {
                let words = mail_problem(language, typed).expect("a problem");
                assert_eq!(words == english, language == Language::English, "{words}");
            }
        }
    }
}
