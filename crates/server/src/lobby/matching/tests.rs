use super::*;
use protocol::{Seek, Strength};

fn plan(clock: &str, seats: &[SeatPlan]) -> TablePlan {
    TablePlan {
        variant: if seats.len() == 4 { "sifang" } else { "xiangqi" }.into(),
        options: String::new(),
        clock: clock.into(),
        setup_seconds: 0,
        seats: seats.to_vec(),
        start: None,
        training: false,
        rated: true,
        ..TablePlan::default()
    }
}

const FIRST: [SeatPlan; 2] = [SeatPlan::Host, SeatPlan::Open];
const SECOND: [SeatPlan; 2] = [SeatPlan::Open, SeatPlan::Host];
const FOUR: [SeatPlan; 4] = [SeatPlan::Host, SeatPlan::Open, SeatPlan::Open, SeatPlan::Open];

fn seek(number: u64, clock: &str, seats: &[SeatPlan], profile: Profile) -> WaitingSeek {
    let plan = plan(clock, seats);
    let shown =
        Seek { table: format!("t{number}").into(), name: String::new(), strength: None, plan };
    WaitingSeek::listed(shown, profile, UnixMs(number), number)
}

/// Players beside the hosts, of whom only the ratings are known.
fn seated(tables: &[(u64, &[i32])]) -> Seated {
    let player = |number, rating| {
        let strength = Strength { rating, deviation: 50, provisional: false };
        Profile::seated(Some(strength)).seeker(number, UnixMs(number))
    };
    let players = |&(number, ratings): &(u64, &[i32])| {
        (number, ratings.iter().map(|&rating| player(number, rating)).collect())
    };
    tables.iter().map(players).collect()
}

/// Every host sits alone.
fn alone(waiting: &[WaitingSeek]) -> Seated {
    waiting.iter().map(|seek| (seek.number(), Vec::new())).collect()
}

fn found(waiting: &[WaitingSeek], now_ms: u64) -> Vec<(u64, u64, bool)> {
    let pairings = pairings(waiting, &[], &alone(waiting), |_| true, UnixMs(now_ms));
    pairings.iter().map(|it| (it.stays, it.goes, it.prefers_reverse)).collect()
}

/// After a refused pairing, both players are paired with others.
#[test]
fn a_refused_pairing_keeps_no_player_waiting() {
    let of = |account: &str, rating| Profile::of(account, rating, 0, &[]);
    for (seats, refused, expected) in [
        (&FIRST[..], vec![], vec![(1, 2)]),
        (&FIRST[..], vec![(1, 2)], vec![(1, 3)]),
        (&FIRST[..], vec![(2, 1)], vec![(1, 3)]),
        (&FIRST[..], vec![(2, 1), (3, 1)], vec![(2, 3)]),
        (&FIRST[..], vec![(2, 1), (3, 1), (3, 2), (9, 1)], vec![]),
        (&FOUR[..], vec![], vec![(1, 2)]),
        (&FOUR[..], vec![(2, 1)], vec![(1, 3)]),
    ] {
        let waiting = [("an", 1500), ("bo", 1510), ("cy", 1560)];
        let waiting: Vec<_> = (1..)
            .zip(waiting)
            .map(|(number, (account, rating))| seek(number, "5+3", seats, of(account, rating)))
            .collect();
        let found = pairings(&waiting, &refused, &alone(&waiting), |_| true, UnixMs(0));
        let found: Vec<_> = found.iter().map(|it| (it.stays, it.goes)).collect();
        assert_eq!(found, expected, "{refused:?}");
    }
}

