//! TEMP
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Variant {
    Xiangqi,
    Undercover,
    Sifang,
    Banqi,
}
#[allow(missing_docs)]
impl Variant {
    pub const ALL: [Variant; 4] =
        [Variant::Xiangqi, Variant::Undercover, Variant::Sifang, Variant::Banqi];
    pub const fn as_str(self) -> &'static str {
        match self {
            Variant::Xiangqi => "xiangqi",
            Variant::Undercover => "undercover",
            Variant::Sifang => "sifang",
            Variant::Banqi => "banqi",
        }
    }
    pub const fn seats(self) -> u8 {
        match self {
            Variant::Sifang => 4,
            _ => 2,
        }
    }
}
impl std::str::FromStr for Variant {
    type Err = ();
    fn from_str(t: &str) -> Result<Variant, ()> {
        Variant::ALL.into_iter().find(|v| v.as_str() == t).ok_or(())
    }
}
