/// Evaluates `$body` with the inner game (or view) of an enum, whichever variant it holds.
macro_rules! each {
    ($any:expr, $inner:ident => $body:expr) => {
        match $any {
            Self::Xiangqi($inner) => $body,
            Self::Undercover($inner) => $body,
            Self::Sifang($inner) => $body,
            Self::Banqi($inner) => $body,
        }
    };
}

pub(crate) use each;
