//! Conversions between the referee's types and those of `boardlink`, the link to the host. The
//! board writes with them and the server reads with them.

use crate::{CaptureOrder, Ending, Event, Occupancy, Output, PieceCode, Settings, Settled};
use boardlink::{Body, Piece, Point, Points, Result};
use clock::{Bonus, Byoyomi, Control, Controls, Left};
use game::{Reason, Seat};
use xiangqi::{Bitboard, Move, Side, Square};

/// The part of an output that belongs to the record; `None` for prompts, turns and set-up.
///
/// ```
/// use boardlink::Body;
/// use sensing::{Event, Output, link};
///
/// let restored = Output { seq: 9, at_ms: 4_000, event: Event::Restored };
/// assert_eq!(link::body(&restored), Some(Body::Restored));
/// // That the pieces are set up is not part of a game's record.
/// assert_eq!(link::body(&Output { event: Event::Setup, ..restored }), None);
/// ```
pub fn body(&Output { at_ms, event, .. }: &Output) -> Option<Body> {
    Some(match event {
        Event::Move(played) => Body::Move {
            from: point(played.action.from)?,
            to: point(played.action.to)?,
            piece: piece(played.piece)?,
            captured: piece(played.captured)?,
            stood_ms: u16::try_from(at_ms.saturating_sub(played.landed_ms)).unwrap_or(u16::MAX),
            left: played.left.map(|left| boardlink::Left {
                main_ms: u32::try_from(left.main_ms).unwrap_or(u32::MAX),
                periods: u8::try_from(left.periods).unwrap_or(u8::MAX),
            }),
        },
        Event::Alarm(alarm) => Body::Alarm {
            by_black: alarm.side == Side::Black,
            reason: place(crate::Reason::ALL, &alarm.reason),
            tried: match alarm.tried {
                Some(tried) => Some((point(tried.from)?, point(tried.to)?)),
                None => None,
            },
            points: points(alarm.points, alarm.tried.map(|tried| [tried.from, tried.to])),
        },
        Event::Disturbed { cause, points: changed } => Body::Disturbed {
            cause: place(crate::Cause::ALL, &cause),
            points: points(changed, None),
        },
        Event::Restored => Body::Restored,
        Event::Ambiguous { points: candidates } => {
            Body::Ambiguous { points: points(candidates, None) }
        }
        Event::Takeback { plies, .. } => Body::TakenBack { plies },
        Event::Pressed(button) => Body::Pressed { button },
        Event::Repetition { times } => Body::Repeated { times },
        Event::End(ending) => {
            let (reason, result) = reason_and_result(ending);
            Body::End { reason, result }
        }
        Event::Setup | Event::Turn(_) | Event::Prompt { .. } => return None,
    })
}

/// Converts an ending to the two fields of [`Body::End`] and of `ToBoard::Ruling`.
pub fn reason_and_result(Ending { reason, winner }: Ending) -> (u8, Result) {
    let result = match winner {
        None => Result::Draw,
        Some(Side::Red) => Result::Red,
        Some(Side::Black) => Result::Black,
    };
    (place(Reason::ALL, &reason), result)
}

/// Converts a ruling; `None` for a reason that this board does not know.
///
/// ```
/// use boardlink::Result as Winner;
/// use game::{Reason, Seat};
/// use sensing::link;
/// use xiangqi::Side;
///
/// let ending = link::ending(0, Winner::Red).ok_or("the first of all reasons")?;
/// assert_eq!((ending.reason, ending.winner), (Reason::ALL[0], Some(Side::Red)));
/// assert_eq!(link::reason_and_result(ending), (0, Winner::Red));
/// assert!(link::ending(200, Winner::Draw).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ending(reason: u8, result: Result) -> Option<Ending> {
    let winner = match result {
        Result::Draw => None,
        Result::Red => Some(Side::Red),
        Result::Black => Some(Side::Black),
    };
    Some(Ending { reason: *Reason::ALL.get(usize::from(reason))?, winner })
}

/// Converts settings; fields that the link does not have keep their defaults.
///
/// ```
/// use boardlink::Clock;
/// use sensing::link;
///
/// let time = Clock { main_ms: 900_000, increment_ms: 10_000, ..Clock::default() };
/// let asked = boardlink::Settings { clocks: [time, time], ..Default::default() };
/// let settings = link::settings(&asked);
/// assert_eq!(settings.controls, "15+10".parse()?);
/// assert_eq!(settings.alarm_limit, None, "0 is no limit");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn settings(asked: &boardlink::Settings) -> Settings {
    let [red, black] = asked.clocks.map(control);
    Settings {
        capture_order: if asked.strict_order {
            CaptureOrder::Strict
        } else {
            CaptureOrder::Lenient
        },
        touch_move: asked.touch_move,
        capture_general: asked.capture_general,
        alarm_limit: (asked.alarm_limit > 0).then_some(asked.alarm_limit),
        controls: Controls::each(&[red, black]).unwrap_or_default(),
        ..Settings::DEFAULT
    }
}

