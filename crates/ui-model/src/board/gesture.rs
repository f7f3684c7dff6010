//! Recognises taps and drags from pointer events. The module knows only places on the screen, not
//! the board.

/// Minimum distance of a drag, in CSS pixels. A shorter press is a tap.
const DRAG_FROM_PX: f64 = 3.0;

/// Position of one pointer: a finger or the mouse.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PointerPosition {
    /// The browser's id of the pointer.
    pub id: i32,
    /// Pixels from the left of the page.
    pub x: f64,
    /// Pixels from the top of the page.
    pub y: f64,
}

/// Kind of a pointer event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointer {
    /// The pointer touches the screen.
    Down,
    /// The pointer moves.
    Move,
    /// The pointer is released.
    Up,
    /// The browser has cancelled the pointer.
    Cancel,
}

/// A recognised gesture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Gesture {
    /// A press and release at one place.
    Tap(f64, f64),
    /// A drag starts at this place.
    Lift(f64, f64),
    /// A drag continues.
    Carry(f64, f64),
    /// A drag ends here.
    Drop(f64, f64),
    /// The gesture in progress is cancelled.
    Abort,
}

/// State of the recogniser.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum GestureTracker {
    /// No pointer is down.
    #[default]
    None,
    /// One pointer is down and has not moved yet.
    Pressed(PointerPosition),
    /// One pointer is dragging.
    Dragging(i32),
    /// Several pointers are down, this many. Gestures are ignored until all are released.
    Many(u8),
}

impl GestureTracker {
    /// Ends the gesture of one pointer, on Escape or another mouse button. Later events of that
    /// pointer are ignored until it is released.
    pub const fn cancel(&mut self) -> Option<Gesture> {
        match self {
            GestureTracker::Pressed(_) | GestureTracker::Dragging(_) => {
                *self = GestureTracker::None;
                Some(Gesture::Abort)
            }
            GestureTracker::None | GestureTracker::Many(_) => None,
        }
    }

