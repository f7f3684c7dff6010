//! The start page as static HTML, shown until the program has loaded and replaces it.

use crate::{
    GameLink, Route, Variant,
    players::{ArchiveFilter, DEFAULT_SPEED},
    preview::{Place, Preview},
    puzzles::PuzzleMode,
};
use board_art::glyph;
use i18n::{Language, Message, variant_name};
use std::fmt::Write;

/// The part of the head that all pages share. The order of its links is the order of loading.
const HEAD: &str = r##"<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f3ead9">
<meta name="languages" content="LANGUAGES">
<link rel="preload" href="/program/web_bg.wasm" as="fetch" type="application/wasm" crossorigin>
<link rel="modulepreload" href="/program/web.js">
<link rel="modulepreload" href="/program/pieces.js">
<script src="/start.js"></script>
<link rel="stylesheet" href="/style/tokens.css">
<link rel="stylesheet" href="/style/page.css">
<link rel="stylesheet" href="/style/screens.css">
<link rel="stylesheet" href="/style/table.css">
<link rel="stylesheet" href="/style/board.css">
<link rel="icon" href="data:,">
</head>
<body>
<noscript>chuhe needs JavaScript and WebAssembly. 楚河需要启用 JavaScript。</noscript>
"##;

/// Path of the icon for an invitation, in a box of 24 by 24.
pub const INVITE_ICON: &str =
    "M10 12A4 4 0 1 1 10 4A4 4 0 1 1 10 12M3 20C4 14 16 14 17 20M19 8V14M16 11H22";

/// Path of the icon for options, in a box of 24 by 24.
pub const OPTIONS_ICON: &str =
    "M4 7H13M17 7H20M15 5V9M4 12H7M11 12H20M9 10V14M4 17H14M18 17H20M16 15V19";

/// Placeholder for the list of the player's games, with the height of the last visit.
const MY_PLACE: &str = "<div class=\"my-place held\"></div>\n";

/// The whole `index.html`.
pub fn html() -> String {
    let language = Language::SimplifiedChinese;
    let mut page = Preview::of_route(language, &Route::Start).head(language, &Place::default());
    page.push_str(&HEAD.replace("LANGUAGES", &languages()));
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "{}<div id=\"early\">\n{}{}{}<main class=\"start\">\n<div class=\"first\">\n{MY_PLACE}{}{}</div>\n<aside class=\"people\"></aside>\n</main>\n\
         </div>\n</body>\n</html>\n",
        site_bar(),
        Variant::ALL.map(form_placeholder).concat(),
        table_placeholder(),
        page_placeholder(),
        choose_game(),
        pictures_offer(),
    );
    page
}

/// The languages with the tags of browsers for them, from which `start.js` chooses.
fn languages() -> String {
    let languages = Language::ALL.iter();
    let texts = languages.map(|language| format!("{}={}", language.tag(), language.browser_tags()));
    texts.collect::<Vec<_>>().join(";")
}

/// A text in every language. `start.js` shows one of them.
fn in_all_languages(text: impl Fn(Language) -> &'static str) -> String {
    let spans = Language::ALL.iter().map(|&language| {
        let tag = language.tag();
        format!("<span data-in=\"{tag}\">{}</span>", text(language))
    });
    spans.collect()
}

