fn main() {
    let mut a = std::env::args().skip(1).map(|x| x.parse::<u64>().unwrap());
    let seed = a.next().unwrap(); let from = a.next().unwrap(); let to = a.next().unwrap();
    use sensing::*;
    let settings = Settings {
        capture_order: if seed % 3 == 1 { CaptureOrder::Strict } else { CaptureOrder::Lenient },
        touch_move: seed % 4 == 1,
        capture_general: seed % 5 == 1,
        ..Settings::DEFAULT
    };
    let h = board_host::human::Habits { seed, noise: 100, settings, plies: 80, moves: None };
    let s = board_host::human::play(&h);
    let mut l = board_host::Lines::new(settings);
    let mut last = Occupancy::EMPTY;
    for (t, i) in s.inputs {
        if (from..to).contains(&t) { match i { Input::Frame(f) => { for p in f.0 ^ last.0 { println!("{t} {}{p}", if f.contains(p) {"+"} else {"-"}); } } i => println!("{t} {i:?}") } }
        if let Input::Frame(f) = i { last = f; }
        l.input(t, i, &mut |o| if (from..to).contains(&o.at_ms) && !matches!(o.event, Event::Prompt{..}|Event::Turn(_)) { println!("      {} {:?}", o.at_ms, o.event) });
    }
}
