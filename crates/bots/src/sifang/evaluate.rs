use search::Score;
use sifang::{End, Kind, Mode, Point, Position, Side, Status, goals};

/// Value of a piece; an infantry is about 150.
pub(crate) const fn value(kind: Kind) -> Score {
    match kind {
        Kind::Tank => 500,
        Kind::Battleship => 480,
        Kind::Fighter => 460,
        Kind::Artillery => 500,
        Kind::Cavalry => 340,
        Kind::Infantry => 160,
        Kind::Marshal => 1_800,
    }
}

/// Value of the least valuable big piece.
pub(crate) const MIN_BIG: Score = value(Kind::Fighter);

/// Static evaluation for `root` and its ally.
pub(super) fn evaluate(position: &Position, root: Side) -> Score {
    let sides = strengths(position);
    let mode = position.mode();
    let (mut own, mut others) = (0, 0);
    for side in Side::ALL {
        if mode.allied(root, side) {
            own += sides[side.index()]
        } else {
            others += sides[side.index()]
        }
    }
    // In solo mode, the own strength is compared with the mean of the three others.
    if mode == Mode::Solo { own - others / 3 } else { own - others }
}

/// The evaluation of a race for `root` if it were as strong as the mean of the others still racing:
/// an even share of the open places. Sides that no longer race do not count.
pub(super) fn even_share(position: &Position, root: Side) -> Score {
    let sides = strengths(position);
    let others = Side::ALL.into_iter().filter(|&side| side != root);
    let races = |side: &Side| position.status(*side) == Status::InPlay;
    let strength = |side: Side| sides[side.index()];
    let racing = others.clone().filter(races).count() as Score;
    let mean = others.clone().filter(races).map(strength).sum::<Score>() / racing.max(1);
    mean - others.map(strength).sum::<Score>() / 3
}

/// Strength of each side.
fn strengths(position: &Position) -> [Score; 4] {
    let mut sides = [0; 4];
    let marshals = marshals(position);
    for (point, piece) in position.board().pieces() {
        sides[piece.side.index()] +=
            value(piece.kind) + place(position, &marshals, piece.side, piece.kind, point);
    }
    for side in Side::ALL {
        sides[side.index()] += status_value(position, side);
    }
    sides
}

/// Value of a side's status besides its pieces.
fn status_value(position: &Position, side: Side) -> Score {
    let agreed = match position.options().end {
        End::Points => Score::from(position.taken(side)) * 100,
        _ => 0,
    };
    agreed
        + match position.status(side) {
            Status::InPlay => 0,
            Status::Placed(place) => 8_000 - 1_500 * Score::from(place),
            Status::Fallen(_) if position.mode() == Mode::Solo => -1_500,
            Status::Fallen(_) => 0,
        }
}

fn marshals(position: &Position) -> [Option<Point>; 4] {
    let mut marshals = [None; 4];
    for (point, piece) in position.board().pieces() {
        if piece.kind == Kind::Marshal {
            marshals[piece.side.index()] = Some(point);
        }
    }
    marshals
}

/// Positional value of a piece: pieces near the centre and near enemy marshals do more; a marshal
/// that does not race stays away.
fn place(
    position: &Position,
    marshals: &[Option<Point>; 4],
    side: Side,
    kind: Kind,
    point: Point,
) -> Score {
    let middle = Score::from(distance(point, Point::TIANYUAN));
    if kind == Kind::Marshal {
        return if position.races() { race(side, point) } else { 6 * middle };
    }
    let enemies = Side::ALL.into_iter().filter(|&other| !position.mode().allied(side, other));
    let nearest = enemies
        .filter_map(|enemy| marshals[enemy.index()])
        .map(|marshal| distance(point, marshal))
        .min()
        .unwrap_or(12);
    let reach = 12 - Score::from(nearest);
    let near_middle = 6 - middle;
    match kind {
        Kind::Tank | Kind::Battleship | Kind::Artillery => 2 * near_middle + 3 * reach,
        Kind::Fighter => {
            3 * near_middle + 5 * reach + if point.is_land_crossing() { 40 } else { 0 }
        }
        Kind::Cavalry => 6 * near_middle + 6 * reach,
        Kind::Infantry => 3 * near_middle + 6 * reach,
        Kind::Marshal => 0,
    }
}

/// Value of a racing marshal by the minimum number of remaining steps. The last steps count most,
/// because an opponent must come near to stop it.
fn race(side: Side, point: Point) -> Score {
    const BY_STEPS: [Score; 7] = [1_900, 1_440, 960, 640, 380, 180, 0];
    let steps = goals(side).map(|goal| distance(point, goal)).min().unwrap_or(u8::MAX);
    BY_STEPS[usize::from(steps).min(BY_STEPS.len() - 1)]
}

/// Number of marshal steps between two points.
fn distance(one: Point, other: Point) -> u8 {
    one.x().abs_diff(other.x()).max(one.y().abs_diff(other.y()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_big_piece_is_worth_less() {
        use Kind::{Artillery, Battleship, Fighter, Tank};
        let least = [Tank, Battleship, Fighter, Artillery].map(value).into_iter().min();
        assert_eq!(least, Some(MIN_BIG));
    }
}
