//! The head of a page as the server sends it: title and description for search engines and link
//! previews.

use crate::{Route, Variant, escape_html, players::speed_message};
use i18n::{Language, Message, clock_words, fill, level_words, shown_name, variant_name};
use protocol::TableInfo;
use std::fmt::Write;

/// Name of the site at the end of every title.
pub const SITE: &str = "楚河 chuhe";

/// A short description of a game.
pub const fn variant_about(variant: Variant) -> Message {
    match variant {
        Variant::Xiangqi => Message::XiangqiAbout,
        Variant::Undercover => Message::UndercoverAbout,
        Variant::Sifang => Message::SifangAbout,
        Variant::Banqi => Message::BanqiAbout,
    }
}

/// What a link to a page says about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// Title without the name of the site; empty on the start page.
    pub title: String,
    /// One or two sentences.
    pub description: String,
    /// Path of the picture, 1200 × 630 pixels.
    pub picture: String,
}

/// Width and height of every picture, in pixels.
const PICTURE_SIZE: (u32, u32) = (1_200, 630);

/// Path of the picture of a game's first position.
pub fn variant_picture(variant: Variant) -> String {
    format!("/picture/{variant}.png")
}

impl Preview {
    /// The preview of a page by its address alone.
    pub fn of_route(language: Language, route: &Route) -> Preview {
        let say = |message: Message| message.in_language(language).to_owned();
        let about = |variant: Variant| say(variant_about(variant));
        let site = || say(Message::SiteAbout);
        let game = |variant: Variant| variant_name(language, variant);
        let (title, description) = match route {
            Route::Start => (String::new(), site()),
            Route::Now => (say(Message::PlayNow), site()),
            Route::New(variant) | Route::NewRated(variant) => {
                (game(*variant).to_owned(), about(*variant))
            }
            Route::NewInvitation(variant) => {
                let title = format!("{} · {}", game(*variant), say(Message::InviteFriend));
                (title, about(*variant))
            }
            Route::Play(_) => (say(Message::Play), site()),
            Route::Rules(variant) => {
                (fill(&say(Message::RulesOf), &[game(*variant)]), about(*variant))
            }
            Route::Lesson(variant, ..) => {
                (fill(&say(Message::LearnTitle), &[game(*variant)]), about(*variant))
            }
            Route::Puzzles(..) => (say(Message::Puzzles), site()),
            Route::Editor(variant, _) => {
                (format!("{} · {}", say(Message::SetUpBoard), game(*variant)), site())
            }
            Route::Table(_) => (say(Message::Play), site()),
            Route::Open | Route::Record => (say(Message::LoadFile), site()),
            Route::Analysis(..) => (say(Message::AnalysisBoard), site()),
            Route::Studies | Route::Study(..) => {
                (say(Message::Studies), say(Message::StudiesAbout))
            }
            Route::SmartBoardHall | Route::SmartBoard(_) => (say(Message::Hall), site()),
            Route::Watch(None) => (say(Message::WatchGames), say(Message::WatchAbout)),
            Route::Watch(Some(variant)) => (
                format!("{} · {}", say(Message::WatchGames), game(*variant)),
                say(Message::WatchAbout),
            ),
            Route::TableGame(..) | Route::SmartBoardGame(..) | Route::Archive(_) => {
                (say(Message::Archive), say(Message::ArchiveAbout))
            }
            Route::Moderation(_) => (say(Message::Moderation), site()),
            Route::Account => (say(Message::Account), say(Message::AccountAbout)),
            Route::ResetPassword(_) => (say(Message::NewPassword), site()),
            Route::ForgotPassword => (say(Message::ForgotPassword), site()),
            Route::ConfirmMail => (say(Message::ConfirmMailAddress), site()),
            Route::Ranking(variant, speed) => {
                let ladder = format!("{} · {}", game(*variant), say(speed_message(*speed)));
                (format!("{} · {ladder}", say(Message::Ranking)), site())
            }
            Route::Player(name) => (name.clone(), fill(&say(Message::PlayerAbout), &[name])),
            Route::NotFound => (say(Message::NoPage), site()),
        };
        Preview { title, description, picture: variant_picture(shown_variant(route)) }
    }

