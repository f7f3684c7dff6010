use alloc::{
    string::{String, ToString},
    vec::Vec,
};

/// What an outcome rests on where its reason alone does not say enough: a stable code and its values
/// for whoever words it. [`Outcome::detail`](crate::Outcome::detail) says the same in a sentence.
///
/// ```
/// use game::Ground;
///
/// let ground = Ground::new("checked-always").with(0).with("h8h9 Rh9");
/// assert_eq!((ground.code, ground.values.len()), ("checked-always", 2));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    /// Stable, kebab-case: `checked-always`, `both-chased`, ….
    pub code: &'static str,
    /// What the code is about, in the field's texts: seats as numbers, pieces, moves. Never a secret.
    pub values: Vec<String>,
}

impl Ground {
    /// A ground with a stable code.
    pub const fn new(code: &'static str) -> Ground {
        Ground { code, values: Vec::new() }
    }

    /// The same about one thing more.
    #[must_use]
    pub fn with(mut self, value: impl ToString) -> Ground {
        self.values.push(value.to_string());
        self
    }
}
