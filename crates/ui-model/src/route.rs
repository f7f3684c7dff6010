use crate::{
    GameLink, Variant,
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
    /// The lessons of a game: chapter and step, from 0. Addresses count them from 1.
    Lesson(Variant, usize, usize),
    /// Puzzles of a game, chosen in this way.
    Puzzles(Variant, PuzzleMode),
    /// The board editor with a position's text, empty for the starting position.
    Editor(Variant, String),
    /// A table on the server.
    Table(GameId),
    /// The page that opens a file, a game or a position.
    Open,
    /// A replay: of an opened file, or of the game just played.
    Record,
    /// The analysis board with a position and moves; the usual start if both are empty.
    Analysis(Variant, GameLink),
    /// The lists of studies.
    Studies,
    /// A study: its id, or its id and that of a chapter with a slash between them (see
    /// [`studies::route`](crate::studies::route)).
    Study(String),
    /// All smart boards.
    SmartBoardHall,
    /// One smart board, live.
    SmartBoard(BoardId),
    /// The replay of a smart board's game, by the board's id and the game's number, with the number
    /// of plies shown first.
    SmartBoardGame(BoardId, u32, usize),
    /// The replay of a finished table, with the number of plies shown first.
    TableGame(GameId, usize),
    /// Games to watch: of one game, or of all.
    Watch(Option<Variant>),
    /// The player's own account.
    Account,
    /// The page of moderators; with a name, what they see of that account.
    Moderation(Option<String>),
    /// The form for a new password of an account, from a link. The link's code is in the fragment.
    ResetPassword(String),
    /// The form that asks for such a link by mail.
    ForgotPassword,
    /// The page that confirms a mail address, from a link. The link's code is in the fragment.
    ConfirmMail,
    /// The ranking of one game at one speed.
    Ranking(Variant, Speed),
    /// A player, by name.
    Player(String),
    /// The archive of finished games.
    Archive(ArchiveFilter),
    /// No page: the address is unknown.
    NotFound,
}

