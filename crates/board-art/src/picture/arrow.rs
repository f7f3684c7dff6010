/// The outline of an arrow between two places, as the `d` of a path. Neighbouring points are a
/// hundred apart. The arrow starts beside the piece at its origin. It ends at the edge of a piece
/// at its target, or at the point itself.
pub fn outline(
    [(x1, y1), (x2, y2)]: [(f64, f64); 2],
    [leaves, meets]: [bool; 2],
    is_double: bool,
) -> String {
    /// Half the width of the shaft and of the head, and the full length of a head.
    const SHAFT: f64 = 6.5;
    const HEAD: f64 = 21.0;
    const LENGTH: f64 = 36.0;
    let length = (x2 - x1).hypot(y2 - y1);
    let (ux, uy) = ((x2 - x1) / length, (y2 - y1) / length);
    let gap = |is_taken: bool| if is_taken { 38.0 } else { 6.0 };
    let (start, end) = (gap(leaves), length - gap(meets));
    let heads = if is_double { 2.0 } else { 1.0 };
    let head = LENGTH.min((end - start) * 0.8 / heads);
    let place = |along: f64, aside: f64| {
        format!("{:.1} {:.1}", x1 + ux * along - uy * aside, y1 + uy * along + ux * aside)
    };
    let tail = if is_double {
        let neck = start + head;
        format!(
            "M{}L{}L{}L{}",
            place(neck, SHAFT),
            place(neck, HEAD),
            place(start, 0.0),
            place(neck, -HEAD)
        ) + &format!("L{}", place(neck, -SHAFT))
    } else {
        format!("M{}L{}", place(start, SHAFT), place(start, -SHAFT))
    };
    let neck = end - head;
    format!(
        "{tail}L{}L{}L{}L{}L{}Z",
        place(neck, -SHAFT),
        place(neck, -HEAD),
        place(end, 0.0),
        place(neck, HEAD),
        place(neck, SHAFT)
    )
}

/// Position of an arrow's label: its middle, or beside it where the label would hide the arrow.
pub(super) fn beside((x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> (f64, f64) {
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx.hypot(dy);
    let aside = if length < 150.0 { 40.0 / length } else { 0.0 };
    ((x1 + x2) / 2.0 + dy * aside, (y1 + y2) / 2.0 - dx * aside)
}