/// Equal terms and rating windows that contain each other.
#[test]
fn matching_seeks_are_paired() {
    let of = |account: &str, rating| Profile::of(account, rating, 0, &[]);
    let (an, bo, cy) = (of("an", 1500), of("bo", 1900), of("cy", 1560));
    let two = |clock, an: &Profile, bo: &Profile| {
        [seek(1, "5+3", &FIRST, an.clone()), seek(2, clock, &FIRST, bo.clone())]
    };
    for (waiting, now_ms, expected) in [
        (two("5+3", &an, &cy).to_vec(), 0, vec![(1, 2, false)]),
        (two("10+5", &an, &cy).to_vec(), 900_000, vec![]),
        (two("5+3", &an, &bo).to_vec(), 59_000, vec![]),
        // The window has grown to 400 points.
        (two("5+3", &an, &bo).to_vec(), 61_000, vec![(1, 2, false)]),
        (two("5+3", &an, &an).to_vec(), 900_000, vec![]),
        // Guests are never the same player.
        (two("5+3", &Profile::guest(), &Profile::guest()).to_vec(), 0, vec![(1, 2, false)]),
        (Vec::new(), 0, vec![]),
    ] {
        assert_eq!(found(&waiting, now_ms), expected, "{now_ms}");
    }
}

/// The table where the player who moved second more often moves first is preferred.
#[test]
fn sides_are_balanced() {
    let of = |account: &str, surplus| Profile::of(account, 1500, surplus, &[]);
    for (surplus, seats, expected) in [
        ((0, 0), (&FIRST, &SECOND), false),
        ((3, 0), (&FIRST, &FIRST), true),
        ((3, 0), (&FIRST, &SECOND), false),
        ((3, 0), (&SECOND, &FIRST), false),
        ((0, 3), (&SECOND, &SECOND), true),
        ((0, 3), (&FIRST, &SECOND), false),
    ] {
        let older = seek(1, "5+3", seats.0, of("an", surplus.0));
        let younger = seek(2, "5+3", seats.1, of("bo", surplus.1));
        assert_eq!(found(&[older, younger], 5), [(1, 2, expected)], "{surplus:?} {seats:?}");
    }
}

/// The same two players do not meet a third time in a row while another player waits.
#[test]
fn a_third_game_in_a_row_waits() {
    let an = Profile::of("an", 1500, 0, &["bo", "bo"]);
    let bo = Profile::of("bo", 1500, 0, &["an", "an"]);
    let cy = Profile::of("cy", 2400, 0, &[]);
    let mut waiting = vec![seek(1, "5+3", &FIRST, an), seek(2, "5+3", &FIRST, bo)];
    assert_eq!(found(&waiting, 5), [(1, 2, false)]);
    waiting.push(seek(3, "5+3", &FIRST, cy));
    assert_eq!(found(&waiting, 5), []);
}

#[test]
fn a_newcomer_gets_a_partner() {
    let of = |account: &str, rating| Profile::of(account, rating, 0, &[]);
    let waiting = [
        seek(1, "5+3", &FIRST, of("an", 1600)),
        seek(2, "10+5", &FIRST, of("bo", 1500)),
        seek(3, "5+3", &SECOND, of("cy", 1450)),
    ];
    for (account, rating, expected) in
        // Who waits longest chooses first.
        [
            ("di", 1500, Some(1)),
            ("an", 1500, Some(3)),
            ("di", 1400, Some(3)),
            ("di", 1800, None),
        ]
    {
        let (plan, newcomer) = (plan("5+3", &FIRST), of(account, rating));
        let partner = partner(&waiting, &plan, &newcomer, &Seated::new(), UnixMs(5));
        assert_eq!(partner, expected, "{account} {rating}");
    }
}

