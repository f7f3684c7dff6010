use crate::{
    Variant,
    editor::EDITABLE,
    percent,
    players::{ArchiveFilter, DEFAULT_SPEED, read_speed},
    puzzles::PuzzleMode,
};
use clock::Speed;
use protocol::{BoardId, GameId};

/// A page of the application.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// The start page.
    Start,
    /// A new game against the computer that starts at once, with the settings of the last one.
    Now,
    /// The form for a new game.
    New(Variant),
    /// The form for a new game with a friend, who receives a link.
    NewInvitation(Variant),
    /// The form for a new rated game.
    NewRated(Variant),
    /// A game on this device, by its id. An empty id means the last one.
    Play(GameId),
    /// The rules of a game.
    Rules(Variant),
    /// The lessons of a game: chapter and step, from 0.
    Lesson(Variant, usize, usize),
    /// Puzzles, chosen in this way.
    Puzzles(PuzzleMode),
    /// The board editor with a position's text, empty for the starting position.
    Editor(Variant, String),
    /// A table on the server.
    Table(GameId),
    /// The page that opens a file, a game or a position.
    Open,
    /// A replay: of an opened file, or of the game just played.
    Record,
    /// All smart boards.
    SmartBoardHall,
    /// One smart board, live.
    SmartBoard(BoardId),
    /// The replay of a smart board's game, by the board's id and the game's number.
    SmartBoardGame(BoardId, u32),
    /// The replay of a finished table.
    TableGame(GameId),
    /// The player's own account.
    Account,
    /// The ranking of one game at one speed.
    Ranking(Variant, Speed),
    /// A player, by name.
    Player(String),
    /// The archive of finished games.
    Archive(ArchiveFilter),
}

impl Route {
    /// The page of an address, by its path and fragment.
    pub fn read(path: &str, hash: &str) -> Route {
        if let Some(id) = path.strip_prefix("/t/") {
            let id = id.trim_end_matches('/');
            if !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            {
                return Route::Table(id.into());
            }
        }
        let hash = hash.trim_start_matches('#').trim_start_matches('/');
        let (path, query) = hash.split_once('?').unwrap_or((hash, ""));
        let words: Vec<&str> = path.split('/').collect();
        match words[..] {
            ["now"] => Route::Now,
            ["play"] => Route::Play(GameId::default()),
            ["play", id] => Route::Play(id.into()),
            ["rules", variant] => variant.parse().map_or(Route::Start, Route::Rules),
            ["learn", variant, ref place @ ..] => variant.parse().map_or(Route::Start, |variant| {
                let number =
                    |at: usize| place.get(at).and_then(|word| word.parse().ok()).unwrap_or(0);
                Route::Lesson(variant, number(0), number(1))
            }),
            ["editor", variant, ref text @ ..] => match variant.parse() {
                Ok(variant) if EDITABLE.contains(&variant) => {
                    let text = text.first().map_or_else(String::new, |text| percent::decode(text));
                    Route::Editor(variant, text)
                }
                _ => Route::Start,
            },
            ["puzzles", ref mode @ ..] => Route::Puzzles(PuzzleMode::read(mode)),
            ["open"] => Route::Open,
            ["record"] => Route::Record,
            ["hall"] => Route::SmartBoardHall,
            ["board", id] => Route::SmartBoard(id.into()),
            ["board", id, game] => match game.parse() {
                Ok(game) => Route::SmartBoardGame(id.into(), game),
                Err(_) => Route::SmartBoard(id.into()),
            },
            ["game", id] => Route::TableGame(id.into()),
            ["account"] => Route::Account,
            ["ranking", ref ladder @ ..] => {
                let variant = ladder.first().and_then(|word| word.parse().ok());
                let speed = ladder.get(1).and_then(|word| read_speed(word));
                Route::Ranking(variant.unwrap_or(Variant::Xiangqi), speed.unwrap_or(DEFAULT_SPEED))
            }
            ["player", name] if !name.is_empty() => Route::Player(percent::decode(name)),
            ["archive"] => Route::Archive(ArchiveFilter::read(query)),
            ["new", variant] => variant.parse().map_or(Route::Start, Route::New),
            ["new", variant, "invite"] => {
                variant.parse().map_or(Route::Start, Route::NewInvitation)
            }
            ["new", variant, "rated"] => variant.parse().map_or(Route::Start, Route::NewRated),
            _ => Route::Start,
        }
    }