    /// The preview of a table, waiting, running or finished. It names the game, its time control and
    /// the players, and nothing of the position.
    pub fn of_table(language: Language, info: &TableInfo) -> Preview {
        let say = |message: Message| message.in_language(language);
        let variant: Option<Variant> = info.plan.variant.parse().ok();
        let game = variant.map_or("", |variant| variant_name(language, variant));
        let terms = format!("{game} · {}", clock_words(language, &info.plan.clock));
        let picture = variant_picture(variant.unwrap_or(Variant::Xiangqi));
        if info.seats.iter().any(|seat| !seat.taken) {
            let host = info.seats.iter().find(|seat| seat.taken && seat.level.is_none());
            let description = match host {
                Some(host) if !host.name.is_empty() => {
                    format!("{} · {terms}", shown_name(language, &host.name))
                }
                _ => terms,
            };
            let title = say(Message::JoinTitle).to_owned();
            return Preview { title, description, picture };
        }
        let names = info.seats.iter().map(|seat| match &seat.level {
            Some(level) => {
                format!("{} {}", say(Message::VsComputer), level_words(language, level))
            }
            None => shown_name(language, &seat.name).to_owned(),
        });
        let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
        let title = if names.is_empty() { game.to_owned() } else { names.join(" – ") };
        let state = if info.over { Message::GameOver } else { Message::Watch };
        Preview { title, description: format!("{terms} · {}", say(state)), picture }
    }

    /// The same preview with another picture.
    pub fn pictured(self, picture: String) -> Preview {
        Preview { picture, ..self }
    }

    /// The same preview under another title.
    pub fn titled(self, title: String) -> Preview {
        Preview { title, ..self }
    }

    /// The start of the page, up to where all pages are the same (see [`SHARED_FROM`]).
    pub fn head(&self, language: Language, place: &Place) -> String {
        let description = escape_html(&self.description);
        let title = escape_html(&self.title);
        let whole = if title.is_empty() { SITE.to_owned() } else { format!("{title} · {SITE}") };
        let shown = if title.is_empty() { SITE } else { &title };
        let mut head = format!(
            "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <title>{whole}</title>\n<meta name=\"description\" content=\"{description}\">\n",
            language.tag(),
        );
        let locale = language.voice().replace('-', "_");
        let mut property = |name: &str, content: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(head, "<meta property=\"og:{name}\" content=\"{content}\">");
        };
        property("type", "website");
        property("site_name", SITE);
        property("locale", &locale);
        property("title", shown);
        property("description", &description);
        let Some(origin) = &place.origin else { return head };
        property("url", &escape_html(&format!("{origin}{}", place.path)));
        if place.has_pictures {
            let (width, height) = PICTURE_SIZE;
            property("image", &escape_html(&format!("{origin}{}", self.picture)));
            property("image:type", "image/png");
            property("image:width", &width.to_string());
            property("image:height", &height.to_string());
            // A reader who hears the picture needs to know what it shows, not how.
            let alt = if title.is_empty() { &description } else { &title };
            property("image:alt", alt);
            head += "<meta name=\"twitter:card\" content=\"summary_large_image\">\n";
        }
        if let Some(oembed) = &place.oembed {
            let href = escape_html(&format!("{origin}{oembed}"));
            // Writing to a string cannot fail.
            let _ = writeln!(
                head,
                "<link rel=\"alternate\" type=\"application/json+oembed\" href=\"{href}\" title=\"{shown}\">"
            );
        }
        head
    }
}

/// Where a page is, for the addresses in its head.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Place {
    /// Scheme and host; `None` if they are unknown, and the head then has no addresses.
    pub origin: Option<String>,
    /// Path of the page.
    pub path: String,
    /// Whether the server draws pictures.
    pub has_pictures: bool,
    /// Path of the page's description for programs that embed it (oEmbed).
    pub oembed: Option<String>,
}

/// The game whose first position is the picture of a page.
fn shown_variant(route: &Route) -> Variant {
    match route {
        Route::New(variant)
        | Route::NewRated(variant)
        | Route::NewInvitation(variant)
        | Route::Rules(variant)
        | Route::Lesson(variant, ..)
        | Route::Editor(variant, _)
        | Route::Puzzles(variant, _)
        | Route::Analysis(variant, _)
        | Route::Watch(Some(variant))
        | Route::Ranking(variant, _) => *variant,
        _ => Variant::Xiangqi,
    }
}

