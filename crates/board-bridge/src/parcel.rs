/// A signed post.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Parcel {
    /// The board, as its text.
    pub(crate) id: String,
    /// The post's number.
    pub(crate) n: u64,
    /// The body's signature.
    pub(crate) mac: String,
    /// A [`smart_boards::Post`] as JSON.
    pub(crate) body: String,
}