    /// The page's address.
    pub fn href(&self) -> String {
        match self {
            Route::Start => "/".to_owned(),
            Route::Now => "/#/now".to_owned(),
            Route::New(variant) => format!("/#/new/{}", variant.as_str()),
            Route::NewInvitation(variant) => format!("/#/new/{}/invite", variant.as_str()),
            Route::NewRated(variant) => format!("/#/new/{}/rated", variant.as_str()),
            Route::Play(id) if id.is_empty() => "/#/play".to_owned(),
            Route::Play(id) => format!("/#/play/{id}"),
            Route::Rules(variant) => format!("/#/rules/{}", variant.as_str()),
            Route::Lesson(variant, chapter, step) => {
                format!("/#/learn/{}/{chapter}/{step}", variant.as_str())
            }
            Route::Editor(variant, text) if text.is_empty() => {
                format!("/#/editor/{}", variant.as_str())
            }
            Route::Editor(variant, text) => {
                format!("/#/editor/{}/{}", variant.as_str(), percent::encode(text))
            }
            Route::Puzzles(mode) => format!("/#/puzzles{}", mode.path()),
            Route::Table(id) => format!("/t/{id}"),
            Route::Open => "/#/open".to_owned(),
            Route::Record => "/#/record".to_owned(),
            Route::SmartBoardHall => "/#/hall".to_owned(),
            Route::SmartBoard(id) => format!("/#/board/{id}"),
            Route::SmartBoardGame(id, game) => format!("/#/board/{id}/{game}"),
            Route::TableGame(id) => format!("/#/game/{id}"),
            Route::Account => "/#/account".to_owned(),
            Route::Ranking(variant, speed) => {
                format!("/#/ranking/{}/{}", variant.as_str(), speed.as_str())
            }
            Route::Player(name) => format!("/#/player/{}", percent::encode(name)),
            Route::Archive(filter) => format!("/#/archive{}", filter.query("")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_back() {
        for route in [
            Route::Start,
            Route::Now,
            Route::New(Variant::Banqi),
            Route::NewInvitation(Variant::Undercover),
            Route::NewRated(Variant::Banqi),
            Route::Play(GameId::default()),
            Route::Play("7f".into()),
            Route::Rules(Variant::Banqi),
            Route::Lesson(Variant::Sifang, 2, 3),
            Route::Editor(Variant::Banqi, String::new()),
            Route::Editor(Variant::Xiangqi, "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1".to_owned()),
            Route::Puzzles(PuzzleMode::Daily),
            Route::Puzzles(PuzzleMode::Rush),
            Route::Puzzles(PuzzleMode::Theme(crate::puzzles::Theme::IronBolt)),
            Route::Table("k3x9".into()),
            Route::Open,
            Route::Record,
            Route::SmartBoardHall,
            Route::SmartBoard("0a1b".into()),
            Route::SmartBoardGame("0a1b".into(), 7),
            Route::TableGame("k3x9".into()),
            Route::Account,
            Route::Ranking(Variant::Banqi, Speed::Blitz),
            Route::Player("Wu & 许 / 50%".to_owned()),
            Route::Archive(ArchiveFilter::default()),
            Route::Archive(ArchiveFilter {
                variant: Some(Variant::Sifang),
                player: "a&b=c 王".to_owned(),
                ..ArchiveFilter::default()
            }),
        ] {
            let href = route.href();
            let (path, hash) = href.split_once('#').unwrap_or((&href, ""));
            assert_eq!(Route::read(path, hash), route);
        }
        assert_eq!(Route::read("/", "#/new/chess"), Route::Start);
        assert_eq!(Route::read("/", "#/editor/sifang"), Route::Start);
        assert_eq!(Route::read("/", "#/learn/banqi"), Route::Lesson(Variant::Banqi, 0, 0));
        assert_eq!(Route::read("/", "#/player/"), Route::Start);
        assert_eq!(Route::read("/", "#/ranking"), Route::Ranking(Variant::Xiangqi, Speed::Rapid));
        assert_eq!(Route::read("/t/../x", ""), Route::Start);
    }
}
