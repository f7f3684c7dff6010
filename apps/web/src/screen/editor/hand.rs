use crate::{app::App, browser};
use game::Dice;
use leptos::prelude::*;
use ui_model::{
    Variant,
    board::{Face, Layout, Point},
    editor::Editor,
};

/// What a tap on the board does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hand {
    /// Picks up what lies there, and lays it down elsewhere.
    Empty,
    /// Lays this down.
    Piece(Face),
    /// Takes away what lies there.
    Take,
}

/// A piece under the finger, in the window's pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Carried {
    pub(super) face: Face,
    /// Where it was lifted; nothing if from the palette.
    pub(super) from: Option<Point>,
    pub(super) x: f64,
    pub(super) y: f64,
}

/// The board that is set up, and everything the parts of the screen share.
#[derive(Clone, Copy)]
pub(super) struct Workbench {
    pub(super) editor: RwSignal<Editor>,
    /// What was set up before, the latest last.
    pub(super) past: RwSignal<Vec<Editor>>,
    pub(super) hand: RwSignal<Hand>,
    /// The piece that a tap has picked up.
    pub(super) chosen: RwSignal<Option<Point>>,
    pub(super) carried: RwSignal<Option<Carried>>,
    pub(super) flipped: RwSignal<bool>,
    /// Whether the position, as it stands, was copied.
    pub(super) copied: RwSignal<bool>,
    /// Whether the address told a position that could not be read, until another is set up.
    pub(super) is_unread: RwSignal<bool>,
    pub(super) layout: Memo<Layout>,
}

/// So many changes can be taken back.
const MOST_PAST: usize = 100;

/// Remembers what was set up before a change; a change that leads back there is forgotten with it.
fn remember(past: &mut Vec<Editor>, before: Editor, now: &Editor) {
    if past.last() == Some(now) {
        past.pop();
        return;
    }
    if past.len() == MOST_PAST {
        past.remove(0);
    }
    past.push(before);
}

impl Workbench {
    pub(super) fn new(app: App, editor: Editor, is_unread: bool) -> Workbench {
        let (editor, flipped) = (RwSignal::new(editor), RwSignal::new(false));
        let (copied, is_unread) = (RwSignal::new(false), RwSignal::new(is_unread));
        Effect::new(move |first: Option<()>| {
            editor.track();
            copied.set(false);
            if first.is_some() {
                is_unread.set(false);
            }
        });
        let past = RwSignal::new(Vec::new());
        Effect::new(move |before: Option<Editor>| {
            let now = editor.get();
            if let Some(before) = before.filter(|before| *before != now) {
                past.update(|past| remember(past, before, &now));
            }
            now
        });
        let shape = Memo::new(move |_| editor.with(Editor::shape));
        Workbench {
            editor,
            past,
            hand: RwSignal::new(Hand::Empty),
            chosen: RwSignal::new(None),
            carried: RwSignal::new(None),
            flipped,
            copied,
            is_unread,
            layout: Memo::new(move |_| super::layout(app, shape.get(), flipped.get())),
        }
    }

    /// The bench this component belongs to.
    pub(super) fn get() -> Workbench {
        expect_context()
    }

    /// Sets up what was there before the last change.
    pub(super) fn undo(self) {
        self.chosen.set(None);
        if let Some(before) = self.past.with_untracked(|past| past.last().cloned()) {
            self.editor.set(before);
        }
    }

    /// What lies on a point.
    pub(super) fn at(self, point: Point) -> Option<Face> {
        self.editor.with_untracked(|editor| editor.scene().at(point))
    }

    /// A tap (or Enter) on a point.
    pub(super) fn tap(self, point: Point) {
        match self.hand.get_untracked() {
            Hand::Piece(face) => {
                // The same again takes it away.
                let again = self.at(point) == Some(face);
                self.put(point, (!again).then_some(face));
            }
            Hand::Take => self.put(point, None),
            Hand::Empty => match self.chosen.get_untracked() {
                Some(from) if from == point => self.chosen.set(None),
                Some(from) => {
                    self.chosen.set(None);
                    self.editor.update(|editor| editor.carry(from, Some(point)));
                }
                None => self.chosen.set(self.at(point).map(|_| point)),
            },
        }
    }

    /// Lays a piece down, or takes away what lies there.
    pub(super) fn put(self, point: Point, face: Option<Face>) {
        self.chosen.set(None);
        self.editor.update(|editor| editor.put(point, face));
    }

    /// A carried piece is let go over a point, or beside the board.
    pub(super) fn let_go(self, to: Option<Point>) {
        let Some(carried) = self.carried.get_untracked() else { return };
        self.carried.set(None);
        self.chosen.set(None);
        match (carried.from, to) {
            (Some(from), to) => self.editor.update(|editor| editor.carry(from, to)),
            (None, Some(to)) => self.put(to, Some(carried.face)),
            (None, None) => {}
        }
    }

    /// A key on a point: Enter does what a tap does, letters lay pieces down as the texts write
    /// them, Delete takes them away.
    pub(super) fn press(self, point: Point, key: &str) -> bool {
        match key {
            "Enter" | " " => self.tap(point),
            "Delete" | "Backspace" => self.put(point, None),
            _ => {
                let shape = self.editor.with_untracked(Editor::shape);
                let palette = self.editor.with_untracked(Editor::palette);
                match palette.into_iter().find(|face| face.text(shape) == key) {
                    Some(face) => self.put(point, Some(face)),
                    None => return false,
                }
            }
        }
        true
    }

    /// The position as a game starts from it; `None` while something is wrong with it.
    pub(super) fn deal(self) -> Option<(Variant, String)> {
        self.editor.with_untracked(|editor| Some((editor.variant(), editor.deal(&mut Chance)?)))
    }
}

/// The browser's chance.
struct Chance;

impl Dice for Chance {
    fn roll(&mut self, bound: u32) -> u32 {
        // Thirty-two pieces at most: what a remainder favours nobody can tell. A browser without a
        // source of chance draws the first of what is left.
        let drawn = browser::random::<8>().map_or(0, u64::from_le_bytes);
        (drawn % u64::from(bound.max(1))) as u32
    }
}
