use std::fmt;

/// A number with at most this many decimals, without trailing zeros.
///
/// The standard library's formatting of floating-point numbers with a precision is 5 KB of the
/// pages' first file. Drawings need no more than this.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rounded(pub f64, pub u32);

/// A number with at most one decimal.
pub const fn tenth(value: f64) -> Rounded {
    Rounded(value, 1)
}

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = 10_i64.pow(self.1);
        let value = (self.0 * unit as f64).round() as i64;
        if value < 0 {
            f.write_str("-")?;
        }
        let (whole, mut rest) =
            (value.unsigned_abs() / unit as u64, value.unsigned_abs() % unit as u64);
        write!(f, "{whole}")?;
        if rest > 0 {
            f.write_str(".")?;
        }
        let mut place = unit as u64 / 10;
        while rest > 0 {
            write!(f, "{}", rest / place)?;
            rest %= place;
            place /= 10;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded() {
        for (value, decimals, text) in [
            (0.0, 1, "0"),
            (-0.04, 1, "0"),
            (-0.05, 1, "-0.1"),
            (1.0, 4, "1"),
            (12.34, 1, "12.3"),
            (-12.35, 0, "-12"),
            (0.9, 4, "0.9"),
            (0.90909, 4, "0.9091"),
            (1.00501, 4, "1.005"),
            (99.95, 1, "100"),
            (-38.24, 1, "-38.2"),
        ] {
            assert_eq!(Rounded(value, decimals).to_string(), text);
            let exact: f64 = format!("{value:.*}", decimals as usize).parse().expect("a number");
            let found: f64 = text.parse().expect("a number");
            assert!((exact - found).abs() <= 0.1_f64.powi(decimals as i32) + 1e-9, "{value}");
        }
    }
}