/// At a table of four the players join one by one, whom all accept who sit there.
#[test]
fn a_table_of_four_fills_up() {
    let of = |account: &str, rating| Profile::of(account, rating, 0, &[]);
    let waiting = [
        seek(1, "5+3", &FOUR, of("an", 1500)),
        seek(2, "5+3", &FOUR, of("bo", 1900)),
        seek(3, "5+3", &FOUR, of("cy", 1550)),
    ];
    assert_eq!(found(&waiting, 5), [(1, 3, false)]);
    let joins = |rating, tables: &[(u64, &[i32])]| {
        let (plan, newcomer) = (plan("5+3", &FOUR), of("di", rating));
        partner(&waiting, &plan, &newcomer, &seated(tables), UnixMs(5))
    };
    for (rating, tables, expected) in [
        (1850, &[(1, &[][..]), (2, &[]), (3, &[])][..], Some(2)),
        (1540, &[(1, &[]), (2, &[]), (3, &[])], Some(3)),
        (1520, &[(1, &[]), (2, &[]), (3, &[])], Some(1)),
        // Another player there is too strong or too weak.
        (1520, &[(1, &[1400]), (2, &[]), (3, &[])], Some(3)),
        (1520, &[(1, &[1400]), (2, &[]), (3, &[1560, 1650])], None),
        // A table that cannot be read.
        (1520, &[(2, &[])], None),
    ] {
        assert_eq!(joins(rating, tables), expected, "{rating} {tables:?}");
    }
    // Only a host who is alone and here goes, to the fullest table.
    for (tables, here, expected) in [
        (&[(1, &[][..]), (3, &[1520, 1530])][..], &[1, 3][..], vec![(3, 1)]),
        (&[(1, &[1520]), (3, &[1530])], &[1, 3], vec![]),
        (&[(1, &[]), (3, &[])], &[1], vec![(3, 1)]),
        (&[(1, &[]), (3, &[])], &[2], vec![]),
    ] {
        let is_here = |seek: &WaitingSeek| here.contains(&seek.number());
        let found = pairings(&waiting, &[], &seated(tables), is_here, UnixMs(5));
        let found: Vec<_> = found.iter().map(|it| (it.stays, it.goes)).collect();
        assert_eq!(found, expected, "{tables:?} {here:?}");
    }
}

/// By correspondence, too, the same two do not meet a third time in a row while others wait.
#[test]
fn a_third_game_by_correspondence_waits() {
    let an = Profile::of("an", 1500, 0, &["bo", "bo"]);
    let bo = Profile::of("bo", 1500, 0, &["an", "an"]);
    let cy = Profile::of("cy", 2400, 0, &[]);
    let seek = |number, profile: &Profile| seek(number, "3d-move", &FIRST, profile.clone());
    let mut waiting = vec![seek(1, &an)];
    let joins = |waiting: &[WaitingSeek]| {
        partner(waiting, &plan("3d-move", &FIRST), &bo, &Seated::new(), UnixMs(5))
    };
    assert_eq!(joins(&waiting), Some(1));
    waiting.push(seek(2, &cy));
    assert_eq!(joins(&waiting), None);
    waiting.push(seek(3, &bo));
    assert_eq!(found(&waiting, 5), []);
    waiting.remove(1);
    assert_eq!(found(&waiting, 5), [(1, 3, false)]);
}

/// By correspondence only a host who is here takes a place: of the players who fit, the one whose
/// rating is nearest.
#[test]
fn absent_hosts_do_not_take_each_other() {
    let of = |account: &str, rating| Profile::of(account, rating, 0, &[]);
    let waiting = |clock| {
        let seek = |number, account, rating| seek(number, clock, &FIRST, of(account, rating));
        [seek(1, "an", 1500), seek(2, "bo", 1500), seek(3, "cy", 1540), seek(4, "di", 1560)]
    };
    for (clock, here, refused, expected) in [
        ("3d-move", &[][..], &[][..], vec![]),
        ("3d-move", &[4], &[], vec![(3, 4)]),
        ("3d-move", &[1], &[], vec![(1, 2)]),
        ("3d-move", &[1], &[(1, 2)], vec![(1, 3)]),
        ("3d-move", &[3, 4], &[], vec![(3, 4)]),
        ("3d-move", &[1, 4], &[], vec![(1, 2), (3, 4)]),
        ("5+3", &[], &[], vec![(1, 2), (3, 4)]),
    ] {
        let is_here = |seek: &WaitingSeek| here.contains(&seek.number());
        let found = pairings(&waiting(clock), refused, &Seated::new(), is_here, UnixMs(5));
        let found: Vec<_> = found.iter().map(|it| (it.stays, it.goes)).collect();
        assert_eq!(found, expected, "{clock} {here:?} {refused:?}");
    }
    for (account, rating, expected) in
        [("em", 1500, Some(1)), ("em", 1535, Some(3)), ("an", 1500, Some(2)), ("em", 2400, None)]
    {
        let plan = plan("3d-move", &FIRST);
        let newcomer = of(account, rating);
        let partner = partner(&waiting("3d-move"), &plan, &newcomer, &Seated::new(), UnixMs(5));
        assert_eq!(partner, expected, "{account} {rating}");
    }
}
