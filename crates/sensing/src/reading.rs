use crate::{
    Settings,
    hypotheses::{Hypotheses, Hypothesis, MAX_HYPOTHESES},
    interpretation::Interpretation,
    sensors::Sensors,
};
use xiangqi::{Bitboard, IllegalMove, Move, Position, Square};

/// Maximum number of candidate plies.
const MAX_CANDIDATES: usize = 8;

/// What all hypotheses together amount to, and so what the referee should do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// Every piece is on its point.
    Rest,
    /// Nothing yet.
    Wait,
    /// A ply was made or attempted: judge it.
    Ply(Move),
    /// Several plies fit: ask the players.
    Ask(Candidates),
    /// A piece was put on one of its own side.
    OwnCapture(Move),
    /// The side on move has moved two pieces.
    TwoMoves(Move, Move),
    /// The side not on move has moved.
    Trespass(Move),
    /// A foreign piece landed, and nothing else moved.
    Extra,
    /// A foreign piece landed during a move.
    Stranger,
    /// More pieces are off the board than any move lifts.
    Missing,
    /// None of these.
    Scattered,
}

/// Plies that the players have to choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Candidates {
    list: [Option<Move>; MAX_CANDIDATES],
    len: u8,
}

impl Candidates {
    fn add(&mut self, candidate: Move) {
        if self.iter().any(|known| known == candidate) {
            return;
        }
        if let Some(place) = self.list.get_mut(usize::from(self.len)) {
            *place = Some(candidate);
            self.len += 1;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.list.iter().flatten().copied()
    }

    /// The points in which the plies differ.
    pub(crate) fn points(&self) -> Bitboard {
        if let Some(only) = self.only() {
            return [only.from, only.to].into_iter().collect();
        }
        let ends = |end: fn(Move) -> Square| {
            let points: Bitboard = self.iter().map(end).collect();
            if points.len() > 1 { points } else { Bitboard::EMPTY }
        };
        ends(|candidate| candidate.from) | ends(|candidate| candidate.to)
    }

    /// The ply that ends on a point, if there is exactly one.
    pub(crate) fn ending_on(&self, point: Square) -> Option<Move> {
        let mut found = self.iter().filter(|candidate| candidate.to == point);
        found.next().filter(|_| found.next().is_none())
    }

    fn only(&self) -> Option<Move> {
        self.list[0].filter(|_| self.len == 1)
    }

    fn reading(self) -> Option<Reading> {
        match (self.len, self.only()) {
            (0, _) => None,
            (_, Some(only)) => Some(Reading::Ply(only)),
            _ => Some(Reading::Ask(self)),
        }
    }
}

/// A reading and the time at which to act on it; the board may change before that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Due {
    pub(crate) reading: Reading,
    /// Time to act; `None` for never.
    pub(crate) at: Option<u64>,
    /// Time at which the piece concerned landed.
    pub(crate) landed: Option<u64>,
}

/// Everything that a reading depends on.
pub(crate) struct Reader<'a> {
    pub(crate) hypotheses: &'a Hypotheses,
    /// The interpretation of each hypothesis.
    pub(crate) interpretations: [Interpretation; MAX_HYPOTHESES],
    pub(crate) sensors: &'a Sensors,
    pub(crate) position: &'a Position,
    pub(crate) settings: &'a Settings,
    /// Time of the last lift or landing.
    pub(crate) quiet_since: u64,
    /// Whether the side on move has pressed its clock.
    pub(crate) is_pressed: bool,
    pub(crate) now: u64,
}

