/// Number of a source of games: the archive or a collection.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourceId(pub(crate) i16);

impl SourceId {
    /// The finished games of this server.
    pub const ARCHIVE: SourceId = SourceId(1);
}
