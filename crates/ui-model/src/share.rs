//! A table as a picture for sharing.

use crate::{GameModel, escape_html};
use board_art::picture::{Mark, Picture, QrCode, svg};
use game::{Observer, Seat};
use games::board::Step;
use i18n::Language;

/// What a shared picture says beside its board.
#[derive(Clone, Default, Debug)]
pub struct PictureWords {
    /// Description of the picture for screen readers.
    pub title: String,
    /// Lines of text below the board.
    pub captions: Vec<String>,
    /// Host of the site. May be empty.
    pub address: String,
    /// QR code of the address at which the game is shown.
    pub code: Option<QrCode>,
}

impl GameModel {
    /// The board as its viewer sees it, with the last action marked and the seat `bottom` at the
    /// bottom: an SVG. `None` if the position is invalid.
    pub fn picture(&self, language: Language, bottom: u8, words: &PictureWords) -> Option<String> {
        let marks = match self.step_before(self.history.len()) {
            Some(Step::Move(from, to)) => vec![Mark::Arrow(from, to, String::new())],
            Some(Step::Flip(at) | Step::TurnMole(at)) => vec![Mark::Ring(at)],
            None => Vec::new(),
        };
        let seat = self.you.and_then(Seat::checked).map(Observer::Seat);
        // A replay's position hides nothing; a table's position is the view of one observer.
        let readers = [seat, Some(Observer::Spectator), None];
        readers.into_iter().find_map(|observer| {
            let picture = Picture {
                options: self.options.clone(),
                observer,
                bottom,
                marks: marks.clone(),
                title: words.title.clone(),
                is_traditional: language.has_traditional_pieces(),
                captions: words.captions.clone(),
                address: words.address.clone(),
                code: words.code.clone(),
                ..Picture::default()
            };
            svg(self.variant, &self.position, &picture).ok()
        })
    }
}

/// Width and height of an embedded game, in pixels.
pub const EMBED_SIZE: (u32, u32) = (480, 640);

/// The HTML that shows an embedded page of a game in another site.
///
/// ```
/// let code = ui_model::embed_code("https://a.example/embed/game/k3x9", "An \"<1>\"", 480, 640);
/// assert!(code.starts_with("<iframe src=\"https://a.example/embed/game/k3x9\" "));
/// assert!(code.contains("title=\"An &quot;&lt;1&gt;&quot;\""));
/// ```
pub fn embed_code(address: &str, title: &str, width: u32, height: u32) -> String {
    format!(
        "<iframe src=\"{}\" title=\"{}\" width=\"{width}\" height=\"{height}\" style=\"border:0;max-width:100%\" loading=\"lazy\" allow=\"\"></iframe>",
        escape_html(address),
        escape_html(title),
    )
}

#[cfg(test)]
mod tests {
    use super::PictureWords;
    use crate::{
        test_game,
        test_table::{act_first, finished_table, open_table, seen},
    };
    use board_art::picture::QrCode;
    use game::Observer;
    use i18n::Language;

    fn titled(title: &str) -> PictureWords {
        PictureWords { title: title.to_owned(), ..PictureWords::default() }
    }

    #[test]
    fn every_game_can_be_drawn() {
        for variant in ["xiangqi", "undercover", "sifang", "banqi"] {
            let picture = test_game(variant, "", 0).picture(Language::English, 0, &titled("begun"));
            assert!(picture.is_some_and(|it| it.contains("<title>begun</title>")), "{variant}");
        }
    }

    #[test]
    fn the_last_action_is_marked() {
        let mut xiangqi = open_table("xiangqi");
        act_first(&mut xiangqi);
        let begun = seen(&xiangqi, Observer::Spectator);
        for table in [begun, finished_table("undercover"), finished_table("banqi")] {
            let mut game = table.game;
            let marked = game.picture(Language::English, 1, &titled("over")).expect("a position");
            game.history.clear();
            let plain = game.picture(Language::English, 1, &titled("over")).expect("a position");
            assert!(marked.len() > plain.len(), "{}", game.variant);
        }
    }

    #[test]
    fn it_says_who_played_and_is_written_as_its_viewer_reads() {
        let game = test_game("xiangqi", "", 0);
        let words = PictureWords {
            captions: vec!["An <1> — Bo".to_owned(), "Red won".to_owned()],
            address: "a.example".to_owned(),
            code: Some(QrCode { modules: 21, path: "M3 4h1v1h-1z".to_owned() }),
            ..PictureWords::default()
        };
        let drawn = |language| game.picture(language, 0, &words).expect("a position");
        let traditional = drawn(Language::TraditionalChinese);
        assert!(traditional.contains(">An &lt;1&gt; — Bo</text>"), "{traditional}");
        assert!(traditional.contains(">Red won</text>"), "{traditional}");
        assert!(traditional.contains(">a.example</text>"), "{traditional}");
        assert!(traditional.contains("\"M3 4h1v1h-1z\""), "{traditional}");
        let has = |picture: &str, c: char| picture.contains(&format!("#u{:x}\"", u32::from(c)));
        assert!(has(&traditional, '帥') && !has(&traditional, '帅'));
        assert!(has(&drawn(Language::SimplifiedChinese), '帅'));
    }
}
