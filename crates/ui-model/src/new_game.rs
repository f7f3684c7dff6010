use crate::{Level, Variant, option_specs};
use i18n::Message;
use protocol::{ReservedSeat, SeatPlan, TablePlan};
use std::collections::BTreeMap;

/// The kind of opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Opponent {
    /// The computer.
    #[default]
    Computer,
    /// A second person on this device.
    SameDevice,
    /// A person who receives a link.
    Invited,
    /// The next player who seeks the same game.
    Random,
}

/// The choice of the first mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FirstMover {
    /// The player.
    #[default]
    Me,
    /// The opponent.
    Other,
    /// Chosen at random by the page.
    Random,
}

impl FirstMover {
    /// Stable text of the choice, from the player's point of view.
    pub const fn as_str(self) -> &'static str {
        match self {
            FirstMover::Me => "first",
            FirstMover::Other => "second",
            FirstMover::Random => "random",
        }
    }

    /// The choice with this text.
    pub fn parse(text: &str) -> Option<FirstMover> {
        let all = [FirstMover::Me, FirstMover::Other, FirstMover::Random];
        all.into_iter().find(|choice| choice.as_str() == text)
    }
}

/// The choice for one of four seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatChoice {
    /// A person on this device.
    Here,
    /// The computer.
    Computer,
    /// A person who receives a link.
    Invited,
}

/// The form for a new game. The defaults can be played without further choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// The game.
    pub variant: Variant,
    /// The opponent.
    pub opponent: Opponent,
    /// The computer's level.
    pub level: Level,
    /// The first mover in games for two.
    pub first: FirstMover,
    /// Name of the rule set, empty for the default.
    pub preset: String,
    /// Options changed by hand, by key.
    pub changed: BTreeMap<String, String>,
    /// The time control's text.
    pub clock: String,
    /// Minutes and seconds of another clock than those on offer, as typed; `None` while one of those
    /// is chosen.
    pub custom_clock: Option<(String, String)>,
    /// Seconds for each set-up step, 0 for no limit.
    pub setup_seconds: u32,
    /// Whether undo is unlimited.
    pub training: bool,
    /// Whether the player asks for a rated game.
    pub rated: bool,
    /// Number of moves by which spectators see a rated game with hidden information late.
    pub spectator_delay: u8,
    /// Lowest and highest rating of the opponents of a rated seek.
    pub rating_range: (Option<u32>, Option<u32>),
    /// Who plays each seat in games for four.
    pub seat_choices: [SeatChoice; 4],
    /// Names of the accounts for which the invited players' seats are reserved; empty for none. In
    /// games for two, the second counts.
    pub reserved: [String; 4],
}

impl NewGame {
    /// The default form of a game: against the computer, without a clock.
    pub fn new(variant: Variant) -> NewGame {
        NewGame {
            variant,
            opponent: Opponent::default(),
            level: Level::USUAL,
            first: FirstMover::default(),
            preset: String::new(),
            changed: BTreeMap::new(),
            clock: NO_CLOCK.to_owned(),
            custom_clock: None,
            setup_seconds: 0,
            training: false,
            rated: false,
            spectator_delay: 0,
            rating_range: (None, None),
            seat_choices: Opponent::default().seat_choices(),
            reserved: Default::default(),
        }
    }

    /// Chooses the opponent and resets the settings that depend on it.
    pub fn set_opponent(&mut self, opponent: Opponent) {
        self.opponent = opponent;
        self.seat_choices = opponent.seat_choices();
        let invited = matches!(opponent, Opponent::Invited | Opponent::Random);
        self.training &= !invited;
        self.set_clock(if invited { USUAL_CLOCK } else { NO_CLOCK }.to_owned());
        self.setup_seconds = if invited { 60 } else { 0 };
    }

    /// Switches rating on or off. A rated game needs a clock, so one is chosen.
    pub fn set_rated(&mut self, is_rated: bool) {
        self.rated = is_rated;
        if is_rated && !has_rated_clock(&self.clock) {
            self.clock = USUAL_CLOCK.to_owned();
            self.custom_clock = None;
        }
    }

    /// Chooses the clock. A game without a clock, or with days for each move, is not rated.
    pub fn set_clock(&mut self, clock: String) {
        self.rated &= has_rated_clock(&clock);
        self.clock = clock;
        self.custom_clock = None;
    }

