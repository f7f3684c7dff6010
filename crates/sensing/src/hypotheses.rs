//! The arrangements of the pieces that may have arisen since the last settled position.
//!
//! A lift reports which point was left. A landing reports only that *some* piece in the air came
//! down there. A [`Hypothesis`] is one assignment: which pieces have left their points of the
//! settled position, and where they are instead.
//!

//! [`Hypotheses`] is the set of all hypotheses that the sensors allow. A lift changes each of them;
//! a landing splits each into one per piece that it has in the air. Different ways to the same
//! arrangement are one hypothesis, so dragging a piece over twenty points adds none.

use xiangqi::{Bitboard, Move, Square};

/// Location of a piece that is in the air or off the board.
const HAND: u8 = 90;
/// Origin of a piece that was not on the settled board.
const STRANGER: u8 = 255;
/// Maximum number of displaced pieces in one hypothesis.
const MAX_AWAY: usize = 6;
/// Maximum number of hypotheses: enough for four pieces in the air at once.
pub(crate) const MAX_HYPOTHESES: usize = 32;

/// One assignment of pieces to the sensor readings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hypothesis {
    /// Origin and current location of every displaced piece, sorted by origin.
    away: [(u8, u8); MAX_AWAY],
    len: u8,
}

/// A displaced piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Away {
    /// Its point in the settled position; `None` for one that was not on the board.
    pub(crate) origin: Option<Square>,
    /// Its current point; `None` in the air or off the board.
    pub(crate) at: Option<Square>,
}

impl Hypothesis {
    /// No piece is displaced.
    const REST: Hypothesis = Hypothesis { away: [(STRANGER, HAND); MAX_AWAY], len: 0 };

    /// Every displaced piece.
    pub(crate) fn away(&self) -> impl Iterator<Item = Away> + '_ {
        let square = |index: u8| Square::from_index(usize::from(index));
        self.entries()
            .iter()
            .map(move |&(origin, at)| Away { origin: square(origin), at: square(at) })
    }

    /// Whether no piece is displaced.
    pub(crate) const fn is_rest(&self) -> bool {
        self.len == 0
    }

    /// Whether the piece from `origin` is in the air.
    pub(crate) fn is_in_hand(&self, origin: Square) -> bool {
        self.entries().contains(&(origin.index() as u8, HAND))
    }

    fn entries(&self) -> &[(u8, u8)] {
        &self.away[..usize::from(self.len)]
    }

    fn find(&self, test: impl Fn(&(u8, u8)) -> bool) -> Option<usize> {
        self.entries().iter().position(test)
    }

    /// The hypothesis after a piece was lifted from a point; `None` if too many pieces are
    /// displaced.
    fn lifted(mut self, point: u8) -> Option<Hypothesis> {
        match self.find(|&(_, at)| at == point) {
            Some(place) if self.away[place].0 == STRANGER => self.remove(place),
            Some(place) => self.away[place].1 = HAND,
            None => return self.inserted((point, HAND)),
        }
        Some(self)
    }

    /// The hypothesis after a piece was slid from `point` and so covered two points for a moment.
    /// The stranger at index `place` is then the piece from `point`.
    fn slid(mut self, point: u8, place: usize) -> Option<Hypothesis> {
        let (origin, to) = self.away[place];
        if origin != STRANGER || to == HAND || to == point {
            return None;
        }
        self.remove(place);
        match self.find(|&(_, at)| at == point) {
            Some(moved) => Some(self.landed(moved, to)),
            None => self.inserted((point, to)),
        }
    }

    /// The hypothesis after the piece at index `place` landed on a point.
    fn landed(mut self, place: usize, point: u8) -> Hypothesis {
        if self.away[place].0 == point {
            self.remove(place);
        } else {
            self.away[place].1 = point;
        }
        self
    }

    /// The hypothesis relative to the position after `played`; `None` if it does not include that
    /// ply. The moved piece may have been lifted again only if `was_lifted_again`.
    fn after(
        mut self,
        played: Move,
        is_capture: bool,
        was_lifted_again: bool,
    ) -> Option<Hypothesis> {
        let (from, to) = (played.from.index() as u8, played.to.index() as u8);
        if is_capture {
            let captured = self.find(|&(origin, _)| origin == to)?;
            if self.away[captured].1 == HAND {
                self.remove(captured);
            } else {
                self.away[captured].0 = STRANGER;
                self.sort();
            }
        }
        let moved = self.find(|&(origin, _)| origin == from)?;
        match self.away[moved].1 {
            at if at == to => self.remove(moved),
            // It landed and was lifted again, so another piece must be on the destination now.
            HAND if was_lifted_again && self.find(|&(_, at)| at == to).is_some() => {
                self.away[moved].0 = to;
                self.sort();
            }
            _ => return None,
        }
        Some(self)
    }

    fn inserted(mut self, entry: (u8, u8)) -> Option<Hypothesis> {
        *self.away.get_mut(usize::from(self.len))? = entry;
        self.len += 1;
        self.sort();
        Some(self)
    }

    fn remove(&mut self, place: usize) {
        let last = usize::from(self.len) - 1;
        self.away[place] = self.away[last];
        self.away[last] = Hypothesis::REST.away[0];
        self.len -= 1;
        self.sort();
    }

    fn sort(&mut self) {
        self.away[..usize::from(self.len)].sort_unstable();
    }
}

