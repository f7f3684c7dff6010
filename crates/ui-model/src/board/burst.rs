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
            let (x, y) = (cos * outer, sin * outer);
            format!("M{:.0} {:.0}L{x:.0} {y:.0}", cos * inner, sin * inner)
        })
        .collect()
}