impl Reader<'_> {
    /// Derives the reading and the time to act on it.
    pub(crate) fn read(&self) -> Due {
        let (reading, is_patient) = self.judge();
        let landed = self.landed();
        let wait = match reading {
            Reading::Rest => return Due { reading, at: Some(self.now), landed: None },
            Reading::Wait => return Due { reading, at: None, landed: None },
            Reading::Missing => {
                let at = self.quiet_since.saturating_add(self.settings.missing_ms.into());
                return Due { reading, at: Some(at), landed: None };
            }
            _ if self.is_pressed => 0,
            _ if self.is_replied(landed) => self.settings.reply_ms,
            _ if is_patient => self.settings.patience_ms,
            _ => self.settings.settle_ms,
        };
        let at = landed.unwrap_or(self.quiet_since).saturating_add(wait.into());
        let is_ply = matches!(reading, Reading::Ply(_) | Reading::Ask(_));
        Due { reading, at: Some(at), landed: landed.filter(|_| is_ply) }
    }

    /// Whether this lift starts a third ply. Then the first ply is accepted immediately.
    pub(crate) fn is_answered_by(&self, lifted: Square) -> bool {
        self.position.side(self.position.side_to_move()).contains(lifted)
            && self
                .interpretations()
                .any(|(_, interpretation)| matches!(interpretation, Interpretation::Reply { .. }))
    }

    /// Returns the reading, and whether the action may still be incomplete.
    fn judge(&self) -> (Reading, bool) {
        let has = |test: fn(&Interpretation) -> bool| {
            self.interpretations().any(|(_, interpretation)| test(&interpretation))
        };
        let is_at_home = self.sensors.stable() == self.position.occupied();
        if self.hypotheses.is_lost() && !is_at_home {
            return (Reading::Scattered, false);
        }
        if is_at_home || has(|interpretation| *interpretation == Interpretation::Rest) {
            return (Reading::Rest, false);
        }
        if let Some(reading) = self.plies().reading() {
            return (reading, false);
        }
        if let Some(reading) = self.busy().reading() {
            return (reading, true);
        }
        let held = self
            .interpretations()
            .find(|(_, interpretation)| *interpretation == Interpretation::Held);
        for (_, interpretation) in self.interpretations() {
            match interpretation {
                Interpretation::OwnCapture(tried) => return (Reading::OwnCapture(tried), false),
                // A capture out of turn, or two lifted pieces of which one was put back.
                Interpretation::Trespass(tried) if held.is_some() => {
                    return (Reading::Trespass(tried), !self.would_be_legal_in_reply(tried));
                }
                _ => {}
            }
        }
        if let Some((hypothesis, _)) = held {
            return (self.held(hypothesis), true);
        }
        let first = self.interpretations().find_map(|(_, interpretation)| match interpretation {
            Interpretation::TwoMoves(first, second) => Some(Reading::TwoMoves(first, second)),
            Interpretation::Trespass(tried) => Some(Reading::Trespass(tried)),
            Interpretation::Extra => Some(Reading::Extra),
            Interpretation::Stranger => Some(Reading::Stranger),
            _ => None,
        });
        match first {
            Some(reading) => (reading, false),
            None => (Reading::Scattered, true),
        }
    }

    fn interpretations(&self) -> impl Iterator<Item = (&Hypothesis, Interpretation)> {
        self.hypotheses.all().iter().zip(self.interpretations)
    }

    /// Candidates for the first ply, whether or not a reply followed.
    fn plies(&self) -> Candidates {
        let mut candidates = Candidates::default();
        let mut tried = Candidates::default();
        for (_, interpretation) in self.interpretations() {
            match interpretation {
                Interpretation::Ply(ply) => candidates.add(ply),
                Interpretation::Reply { first, second } if self.is_sound(first, second) => {
                    candidates.add(first);
                }
                Interpretation::Reply { first, .. } => tried.add(first),
                _ => {}
            }
        }
        if candidates.len == 0 {
            return tried;
        }
        // With pieces of both sides in the air, the one that landed may be the other side's.
        for (hypothesis, interpretation) in self.interpretations() {
            if let Interpretation::Trespass(ply) = interpretation
                && hypothesis.away().filter(|away| away.at.is_some()).count() == 1
                && self.would_be_legal_in_reply(ply)
            {
                candidates.add(ply);
            }
        }
        candidates
    }

    fn busy(&self) -> Candidates {
        let mut candidates = Candidates::default();
        for (_, interpretation) in self.interpretations() {
            if let Interpretation::Busy(ply) = interpretation {
                candidates.add(ply);
            }
        }
        candidates
    }

    /// The reading when pieces are in the air and none has landed.
    fn held(&self, hypothesis: &Hypothesis) -> Reading {
        let own = self.position.side(self.position.side_to_move());
        let origins = || hypothesis.away().filter_map(|away| away.origin);
        let mut held = origins().filter(|&origin| own.contains(origin));
        let (first, is_one) = (held.next(), held.next().is_none());
        let mut others = origins().filter(|&origin| !own.contains(origin));
        let (other, is_other_one) = (others.next(), others.next().is_none());
        match first {
            Some(first) if is_one && is_other_one => self.pushed(first, other),
            _ => Reading::Missing,
        }
    }

    /// The reading when the side on move holds one piece. The player may think for any time. But
    /// once the opponent replies or the clock is pressed, the piece must have landed where no
    /// sensor changed: it captured a piece by pushing it off its point.
    fn pushed(&self, held: Square, other: Option<Square>) -> Reading {
        let mut captures = Candidates::default();
        let mut is_capturing = false;
        self.position.for_each_legal_capture(|capture| {
            if capture.from == held {
                captures.add(capture);
                is_capturing |= Some(capture.to) == other;
            }
        });
        let is_over = other.is_some() || self.is_pressed;
        if is_over && !is_capturing && captures.len > 0 {
            Reading::Ask(captures)
        } else {
            Reading::Wait
        }
    }

    fn is_sound(&self, first: Move, second: Move) -> bool {
        self.position.is_legal(first) && {
            let mut after = self.position.clone();
            after.make(first);
            after.is_legal(second)
        }
    }

    fn would_be_legal_in_reply(&self, ply: Move) -> bool {
        let mut passed = self.position.clone();
        passed.make_null();
        matches!(passed.why_illegal(ply), None | Some(IllegalMove::LeavesGeneralAttacked(_)))
    }

    /// Time at which the piece that made a ply landed.
    pub(crate) fn landing_of(&self, ply: Move) -> u64 {
        // The moved piece may have been captured there; the piece on that point is then the reply.
        let is_captured = self.interpretations().any(|(_, interpretation)| {
            matches!(interpretation, Interpretation::Reply { first, second } if first == ply && second.to == ply.to)
        });
        if is_captured {
            self.sensors.stood_since(ply.to, self.now)
        } else {
            self.sensors.since(ply.to, self.now)
        }
    }

    /// Time of the latest landing of a displaced piece.
    fn landed(&self) -> Option<u64> {
        let points =
            self.hypotheses.all().iter().flat_map(Hypothesis::away).filter_map(|away| away.at);
        points.map(|point| self.sensors.since(point, self.now)).max()
    }

    /// Whether the opponent has lifted one of its pieces after the landing.
    fn is_replied(&self, landed: Option<u64>) -> bool {
        let Some(landed) = landed else { return false };
        let enemy = !self.position.side_to_move();
        self.position.side(enemy).filter(|&square| !self.sensors.stable().contains(square)).any(
            |square| {
                self.sensors.since(square, self.now) > landed
                    && self.hypotheses.all().iter().any(|hypothesis| hypothesis.is_in_hand(square))
            },
        )
    }
}