impl Route {
    /// The table of the server that the page shows; `None` on other pages.
    pub const fn table(&self) -> Option<&GameId> {
        match self {
            Route::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The page of an address: its path, and its query without the `?`.
    pub fn read(path: &str, query: &str) -> Route {
        let path = path.strip_prefix('/').unwrap_or(path);
        let plain = path.strip_suffix('/').filter(|plain| !plain.is_empty());
        let words: Vec<&str> = plain.unwrap_or(path).split('/').collect();
        read_words(&words, query).unwrap_or(Route::NotFound)
    }

    /// The page of an old link, whose page was in the fragment: `#/rules/banqi`. `None` for a
    /// fragment that names a place in a page.
    pub fn read_old(fragment: &str) -> Option<Route> {
        let place = fragment.strip_prefix('#').unwrap_or(fragment).strip_prefix('/')?;
        let (path, query) = place.split_once('?').unwrap_or((place, ""));
        let words: Vec<&str> = path.split('/').collect();
        let route = match words[..] {
            ["hall"] => Some(Route::SmartBoardHall),
            ["board", id] => read_id(id).map(|id| Route::SmartBoard(id.into())),
            ["board", id, game] => read_board_game(id, game, query),
            ["player", name] => read_name(name),
            ["editor", variant, text] => read_editor(variant, percent::decode(text)),
            // Lessons were counted from 0.
            ["learn", variant, ref place @ ..] => variant.parse().ok().map(|variant| {
                let number =
                    |at: usize| place.get(at).and_then(|word| word.parse().ok()).unwrap_or(0);
                Route::Lesson(variant, number(0), number(1))
            }),
            _ => read_words(&words, query),
        };
        Some(route.unwrap_or(Route::NotFound))
    }

    /// The page's address.
    pub fn href(&self) -> String {
        match self {
            Route::Start => "/".to_owned(),
            Route::Now => "/now".to_owned(),
            Route::New(variant) => format!("/new/{variant}"),
            Route::NewInvitation(variant) => format!("/new/{variant}/invite"),
            Route::NewRated(variant) => format!("/new/{variant}/rated"),
            Route::Play(id) if id.is_empty() => "/play".to_owned(),
            Route::Play(id) => format!("/play/{id}"),
            Route::Rules(variant) => format!("/rules/{variant}"),
            Route::Lesson(variant, 0, 0) => format!("/learn/{variant}"),
            Route::Lesson(variant, chapter, step) => {
                format!("/learn/{variant}/{}/{}", chapter + 1, step + 1)
            }
            Route::Editor(variant, text) if text.is_empty() => format!("/editor/{variant}"),
            Route::Editor(variant, text) => {
                format!("/editor/{variant}?position={}", percent::encode(text))
            }
            Route::Puzzles(variant, mode) => format!("/puzzles{}", mode.path_of_game(*variant)),
            Route::Table(id) => format!("/t/{id}"),
            Route::Open => "/open".to_owned(),
            Route::Record => "/record".to_owned(),
            Route::Analysis(Variant::Xiangqi, link) => format!("/analysis{}", link.query()),
            Route::Analysis(variant, link) => format!("/analysis/{variant}{}", link.query()),
            Route::Studies => "/studies".to_owned(),
            Route::Study(place) => format!("/study/{place}"),
            Route::SmartBoardHall => "/boards".to_owned(),
            Route::SmartBoard(id) => format!("/boards/{id}"),
            Route::SmartBoardGame(id, game, ply) => format!("/boards/{id}/{game}{}", at_ply(*ply)),
            Route::TableGame(id, ply) => format!("/game/{id}{}", at_ply(*ply)),
            Route::Watch(None) => "/watch".to_owned(),
            Route::Watch(Some(variant)) => format!("/watch/{variant}"),
            Route::Account => "/account".to_owned(),
            Route::Moderation(None) => "/moderation".to_owned(),
            Route::Moderation(Some(name)) => format!("/moderation/{}", percent::encode(name)),
            Route::ResetPassword(name) => format!("/account/reset/{}", percent::encode(name)),
            Route::ForgotPassword => "/account/forgot".to_owned(),
            Route::ConfirmMail => "/account/mail".to_owned(),
            Route::Ranking(variant, speed) => format!("/ranking/{variant}/{}", speed.as_str()),
            Route::Player(name) => format!("/@{}", percent::encode(name)),
            Route::Archive(filter) => format!("/archive{}", filter.query("")),
            Route::NotFound => "/404".to_owned(),
        }
    }
}

/// The page of an address by the words of its path. `None` if there is no such page.
fn read_words(words: &[&str], query: &str) -> Option<Route> {
    let variant = |word: Option<&&str>| match word {
        Some(word) => word.parse().ok(),
        None => Some(Variant::Xiangqi),
    };
    Some(match *words {
        ["" | "index.html"] => Route::Start,
        ["now"] => Route::Now,
        ["play"] => Route::Play(GameId::default()),
        ["play", id] => Route::Play(read_id(id)?.into()),
        ["new", ref game @ ..] if game.len() < 2 => Route::New(variant(game.first())?),
        ["new", game, "invite"] => Route::NewInvitation(game.parse().ok()?),
        ["new", game, "rated"] => Route::NewRated(game.parse().ok()?),
        ["rules", ref game @ ..] if game.len() < 2 => Route::Rules(variant(game.first())?),
        ["learn", ref place @ ..] if place.len() < 4 => {
            let number = |at: usize| match place.get(at) {
                Some(word) => word.parse::<usize>().ok()?.checked_sub(1),
                None => Some(0),
            };
            Route::Lesson(variant(place.first())?, number(1)?, number(2)?)
        }
        ["editor"] => Route::Editor(Variant::Xiangqi, String::new()),
        ["editor", game] => {
            let text = value_of(query, "position").map(percent::decode);
            read_editor(game, text.unwrap_or_default())?
        }
        ["puzzles", ref words @ ..] => {
            let (variant, mode) = PuzzleMode::read_of_game(words)?;
            Route::Puzzles(variant, mode)
        }
        ["t", id] => Route::Table(read_id(id)?.into()),
        ["open"] => Route::Open,
        ["record"] => Route::Record,
        ["analysis", ref game @ ..] if game.len() < 2 => {
            Route::Analysis(variant(game.first())?, GameLink::read(query))
        }
        ["studies"] => Route::Studies,
        ["study", ref ids @ ..] if (1..3).contains(&ids.len()) => {
            ids.iter().try_for_each(|id| read_id(id).map(|_| ()))?;
            Route::Study(ids.join("/"))
        }
        ["boards"] => Route::SmartBoardHall,
        ["boards", id] => Route::SmartBoard(read_id(id)?.into()),
        ["boards", id, game] => read_board_game(id, game, query)?,
        ["game", id] => Route::TableGame(read_id(id)?.into(), read_ply(query)),
        ["watch"] => Route::Watch(None),
        ["watch", game] => Route::Watch(Some(game.parse().ok()?)),
        ["account"] => Route::Account,
        ["moderation"] => Route::Moderation(None),
        ["moderation", name] => match read_name(name)? {
            Route::Player(name) => Route::Moderation(Some(name)),
            _ => return None,
        },
        ["account", "forgot"] => Route::ForgotPassword,
        ["account", "mail"] => Route::ConfirmMail,
        ["account", "reset", name] => Route::ResetPassword(percent::decode(name)),
        ["ranking", ref ladder @ ..] if ladder.len() < 3 => {
            let speed = match ladder.get(1) {
                Some(word) => read_speed(word)?,
                None => DEFAULT_SPEED,
            };
            Route::Ranking(variant(ladder.first())?, speed)
        }
        ["archive"] => Route::Archive(ArchiveFilter::read(query)),
        [name] => read_name(name.strip_prefix('@')?)?,
        _ => return None,
    })
}

/// An id in an address: letters, digits and hyphens.
fn read_id(id: &str) -> Option<String> {
    let is_id =
        !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_id.then(|| id.to_owned())
}

fn read_name(name: &str) -> Option<Route> {
    let name = percent::decode(name);
    (!name.trim().is_empty()).then_some(Route::Player(name))
}

fn read_editor(game: &str, text: String) -> Option<Route> {
    let variant = game.parse().ok().filter(|variant| EDITABLE.contains(variant))?;
    Some(Route::Editor(variant, text))
}

fn read_board_game(id: &str, game: &str, query: &str) -> Option<Route> {
    Some(Route::SmartBoardGame(read_id(id)?.into(), game.parse().ok()?, read_ply(query)))
}

/// The first value of a key in a query.
fn value_of<'a>(query: &'a str, key: &str) -> Option<&'a str> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find_map(|(name, value)| (name == key).then_some(value))
}

