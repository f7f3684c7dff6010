//! Which viewers a table admits, and who may close it.

use super::request::Hello;
use crate::base::token;
use game::{Observer, Refusal, Seat};
use protocol::SeatState;
use store::SeatToken;

/// The observer for a token, and the seats that the token opens.
pub(crate) fn observer(
    tokens: &[SeatToken],
    token: &str,
    wanted: Option<u8>,
) -> (Observer, Vec<u8>) {
    let hash = token::hash(token);
    let seats = tokens.iter().find(|kept| kept.hash == hash).map(|kept| kept.seats.clone());
    through(seats.filter(|_| !token.is_empty()).unwrap_or_default(), wanted)
}

/// The observer for a viewer, and the viewer's seats: those of the token, or without a token those
/// of the account, which finds them on every device.
pub(super) fn viewpoint(
    tokens: &[SeatToken],
    of_account: Vec<u8>,
    hello: &Hello,
) -> (Observer, Vec<u8>) {
    if hello.token.is_empty() {
        return through(of_account, hello.seat);
    }
    observer(tokens, &hello.token, hello.seat)
}

fn through(seats: Vec<u8>, wanted: Option<u8>) -> (Observer, Vec<u8>) {
    let seat = wanted.filter(|seat| seats.contains(seat)).or_else(|| seats.first().copied());
    let observer = seat.and_then(Seat::checked).map_or(Observer::Spectator, Observer::Seat);
    (observer, seats)
}

/// The observer that a viewer becomes, and the viewer's seats.
///
/// # Errors
/// `token` if the token opens no seat here, `seat` if it does not open the named one.
pub(super) fn admission(
    tokens: &[SeatToken],
    of_account: Vec<u8>,
    hello: &Hello,
) -> Result<(Observer, Vec<u8>), Refusal> {
    let Hello { token, seat, .. } = hello;
    let (observer, seats) = viewpoint(tokens, of_account, hello);
    if !token.is_empty() && seats.is_empty() {
        return Err(no_seat());
    }
    if let Some(seat) = seat.filter(|seat| !seats.contains(seat)) {
        let message = if token.is_empty() {
            format!("seat {seat} needs the token that opens it; a spectator names no seat")
        } else {
            format!("this token does not open seat {seat}")
        };
        return Err(Refusal::new("seat", message));
    }
    Ok((observer, seats))
}

/// Whether the holder of these seats may close the table: only alone, and before the game.
///
/// # Errors
/// `token` without a seat; `not-alone` if another person sits here or the game has started.
pub(crate) fn may_close(seats: &[SeatState], own: &[u8], has_started: bool) -> Result<(), Refusal> {
    if own.is_empty() {
        return Err(no_seat());
    }
    let is_anothers = |(seat, state): (u8, &SeatState)| {
        state.taken && state.level.is_none() && !own.contains(&seat)
    };
    if has_started || (0..).zip(seats).any(is_anothers) {
        return Err(Refusal::new("not-alone", "another player sits at this table"));
    }
    Ok(())
}

fn no_seat() -> Refusal {
    Refusal::new("token", "this token opens no seat here")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{accounts::Person, base::token};
    use game::Seat;

    #[test]
    fn a_token_opens_its_seats_only() {
        let kept =
            |text: &str, seats: &[u8]| SeatToken { hash: token::hash(text), seats: seats.to_vec() };
        let tokens = [kept("red", &[0]), kept("both", &[1, 2])];
        let seat = |seat| Observer::Seat(Seat::new(seat));
        let none: &[u8] = &[];
        for (text, of_account, wanted, expected) in [
            ("", none, None, Ok((Observer::Spectator, vec![]))),
            ("", none, Some(0), Err("seat")),
            // Without a token the account opens its own seats.
            ("", &[1], None, Ok((seat(1), vec![1]))),
            ("", &[1, 2], Some(2), Ok((seat(2), vec![1, 2]))),
            ("", &[1], Some(0), Err("seat")),
            ("red", none, None, Ok((seat(0), vec![0]))),
            ("red", &[1], None, Ok((seat(0), vec![0]))),
            ("red", none, Some(0), Ok((seat(0), vec![0]))),
            ("red", &[1], Some(1), Err("seat")),
            ("both", none, None, Ok((seat(1), vec![1, 2]))),
            ("both", none, Some(2), Ok((seat(2), vec![1, 2]))),
            ("both", none, Some(200), Err("seat")),
            ("stolen", none, None, Err("token")),
            ("stolen", &[1], None, Err("token")),
            ("stolen", none, Some(0), Err("token")),
        ] {
            let hello = Hello {
                token: text.into(),
                last: 0,
                seat: wanted,
                address: None,
                maker: Person::Own,
            };
            let found = admission(&tokens, of_account.to_vec(), &hello);
            let found = found.map_err(|refusal| refusal.code.to_string());
            assert_eq!(found, expected.map_err(str::to_owned), "{text:?} {wanted:?}");
        }
    }

    #[test]
    fn only_a_lone_player_closes_a_table() {
        let person = || SeatState::person('w', "Ada");
        let computer = || SeatState { level: Some("casual".into()), ..person() };
        let open = || SeatState { taken: false, ..SeatState::person('b', "") };
        for (seats, own, has_started, expected) in [
            (vec![person(), open()], vec![0], false, Ok(())),
            (vec![person(), computer()], vec![0], false, Ok(())),
            (vec![person(), person()], vec![0, 1], false, Ok(())),
            (vec![person(), person()], vec![0], false, Err("not-alone")),
            (vec![person(), open()], vec![0], true, Err("not-alone")),
            (vec![person(), open()], vec![], false, Err("token")),
        ] {
            let found = may_close(&seats, &own, has_started);
            let found = found.map_err(|refusal| refusal.code.to_string());
            assert_eq!(found, expected.map_err(str::to_owned), "{own:?} {has_started}");
        }
    }
}
