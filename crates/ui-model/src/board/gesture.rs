//! What fingers and mice do on a board: taps and drags. Knows no board, only places on the screen.

/// Less than this far, in CSS pixels, a press is a tap.
const DRAG_FROM_PX: f64 = 3.0;

/// One event of one finger (or the mouse).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PointerPosition {
    /// The browser's number for the finger.
    pub id: i32,
    /// Pixels from the left of the page.
    pub x: f64,
    /// Pixels from the top of the page.
    pub y: f64,
}

/// What happens to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointer {
    /// It touches.
    Down,
    /// It moves.
    Move,
    /// It lets go.
    Up,
    /// The browser took it away.
    Cancel,
}

/// What it meant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Gesture {
    /// A press and release at one place.
    Tap(f64, f64),
    /// A drag begins where the press was.
    Lift(f64, f64),
    /// A drag goes on.
    Carry(f64, f64),
    /// A drag ends here.
    Drop(f64, f64),
    /// Whatever was under way is off.
    Abort,
}

/// The finger that is down, if it is the only one.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum GestureTracker {
    /// None.
    #[default]
    None,
    /// One, not moved yet.
    Pressed(PointerPosition),
    /// One, dragging.
    Dragging(i32),
    /// More than one: nothing counts until this many are up again.
    Many(u8),
}

impl GestureTracker {
    /// Takes in one event and says what it means, if anything yet.
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
