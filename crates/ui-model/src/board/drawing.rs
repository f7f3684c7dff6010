use games::board::Point;
use record::MAX_MARKS;
pub use record::{DrawnMark, Ink};

/// Marks that a player has drawn on a board with the right mouse button or by touch, and the one being
/// drawn.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Drawing {
    marks: Vec<DrawnMark>,
    stroke: Option<DrawnMark>,
}

impl Drawing {
    /// All marks, with the one being drawn last.
    pub fn marks(&self) -> impl Iterator<Item = DrawnMark> {
        self.marks.iter().copied().chain(self.stroke)
    }

    /// Whether there is no mark.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty() && self.stroke.is_none()
    }

    /// Whether a mark is being drawn.
    pub const fn is_drawing(&self) -> bool {
        self.stroke.is_some()
    }

    /// Starts a mark on a point.
    pub fn begin(&mut self, at: Point, ink: Ink) {
        self.stroke = Some(DrawnMark { from: at, to: at, ink });
    }

    /// Moves the end of the mark being drawn. Returns whether that changed it. Beside the board it
    /// stays as it is.
    pub fn draw_to(&mut self, at: Option<Point>) -> bool {
        let (Some(stroke), Some(at)) = (&mut self.stroke, at) else { return false };
        let has_changed = stroke.to != at;
        stroke.to = at;
        has_changed
    }

    /// Finishes the mark. A second mark between the same points removes the first one, and another
    /// colour replaces it.
    pub fn finish(&mut self) {
        let Some(stroke) = self.stroke.take() else { return };
        let is_same = |mark: &DrawnMark| mark.from == stroke.from && mark.to == stroke.to;
        let before = self.marks.iter().position(is_same).map(|place| self.marks.remove(place));
        if before != Some(stroke) {
            self.marks.push(stroke);
        }
        if self.marks.len() > MAX_MARKS {
            self.marks.remove(0);
        }
    }

    /// Drops the mark being drawn. Returns whether there was one.
    pub fn cancel(&mut self) -> bool {
        self.stroke.take().is_some()
    }

    /// The finished marks.
    pub fn finished(&self) -> &[DrawnMark] {
        &self.marks
    }

    /// Shows these marks in place of the present ones, of which one may be half drawn.
    pub fn show(&mut self, marks: &[DrawnMark]) {
        *self = Drawing { marks: marks.to_vec(), stroke: None };
    }

    /// Removes all marks.
    pub fn clear(&mut self) {
        *self = Drawing::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Point = Point::new(0, 0);
    const B: Point = Point::new(0, 1);

    fn draw(drawing: &mut Drawing, from: Point, to: Point, ink: Ink) {
        drawing.begin(from, ink);
        drawing.draw_to(Some(to));
        drawing.finish();
    }

    #[test]
    fn circles_and_arrows_are_drawn_and_removed() {
        let mut drawing = Drawing::default();
        draw(&mut drawing, A, A, Ink::Green);
        draw(&mut drawing, A, B, Ink::Green);
        assert_eq!(
            drawing.marks().map(|mark| (mark.from, mark.to)).collect::<Vec<_>>(),
            [(A, A), (A, B)]
        );
        draw(&mut drawing, A, B, Ink::Red);
        assert_eq!(drawing.marks().last().map(|mark| mark.ink), Some(Ink::Red));
        draw(&mut drawing, A, B, Ink::Red);
        assert_eq!(drawing.marks().count(), 1);
        drawing.clear();
        assert!(drawing.is_empty());
    }

    #[test]
    fn a_cancelled_mark_leaves_nothing() {
        let mut drawing = Drawing::default();
        drawing.begin(A, Ink::Green);
        assert!(drawing.draw_to(Some(B)) && !drawing.draw_to(Some(B)) && !drawing.draw_to(None));
        assert_eq!(drawing.marks().next().map(|mark| mark.to), Some(B));
        assert!(drawing.cancel() && !drawing.cancel());
        drawing.finish();
        assert!(drawing.is_empty());
    }

    #[test]
    fn keys_choose_the_colour_and_marks_are_bounded() {
        let keys = [(false, false), (true, false), (false, true), (true, true)];
        let inks = keys.map(|(shift, alt)| Ink::with_keys(shift, alt).id());
        assert_eq!(inks, ["green", "red", "blue", "yellow"]);
        let mut drawing = Drawing::default();
        for col in 0..9 {
            for row in 0..10 {
                draw(&mut drawing, Point::new(col, row), A, Ink::Blue);
            }
        }
        assert_eq!(drawing.marks().count(), MAX_MARKS);
    }
}