/// The first text that is the same in all pages. The server replaces everything before it.
pub const SHARED_FROM: &str = "<meta name=\"viewport\"";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::DEFAULT_SPEED;
    use protocol::{SeatPlan, SeatState, TablePlan, TurnState};

    fn info(seats: Vec<SeatState>) -> TableInfo {
        TableInfo {
            table: "k3x9".into(),
            plan: TablePlan {
                variant: "undercover".to_owned(),
                options: String::new(),
                clock: "10+5".to_owned(),
                setup_seconds: 0,
                seats: vec![SeatPlan::Host, SeatPlan::Open],
                start: None,
                training: false,
                rated: false,
                ..TablePlan::default()
            },
            seats,
            commitment: String::new(),
            over: false,
            turn: TurnState::Over,
            plies: 0,
            clocks: None,
        }
    }

    #[test]
    fn every_page_has_a_title_in_every_language() {
        for &language in Language::ALL {
            for route in [
                Route::Now,
                Route::New(Variant::Banqi),
                Route::Rules(Variant::Sifang),
                Route::Lesson(Variant::Xiangqi, 1, 1),
                Route::Ranking(Variant::Xiangqi, DEFAULT_SPEED),
                Route::Watch(Some(Variant::Sifang)),
                Route::NotFound,
            ] {
                let preview = Preview::of_route(language, &route);
                assert!(!preview.title.is_empty() && !preview.title.contains('{'), "{route:?}");
                assert!(!preview.description.is_empty(), "{route:?}");
            }
        }
        let rules = Preview::of_route(Language::English, &Route::Rules(Variant::Banqi));
        assert_eq!(rules.title, "Banqi rules");
    }

    #[test]
    fn a_table_is_described_by_its_terms_and_players() {
        let open = SeatState { taken: false, ..SeatState::person('b', "") };
        let waiting = info(vec![SeatState::person('w', "Ada"), open]);
        let waiting = Preview::of_table(Language::English, &waiting);
        assert_eq!(waiting.title, "You're invited to a game");
        assert!(waiting.description.starts_with("Ada · Undercover · 10 min"), "{waiting:?}");
        let both = info(vec![SeatState::person('w', "Ada"), SeatState::person('b', "Bo")]);
        let running = Preview::of_table(Language::English, &both);
        assert_eq!(running.title, "Ada – Bo");
        assert!(running.description.ends_with("· Watch"), "{running:?}");
    }

    #[test]
    fn names_cannot_leave_their_tag() {
        let preview = Preview {
            title: "</title><script>\"".to_owned(),
            description: "a & \"b\" <c>".to_owned(),
            picture: "/picture/\"><b>.png".to_owned(),
        };
        let place = Place {
            origin: Some("https://a.example".to_owned()),
            path: "/@x?\"><b>".to_owned(),
            has_pictures: true,
            oembed: Some("/oembed?\"><b>".to_owned()),
        };
        let head = preview.head(Language::English, &place);
        assert!(!head.contains("<script>") && !head.contains("\"><b>"), "{head}");
        assert!(head.contains("content=\"a &amp; &quot;b&quot; &lt;c&gt;\""), "{head}");
        assert!(head.starts_with("<!doctype html>\n<html lang=\"en\">\n") && head.ends_with(">\n"));
    }

    #[test]
    fn a_picture_has_its_size_and_a_text() {
        let preview = Preview::of_route(Language::English, &Route::Rules(Variant::Banqi));
        let place = Place {
            origin: Some("https://a.example".to_owned()),
            path: "/rules/banqi".to_owned(),
            has_pictures: true,
            oembed: None,
        };
        let head = preview.head(Language::English, &place);
        for line in [
            "<meta property=\"og:image\" content=\"https://a.example/picture/banqi.png\">",
            "<meta property=\"og:image:width\" content=\"1200\">",
            "<meta property=\"og:image:height\" content=\"630\">",
            "<meta property=\"og:image:alt\" content=\"Banqi rules\">",
            "<meta name=\"twitter:card\" content=\"summary_large_image\">",
        ] {
            assert!(head.contains(line), "{line} is missing in {head}");
        }
        let plain = preview.head(Language::English, &Place { has_pictures: false, ..place });
        assert!(!plain.contains("og:image") && !plain.contains("twitter"), "{plain}");
    }
}