/// The bar of the site, on every page: its name and the groups of its pages. The program leaves it
/// as it is, and `start.js` follows its links.
fn site_bar() -> String {
    let word = |word: char, y: u32| {
        format!(
            "<path d=\"{}\" transform=\"translate(22 {y}) scale(.56)\"/>\n",
            glyph::character_path(word)
        )
    };
    let say = |message: Message| in_all_languages(|language| message.in_language(language));
    let sign = |d: &str| {
        format!(
            "<svg class=\"sign\" viewBox=\"0 0 24 24\" width=\"22\" height=\"22\" \
             aria-hidden=\"true\"><path d=\"{d}\"/></svg>"
        )
    };
    let link = |(name, route, message): &(&str, Route, Message)| {
        format!("<a href=\"{}\" data-page=\"{name}\">{}</a>\n", route.href(), say(*message))
    };
    let group = |(name, message, d, links): (&str, Message, &str, Vec<(&str, Route, Message)>)| {
        let links: String = links.iter().map(link).collect();
        format!(
            "<details name=\"site\"><summary data-pages=\"{name}\">{}{}</summary>\n<div>{links}</div>\
             </details>\n",
            sign(d),
            say(message)
        )
    };
    let groups = [
        (
            "learn",
            Message::Learn,
            "M3 8L12 4L21 8L12 12ZM7 10V15C10 18 14 18 17 15V10M21 8V14",
            vec![
                ("puzzles", Route::Puzzles(Variant::Xiangqi, PuzzleMode::Daily), Message::Puzzles),
                ("studies", Route::Studies, Message::Studies),
                ("lessons", Route::Lesson(Variant::Xiangqi, 0, 0), Message::Lessons),
                ("rules", Route::Rules(Variant::Xiangqi), Message::Rules),
            ],
        ),
        (
            "tools",
            Message::Tools,
            "M4 4V20H20M8 15L12 10L15 13L20 6",
            vec![
                (
                    "analysis",
                    Route::Analysis(Variant::Xiangqi, GameLink::default()),
                    Message::AnalysisBoard,
                ),
                ("editor", Route::Editor(Variant::Xiangqi, String::new()), Message::SetUpBoard),
                ("open", Route::Open, Message::LoadFile),
            ],
        ),
        (
            "community",
            Message::Community,
            "M9 11A4 4 0 1 1 9 3A4 4 0 1 1 9 11M2 20C3 13 15 13 16 20M16 3.5A4 4 0 0 1 16 10.5M18 14C20 15 21.5 17 22 20",
            vec![
                ("ranking", Route::Ranking(Variant::Xiangqi, DEFAULT_SPEED), Message::Ranking),
                ("archive", Route::Archive(ArchiveFilter::default()), Message::Archive),
                ("boards", Route::SmartBoardHall, Message::Hall),
            ],
        ),
    ];
    format!(
        "<header class=\"site\">\n<a class=\"masthead\" href=\"/\"><svg class=\"seal\" \
         viewBox=\"0 0 100 124\" aria-hidden=\"true\">\n<rect width=\"100\" height=\"124\" \
         rx=\"14\"/>\n{}{}</svg>\n<strong>{}</strong><small>{}</small></a>\n<nav \
         aria-labelledby=\"pages\"><span id=\"pages\" class=\"spoken\">{}</span>\n<a href=\"/\" \
         data-page=\"play\">{}{}</a>\n<a href=\"{}\" data-page=\"watch\">{}{}</a>\n{}</nav>\n</header>\n",
        word('楚', 6),
        word('河', 62),
        say(Message::AppName),
        say(Message::AppSubtitle),
        say(Message::Pages),
        sign("M8 5L18 12L8 19Z"),
        say(Message::Play),
        Route::Watch(None).href(),
        sign("M2 12C6 5 18 5 22 12C18 19 6 19 2 12M12 15A3 3 0 1 1 12 9A3 3 0 1 1 12 15"),
        say(Message::Watch),
        groups.map(group).concat(),
    )
}

/// The choice of a game and of an opponent. The program fills in the pictures and the clocks.
fn choose_game() -> String {
    format!(
        "<section class=\"hero\">\n<h2>{}</h2>\n<p class=\"label hero-about\"></p>\n{}<div class=\"quick-place\"></div>\n\
         <div class=\"ways\">{}</div>\n<svg class=\"hero-picture\" viewBox=\"0 0 200 110\" \
         aria-hidden=\"true\"></svg>\n</section>\n",
        in_all_languages(|language| Message::LobbyQuestion.in_language(language)),
        cards(),
        ways(),
    )
}

