//! Frames over an unreliable line.
#![allow(missing_docs)]

use boardlink::{
    Body, Button, Clock, Decoder, Event, FrameError, Hello, Left, MAX_FRAME, PROTOCOL, Piece,
    Point, Points, Result as Winner, Settings, ToBoard, ToHost, write_frame,
};
use proptest::prelude::*;

fn point() -> impl Strategy<Value = Point> {
    (0_u8..90).prop_map(|number| Point::new(number).expect("below ninety"))
}

fn piece() -> impl Strategy<Value = Piece> {
    (0_u8..33).prop_map(|number| Piece::new(number).expect("a code"))
}

fn points() -> impl Strategy<Value = Points> {
    prop::collection::vec(point(), 0..100).prop_map(|points| points.into_iter().collect())
}

fn settings() -> impl Strategy<Value = Settings> {
    let clock = any::<(u32, u32, u8, u32, u32)>().prop_map(
        |(main_ms, increment_ms, periods, period_ms, move_ms)| Clock {
            main_ms,
            increment_ms,
            periods,
            period_ms,
            move_ms,
        },
    );
    (prop::array::uniform2(clock), any::<[bool; 3]>(), any::<u8>()).prop_map(
        |(clocks, [touch_move, strict_order, capture_general], alarm_limit)| Settings {
            clocks,
            touch_move,
            strict_order,
            capture_general,
            alarm_limit,
        },
    )
}

fn winner() -> impl Strategy<Value = Winner> {
    prop::sample::select(&[Winner::Draw, Winner::Red, Winner::Black][..])
}

fn button() -> impl Strategy<Value = Button> {
    prop::sample::select(&Button::ALL[..])
}

fn body() -> impl Strategy<Value = Body> {
    let left = any::<(u32, u8)>().prop_map(|(main_ms, periods)| Left { main_ms, periods });
    let left = prop::array::uniform2(left);
    prop_oneof![
        settings().prop_map(|settings| Body::Setup { settings }),
        (point(), point(), piece(), piece(), any::<u16>(), left).prop_map(
            |(from, to, piece, captured, stood_ms, left)| Body::Move {
                from,
                to,
                piece,
                captured,
                stood_ms,
                left
            }
        ),
        (any::<bool>(), any::<u8>(), prop::option::of((point(), point())), points()).prop_map(
            |(by_black, reason, tried, points)| Body::Alarm { by_black, reason, tried, points }
        ),
        (any::<u8>(), points()).prop_map(|(cause, points)| Body::Disturbed { cause, points }),
        points().prop_map(|points| Body::Ambiguous { points }),
        Just(Body::Restored),
        any::<u16>().prop_map(|plies| Body::TakenBack { plies }),
        button().prop_map(|button| Body::Pressed { button }),
        any::<u8>().prop_map(|times| Body::Repeated { times }),
        Just(Body::Resumed),
        (any::<u8>(), winner()).prop_map(|(reason, result)| Body::End { reason, result }),
    ]
}

fn to_host() -> impl Strategy<Value = ToHost> {
    prop_oneof![
        (any::<[u8; 12]>(), any::<(u32, u32, bool)>()).prop_map(
            |(board, (game, events, is_full))| ToHost::Hello(Hello {
                protocol: PROTOCOL,
                board,
                game,
                events,
                is_full
            })
        ),
        (any::<(u32, u32, u32)>(), body())
            .prop_map(|((game, seq, at_ms), body)| ToHost::Event(Event { game, seq, at_ms, body })),
        any::<(u32, u32, u32)>().prop_map(|(game, from, to)| ToHost::Lost { game, from, to }),
        any::<(u32, u32, u32, u32, [u16; 10])>().prop_map(
            |(game, events, number, at_ms, ranks)| ToHost::Seen {
                game,
                events,
                number,
                at_ms,
                ranks
            }
        ),
        any::<(u32, u8, u16)>().prop_map(|(at_ms, code, number)| ToHost::Prompt {
            at_ms,
            code,
            number
        }),
    ]
}

fn to_board() -> impl Strategy<Value = ToBoard> {
    prop_oneof![
        Just(ToBoard::Who),
        any::<(u32, u32)>().prop_map(|(game, next)| ToBoard::Ack { game, next }),
        any::<(u32, u32)>().prop_map(|(game, seq)| ToBoard::AskFrom { game, seq }),
        any::<u32>().prop_map(|unix_s| ToBoard::SetTime { unix_s }),
        settings().prop_map(ToBoard::Settings),
        (any::<u8>(), winner()).prop_map(|(reason, result)| ToBoard::Ruling { reason, result }),
        any::<[u16; 10]>().prop_map(|ranks| ToBoard::Inject { ranks }),
        button().prop_map(ToBoard::Press),
        any::<u32>().prop_map(|at_ms| ToBoard::Now { at_ms }),
    ]
}

