use crate::Rounded;

/// A path of sixteen short rays around a point, from the distance `inner` to `outer`: the mark of a
/// check.
pub fn burst(inner: f64, outer: f64) -> String {
    // Cosines of every sixteenth of a turn. Sines are the same list, shifted by a quarter.
    const COSINES: [f64; 16] = [
        1.0, 0.924, 0.707, 0.383, 0.0, -0.383, -0.707, -0.924, -1.0, -0.924, -0.707, -0.383, 0.0,
        0.383, 0.707, 0.924,
    ];
    (0..16)
        .map(|i| {
            let (cos, sin) = (COSINES[i], COSINES[(i + 12) % 16]);
            let [a, b, x, y] = [cos * inner, sin * inner, cos * outer, sin * outer];
            let [a, b, x, y] = [a, b, x, y].map(|it| Rounded(it, 0));
            format!("M{a} {b}L{x} {y}")
        })
        .collect()
}
