/// Calls the same method on whichever game (or view) an enum holds.
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
