use alloc::{
    string::{String, ToString},
    vec::Vec,
};

/// Fact behind an [`Outcome`](crate::Outcome), as a stable code with its values.
///
/// An outcome has grounds where its reason alone does not explain it. A caller uses them to write
/// the explanation in any language; [`Outcome::detail`](crate::Outcome::detail) is the same in
/// English.
///
/// ```
/// use game::Ground;
///
/// let ground = Ground::new("checked-always").with(0).with("h8h9 Rh9");
/// assert_eq!((ground.code, ground.values.len()), ("checked-always", 2));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    /// Stable kebab-case code: `checked-always`, `both-chased`, ….
    pub code: &'static str,
    /// Values the code refers to: seats as numbers, pieces and moves in notation. Never a secret.
    pub values: Vec<String>,
}

impl Ground {
    /// Creates a ground without values.
    pub const fn new(code: &'static str) -> Ground {
        Ground { code, values: Vec::new() }
    }

    /// Appends a value.
    #[must_use]
    pub fn with(mut self, value: impl ToString) -> Ground {
        self.values.push(value.to_string());
        self
    }
}
