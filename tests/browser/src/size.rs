//! The screens of the tests.

/// Screen of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// 360×740, touch.
    Phone,
    /// 768×1024, touch.
    Tablet,
    /// 1280×800, mouse.
    Desk,
    /// 740×360, touch: the phone in landscape.
    Lying,
    /// 1920×1080, mouse.
    Wide,
}

impl Size {
    /// The two screens of most tests.
    pub const BOTH: [Size; 2] = [Size::Phone, Size::Desk];

    /// All screens, smallest first.
    pub const ALL: [Size; 5] = [Size::Phone, Size::Lying, Size::Tablet, Size::Desk, Size::Wide];

    /// Width and height in CSS pixels.
    pub fn pixels(self) -> (u32, u32) {
        match self {
            Size::Phone => (360, 740),
            Size::Tablet => (768, 1024),
            Size::Desk => (1280, 800),
            Size::Lying => (740, 360),
            Size::Wide => (1920, 1080),
        }
    }

    /// Name in file names.
    pub fn name(self) -> &'static str {
        match self {
            Size::Phone => "phone",
            Size::Tablet => "tablet",
            Size::Desk => "desk",
            Size::Lying => "lying",
            Size::Wide => "wide",
        }
    }

    /// Whether the screen has touch input.
    pub fn is_touched(self) -> bool {
        matches!(self, Size::Phone | Size::Lying | Size::Tablet)
    }
}