    /// Processes one event and returns the gesture, if one is recognised.
    pub fn handle(&mut self, pointer: Pointer, touch: PointerPosition) -> Option<Gesture> {
        let (x, y) = (touch.x, touch.y);
        match (*self, pointer) {
            (GestureTracker::None, Pointer::Down) => {
                *self = GestureTracker::Pressed(touch);
                None
            }
            (GestureTracker::None, _) => None,
            (GestureTracker::Pressed(_) | GestureTracker::Dragging(_), Pointer::Down) => {
                *self = GestureTracker::Many(2);
                Some(Gesture::Abort)
            }
            (GestureTracker::Many(count), Pointer::Down) => {
                *self = GestureTracker::Many(count.saturating_add(1));
                None
            }
            (GestureTracker::Many(count), Pointer::Up | Pointer::Cancel) => {
                *self =
                    if count <= 1 { GestureTracker::None } else { GestureTracker::Many(count - 1) };
                None
            }
            (GestureTracker::Many(_), Pointer::Move) => None,
            (GestureTracker::Pressed(start), _) if start.id != touch.id => None,
            (GestureTracker::Dragging(id), _) if id != touch.id => None,
            (GestureTracker::Pressed(start), Pointer::Move) => {
                if (x - start.x).hypot(y - start.y) < DRAG_FROM_PX {
                    return None;
                }
                *self = GestureTracker::Dragging(touch.id);
                Some(Gesture::Lift(start.x, start.y))
            }
            (GestureTracker::Pressed(start), Pointer::Up) => {
                *self = GestureTracker::None;
                Some(Gesture::Tap(start.x, start.y))
            }
            (GestureTracker::Dragging(_), Pointer::Move) => Some(Gesture::Carry(x, y)),
            (GestureTracker::Dragging(_), Pointer::Up) => {
                *self = GestureTracker::None;
                Some(Gesture::Drop(x, y))
            }
            (GestureTracker::Pressed(_) | GestureTracker::Dragging(_), Pointer::Cancel) => {
                *self = GestureTracker::None;
                Some(Gesture::Abort)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Gesture, GestureTracker, Pointer, PointerPosition};

    fn gestures_of(events: &[(Pointer, i32, f64, f64)]) -> Vec<Gesture> {
        let mut gestures = GestureTracker::default();
        let handle = |&(pointer, id, x, y): &(Pointer, i32, f64, f64)| {
            gestures.handle(pointer, PointerPosition { id, x, y })
        };
        events.iter().filter_map(handle).collect()
    }

    /// Escape or the right button: the piece goes back, and releasing it does nothing.
    #[test]
    fn a_cancelled_drag_is_forgotten() {
        let at = |x| PointerPosition { id: 1, x, y: 10.0 };
        let mut gestures = GestureTracker::default();
        assert_eq!(gestures.cancel(), None);
        for moves in [&[][..], &[30.0, 50.0]] {
            gestures.handle(Pointer::Down, at(10.0));
            for &x in moves {
                gestures.handle(Pointer::Move, at(x));
            }
            assert_eq!(gestures.cancel(), Some(Gesture::Abort), "{moves:?}");
            assert_eq!(gestures.cancel(), None);
            assert_eq!(gestures.handle(Pointer::Move, at(70.0)), None);
            assert_eq!(gestures.handle(Pointer::Up, at(70.0)), None);
        }
        gestures.handle(Pointer::Down, at(10.0));
        assert_eq!(gestures.handle(Pointer::Up, at(10.0)), Some(Gesture::Tap(10.0, 10.0)));
    }

    #[test]
    fn gestures() {
        use Gesture::{Abort, Carry, Drop, Lift, Tap};
        use Pointer::{Cancel, Down, Move, Up};
        type Case<'a> = (&'a str, &'a [(Pointer, i32, f64, f64)], &'a [Gesture]);
        let cases: &[Case<'_>] = &[
            ("a tap", &[(Down, 1, 10.0, 10.0), (Up, 1, 10.0, 10.0)], &[Tap(10.0, 10.0)]),
            (
                "a trembling tap",
                &[(Down, 1, 10.0, 10.0), (Move, 1, 12.0, 10.0), (Up, 1, 12.0, 11.0)],
                &[Tap(10.0, 10.0)],
            ),
            (
                "a drag of exactly three pixels",
                &[(Down, 1, 10.0, 10.0), (Move, 1, 13.0, 10.0), (Up, 1, 13.0, 10.0)],
                &[Lift(10.0, 10.0), Drop(13.0, 10.0)],
            ),
            (
                "a drag",
                &[
                    (Down, 1, 10.0, 10.0),
                    (Move, 1, 30.0, 10.0),
                    (Move, 1, 50.0, 10.0),
                    (Up, 1, 50.0, 10.0),
                ],
                &[Lift(10.0, 10.0), Carry(50.0, 10.0), Drop(50.0, 10.0)],
            ),
            (
                "a second finger",
                &[
                    (Down, 1, 10.0, 10.0),
                    (Move, 1, 30.0, 10.0),
                    (Down, 2, 90.0, 90.0),
                    (Move, 1, 40.0, 10.0),
                    (Up, 1, 40.0, 10.0),
                    (Up, 2, 90.0, 90.0),
                    (Down, 1, 10.0, 10.0),
                    (Up, 1, 10.0, 10.0),
                ],
                &[Lift(10.0, 10.0), Abort, Tap(10.0, 10.0)],
            ),
            (
                "taken away by the browser",
                &[(Down, 1, 10.0, 10.0), (Cancel, 1, 10.0, 10.0), (Up, 1, 10.0, 10.0)],
                &[Abort],
            ),
        ];
        for (name, events, expected) in cases {
            assert_eq!(gestures_of(events), *expected, "{name}");
        }
    }
}