/// The ways to start a game. Only the first works before the program has loaded.
fn ways() -> String {
    let disabled = |d: &str, message: Message| {
        format!(
            "<button disabled><svg class=\"sign\" viewBox=\"0 0 24 24\" width=\"22\" height=\"22\" \
             aria-hidden=\"true\"><path d=\"{d}\"/></svg>{}</button>\n",
            in_all_languages(|language| message.in_language(language))
        )
    };
    format!(
        "<a class=\"button main big play-now\" href=\"{}\">{}</a>\n{}{}",
        Route::Now.href(),
        in_all_languages(|language| Message::PlayNow.in_language(language)),
        disabled(INVITE_ICON, Message::InviteFriend),
        disabled(OPTIONS_ICON, Message::Options),
    )
}

/// The offer of picture pieces to English readers. `start.js` decides whether it is shown. Its
/// buttons are disabled until the program has loaded.
fn pictures_offer() -> String {
    let in_english = |message: Message| message.in_language(Language::English);
    format!(
        "<section class=\"pictures-offer\"><svg viewBox=\"-50 -50 100 100\" width=\"44\" height=\"44\" aria-hidden=\"true\">\
         <circle r=\"46\" class=\"ground\"/></svg><strong>{}</strong><button disabled>{}</button>\
         <button class=\"plain\" disabled>{}</button></section>\n",
        in_english(Message::PicturesAsk),
        in_english(Message::PicturesTake),
        in_english(Message::PicturesKeep),
    )
}

fn cards() -> String {
    let cards = Variant::ALL.map(|variant| {
        format!(
            "<a class=\"card\" href=\"{}\"><svg class=\"card-picture\" viewBox=\"0 0 200 110\" \
             aria-hidden=\"true\"></svg><strong>{}</strong></a>\n",
            Route::New(variant).href(),
            in_all_languages(|language| variant_name(language, variant)),
        )
    });
    format!("<nav class=\"cards\">\n{}</nav>\n", cards.concat())
}

/// The placeholder of a game's form, shown after a tap on its card until the program has loaded.
/// `start.js` tells the style sheet which placeholder the address asks for.
fn form_placeholder(variant: Variant) -> String {
    format!(
        "<section class=\"new\" data-early=\"{variant}\"><header class=\"bar\">{}<h1>{}</h1></header>\
         <div class=\"sheet coming\"><span></span><span></span><span></span></div></section>\n",
        back(),
        in_all_languages(|language| variant_name(language, variant)),
    )
}

/// The placeholder of a game that starts at once: an empty board.
fn table_placeholder() -> String {
    format!(
        "<section class=\"new\" data-early=\"now\"><header class=\"bar\">{}</header>\
         <div class=\"coming\"><div class=\"slab river\"></div></div></section>\n",
        back()
    )
}

/// The placeholder of any other page.
fn page_placeholder() -> &'static str {
    "<section class=\"new\" data-early=\"elsewhere\"><div class=\"sheet coming\"><span></span><span></span>\
     <span></span></div></section>\n"
}

/// The link back to the start page. `start.js` follows it without a reload.
fn back() -> String {
    format!(
        "<a class=\"button\" href=\"/\"><svg class=\"sign\" viewBox=\"0 0 24 24\" width=\"22\" height=\"22\" \
         aria-hidden=\"true\"><path d=\"M15 5L8 12L15 19\"/></svg><span class=\"spoken\">{}</span></a>",
        in_all_languages(|language| Message::Back.in_language(language))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `cargo run -p ui-model --example first_page > apps/web/static/index.html` updates the file.
    #[test]
    fn the_file_is_what_is_written_here() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../apps/web/static/index.html");
        let file = std::fs::read_to_string(path).expect("the pages have a first page");
        let html = html();
        // Compared line by line, so that a difference is easy to find.
        let (file, written): (Vec<&str>, Vec<&str>) =
            (file.lines().collect(), html.lines().collect());
        for (file, written) in file.iter().zip(&written) {
            assert_eq!(file, written);
        }
        assert_eq!(file.len(), written.len());
    }
}
