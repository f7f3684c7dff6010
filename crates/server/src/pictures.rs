//! Pictures of positions for the previews of links: SVG drawings as PNG files.
//!
//! A picture is drawn from the text of a position, and named by a hash of its drawing. Drawing it
//! occupies a core for a while: the number of concurrent drawings and each network's number are
//! limited, and the latest pictures are kept.

use crate::{
    base::HubError,
    limits::{DRAWERS, DRAWING_WAIT, PICTURES_AT_ONCE, PICTURES_BYTES, PICTURES_EVERY},
    net::AddressLimiter,
};
use axum::body::Bytes;
use board_art::picture::{CARD_HEIGHT, CARD_WIDTH, Mark, Picture, card, svg};
use game::Observer;
use games::{
    Variant,
    board::{BoardShape, Step},
};
use resvg::{tiny_skia, usvg};
use sha2::{Digest, Sha256};
use std::{
    collections::VecDeque,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{Semaphore, SemaphorePermit};

/// What a picture shows: a position as every spectator sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Scene {
    pub(crate) variant: Variant,
    /// The game's options text.
    pub(crate) options: String,
    /// Text of the position in a spectator's view, or `start`.
    pub(crate) position: String,
    /// Text of the last action in that view.
    pub(crate) last: Option<String>,
    /// Whether the pieces show traditional characters.
    pub(crate) is_traditional: bool,
}

/// A drawing, and the name of its picture.
pub(crate) struct Drawing {
    svg: String,
    /// Entity tag of the picture.
    pub(crate) tag: String,
}

/// The pictures of a server.
pub(crate) struct Pictures {
    turns: Semaphore,
    limiter: AddressLimiter,
    kept: Mutex<Kept>,
}

/// The latest pictures, the latest first.
#[derive(Default)]
struct Kept {
    list: VecDeque<(String, Bytes)>,
    bytes: usize,
}

impl Scene {
    /// The first position of a game.
    pub(crate) fn start(variant: Variant) -> Scene {
        let (options, position) = (String::new(), "start".to_owned());
        Scene { variant, options, position, last: None, is_traditional: false }
    }

    /// The drawing for the preview of a link; `None` if the position cannot be drawn.
    pub(crate) fn card(&self) -> Option<Drawing> {
        self.drawn(card)
    }

    /// The drawing of the board alone.
    pub(crate) fn board(&self) -> Option<String> {
        self.drawn(svg).map(|drawing| drawing.svg)
    }

    fn drawn(
        &self,
        draw: impl Fn(Variant, &str, &Picture) -> Result<String, board_art::picture::PictureError>,
    ) -> Option<Drawing> {
        let shape = BoardShape::of(self.variant);
        let action = self.last.as_deref().and_then(|last| last.split('=').next());
        let marks = match action.and_then(|action| Step::read(shape, action)) {
            Some(Step::Move(from, to)) => vec![Mark::Arrow(from, to, String::new())],
            Some(Step::Flip(at) | Step::TurnMole(at)) => vec![Mark::Ring(at)],
            None => Vec::new(),
        };
        // The text of a finished game may be the referee's, which hides nothing.
        let readers = [Some(Observer::Spectator), None];
        let marked = [marks, Vec::new()].into_iter().flat_map(|marks| {
            readers.map(|observer| Picture {
                options: self.options.clone(),
                observer,
                marks: marks.clone(),
                has_coordinates: false,
                is_traditional: self.is_traditional,
                ..Picture::default()
            })
        });
        let svg = marked.into_iter().find_map(|it| draw(self.variant, &self.position, &it).ok())?;
        let hash = Sha256::digest(&svg);
        let tag = format!("\"{}\"", base16ct::lower::encode_string(&hash[..12]));
        Some(Drawing { svg, tag })
    }
}

impl Pictures {
    /// No pictures.
    pub(crate) fn new() -> Pictures {
        Pictures {
            turns: Semaphore::new(DRAWERS),
            limiter: AddressLimiter::new(PICTURES_EVERY, PICTURES_AT_ONCE),
            kept: Mutex::default(),
        }
    }