    /// Offers fields for another clock, with the current one in them.
    pub fn choose_custom_clock(&mut self) {
        let typed = typed_clock(&self.clock).or_else(|| typed_clock(USUAL_CLOCK));
        let (minutes, seconds) = typed.unwrap_or_default();
        self.set_custom_clock(minutes, seconds);
    }

    /// Sets another clock than those on offer. While it is not possible, the last possible one stays,
    /// and [`NewGame::clock_problem`] says what is wrong.
    pub fn set_custom_clock(&mut self, minutes: String, seconds: String) {
        if let Ok(clock) = custom_clock(&minutes, &seconds) {
            self.set_clock(clock);
        }
        self.custom_clock = Some((minutes, seconds));
    }

    /// What is wrong with the clock that the player has typed.
    pub fn clock_problem(&self) -> Option<Message> {
        let (minutes, seconds) = self.custom_clock.as_ref()?;
        custom_clock(minutes, seconds).err()
    }

    /// The current value of an option.
    pub fn value<'a>(&'a self, spec: &option_specs::OptionSpec) -> &'a str {
        self.changed.get(spec.key).map_or(spec.default_value(), String::as_str)
    }

    /// Sets an option.
    pub fn set(&mut self, key: &str, value: &str) {
        let is_default = self.preset.is_empty()
            && option_specs::of(self.variant)
                .iter()
                .any(|spec| spec.key == key && spec.default_value() == value);
        if is_default {
            self.changed.remove(key);
        } else {
            self.changed.insert(key.to_owned(), value.to_owned());
        }
    }

    /// Chooses a rule set and discards the options changed by hand.
    pub fn set_preset(&mut self, preset: &str) {
        self.preset = preset.to_owned();
        self.changed.clear();
    }

    /// The options as text.
    pub fn options_text(&self) -> String {
        self.options_with(|_| true)
    }

    /// The options as text, without the one with this key.
    pub fn options_without(&self, key: &str) -> String {
        self.options_with(|other| other != key)
    }

    /// The rule set and the changed options whose key is wanted, as text.
    fn options_with(&self, is_wanted: impl Fn(&str) -> bool) -> String {
        let preset = (!self.preset.is_empty()).then(|| self.preset.clone());
        let changed = self.changed.iter().filter(|(key, _)| is_wanted(key));
        let changed = changed.map(|(key, value)| format!("{key}={value}"));
        preset.into_iter().chain(changed).collect::<Vec<_>>().join(" ")
    }

    /// The options text of the plan. If a game draws lots for the first move and the player has
    /// chosen the first mover, the text fixes it instead.
    fn agreed_options(&self) -> String {
        let mut text = self.options_text();
        let is_drawn = self.variant.has_setup() && !self.changed.contains_key("first");
        if is_drawn && self.first != FirstMover::Random {
            // The first seat plays Red.
            text += if text.is_empty() { "first=red" } else { " first=red" };
        }
        text
    }

    /// Whether the game needs no other device.
    pub fn is_local(&self) -> bool {
        !self.current_seat_choices().contains(&SeatChoice::Invited)
    }

    /// Label of the button that creates the game.
    pub fn start_message(&self) -> Message {
        match self.opponent {
            _ if self.is_local() => Message::Start,
            Opponent::Random => Message::FindOpponent,
            Opponent::Computer | Opponent::SameDevice | Opponent::Invited => Message::CreateLink,
        }
    }

    /// The plan of the table with its seats in order. `coin` decides where the choice is random.
    pub fn plan(&self, coin: bool) -> TablePlan {
        let mut seat_choices = self.current_seat_choices();
        let swap = match self.first {
            FirstMover::Me => false,
            FirstMover::Other => true,
            FirstMover::Random => coin,
        };
        if seat_choices.len() == 2 && swap {
            seat_choices.reverse();
        }
        let seats = seat_choices
            .into_iter()
            .map(|sitter| match sitter {
                SeatChoice::Here => SeatPlan::Host,
                SeatChoice::Computer => {
                    SeatPlan::Computer { level: self.level.to_string(), resigns: false }
                }
                SeatChoice::Invited => SeatPlan::Open,
            })
            .collect();
        let (min_rating, max_rating) =
            if self.may_have_range() { self.rating_range } else { (None, None) };
        TablePlan {
            variant: self.variant.as_str().to_owned(),
            options: self.agreed_options(),
            clock: self.clock.clone(),
            setup_seconds: self.setup_seconds,
            seats,
            start: None,
            training: self.training && self.is_local(),
            rated: self.rated && self.may_be_rated(),
            spectator_delay: if self.may_be_late() { self.spectator_delay } else { 0 },
            min_rating: min_rating.unwrap_or_default(),
            max_rating: max_rating.unwrap_or_default(),
            is_public: false,
        }
    }

    /// Whether seats can be reserved for accounts: of an invitation, but not of a seek.
    pub fn may_reserve(&self) -> bool {
        !self.is_local() && self.opponent != Opponent::Random
    }

    /// The reserved seats of a plan of this form.
    pub fn reserved_seats(&self, plan: &TablePlan) -> Vec<ReservedSeat> {
        let is_pair = plan.seats.len() == 2;
        let reserved = plan.seats.iter().enumerate().filter_map(|(seat, kind)| {
            let name = self.reserved.get(if is_pair { 1 } else { seat })?.trim();
            let is_meant = *kind == SeatPlan::Open && !name.is_empty() && self.may_reserve();
            is_meant.then(|| ReservedSeat {
                seat: seat as u8,
                name: name.to_owned(),
                is_challenged: false,
            })
        });
        reserved.collect()
    }

    /// Whether spectators may see the game late: it is rated and hides something.
    pub fn may_be_late(&self) -> bool {
        self.rated && self.may_be_rated() && !self.variant.is_open()
    }

    /// Whether the player may ask for opponents of some ratings: any player may join a rated game.
    pub fn may_have_range(&self) -> bool {
        self.opponent == Opponent::Random && self.rated && self.may_be_rated()
    }

    /// Sets the lowest rating, and the highest if it would be lower; `None` for any.
    pub fn set_min_rating(&mut self, min: Option<u32>) {
        let max = self.rating_range.1.map(|max| max.max(min.unwrap_or_default()));
        self.rating_range = (min, max);
    }

    /// Sets the highest rating, and the lowest if it would be higher; `None` for any.
    pub fn set_max_rating(&mut self, max: Option<u32>) {
        let min = self.rating_range.0.map(|min| min.min(max.unwrap_or(u32::MAX)));
        self.rating_range = (min, max);
    }

    /// Whether the game can be rated: one player on this device, and every opponent on another
    /// device.
    pub fn may_be_rated(&self) -> bool {
        let seat_choices = self.current_seat_choices();
        let here = seat_choices.iter().filter(|sitter| **sitter == SeatChoice::Here).count();
        here == 1
            && seat_choices
                .iter()
                .filter(|sitter| **sitter != SeatChoice::Here)
                .all(|sitter| *sitter == SeatChoice::Invited)
    }

    fn current_seat_choices(&self) -> Vec<SeatChoice> {
        let count = usize::from(self.variant.seats());
        if count == 2 {
            self.opponent.seat_choices()[..2].to_vec()
        } else {
            self.seat_choices.to_vec()
        }
    }
}

