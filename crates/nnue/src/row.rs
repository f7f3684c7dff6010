use wide::{i16x16, i32x8};

/// Number of neurons in the hidden layer for each side.
pub const HIDDEN: usize = 128;

const LANES: usize = 16;

/// One number for each neuron.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row([i16x16; HIDDEN / LANES]);

impl Row {
    pub(crate) const ZERO: Row = Row([i16x16::ZERO; HIDDEN / LANES]);

    pub(crate) fn new(numbers: &[i16; HIDDEN]) -> Row {
        let (groups, _) = numbers.as_chunks::<LANES>();
        let mut row = Row::ZERO;
        for (lanes, group) in row.0.iter_mut().zip(groups) {
            *lanes = i16x16::new(*group);
        }
        row
    }

    pub(crate) fn numbers(&self) -> [i16; HIDDEN] {
        let mut numbers = [0; HIDDEN];
        let (groups, _) = numbers.as_chunks_mut::<LANES>();
        for (group, lanes) in groups.iter_mut().zip(&self.0) {
            *group = lanes.to_array();
        }
        numbers
    }

    #[inline]
    pub(crate) fn add(&mut self, other: &Row) {
        self.0.iter_mut().zip(&other.0).for_each(|(lanes, others)| *lanes += *others);
    }

    #[inline]
    pub(crate) fn subtract(&mut self, other: &Row) {
        self.0.iter_mut().zip(&other.0).for_each(|(lanes, others)| *lanes -= *others);
    }

    /// Sum of clamp(self, 0, `top`)² × `weights`.
    ///
    /// It does not overflow if `top` × weight fits 16 bits and `top`² × weight × [`HIDDEN`] fits 31
    /// bits.
    #[inline]
    pub(crate) fn squared_dot(&self, top: i16, weights: &Row) -> i32 {
        let top = i16x16::splat(top);
        let mut sum = i32x8::ZERO;
        for (&lanes, &weights) in self.0.iter().zip(&weights.0) {
            let lanes = lanes.max(i16x16::ZERO).min(top);
            sum += (lanes * weights).dot(lanes);
        }
        sum.reduce_add()
    }
}
