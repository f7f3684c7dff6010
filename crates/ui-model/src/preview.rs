//! The head of a page as the server sends it: title and description for search engines and link
//! previews.

use crate::{Route, Variant, players::speed_message};
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
            Route::SmartBoardHall | Route::SmartBoard(_) => (say(Message::Hall), site()),
            Route::Watch(None) => (say(Message::WatchGames), say(Message::WatchAbout)),
            Route::Watch(Some(variant)) => (
                format!("{} · {}", say(Message::WatchGames), game(*variant)),
                say(Message::WatchAbout),
            ),
            Route::TableGame(..) | Route::SmartBoardGame(..) | Route::Archive(_) => {
                (say(Message::Archive), say(Message::ArchiveAbout))
            }
            Route::Account => (say(Message::Account), say(Message::AccountAbout)),
            Route::ResetPassword(_) => (say(Message::NewPassword), site()),
            Route::Ranking(variant, speed) => {
                let ladder = format!("{} · {}", game(*variant), say(speed_message(*speed)));
                (format!("{} · {ladder}", say(Message::Ranking)), site())
            }
            Route::Player(name) => (name.clone(), fill(&say(Message::PlayerAbout), &[name])),
            Route::NotFound => (say(Message::NoPage), site()),
        };
        Preview { title, description }
    }

    /// The preview of a table, waiting, running or finished. It names the game, its time control and
    /// the players, and nothing of the position.
    pub fn of_table(language: Language, info: &TableInfo) -> Preview {
        let say = |message: Message| message.in_language(language);
        let variant: Option<Variant> = info.plan.variant.parse().ok();
        let game = variant.map_or("", |variant| variant_name(language, variant));
        let terms = format!("{game} · {}", clock_words(language, &info.plan.clock));
        if info.seats.iter().any(|seat| !seat.taken) {
            let host = info.seats.iter().find(|seat| seat.taken && seat.level.is_none());
            let description = match host {
                Some(host) if !host.name.is_empty() => {
                    format!("{} · {terms}", shown_name(language, &host.name))
                }
                _ => terms,
            };
            return Preview { title: say(Message::JoinTitle).to_owned(), description };
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
        Preview { title, description: format!("{terms} · {}", say(state)) }
    }

    /// The same preview under another title.
    pub fn titled(self, title: String) -> Preview {
        Preview { title, ..self }
    }

    /// The start of the page, up to where all pages are the same (see [`SHARED_FROM`]). `address`
    /// is the whole address of the page.
    pub fn head(&self, language: Language, address: Option<&str>) -> String {
        let escape = |text: &str| {
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            text.replace('>', "&gt;").replace('"', "&quot;")
        };
        let description = escape(&self.description);
        let title = escape(&self.title);
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
        if let Some(address) = address {
            property("url", &escape(address));
        }
        head
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
        };
        let head = preview.head(Language::English, Some("https://a.example/@x?\"><b>"));
        assert!(!head.contains("<script>") && !head.contains("\"><b>"), "{head}");
        assert!(head.contains("content=\"a &amp; &quot;b&quot; &lt;c&gt;\""), "{head}");
        assert!(head.starts_with("<!doctype html>\n<html lang=\"en\">\n") && head.ends_with(">\n"));
    }
}