/// Converts settings to those that a host sends to its board; `None` if the link cannot express
/// them.
///
/// ```
/// use sensing::{Settings, link};
///
/// let settings = Settings { controls: "15+10".parse()?, ..Settings::DEFAULT };
/// let asked = link::settings_for_board(&settings).ok_or("expressible")?;
/// assert_eq!(link::settings(&asked), settings);
/// // The link has no field for the time that a piece must stand.
/// assert!(link::settings_for_board(&Settings { settle_ms: 900, ..settings }).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn settings_for_board(settings: &Settings) -> Option<boardlink::Settings> {
    let clock = |seat: u8| clock_for_board(settings.controls.of(Seat::new(seat)));
    let asked = boardlink::Settings {
        clocks: [clock(0)?, clock(1)?],
        touch_move: settings.touch_move,
        strict_order: settings.capture_order == CaptureOrder::Strict,
        capture_general: settings.capture_general,
        alarm_limit: settings.alarm_limit.unwrap_or(0),
    };
    (self::settings(&asked) == *settings).then_some(asked)
}

fn clock_for_board(control: &Control) -> Option<boardlink::Clock> {
    let ms = |ms: u64| u32::try_from(ms).ok();
    let byoyomi = control.byoyomi.unwrap_or(Byoyomi { periods: 0, period_ms: 0 });
    Some(boardlink::Clock {
        main_ms: ms(control.main_ms)?,
        increment_ms: match control.bonus {
            Bonus::None => 0,
            Bonus::Increment(increment) => ms(increment)?,
            Bonus::Delay(_) => return None,
        },
        periods: u8::try_from(byoyomi.periods).ok()?,
        period_ms: ms(byoyomi.period_ms)?,
        move_ms: ms(control.cap_ms.unwrap_or(0))?,
    })
}

/// Converts a ply of the record for [`crate::Referee::resume`]; `None` for other events.
///
/// ```
/// use boardlink::{Body, Left, Piece, Point};
/// use sensing::{link, point_index};
///
/// let point = |text: &str| Point::new(point_index(text.parse().ok()?) as u8);
/// let body = Body::Move {
///     from: point("h2").ok_or("no point")?,
///     to: point("e2").ok_or("no point")?,
///     piece: Piece::new(23).ok_or("no piece")?,
///     captured: Piece::new(0).ok_or("nothing")?,
///     stood_ms: 400,
///     left: [Left::default(); 2],
/// };
/// assert_eq!(link::settled(&body).map(|ply| ply.action), Some("h2e2".parse()?));
/// assert!(link::settled(&Body::Restored).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn settled(body: &Body) -> Option<Settled> {
    let Body::Move { from, to, left, .. } = *body else { return None };
    Some(Settled {
        action: Move::new(square(from)?, square(to)?),
        left: left.map(|left| Left { main_ms: left.main_ms.into(), periods: left.periods.into() }),
    })
}

/// Converts sensor readings to rows of bits.
pub fn ranks(seen: Occupancy) -> [u16; 10] {
    seen.to_rows()
}

fn control(asked: boardlink::Clock) -> Control {
    let ms = |ms: u32| u64::from(ms);
    Control {
        main_ms: ms(asked.main_ms),
        bonus: match asked.increment_ms {
            0 => Bonus::None,
            increment => Bonus::Increment(ms(increment)),
        },
        byoyomi: (asked.periods > 0 && asked.period_ms > 0)
            .then(|| Byoyomi { periods: u32::from(asked.periods), period_ms: ms(asked.period_ms) }),
        cap_ms: (asked.move_ms > 0).then(|| ms(asked.move_ms)),
    }
}

fn points(squares: Bitboard, without: Option<[Square; 2]>) -> Points {
    let named = without.into_iter().flatten();
    let rest = named.fold(squares, |rest, square| rest & !Bitboard::only(square));
    rest.filter_map(point).collect()
}

fn point(square: Square) -> Option<Point> {
    Point::new(crate::point_index(square) as u8)
}

/// Converts a point of the link.
pub fn square(point: Point) -> Option<Square> {
    crate::square_of(usize::from(point.get()))
}

fn piece(code: PieceCode) -> Option<Piece> {
    Piece::new(code.get())
}

/// Index of an item in a list.
fn place<T: PartialEq>(list: &[T], item: &T) -> u8 {
    list.iter().position(|other| other == item).map_or(0, |place| place as u8)
}