fn frame<M: serde::Serialize>(message: &M) -> Vec<u8> {
    write_frame(message, &mut [0; MAX_FRAME]).expect("every message fits").to_vec()
}

/// Decodes a stream of bytes.
fn hear(bytes: &[u8]) -> Vec<Result<ToHost, FrameError>> {
    let mut decoder = Decoder::default();
    bytes.iter().filter_map(|&byte| decoder.push(byte)).collect()
}

proptest! {
    #[test]
    fn every_message_comes_back(messages in prop::collection::vec(to_host(), 1..5)) {
        let stream: Vec<u8> = messages.iter().flat_map(frame).collect();
        prop_assert_eq!(hear(&stream), messages.into_iter().map(Ok).collect::<Vec<_>>());
    }

    #[test]
    fn every_order_comes_back(message in to_board()) {
        let mut decoder = Decoder::<ToBoard>::default();
        let heard: Vec<_> = frame(&message).into_iter().filter_map(|b| decoder.push(b)).collect();
        prop_assert_eq!(heard, vec![Ok(message)]);
    }

    #[test]
    fn a_frame_has_one_zero_and_it_is_the_last(message in to_host()) {
        let frame = frame(&message);
        prop_assert_eq!(frame.iter().position(|&byte| byte == 0), Some(frame.len() - 1));
    }

    /// After any noise the second message is received, and the first too if the noise ended in a
    /// zero.
    #[test]
    fn a_listener_finds_the_next_frame(
        noise in prop::collection::vec(any::<u8>(), 0..300), one in to_host(), two in to_host(),
    ) {
        let stream = [noise, frame(&one), frame(&two)].concat();
        let heard = hear(&stream);
        prop_assert_eq!(heard.last(), Some(&Ok(two)));
    }

    /// A single wrong byte is detected wherever it is, and costs at most two messages.
    #[test]
    fn a_wrong_byte_is_noticed(
        one in to_host(), two in to_host(), at in any::<prop::sample::Index>(), wrong in 1_u8..,
    ) {
        let mut damaged = frame(&one);
        let at = at.index(damaged.len());
        damaged[at] ^= wrong;
        let heard = hear(&[damaged, frame(&two), frame(&two)].concat());
        prop_assert!(!heard.contains(&Ok(one)) || one == two);
        prop_assert_eq!(heard.last(), Some(&Ok(two)));
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        prop_assert!(hear(&bytes).iter().all(Result::is_err), "noise with a right CRC-32");
    }
}

/// The wire format is a contract: boards in use depend on it.
#[test]
fn golden_frames() {
    let golden: [(&str, Vec<u8>); 4] = [
        ("01058def02d200", frame(&ToBoard::Who)),
        ("0d0180e2cfaa06ac029ce7b0db00", frame(&ToBoard::Ack { game: 1_700_000_000, next: 300 })),
        (
            "0a010701b96001464317069003b8a82404c0cf240527170a6400",
            frame(&ToHost::Event(Event {
                game: 7,
                seq: 1,
                at_ms: 12_345,
                body: Body::Move {
                    from: Point::new(70).expect("h2"),
                    to: Point::new(67).expect("e2"),
                    piece: Piece::new(23).expect("a cannon"),
                    captured: Piece::new(0).expect("nothing"),
                    stood_ms: 400,
                    left: [595_000, 600_000].map(|main_ms| Left { main_ms, periods: 0 }),
                },
            })),
        ),
        ("0204020305881b0b8500", frame(&ToHost::Prompt { at_ms: 0, code: 3, number: 0 })),
    ];
    for (expected, frame) in golden {
        let text: String = frame.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(text, expected);
    }
}

#[test]
fn what_is_out_of_range_is_no_message() {
    // The postcard bytes of a move with one number out of range.
    for (body, at) in [
        ([7, 1, 0, 1, 90, 67, 23, 0, 0, 0, 0, 0, 0], 4),
        ([7, 1, 0, 1, 70, 67, 33, 0, 0, 0, 0, 0, 0], 6),
    ] {
        assert!(postcard::from_bytes::<Event>(&body).is_err());
        let mut sound = body;
        sound[at] -= 1;
        assert!(postcard::from_bytes::<Event>(&sound).is_ok());
    }
    let mut decoder = Decoder::<ToHost>::default();
    let stream = [vec![1; 200], vec![0]].concat();
    let heard: Vec<_> = stream.into_iter().filter_map(|byte| decoder.push(byte)).collect();
    assert_eq!(heard, [Err(FrameError::TooLong)]);
}
