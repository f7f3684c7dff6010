//! Pictures of positions for the previews of links: SVG drawings as PNG files.
//!
//! A picture is drawn from the text of a position, and named by a hash of its drawing. Drawing it
//! occupies a core for a while: the number of concurrent drawings and each network's number are
//! limited, and the latest pictures are kept. The same limits hold for replays of finished games.

use crate::{
    base::HubError,
    limits::{
        DRAWERS, DRAWING_WAIT, PICTURES_AT_ONCE, PICTURES_BYTES, PICTURES_EVERY, REPLAYS_BYTES,
    },
    net::AddressLimiter,
};
use axum::body::Bytes;
use board_art::picture::{CARD_WIDTH, Mark, Picture, card, svg};
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
    sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::Semaphore;
use ui_model::records::{self, Replay};

/// Width of the picture of a finished game in a list, in pixels.
const THUMBNAIL_WIDTH: u32 = 144;

/// Times the size of a game's file that its replay occupies, about.
const REPLAY_FACTOR: usize = 32;

/// Hash of the drawings of the first positions, which differs if a later version draws otherwise.
static STYLE: LazyLock<[u8; 32]> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    for variant in Variant::ALL {
        hash.update(Scene::start(variant).board().unwrap_or_default());
    }
    hash.finalize().into()
});

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
    /// Width of the picture in pixels.
    width: u32,
    /// Entity tag of the picture.
    pub(crate) tag: String,
}

/// The pictures of a server, and the replays of games that other sites show.
pub(crate) struct Pictures {
    turns: Arc<Semaphore>,
    limiter: AddressLimiter,
    /// Pictures by tag.
    kept: Arc<Mutex<Kept<String, Bytes>>>,
    /// Replays by the game's file.
    replays: Arc<Mutex<Kept<Bytes, Arc<Replay>>>>,
}

/// The latest values with their sizes in bytes, the latest first.
struct Kept<K, V> {
    list: VecDeque<(K, V, usize)>,
    bytes: usize,
    max_bytes: usize,
}

impl Scene {
    /// The first position of a game.
    pub(crate) fn start(variant: Variant) -> Scene {
        let (options, position) = (String::new(), "start".to_owned());
        Scene { variant, options, position, last: None, is_traditional: false }
    }

    /// The drawing for the preview of a link; `None` if the position cannot be drawn.
    pub(crate) fn card(&self) -> Option<Drawing> {
        self.drawn(card, CARD_WIDTH)
    }

    /// The drawing of the board alone, as small as lists of games show it; `None` if the position
    /// cannot be drawn.
    pub(crate) fn thumbnail(&self) -> Option<Drawing> {
        self.drawn(svg, THUMBNAIL_WIDTH)
    }

    /// Entity tag of the drawing of the board alone, which is not drawn for it.
    pub(crate) fn board_tag(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(*STYLE);
        hash.update(format!("{self:?}"));
        format!("\"{}\"", base16ct::lower::encode_string(&hash.finalize()[..12]))
    }

    /// The drawing of the board alone.
    pub(crate) fn board(&self) -> Option<String> {
        self.drawn(svg, CARD_WIDTH).map(|drawing| drawing.svg)
    }

    fn drawn(
        &self,
        draw: impl Fn(Variant, &str, &Picture) -> Result<String, board_art::picture::PictureError>,
        width: u32,
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
        Some(Drawing { svg, width, tag })
    }
}

impl Pictures {
    /// No pictures.
    pub(crate) fn new() -> Pictures {
        Pictures {
            turns: Arc::new(Semaphore::new(DRAWERS)),
            limiter: AddressLimiter::new(PICTURES_EVERY, PICTURES_AT_ONCE),
            kept: Arc::new(Mutex::new(Kept::new(PICTURES_BYTES))),
            replays: Arc::new(Mutex::new(Kept::new(REPLAYS_BYTES))),
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
        let Drawing { svg, width, tag } = drawing;
        let draw = move || Some(rasterised(&svg, width)?.into());
        let png = self.kept_or(&self.kept, tag, draw, Bytes::len, address).await?;
        png.ok_or(HubError::Busy)
    }

    /// The replay of a game's file, for a client with this address; `None` if the file cannot be
    /// replayed.
    ///
    /// # Errors
    /// If the client's network has had too much drawn or replayed, or the server is busy.
    pub(crate) async fn replay(
        &self,
        file: Bytes,
        address: Option<IpAddr>,
    ) -> Result<Option<Arc<Replay>>, HubError> {
        let size = file.len().saturating_mul(REPLAY_FACTOR);
        let read = {
            let file = file.clone();
            move || records::read(&file, None, &|_, _| None).ok()?.into_iter().next().map(Arc::new)
        };
        self.kept_or(&self.replays, file, read, move |_| size, address).await
    }

    /// The kept value of a key. Without one, makes it on a blocking thread and keeps it.
    async fn kept_or<K, V>(
        &self,
        kept: &Arc<Mutex<Kept<K, V>>>,
        key: K,
        make: impl FnOnce() -> Option<V> + Send + 'static,
        size: impl FnOnce(&V) -> usize + Send + 'static,
        address: Option<IpAddr>,
    ) -> Result<Option<V>, HubError>
    where
        K: PartialEq + Send + 'static,
        V: Clone + Send + 'static,
    {
        if let Some(value) = lock(kept).get(&key) {
            return Ok(Some(value));
        }
        if address.is_some_and(|address| !self.limiter.admit(address)) {
            return Err(HubError::TooOften);
        }
        let kept = kept.clone();
        self.occupy(move || {
            // Another request may have made it meanwhile.
            if let Some(value) = lock(&kept).get(&key) {
                return Some(value);
            }
            let value = make()?;
            let size = size(&value);
            lock(&kept).keep(key, value.clone(), size);
            Some(value)
        })
        .await
    }

    /// Does work that occupies a core, in its turn. The turn ends with the work, also if the request
    /// is dropped before.
    ///
    /// # Errors
    /// If the server is busy.
    async fn occupy<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HubError> {
        let turn = tokio::time::timeout(DRAWING_WAIT, self.turns.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| HubError::Busy)?.map_err(|_| HubError::Busy)?;
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        done.await.map_err(|_| HubError::Busy)
    }

    /// Forgets networks with a full budget.
    pub(crate) fn forget(&self) {
        self.limiter.forget();
    }
}

impl<K: PartialEq, V: Clone> Kept<K, V> {
    /// Nothing yet.
    const fn new(max_bytes: usize) -> Kept<K, V> {
        Kept { list: VecDeque::new(), bytes: 0, max_bytes }
    }