/// All hypotheses that the sensors allow.
#[derive(Clone)]
pub(crate) struct Hypotheses {
    list: [Hypothesis; MAX_HYPOTHESES],
    len: u8,
    /// Whether more happened than can be represented.
    is_lost: bool,
    /// For each point of the settled position, its place in the order of first lifts, from 1; 0 if
    /// not lifted.
    lift_order: [u8; Square::COUNT],
    lifts: u8,
    landed: Bitboard,
    landed_twice: Bitboard,
}

impl Hypotheses {
    /// The state of a settled position: nothing has happened.
    pub(crate) const fn new() -> Hypotheses {
        Hypotheses {
            list: [Hypothesis::REST; MAX_HYPOTHESES],
            len: 1,
            is_lost: false,
            lift_order: [0; Square::COUNT],
            lifts: 0,
            landed: Bitboard::EMPTY,
            landed_twice: Bitboard::EMPTY,
        }
    }

    /// The hypotheses.
    pub(crate) fn all(&self) -> &[Hypothesis] {
        &self.list[..usize::from(self.len)]
    }

    /// Whether more happened than can be represented.
    pub(crate) const fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Whether `first` was lifted before `second`, both from the settled position.
    pub(crate) const fn is_lifted_before(&self, first: Square, second: Square) -> bool {
        self.lift_order[first.index()] < self.lift_order[second.index()]
    }

    /// Among `points`, the one that was lifted first and passes the test.
    pub(crate) fn first_lifted(
        &self,
        points: Bitboard,
        test: impl Fn(Square) -> bool,
    ) -> Option<Square> {
        let lifted = points.filter(|&point| self.lift_order[point.index()] > 0 && test(point));
        lifted.min_by_key(|point| self.lift_order[point.index()])
    }

    /// Whether two landings on a point were seen, by one piece or two.
    pub(crate) const fn has_landed_twice(&self, point: Square) -> bool {
        self.landed_twice.contains(point)
    }

    /// Records that a point became empty. Either its piece was lifted, or it was slid to a point
    /// that was covered before this one was left.
    pub(crate) fn lift(&mut self, point: Square) {
        let order = &mut self.lift_order[point.index()];
        if *order == 0 {
            self.lifts = self.lifts.saturating_add(1);
            *order = self.lifts;
        }
        let point = point.index() as u8;
        self.rewrite(|hypothesis, keep| {
            match hypothesis.lifted(point) {
                Some(hypothesis) => keep.add(hypothesis),
                None => keep.is_lost = true,
            }
            for place in 0..usize::from(hypothesis.len) {
                if let Some(hypothesis) = hypothesis.slid(point, place) {
                    keep.add(hypothesis);
                }
            }
        });
    }

    /// Records that a point became occupied.
    pub(crate) fn land(&mut self, point: Square) {
        let at = Bitboard::only(point);
        self.landed_twice |= self.landed & at;
        self.landed |= at;
        let point = point.index() as u8;
        self.rewrite(|hypothesis, keep| {
            let mut is_anyone_in_hand = false;
            for place in 0..usize::from(hypothesis.len) {
                if hypothesis.away[place].1 == HAND {
                    is_anyone_in_hand = true;
                    keep.add(hypothesis.landed(place, point));
                }
            }
            if !is_anyone_in_hand {
                match hypothesis.inserted((STRANGER, point)) {
                    Some(hypothesis) => keep.add(hypothesis),
                    None => keep.is_lost = true,
                }
            }
        });
    }

