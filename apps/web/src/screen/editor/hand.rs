use crate::{app::App, browser};
use board_art::Layout;
use game::Dice;
use games::board::{Face, Point};
use leptos::prelude::*;
use ui_model::{Variant, editor::Editor};

/// The tool that a tap on the board applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hand {
    /// Picks up a piece and moves it.
    Empty,
    /// Places this piece.
    Piece(Face),
    /// Removes a piece.
    Take,
}

/// The dragged piece with its place in the window, in pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Carried {
    pub(super) face: Face,
    /// Point where it was picked up; `None` from the palette.
    pub(super) from: Option<Point>,
    pub(super) x: f64,
    pub(super) y: f64,
}

/// The editor's state, shared by the parts of the screen.
#[derive(Clone, Copy)]
pub(super) struct Workbench {
    pub(super) editor: RwSignal<Editor>,
    /// Earlier boards for undo, the latest last.
    pub(super) past: RwSignal<Vec<Editor>>,
    pub(super) hand: RwSignal<Hand>,
    /// The piece picked up with a tap.
    pub(super) chosen: RwSignal<Option<Point>>,
    pub(super) carried: RwSignal<Option<Carried>>,
    pub(super) flipped: RwSignal<bool>,
    /// Whether the browser has copied the current position; `None` before the button is pressed.
    pub(super) copied: RwSignal<Option<bool>>,
    /// Whether the address had an invalid position, until the board is changed.
    pub(super) is_unread: RwSignal<bool>,
    pub(super) layout: Memo<Layout>,
}

/// Maximum number of changes that can be undone.
const MAX_PAST: usize = 100;

/// Stores the board before a change. A change that returns to the last stored board removes that
/// one instead.
fn remember(past: &mut Vec<Editor>, before: Editor, now: &Editor) {
    if past.last() == Some(now) {
        past.pop();
        return;
    }
    if past.len() == MAX_PAST {
        past.remove(0);
    }
    past.push(before);
}

impl Workbench {
    pub(super) fn new(app: App, editor: Editor, is_unread: bool) -> Workbench {
        let (editor, flipped) = (RwSignal::new(editor), RwSignal::new(false));
        let (copied, is_unread) = (RwSignal::new(None::<bool>), RwSignal::new(is_unread));
        Effect::new(move |first: Option<()>| {
            editor.track();
            copied.set(None);
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

    /// The workbench of this component.
    pub(super) fn get() -> Workbench {
        expect_context()
    }

    /// Undoes the last change.
    pub(super) fn undo(self) {
        self.chosen.set(None);
        if let Some(before) = self.past.with_untracked(|past| past.last().cloned()) {
            self.editor.set(before);
        }
    }

    /// The face on a point.
    pub(super) fn at(self, point: Point) -> Option<Face> {
        self.editor.with_untracked(|editor| editor.board().at(point))
    }

    /// Handles a tap or Enter on a point.
    pub(super) fn tap(self, point: Point) {
        match self.hand.get_untracked() {
            Hand::Piece(face) => {
                // The same piece again removes it.
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

    /// Puts a piece on a point, or clears the point.
    pub(super) fn put(self, point: Point, face: Option<Face>) {
        self.chosen.set(None);
        self.editor.update(|editor| editor.put(point, face));
    }

    /// Drops the dragged piece on a point, or beside the board.
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

    /// Handles a key on a point: Enter acts as a tap, a letter places the piece with this letter,
    /// Delete removes the piece.
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

    /// The position from which a game can start; `None` if the board has a problem.
    pub(super) fn deal(self) -> Option<(Variant, String)> {
        self.editor.with_untracked(|editor| Some((editor.variant(), editor.deal(&mut Chance)?)))
    }
}

/// Random numbers of the browser.
struct Chance;

impl Dice for Chance {
    fn roll(&mut self, bound: u32) -> u32 {
        // With at most thirty-two pieces the bias of a remainder is negligible. A browser without a
        // source of randomness draws the first remaining piece.
        let drawn = browser::random::<8>().map_or(0, u64::from_le_bytes);
        (drawn % u64::from(bound.max(1))) as u32
    }
}
