use super::{Picture, PictureError};
use game::Observer;
use games::{
    AnyGame, AnyView, Variant,
    board::{BoardShape, BoardView, Step},
};

/// A position with the data that a picture needs.
pub(super) struct Reading {
    pub(super) ground: BoardShape,
    pub(super) scene: BoardView,
    /// The legal steps, as far as the observer of the text may know.
    pub(super) legal: Vec<Step>,
}

const BANQI_START: &str = "********/********/********/******** - 0/0 0 0 ?";
const UNDERCOVER_START: &str =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 ?/? 3/3";

impl Reading {
    pub(super) fn new(
        variant: Variant,
        position: &str,
        picture: &Picture,
    ) -> Result<Reading, PictureError> {
        let ground = BoardShape::of(variant);
        let (text, observer) = match (position, variant) {
            ("empty", _) => {
                return Ok(Reading { ground, scene: BoardView::empty(ground), legal: Vec::new() });
            }
            // All results of chance are hidden at the start.
            ("start", Variant::Banqi) => (BANQI_START, Some(Observer::Spectator)),
            ("start", Variant::Undercover) => (UNDERCOVER_START, Some(Observer::Spectator)),
            _ => (position, picture.observer),
        };
        let (view, actions) = match observer {
            Some(observer) => {
                let view = AnyView::from_text(variant, &picture.options, observer, text)?;
                let actions = view.legal();
                (view, actions)
            }
            None => {
                let game = match text {
                    "start" => AnyGame::new(variant, &picture.options, &mut NoDice)?,
                    text => AnyGame::from_text(variant, &picture.options, text)?,
                };
                let actions =
                    game.turn().seats().iter().flat_map(|seat| game.legal(seat)).collect();
                // The referee's text hides nothing, so a view of it shows everything.
                let truth = game.truth_text();
                let observer = Observer::Spectator;
                (AnyView::from_text(variant, &picture.options, observer, &truth)?, actions)
            }
        };
        let legal = actions.into_iter().filter_map(Step::of).collect();
        Ok(Reading { ground, scene: BoardView::of(&view), legal })
    }
}

/// Dice for games that draw no chance.
struct NoDice;

impl game::Dice for NoDice {
    fn roll(&mut self, _: u32) -> u32 {
        0
    }
}