    /// The PNG file of a drawing, for a client with this address.
    ///
    /// # Errors
    /// If the client's network has had too many pictures drawn, or the server is busy.
    pub(crate) async fn png(
        &self,
        drawing: Drawing,
        address: Option<IpAddr>,
    ) -> Result<Bytes, HubError> {
        if let Some(png) = self.kept(&drawing.tag) {
            return Ok(png);
        }
        if address.is_some_and(|address| !self.limiter.admit(address)) {
            return Err(HubError::TooOften);
        }
        let _turn = self.turn().await?;
        // Another request may have drawn it meanwhile.
        if let Some(png) = self.kept(&drawing.tag) {
            return Ok(png);
        }
        let Drawing { svg, tag } = drawing;
        let png = tokio::task::spawn_blocking(move || rasterised(&svg)).await;
        let png: Bytes = png.ok().flatten().ok_or(HubError::Busy)?.into();
        self.keep(tag, png.clone());
        Ok(png)
    }

    /// A turn to occupy a core for a picture.
    ///
    /// # Errors
    /// If the server is busy.
    pub(crate) async fn turn(&self) -> Result<SemaphorePermit<'_>, HubError> {
        let turn = tokio::time::timeout(DRAWING_WAIT, self.turns.acquire()).await;
        turn.map_err(|_| HubError::Busy)?.map_err(|_| HubError::Busy)
    }

    /// Forgets networks with a full budget.
    pub(crate) fn forget(&self) {
        self.limiter.forget();
    }

    fn kept(&self, tag: &str) -> Option<Bytes> {
        let mut kept = self.lock();
        let place = kept.list.iter().position(|(known, _)| known == tag)?;
        let found = kept.list.remove(place)?;
        kept.list.push_front(found);
        kept.list.front().map(|(_, png)| png.clone())
    }

    fn keep(&self, tag: String, png: Bytes) {
        let mut kept = self.lock();
        if kept.list.iter().any(|(known, _)| *known == tag) {
            return;
        }
        kept.bytes += png.len();
        kept.list.push_front((tag, png));
        while kept.bytes > PICTURES_BYTES
            && let Some((_, png)) = kept.list.pop_back()
        {
            kept.bytes -= png.len();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The PNG file of an SVG card.
fn rasterised(svg: &str) -> Option<Vec<u8>> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
    let mut pixels = tiny_skia::Pixmap::new(CARD_WIDTH, CARD_HEIGHT)?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(variant: Variant) -> Drawing {
        Scene::start(variant).card().expect("a drawing")
    }

    /// The same position gives the same bytes, and the pictures of the games differ.
    #[tokio::test]
    async fn pictures_are_drawn_once() {
        let pictures = Pictures::new();
        for variant in Variant::ALL {
            let png = pictures.png(start(variant), None).await.expect("a picture");
            assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "{variant}");
            assert_eq!(png[16..24], [0, 0, 4, 0xb0, 0, 0, 2, 0x76], "{variant}: 1200 × 630");
            assert_eq!(rasterised(&start(variant).svg).as_deref(), Some(&png[..]), "{variant}");
        }
        // Undercover begins like xiangqi.
        assert_eq!(pictures.lock().list.len(), Variant::ALL.len() - 1);
    }

    #[tokio::test]
    async fn a_network_has_a_limited_number_drawn() {
        let pictures = Pictures::new();
        let address = IpAddr::from([192, 0, 2, 1]);
        for _ in 0..PICTURES_AT_ONCE.get() {
            assert!(pictures.limiter.admit(address));
        }
        let address = Some(address);
        let refused = pictures.png(start(Variant::Banqi), address).await;
        assert!(matches!(refused, Err(HubError::TooOften)));
        let other = Some(IpAddr::from([192, 0, 2, 2]));
        assert!(pictures.png(start(Variant::Banqi), other).await.is_ok());
        assert!(pictures.png(start(Variant::Banqi), address).await.is_ok(), "a kept one is free");
    }

    #[test]
    fn the_oldest_pictures_make_room() {
        let pictures = Pictures::new();
        for number in 0..5 {
            pictures.keep(number.to_string(), vec![0; PICTURES_BYTES / 4].into());
        }
        assert!(pictures.kept("0").is_none() && pictures.kept("4").is_some());
        assert_eq!(pictures.lock().list.len(), 4);
    }
}