/// Number of plies shown first. A replay with fewer plies shows its last position.
fn read_ply(query: &str) -> usize {
    value_of(query, "ply").and_then(|ply| ply.parse().ok()).unwrap_or(0)
}

fn at_ply(ply: usize) -> String {
    if ply == 0 { String::new() } else { format!("?ply={ply}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(href: &str) -> Route {
        let (path, query) = href.split_once('?').unwrap_or((href, ""));
        Route::read(path, query)
    }

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
            Route::Lesson(Variant::Sifang, 0, 0),
            Route::Lesson(Variant::Sifang, 0, 1),
            Route::Lesson(Variant::Sifang, 2, 3),
            Route::Editor(Variant::Banqi, String::new()),
            Route::Editor(Variant::Xiangqi, "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1".to_owned()),
            Route::Puzzles(Variant::Xiangqi, PuzzleMode::Daily),
            Route::Puzzles(Variant::Xiangqi, PuzzleMode::Rush),
            Route::Puzzles(Variant::Xiangqi, PuzzleMode::Classics),
            Route::Puzzles(Variant::Xiangqi, PuzzleMode::Classic("s066".parse().expect("a code"))),
            Route::Puzzles(Variant::Banqi, PuzzleMode::Daily),
            Route::Puzzles(Variant::Sifang, PuzzleMode::Missed),
            Route::Puzzles(Variant::Xiangqi, PuzzleMode::Theme(crate::puzzles::Theme::IronBolt)),
            Route::Table("k3x9".into()),
            Route::Open,
            Route::Record,
            Route::Analysis(Variant::Xiangqi, GameLink::default()),
            Route::Analysis(
                Variant::Banqi,
                GameLink { moves: "a1=K.b2c2".to_owned(), plies: 1, ..GameLink::default() },
            ),
            Route::Studies,
            Route::Study("k3x9".to_owned()),
            Route::Study("k3x9/c1".to_owned()),
            Route::SmartBoardHall,
            Route::SmartBoard("0a1b".into()),
            Route::SmartBoardGame("0a1b".into(), 7, 0),
            Route::SmartBoardGame("0a1b".into(), 7, 12),
            Route::TableGame("k3x9".into(), 0),
            Route::TableGame("k3x9".into(), 31),
            Route::Watch(None),
            Route::Watch(Some(Variant::Sifang)),
            Route::Account,
            Route::Moderation(None),
            Route::Moderation(Some("Wu & 许 / 50%".to_owned())),
            Route::ResetPassword("Wu & 许 / 50%".to_owned()),
            Route::ForgotPassword,
            Route::ConfirmMail,
            Route::Ranking(Variant::Banqi, Speed::Blitz),
            Route::Player("Wu & 许 / 50%".to_owned()),
            Route::Player("J. Doe".to_owned()),
            // A name of an account of an earlier version.
            Route::Player("../etc".to_owned()),
            Route::Archive(ArchiveFilter::default()),
            Route::Archive(ArchiveFilter {
                variant: Some(Variant::Sifang),
                player: "a&b=c 王".to_owned(),
                ..ArchiveFilter::default()
            }),
            Route::NotFound,
        ] {
            let href = route.href();
            assert_eq!(read(&href), route, "{href}");
            assert!(href.starts_with('/') && !href.contains('#'), "{href}");
        }
    }

    #[test]
    fn short_addresses_have_pages() {
        for (href, route) in [
            ("", Route::Start),
            ("/new", Route::New(Variant::Xiangqi)),
            ("/rules/", Route::Rules(Variant::Xiangqi)),
            ("/learn", Route::Lesson(Variant::Xiangqi, 0, 0)),
            ("/learn/banqi/2", Route::Lesson(Variant::Banqi, 1, 0)),
            ("/learn/banqi/99/1", Route::Lesson(Variant::Banqi, 98, 0)),
            ("/puzzles/xiangqi", Route::Puzzles(Variant::Xiangqi, PuzzleMode::Daily)),
            ("/editor", Route::Editor(Variant::Xiangqi, String::new())),
            ("/analysis/", Route::Analysis(Variant::Xiangqi, GameLink::default())),
            ("/analysis/sifang?utm=1", Route::Analysis(Variant::Sifang, GameLink::default())),
            ("/ranking", Route::Ranking(Variant::Xiangqi, Speed::Rapid)),
            ("/ranking/banqi", Route::Ranking(Variant::Banqi, Speed::Rapid)),
            ("/t/k3x9/", Route::Table("k3x9".into())),
            ("/game/k3x9?ply=x", Route::TableGame("k3x9".into(), 0)),
            ("/game/k3x9?utm=1&ply=4&ply=5", Route::TableGame("k3x9".into(), 4)),
            ("/?utm=1", Route::Start),
        ] {
            assert_eq!(read(href), route, "{href}");
        }
    }

    #[test]
    fn unknown_addresses_have_no_page() {
        for href in [
            "/nonsense",
            "//",
            "/index.php",
            "/new/chess",
            "/new/xiangqi/friend",
            "/rules/chess",
            "/rules/xiangqi/1",
            "/learn/chess",
            "/learn/banqi/0",
            "/learn/banqi/x",
            "/learn/banqi/1/1/1",
            "/editor/sifang",
            "/puzzles/nonsense",
            "/puzzles/theme/nonsense",
            "/editor/xiangqi/9",
            "/t",
            "/t/",
            "/t/../x",
            "/t/a%2fb",
            "/game/",
            "/analysis/chess",
            "/analysis/xiangqi/1",
            "/boards/0a1b/x",
            "/watch/chess",
            "/watch/banqi/1",
            "/boards/0a1b/7/8",
            "/ranking/chess",
            "/ranking/banqi/fast",
            "/@",
            "/@%20",
            "/@a/b",
        ] {
            assert_eq!(read(href), Route::NotFound, "{href}");
        }
    }

    #[test]
    fn old_links_lead_to_their_pages() {
        for (fragment, route) in [
            ("#/", Route::Start),
            ("#/now", Route::Now),
            ("#/new/banqi/rated", Route::NewRated(Variant::Banqi)),
            ("#/play/7f", Route::Play("7f".into())),
            ("#/learn/banqi", Route::Lesson(Variant::Banqi, 0, 0)),
            ("#/learn/banqi/2/3", Route::Lesson(Variant::Banqi, 2, 3)),
            ("#/editor/banqi", Route::Editor(Variant::Banqi, String::new())),
            ("#/editor/xiangqi/4k4%2F9%20w", Route::Editor(Variant::Xiangqi, "4k4/9 w".to_owned())),
            ("#/hall", Route::SmartBoardHall),
            ("#/board/0a1b", Route::SmartBoard("0a1b".into())),
            ("#/board/0a1b/7", Route::SmartBoardGame("0a1b".into(), 7, 0)),
            ("#/game/k3x9", Route::TableGame("k3x9".into(), 0)),
            ("#/ranking", Route::Ranking(Variant::Xiangqi, Speed::Rapid)),
            ("#/player/Wu%20Song", Route::Player("Wu Song".to_owned())),
            (
                "#/archive?variant=banqi",
                Route::Archive(ArchiveFilter {
                    variant: Some(Variant::Banqi),
                    ..ArchiveFilter::default()
                }),
            ),
            ("#/nonsense", Route::NotFound),
            ("#/new/chess", Route::NotFound),
            ("#/editor/sifang", Route::NotFound),
            ("#/player/", Route::NotFound),
        ] {
            assert_eq!(Route::read_old(fragment), Some(route), "{fragment}");
        }
        for fragment in ["", "#", "#moves"] {
            assert_eq!(Route::read_old(fragment), None, "{fragment}");
        }
    }
}
