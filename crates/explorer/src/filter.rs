use clock::Speed;

/// Lowest rating of each band. A game is in the band of its players' mean rating.
pub const RATING_BANDS: [u16; 9] = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500];

/// Number of a speed in the index; 0 if it is unknown.
pub(crate) fn code_of(speed: Option<Speed>) -> u8 {
    speed.map_or(0, |speed| speed as u8 + 1)
}

/// Class of a game in the index: its speed and rating band, each 0 if unknown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Class(pub(crate) u8);

impl Class {
    pub(crate) fn new(speed: Option<Speed>, mean_rating: Option<u16>) -> Class {
        let band = mean_rating.map_or(0, |rating| {
            RATING_BANDS.iter().take_while(|&&least| least <= rating).count() as u8
        });
        Class(code_of(speed) << 4 | band)
    }

    pub(crate) const fn band(self) -> u8 {
        self.0 & 15
    }
}

/// Which games count. The default is all.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Filter {
    /// Speeds; empty for every speed.
    pub speeds: Vec<Speed>,
    /// Lowest ratings of the bands, as in [`RATING_BANDS`]; empty for every band.
    pub ratings: Vec<u16>,
    /// First month, counted as [`crate::Date::month`] does. Games without a date are left out.
    pub since: Option<u16>,
    /// Last month.
    pub until: Option<u16>,
}

impl Filter {
    pub(crate) fn has_class(&self, class: Class) -> bool {
        let speed = class.0 >> 4;
        let has_speed = self.speeds.is_empty()
            || self.speeds.iter().any(|&wanted| code_of(Some(wanted)) == speed);
        let least = usize::from(class.band()).checked_sub(1).map(|band| RATING_BANDS.get(band));
        let has_rating = self.ratings.is_empty()
            || matches!(least, Some(Some(least)) if self.ratings.contains(least));
        has_speed && has_rating
    }

    /// First and last month of the rows that count.
    pub(crate) fn months(&self) -> (u16, u16) {
        let is_dated = self.since.is_some() || self.until.is_some();
        (self.since.unwrap_or(u16::from(is_dated)), self.until.unwrap_or(u16::MAX >> 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_filtered_by_speed_and_band() {
        let blitz = Class::new(Some(Speed::Blitz), Some(1_450));
        let unknown = Class::new(None, None);
        let of = |speeds: &[Speed], ratings: &[u16]| Filter {
            speeds: speeds.to_vec(),
            ratings: ratings.to_vec(),
            ..Filter::default()
        };
        assert!(of(&[], &[]).has_class(unknown) && of(&[], &[]).has_class(blitz));
        assert!(of(&[Speed::Blitz], &[1400]).has_class(blitz));
        assert!(!of(&[Speed::Rapid], &[1400]).has_class(blitz));
        assert!(!of(&[], &[1600]).has_class(blitz));
        assert!(!of(&[Speed::Blitz], &[]).has_class(unknown));
        assert!(!of(&[], &[0]).has_class(unknown));
        assert!(of(&[], &[0]).has_class(Class::new(None, Some(900))));
        assert!(of(&[], &[2500]).has_class(Class::new(None, Some(3_000))));
    }
}