impl Opponent {
    /// The default seats for a kind of opponent.
    const fn seat_choices(self) -> [SeatChoice; 4] {
        let other = match self {
            Opponent::Computer => SeatChoice::Computer,
            Opponent::SameDevice => SeatChoice::Here,
            Opponent::Invited | Opponent::Random => SeatChoice::Invited,
        };
        [SeatChoice::Here, other, other, other]
    }
}

const NO_CLOCK: &str = "none";
/// The default clock of a game with people on other devices.
const USUAL_CLOCK: &str = "10+5";

/// The time controls on offer, as text.
pub const CLOCKS: &[&str] = &[
    "none", "1+1", "3+2", "5+3", "10+5", "15+10", "60+30", "20+3x30s", "30-move", "1d-move",
    "2d-move", "3d-move", "5d-move", "7d-move", "14d-move",
];

/// The lowest and highest ratings on offer.
pub const RATINGS: [u32; 17] = [
    800, 900, 1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000, 2100, 2200, 2300,
    2400,
];

/// The ratings that a table wants, in the language of all players: `1400–1600`, `≥ 1400`, `≤ 1600`.
/// `None` for all.
pub fn range_words(plan: &TablePlan) -> Option<String> {
    match (plan.min_rating, plan.max_rating) {
        (0, 0) => None,
        (min, 0) => Some(format!("≥\u{a0}{min}")),
        (0, max) => Some(format!("≤\u{a0}{max}")),
        (min, max) => Some(format!("{min}–{max}")),
    }
}

