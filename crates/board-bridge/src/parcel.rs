/// A signed post, ready to be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Parcel {
    /// The board's id as text.
    pub(crate) id: String,
    /// Number of the post.
    pub(crate) n: u64,
    /// Signature of the body.
    pub(crate) mac: String,
    /// A [`smart_boards::Post`] as JSON.
    pub(crate) body: String,
}
