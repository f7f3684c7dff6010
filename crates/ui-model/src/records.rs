use crate::TableModel;

/// Something wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
    /// Stable, kebab-case.
    pub code: String,
    /// One sentence.
    pub message: String,
}

/// The game of a file, or everything that is wrong with it.
pub fn read(_bytes: &[u8]) -> Result<TableModel, Vec<Problem>> {
    Err(Vec::new())
}

/// The game as a `.chuhe` file.
pub fn write(_model: &TableModel) -> String {
    String::new()
}