    /// Makes every hypothesis relative to the position after `played`, and drops those without that
    /// ply.
    pub(crate) fn settle(&mut self, played: Move, is_capture: bool) {
        let was_lifted_again = self.has_landed_twice(played.to);
        self.rewrite(|hypothesis, keep| {
            if let Some(hypothesis) = hypothesis.after(played, is_capture, was_lifted_again) {
                keep.add(hypothesis);
            }
        });
        // In the new turn only pieces that are still displaced count as lifted.
        let away: Bitboard =
            self.all().iter().flat_map(Hypothesis::away).filter_map(|away| away.origin).collect();
        for origin in !away {
            self.lift_order[origin.index()] = 0;
        }
        self.landed = Bitboard::EMPTY;
        self.landed_twice = Bitboard::EMPTY;
        self.is_lost |= self.len == 0;
    }

    /// Builds a new list from the old one.
    fn rewrite(&mut self, mut write: impl FnMut(Hypothesis, &mut Hypotheses)) {
        let old = self.list;
        let len = core::mem::take(&mut self.len);
        for hypothesis in old.into_iter().take(usize::from(len)) {
            write(hypothesis, self);
        }
    }

    fn add(&mut self, hypothesis: Hypothesis) {
        if self.all().contains(&hypothesis) {
            return;
        }
        match self.list.get_mut(usize::from(self.len)) {
            Some(place) => {
                *place = hypothesis;
                self.len += 1;
            }
            None => self.is_lost = true,
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate alloc;

    use super::*;
    use alloc::{format, string::String, vec::Vec};

    /// Plays `+e4` (landing) and `-e4` (lift) and returns the hypotheses as text.
    fn play(script: &str) -> Vec<String> {
        let mut hypotheses = Hypotheses::new();
        for word in script.split(' ') {
            let point = word[1..].parse().unwrap();
            if word.starts_with('-') { hypotheses.lift(point) } else { hypotheses.land(point) }
        }
        let mut shown: Vec<String> = hypotheses.all().iter().map(show).collect();
        shown.sort();
        shown
    }

    fn show(hypothesis: &Hypothesis) -> String {
        let name = |square: Option<Square>| square.map_or("?".into(), |square| format!("{square}"));
        let away: Vec<String> =
            hypothesis.away().map(|a| format!("{}>{}", name(a.origin), name(a.at))).collect();
        away.join(" ")
    }

    #[test]
    fn what_the_sensors_allow() {
        let cases: &[(&str, &[&str])] = &[
            // A move, and one dragged over two points.
            ("-h2 +e2", &["h2>e2"]),
            ("-h2 +g2 -g2 +f2 -f2 +e2", &["h2>e2"]),
            // Lifted and put back.
            ("-h2 +h2", &[""]),
            // A capture, or the captured piece put back.
            ("-h2 -h9 +h9", &["h2>?", "h2>h9 h9>?"]),
            ("-h9 -h2 +h9", &["h2>?", "h2>h9 h9>?"]),
            // Two pieces adjusted at once: put back, or swapped.
            ("-h2 -b2 +b2 +h2", &["", "b2>h2 h2>b2"]),
            // A piece that was not on the board.
            ("+e5", &["?>e5"]),
            ("+e5 -e5", &[""]),
            // Slid over two points at once; or lifted, and another piece put down.
            ("+g2 -h2", &["h2>? ?>g2", "h2>g2"]),
            ("+g2 -h2 +f2 -g2", &["h2>? ?>f2", "h2>f2"]),
        ];
        for (script, hypotheses) in cases {
            assert_eq!(play(script), *hypotheses, "{script}");
        }
    }

    #[test]
    fn dragging_does_not_multiply_hypotheses() {
        let mut script = String::from("-h2 -h9 -a9");
        for rank in 3..9 {
            script += &format!(" +h{rank} -h{rank}");
        }
        assert_eq!(play(&script), ["h2>? a9>? h9>?"]);
    }

    #[test]
    fn a_sleeve_over_the_board_is_more_than_can_be_followed() {
        let mut hypotheses = Hypotheses::new();
        for file in ["a0", "b0", "c0", "d0", "e0", "f0", "g0"] {
            hypotheses.lift(file.parse().unwrap());
        }
        assert!(hypotheses.is_lost());
    }
}