/// Whether this clock gives days for each move (correspondence).
pub fn is_correspondence(clock: &str) -> bool {
    clock.ends_with("d-move")
}

/// The clock with these minutes for the game and seconds for each move, as typed. The minutes may
/// end with a half.
///
/// # Errors
/// Which of the two is not possible: the minutes are 0.5 to 600, the seconds 0 to 600.
fn custom_clock(minutes: &str, seconds: &str) -> Result<String, Message> {
    const MAX: u32 = 600;
    let number = |text: &str| {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { text.parse::<u32>().ok() } else { None }
    };
    let minutes = minutes.trim().replace(',', ".");
    let (whole, half) = match minutes.split_once('.') {
        Some((whole, "5")) => (whole, 1),
        Some((whole, "0")) => (whole, 0),
        Some(_) => return Err(Message::ClockMinutesRange),
        None => (&*minutes, 0),
    };
    let whole = if whole.is_empty() && half > 0 { Some(0) } else { number(whole) };
    let halves = whole.filter(|&whole| whole <= MAX).map(|whole| 2 * whole + half);
    let halves = halves.filter(|halves| (1..=2 * MAX).contains(halves));
    let halves = halves.ok_or(Message::ClockMinutesRange)?;
    let seconds = match seconds.trim() {
        "" => Some(0),
        text => number(text).filter(|&seconds| seconds <= MAX),
    };
    let seconds = seconds.ok_or(Message::ClockSecondsRange)?;
    let mut clock = match halves % 2 {
        0 => (halves / 2).to_string(),
        _ => format!("{}s", halves * 30),
    };
    if seconds > 0 {
        clock += &format!("+{seconds}");
    }
    Ok(clock)
}

/// What a player types for a clock of minutes and seconds. `None` for others.
fn typed_clock(clock: &str) -> Option<(String, String)> {
    let (minutes, seconds) = clock.split_once('+').unwrap_or((clock, "0"));
    custom_clock(minutes, seconds).ok()?;
    Some((minutes.to_owned(), seconds.to_owned()))
}

fn has_rated_clock(clock: &str) -> bool {
    clock != NO_CLOCK && !is_correspondence(clock)
}

/// The time controls of quick pairing, fastest first.
pub const fn quick_clocks(variant: Variant) -> &'static [&'static str] {
    match variant {
        Variant::Xiangqi => &["3+2", "5+3", "10+5", "15+10"],
        Variant::Undercover | Variant::Sifang => &["10+5", "15+10"],
        Variant::Banqi => &["3+2", "5+3"],
    }
}

/// The form of a challenge to one player: the default rules of a game, first mover at random.
pub fn challenge(variant: Variant, clock: &str, rated: bool) -> NewGame {
    let mut form = NewGame::new(variant);
    form.set_opponent(Opponent::Invited);
    form.set_clock(clock.to_owned());
    form.set_rated(rated && has_rated_clock(clock));
    form.first = FirstMover::Random;
    form
}

/// The clocks on offer in a challenge: those of quick pairing, and days for each move.
pub fn challenge_clocks(variant: Variant) -> impl Iterator<Item = &'static str> {
    let days = CLOCKS.iter().filter(|clock| is_correspondence(clock));
    quick_clocks(variant).iter().chain(days).copied()
}

