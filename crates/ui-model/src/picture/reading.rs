use super::{Picture, PictureError};
use crate::{
    Variant,
    board::{BoardShape, Point, Scene, Side, Step},
};
use game::Observer;
use games::{AnyGame, AnyView};

/// A position with the data that a picture needs.
pub(super) struct Reading {
    pub(super) ground: BoardShape,
    pub(super) scene: Scene,
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
                return Ok(Reading { ground, scene: Scene::empty(ground), legal: Vec::new() });
            }
            // All results of chance are hidden at the start.
            ("start", Variant::Banqi) => (BANQI_START, Some(Observer::Spectator)),
            ("start", Variant::Undercover) => (UNDERCOVER_START, Some(Observer::Spectator)),
            _ => (position, picture.observer),
        };
        let (text, actions) = match observer {
            Some(observer) => {
                let view = AnyView::from_text(variant, &picture.options, observer, text)?;
                (view.to_string(), view.legal())
            }
            None => {
                let game = match text {
                    "start" => AnyGame::new(variant, &picture.options, &mut NoDice)?,
                    text => AnyGame::from_text(variant, &picture.options, text)?,
                };
                let actions =
                    game.turn().seats().iter().flat_map(|seat| game.legal(seat)).collect();
                (game.truth_text(), actions)
            }
        };
        // The games write only texts that the scene can read, which their tests check.
        let scene = Scene::read(ground, &text).unwrap_or_else(|| Scene::empty(ground));
        let legal =
            actions.iter().filter_map(|action| Step::read(ground, &action.to_string())).collect();
        Ok(Reading { ground, scene, legal })
    }

    /// Undercover: the moles that the text names, with their owners.
    pub(super) fn moles(&self) -> Vec<(Side, Point)> {
        if self.ground != BoardShape::River {
            return Vec::new();
        }
        let named = self.scene.word(5).split('/').map(|mole| self.ground.parse(mole));
        let owned = [Side::Red, Side::Black].into_iter().zip(named);
        owned.filter_map(|(side, point)| Some((side, point?))).collect()
    }
}

/// Dice for games that draw no chance.
struct NoDice;

impl game::Dice for NoDice {
    fn roll(&mut self, _: u32) -> u32 {
        0
    }
}