    fn get(&mut self, key: &K) -> Option<V> {
        let place = self.list.iter().position(|(known, ..)| known == key)?;
        let found = self.list.remove(place)?;
        self.list.push_front(found);
        self.list.front().map(|(_, value, _)| value.clone())
    }

    /// Keeps a value of this size, in bytes. The least recently used values are dropped when all
    /// together are too large.
    fn keep(&mut self, key: K, value: V, size: usize) {
        if self.list.iter().any(|(known, ..)| *known == key) {
            return;
        }
        self.bytes += size;
        self.list.push_front((key, value, size));
        while self.bytes > self.max_bytes
            && let Some((.., size)) = self.list.pop_back()
        {
            self.bytes -= size;
        }
    }
}

fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The PNG file of an SVG drawing, this many pixels wide.
fn rasterised(svg: &str, width: u32) -> Option<Vec<u8>> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let mut pixels = tiny_skia::Pixmap::new(width, height)?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
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
            assert_eq!(
                rasterised(&start(variant).svg, CARD_WIDTH).as_deref(),
                Some(&png[..]),
                "{variant}"
            );
            let small = Scene::start(variant).thumbnail().expect("a drawing");
            let small = pictures.png(small, None).await.expect("a picture");
            assert_eq!(small[16..20], THUMBNAIL_WIDTH.to_be_bytes(), "{variant}");
            assert!(small.len() * 3 < png.len(), "{variant}: {} bytes", small.len());
        }
        // Undercover begins like xiangqi.
        assert_eq!(lock(&pictures.kept).list.len(), 2 * (Variant::ALL.len() - 1));
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
        let mut kept = Kept::new(400);
        for number in 0..5 {
            kept.keep(number, number, 100);
        }
        assert_eq!((kept.get(&0), kept.get(&4)), (None, Some(4)));
        assert_eq!((kept.list.len(), kept.bytes), (4, 400));
    }

    /// A client that leaves does not free the core that still works for it.
    #[tokio::test]
    async fn a_turn_ends_with_its_work() {
        let pictures = Pictures::new();
        let (begins, begun) = tokio::sync::oneshot::channel();
        let (end, ends) = std::sync::mpsc::channel::<()>();
        let work = pictures.occupy(move || {
            let _ = begins.send(());
            ends.recv()
        });
        tokio::select! {
            _ = work => panic!("the work goes on"),
            it = begun => it.expect("the work begins"),
        }
        assert_eq!(pictures.turns.available_permits(), DRAWERS - 1, "the request is dropped");
        end.send(()).expect("the work goes on");
        let all = pictures.turns.acquire_many(DRAWERS as u32).await;
        assert!(all.is_ok());
    }

    #[tokio::test]
    async fn a_game_is_replayed_once() {
        let pictures = Pictures::new();
        let address = Some(IpAddr::from([192, 0, 2, 1]));
        let file = Bytes::from_static(b"[Game \"Chinese Chess\"]\n\n1. h2e2 h9g7 *\n");
        let first = pictures.replay(file.clone(), address).await.ok().flatten().expect("a replay");
        assert_eq!(first.model.history.len(), 2);
        for _ in 0..2 * PICTURES_AT_ONCE.get() {
            let again = pictures.replay(file.clone(), address).await.ok().flatten();
            assert!(again.is_some_and(|again| Arc::ptr_eq(&first, &again)));
        }
        for number in 1..PICTURES_AT_ONCE.get() {
            let other = Bytes::from(format!("nonsense {number}"));
            assert!(matches!(pictures.replay(other, address).await, Ok(None)), "{number}");
        }
        let other = pictures.replay(Bytes::from_static(b"more nonsense"), address).await;
        assert!(matches!(other, Err(HubError::TooOften)));
    }
}