/// The table of a player who seeks any opponent: default rules, first mover at random.
pub fn quick_seek(variant: Variant, clock: &str, rated: bool, coin: bool) -> TablePlan {
    let mut game = NewGame::new(variant);
    game.set_opponent(Opponent::Random);
    game.set_clock(clock.to_owned());
    game.set_rated(rated);
    game.first = FirstMover::Random;
    game.plan(coin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_play_at_once_against_the_computer() {
        for variant in Variant::ALL {
            let plan = NewGame::new(variant).plan(true);
            assert_eq!(plan.seats.len(), usize::from(variant.seats()));
            assert_eq!(plan.seats[0], SeatPlan::Host);
            assert!(matches!(plan.seats[1], SeatPlan::Computer { .. }));
            // By default the player moves first.
            let options = if variant.has_setup() { "first=red" } else { "" };
            assert_eq!((plan.options.as_str(), plan.clock.as_str()), (options, "none"));
        }
    }

    #[test]
    fn who_goes_second_sits_second() {
        let mut game = NewGame::new(Variant::Xiangqi);
        game.first = FirstMover::Other;
        assert_eq!(game.plan(false).seats[1], SeatPlan::Host);
        game.first = FirstMover::Random;
        assert_eq!(game.plan(false).seats[0], SeatPlan::Host);
        assert_eq!(game.plan(true).seats[1], SeatPlan::Host);
    }

    #[test]
    fn only_what_differs_is_written() {
        let mut game = NewGame::new(Variant::Undercover);
        game.set("locks", "2");
        game.set("barred", "3");
        game.set("first", "red");
        assert_eq!(game.options_text(), "first=red locks=2");
        game.set("locks", "0");
        assert_eq!(game.options_text(), "first=red");
        let mut banqi = NewGame::new(Variant::Banqi);
        banqi.set_preset("taiwan");
        banqi.set("cannon-steps", "no");
        assert_eq!(banqi.options_text(), "taiwan cannon-steps=no");
        assert_eq!(banqi.options_without("cannon-steps"), "taiwan");
        let mut sifang = NewGame::new(Variant::Sifang);
        sifang.set("mode", "solo");
        assert_eq!(
            (sifang.options_text().as_str(), sifang.options_without("mode").as_str()),
            ("mode=solo", "")
        );
    }

    /// A chosen first mover replaces the drawing of lots.
    #[test]
    fn who_moves_first_is_not_drawn_where_it_is_said() {
        let mut game = NewGame::new(Variant::Undercover);
        for (first, options) in [
            (FirstMover::Me, "first=red"),
            (FirstMover::Other, "first=red"),
            (FirstMover::Random, ""),
        ] {
            game.first = first;
            assert_eq!(game.plan(false).options, options, "{first:?}");
        }
        game.first = FirstMover::Me;
        game.set("first", "black");
        assert_eq!(game.plan(false).options, "first=black", "it was asked for");
        assert_eq!(NewGame::new(Variant::Banqi).plan(false).options, "");
    }

    #[test]
    fn only_people_at_their_own_devices_play_for_ratings() {
        let mut game = NewGame::new(Variant::Sifang);
        for (opponent, counts) in [
            (Opponent::Computer, false),
            (Opponent::SameDevice, false),
            (Opponent::Invited, true),
            (Opponent::Random, true),
        ] {
            game.set_opponent(opponent);
            game.set_rated(true);
            assert_eq!((game.may_be_rated(), game.plan(false).rated), (counts, counts));
        }
        game.seat_choices[2] = SeatChoice::Computer;
        assert!(!game.plan(false).rated, "the computer has no rating");
        game.seat_choices[2] = SeatChoice::Here;
        assert!(!game.plan(false).rated, "no player meets themselves");
    }

    #[test]
    fn what_counts_has_a_clock() {
        let mut game = NewGame::new(Variant::Xiangqi);
        game.set_opponent(Opponent::Invited);
        game.set_clock("none".to_owned());
        game.set_rated(true);
        assert_eq!((game.plan(false).rated, game.clock.as_str()), (true, "10+5"));
        game.set_clock("5+3".to_owned());
        assert!(game.plan(false).rated);
        for clock in ["none", "3d-move"] {
            game.set_rated(true);
            game.set_clock(clock.to_owned());
            assert!(!game.plan(false).rated, "{clock}");
        }
        game.set_rated(true);
        assert_eq!(game.clock, "10+5");
        for clock in CLOCKS {
            let plan = NewGame { clock: (*clock).to_owned(), ..game.clone() }.plan(false);
            let seconds = clock.parse().ok().and_then(|control| clock::expected_seconds(&control));
            let is_fit = seconds.is_some_and(|s| {
                (protocol::RATED_SECONDS_MIN..=protocol::RATED_SECONDS_MAX).contains(&s)
            });
            assert!(is_fit || !has_rated_clock(&plan.clock), "{clock}: offered and refused");
        }
    }

    #[test]
    fn challenges_offer_all_clocks_of_a_game() {
        let clocks: Vec<_> = challenge_clocks(Variant::Banqi).collect();
        let days = ["1d-move", "2d-move", "3d-move", "5d-move", "7d-move", "14d-move"];
        assert_eq!(clocks, [&["3+2", "5+3"], &days[..]].concat());
        let mut form = challenge(Variant::Undercover, "10+5", true);
        form.set("first", "black");
        let plan = form.plan(false);
        assert_eq!((plan.rated, &*plan.options), (true, "first=black"));
        assert_eq!(plan.seats.iter().filter(|seat| **seat == SeatPlan::Open).count(), 1);
        assert!(!challenge(Variant::Xiangqi, "3d-move", true).plan(false).rated);
    }

    #[test]
    fn any_clock_is_typed() {
        for (minutes, seconds, expected) in [
            ("3", "2", Ok("3+2")),
            (" 25 ", " 10 ", Ok("25+10")),
            ("7", "", Ok("7")),
            ("7", "0", Ok("7")),
            ("0.5", "1", Ok("30s+1")),
            (",5", "1", Ok("30s+1")),
            ("1,5", "0", Ok("90s")),
            ("2.0", "0", Ok("2")),
            ("600", "600", Ok("600+600")),
            ("0", "5", Err(Message::ClockMinutesRange)),
            ("601", "5", Err(Message::ClockMinutesRange)),
            ("600.5", "5", Err(Message::ClockMinutesRange)),
            ("99999999999", "5", Err(Message::ClockMinutesRange)),
            ("4294967295", "5", Err(Message::ClockMinutesRange)),
            ("", "5", Err(Message::ClockMinutesRange)),
            (".", "5", Err(Message::ClockMinutesRange)),
            ("1.25", "5", Err(Message::ClockMinutesRange)),
            ("-3", "5", Err(Message::ClockMinutesRange)),
            ("+3", "5", Err(Message::ClockMinutesRange)),
            ("3", "601", Err(Message::ClockSecondsRange)),
            ("3", "-1", Err(Message::ClockSecondsRange)),
            ("3", "2.5", Err(Message::ClockSecondsRange)),
            ("3", "two", Err(Message::ClockSecondsRange)),
        ] {
            let clock = custom_clock(minutes, seconds);
            assert_eq!(clock.as_deref().map_err(|why| *why), expected, "{minutes} {seconds}");
            // The server takes and writes the same text.
            let read = clock.ok().map(|clock| clock.parse::<clock::Controls>().expect("a clock"));
            assert_eq!(read.map(|read| read.to_string()).as_deref(), expected.ok());
        }
    }

    #[test]
    fn a_typed_clock_replaces_those_on_offer() {
        let mut game = NewGame::new(Variant::Xiangqi);
        game.set_opponent(Opponent::Invited);
        game.set_rated(true);
        game.choose_custom_clock();
        assert_eq!(game.custom_clock, Some(("10".to_owned(), "5".to_owned())));
        game.set_custom_clock("12".to_owned(), "3".to_owned());
        assert_eq!((&*game.clock, game.rated, game.clock_problem()), ("12+3", true, None));
        game.set_custom_clock("12".to_owned(), "x".to_owned());
        assert_eq!(
            (&*game.clock, game.clock_problem()),
            ("12+3", Some(Message::ClockSecondsRange))
        );
        game.set_clock("3d-move".to_owned());
        assert_eq!((game.custom_clock.is_none(), game.clock_problem()), (true, None));
        // A clock without minutes and seconds is replaced by the usual one.
        game.choose_custom_clock();
        assert_eq!(game.clock, "10+5");
    }

    #[test]
    fn the_start_button_names_its_effect() {
        let mut game = NewGame::new(Variant::Xiangqi);
        for (opponent, message) in [
            (Opponent::Computer, Message::Start),
            (Opponent::SameDevice, Message::Start),
            (Opponent::Invited, Message::CreateLink),
            (Opponent::Random, Message::FindOpponent),
        ] {
            game.set_opponent(opponent);
            assert_eq!(game.start_message(), message, "{opponent:?}");
        }
        let mut sifang = NewGame::new(Variant::Sifang);
        sifang.seat_choices[2] = SeatChoice::Invited;
        assert_eq!(sifang.start_message(), Message::CreateLink);
    }

    #[test]
    fn only_a_rated_seek_has_a_range_of_ratings() {
        let mut game = NewGame::new(Variant::Xiangqi);
        for (opponent, rated, expected) in [
            (Opponent::Random, true, (1400, 1600)),
            (Opponent::Random, false, (0, 0)),
            (Opponent::Invited, true, (0, 0)),
            (Opponent::Computer, true, (0, 0)),
        ] {
            game.set_opponent(opponent);
            game.set_rated(rated);
            game.set_min_rating(Some(1400));
            game.set_max_rating(Some(1600));
            let plan = game.plan(false);
            assert_eq!((plan.min_rating, plan.max_rating), expected, "{opponent:?} {rated}");
        }
        // The two ends never cross.
        game.set_min_rating(Some(1700));
        assert_eq!(game.rating_range, (Some(1700), Some(1700)));
        game.set_max_rating(Some(1200));
        assert_eq!(game.rating_range, (Some(1200), Some(1200)));
        game.set_max_rating(None);
        assert_eq!(game.rating_range, (Some(1200), None));
    }

    #[test]
    fn seats_of_invited_players_are_reserved() {
        let mut game = NewGame::new(Variant::Xiangqi);
        game.reserved = ["Ada", " Bo ", "Cy", ""].map(str::to_owned);
        let reserved = |game: &NewGame, coin| -> Vec<(u8, String)> {
            let seats = game.reserved_seats(&game.plan(coin));
            seats.into_iter().map(|it| (it.seat, it.name)).collect()
        };
        assert_eq!(reserved(&game, false), []);
        game.set_opponent(Opponent::Invited);
        game.first = FirstMover::Random;
        for (coin, seat) in [(false, 1), (true, 0)] {
            assert_eq!(reserved(&game, coin), [(seat, "Bo".to_owned())]);
        }
        game.set_opponent(Opponent::Random);
        assert_eq!(reserved(&game, false), []);
        let mut game = NewGame { reserved: game.reserved, ..NewGame::new(Variant::Sifang) };
        game.seat_choices =
            [SeatChoice::Here, SeatChoice::Invited, SeatChoice::Computer, SeatChoice::Invited];
        assert_eq!(reserved(&game, false), [(1, "Bo".to_owned())], "the last has no name");
        game.seat_choices[2] = SeatChoice::Invited;
        assert_eq!(reserved(&game, true), [(1, "Bo".to_owned()), (2, "Cy".to_owned())]);
    }

    #[test]
    fn a_range_of_ratings_is_written() {
        for (min_rating, max_rating, words) in [
            (0, 0, None),
            (1400, 1600, Some("1400–1600")),
            (1400, 0, Some("≥\u{a0}1400")),
            (0, 1600, Some("≤\u{a0}1600")),
        ] {
            let plan = TablePlan { min_rating, max_rating, ..TablePlan::default() };
            assert_eq!(range_words(&plan).as_deref(), words);
        }
    }

    /// Two players who choose the same tile get the same plan apart from their seats, so that they
    /// are paired.
    #[test]
    fn quick_seeks_match() {
        for variant in Variant::ALL {
            for clock in quick_clocks(variant) {
                assert!(CLOCKS.contains(clock), "{variant} {clock}");
                for rated in [false, true] {
                    let [mut heads, mut tails] =
                        [true, false].map(|coin| quick_seek(variant, clock, rated, coin));
                    assert_eq!(heads.rated, rated, "{variant} {clock}");
                    assert_eq!(heads.seats == tails.seats, variant.seats() == 4);
                    heads.seats.clear();
                    tails.seats.clear();
                    assert_eq!(heads, tails);
                }
            }
        }
    }

    #[test]
    fn an_invitation_is_never_training() {
        let mut game = NewGame::new(Variant::Banqi);
        game.training = true;
        game.set_opponent(Opponent::Invited);
        assert!(!game.is_local());
        assert!(!game.plan(false).training);
    }
}
