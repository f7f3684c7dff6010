//! What may have happened since the last settled position.
//!
//! A lift says which point was left, a landing only that *some* piece in the air came down there. A
//! [`Hypothesis`] is one assignment: which pieces are not where the settled position has them, and where
//! they are instead. [`Hypotheses`] is the set of all that the sensors allow; lifting changes each,
//! landing splits each into one for every piece it has in the air. Different ways to the same
//! arrangement are one hypothesis, so that a piece dragged over twenty points leaves no more of them
//! than one put down directly.

use xiangqi::{Bitboard, Move, Square};

/// In the air, or off the board.
const HAND: u8 = 90;
/// The origin of a piece that was not on the settled board.
const STRANGER: u8 = 255;
/// The most pieces of one hypothesis that are not at home.
const MOST_AWAY: usize = 6;
/// The most hypotheses: enough for four pieces in the air at once.
pub(crate) const MOST_STORIES: usize = 32;

/// One assignment of pieces to what the sensors saw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hypothesis {
    /// Origin and present place of every piece that is not at home, by origin.
    away: [(u8, u8); MOST_AWAY],
    len: u8,
}

/// A piece that is not where the settled position has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Away {
    /// Where it belongs; `None` for one that was not on the board.
    pub(crate) origin: Option<Square>,
    /// Where it is; `None` in the air or off the board.
    pub(crate) at: Option<Square>,
}

impl Hypothesis {
    /// Everything is at home.
    const REST: Hypothesis = Hypothesis { away: [(STRANGER, HAND); MOST_AWAY], len: 0 };

    /// Every piece that is not at home.
    pub(crate) fn away(&self) -> impl Iterator<Item = Away> + '_ {
        let square = |index: u8| Square::from_index(usize::from(index));
        self.entries()
            .iter()
            .map(move |&(origin, at)| Away { origin: square(origin), at: square(at) })
    }

    /// Whether everything is at home.
    pub(crate) const fn is_rest(&self) -> bool {
        self.len == 0
    }

    /// Whether the piece of `origin` is in the air.
    pub(crate) fn is_in_hand(&self, origin: Square) -> bool {
        self.entries().contains(&(origin.index() as u8, HAND))
    }

    fn entries(&self) -> &[(u8, u8)] {
        &self.away[..usize::from(self.len)]
    }

    fn find(&self, test: impl Fn(&(u8, u8)) -> bool) -> Option<usize> {
        self.entries().iter().position(test)
    }

    /// The same hypothesis with a piece lifted from a point. `None` if it gets too long.
    fn lifted(mut self, point: u8) -> Option<Hypothesis> {
        match self.find(|&(_, at)| at == point) {
            Some(place) if self.away[place].0 == STRANGER => self.remove(place),
            Some(place) => self.away[place].1 = HAND,
            None => return self.inserted((point, HAND)),
        }
        Some(self)
    }

    /// The same hypothesis, but the stranger in `place` is the piece that was at `point`: it lay on two
    /// points for a moment.
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

    /// The same hypothesis with the piece in `place` put down.
    fn landed(mut self, place: usize, point: u8) -> Hypothesis {
        if self.away[place].0 == point {
            self.remove(place);
        } else {
            self.away[place].1 = point;
        }
        self
    }

    /// The same hypothesis told from the position after `played`; `None` if it does not contain it.
    /// It may have been made by a piece that has left again only if `was_left`.
    fn after(mut self, played: Move, is_capture: bool, was_left: bool) -> Option<Hypothesis> {
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
            // It landed, and was lifted again: somebody else must stand there now.
            HAND if was_left && self.find(|&(_, at)| at == to).is_some() => {
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
    list: [Hypothesis; MOST_STORIES],
    len: u8,
    /// More happened than can be followed.
    is_lost: bool,
    /// Points of the settled position in the order in which they were first lifted, from 1.
    lift_order: [u8; Square::COUNT],
    lifts: u8,
    landed: Bitboard,
    landed_twice: Bitboard,
}

impl Hypotheses {
    /// Nothing has happened.
    pub(crate) const fn new() -> Hypotheses {
        Hypotheses {
            list: [Hypothesis::REST; MOST_STORIES],
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

    /// Whether more happened than can be followed.
    pub(crate) const fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Whether `first` was lifted before `second`, both from the settled position.
    pub(crate) const fn is_lifted_before(&self, first: Square, second: Square) -> bool {
        self.lift_order[first.index()] < self.lift_order[second.index()]
    }

    /// The first of some points that was lifted and passes a test, if any was.
    pub(crate) fn first_lifted(
        &self,
        points: Bitboard,
        test: impl Fn(Square) -> bool,
    ) -> Option<Square> {
        let lifted = points.filter(|&point| self.lift_order[point.index()] > 0 && test(point));
        lifted.min_by_key(|point| self.lift_order[point.index()])
    }

    /// Whether two pieces, or one twice, have come down on a point.
    pub(crate) const fn has_landed_twice(&self, point: Square) -> bool {
        self.landed_twice.contains(point)
    }

    /// A point was left. By a piece that was lifted, or by one that has been slid to where another
    /// point was taken before this one was left.
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

    /// A point was taken.
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

    /// Tells every hypothesis from the position after `played`, and drops those without it.
    pub(crate) fn settle(&mut self, played: Move, is_capture: bool) {
        let was_left = self.has_landed_twice(played.to);
        self.rewrite(|hypothesis, keep| {
            if let Some(hypothesis) = hypothesis.after(played, is_capture, was_left) {
                keep.add(hypothesis);
            }
        });
        // Only what is still away counts as lifted in the new turn.
        let away: Bitboard =
            self.all().iter().flat_map(Hypothesis::away).filter_map(|away| away.origin).collect();
        for origin in !away {
            self.lift_order[origin.index()] = 0;
        }
        self.landed = Bitboard::EMPTY;
        self.landed_twice = Bitboard::EMPTY;
        self.is_lost |= self.len == 0;
    }

    /// Makes a new list from the old one.
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

    /// Plays `+e4` (landing) and `-e4` (lift), and shows the hypotheses.
    fn told(script: &str) -> Vec<String> {
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
            // A capture, or the victim put back.
            ("-h2 -h9 +h9", &["h2>?", "h2>h9 h9>?"]),
            ("-h9 -h2 +h9", &["h2>?", "h2>h9 h9>?"]),
            // Two adjusted at once: put back, or swapped.
            ("-h2 -b2 +b2 +h2", &["", "b2>h2 h2>b2"]),
            // Somebody else's piece.
            ("+e5", &["?>e5"]),
            ("+e5 -e5", &[""]),
            // Slid, so that it lay on two points at once; or lifted, and something else put down.
            ("+g2 -h2", &["h2>? ?>g2", "h2>g2"]),
            ("+g2 -h2 +f2 -g2", &["h2>? ?>f2", "h2>f2"]),
        ];
        for (script, hypotheses) in cases {
            assert_eq!(told(script), *hypotheses, "{script}");
        }
    }

    #[test]
    fn dragging_does_not_multiply_hypotheses() {
        let mut script = String::from("-h2 -h9 -a9");
        for rank in 3..9 {
            script += &format!(" +h{rank} -h{rank}");
        }
        assert_eq!(told(&script), ["h2>? a9>? h9>?"]);
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
