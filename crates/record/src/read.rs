use crate::{
    Problem, Record, ReplayedRecord, extras,
    game_fields::{Secrets, position_text, result_text, turn_name},
    limits::{CHUHE_ACTIONS, CHUHE_BYTES, SEALED_BYTES},
    lines::{Lines, Value},
    names::{letter_of, plain},
    replays,
};
use game::{Outcome, Reason, SeatSet, Turn};
use games::{AnyGame, Variant};

/// Reads a `.chuhe` file.
///
/// # Errors
/// Every problem found, in the order of their lines.
///
/// ```
/// use record::read;
///
/// let file = "\
/// chuhe 1
/// variant banqi
/// rules seed
/// start ********/********/********/******** - 0/0 0 0 PnRRpkaaBnbCprPKcpBrcPNNApAPPpCb
/// seats red=Li Wei black=小明
/// actions 2
///   1 a4=P
///   2 b4=n
/// position Pn******/********/********/******** r 0/0 0 2 RRpkaaBnbCprPKcpBrcPNNApAPPpCb
/// turn red
/// result *
/// ";
/// let record = read(file.as_bytes()).unwrap();
/// assert_eq!((record.actions.len(), record.names[1].as_str()), (2, "小明"));
///
/// // Every line is checked against the others, and all problems are reported.
/// let wrong = file.replace("turn red", "turn black").replace("rules seed", "rules x=1");
/// let problems = read(wrong.as_bytes()).unwrap_err();
/// assert_eq!((problems[0].line, problems[0].code), (3, "rules"));
/// let wrong = file.replace("2 b4=n", "2 b4=k");
/// assert_eq!(read(wrong.as_bytes()).unwrap_err()[0].number(), Some(105));
/// ```
pub fn read(bytes: &[u8]) -> Result<Record, Vec<Problem>> {
    read_replayed(bytes).map(ReplayedRecord::into_record)
}

/// [`read`], with the game that it has replayed.
pub(crate) fn read_replayed(bytes: &[u8]) -> Result<ReplayedRecord, Vec<Problem>> {
    if is_sealed(bytes) {
        let lines = Lines::read(bytes, SEALED_BYTES).map_err(|problem| vec![problem])?;
        let message = "the secrets of this game are sealed: it can only be resumed";
        let seal = lines.get("seal");
        let problem = seal.map_or_else(
            || Problem::new(1, 1, "sealed", message),
            |seal| seal.problem(0, "sealed", message),
        );
        return Err(vec![problem]);
    }
    let mut lines = Lines::read(bytes, CHUHE_BYTES).map_err(|problem| vec![problem])?;
    let replayed = understand(&mut lines, None);
    let mut problems = lines.problems;
    problems.sort_by_key(|problem| (problem.line, problem.column));
    match replayed {
        Some(replayed) if problems.is_empty() => Ok(replayed),
        _ => Err(problems),
    }
}

/// Whether the content is a `.chuhe` file with a seal.
pub fn is_sealed(bytes: &[u8]) -> bool {
    let is_seal = |line: &[u8]| line.trim_ascii_start().starts_with(b"seal ");
    bytes.starts_with(b"chuhe ") && bytes.split(|&byte| byte == b'\n').any(is_seal)
}

/// Reads as much as possible and reports problems in `lines`. `sealed` is the referee's start position
/// of a sealed file. No problem then reveals a secret.
pub(crate) fn understand(lines: &mut Lines<'_>, sealed: Option<&str>) -> Option<ReplayedRecord> {
    let variant = read_variant(lines);
    let start = lines.require_field("start", "format");
    check_count(lines);
    check_numbers(lines);
    let turn = lines.require_field("turn", "turn");
    let position = lines.require_field("position", "format");
    let variant = variant?;
    let result = read_result(lines, variant);
    let options = read_options(lines, variant);
    let names = read_names(lines, variant);
    if let Some(turn) =
        turn.filter(|turn| turn.text != "-" && letter_of(variant, turn.text).is_none())
    {
        let known: Vec<&str> = variant.sides().iter().map(|side| side.name).collect();
        let message =
            format!("expected {} or `-`, found `{}`", known.join(", "), turn.text.escape_debug());
        lines.report(turn.problem(0, "turn", message));
    }
    if let Some((number, _)) = lines.actions.get(CHUHE_ACTIONS) {
        let message = format!("expected at most {CHUHE_ACTIONS} actions");
        let problem = number.problem(0, "length", message);
        lines.report(problem);
        return None;
    }
    let secrets = if sealed.is_some() { Secrets::Sealed } else { Secrets::Open };
    let mut game = match sealed {
        None => set_up(lines, variant, &options?, start?)?,
        Some(sealed) => set_up_sealed(lines, variant, &options?, start?, sealed)?,
    };
    let start_text = game.truth_text();
    let mut annotated = game.clone();
    let actions = replay(lines, &mut game, secrets)?;
    check_end(lines, &game, secrets, position, turn);
    let outcome = check_result(lines, &game, result);
    if secrets == Secrets::Sealed {
        check_sealed(lines, outcome.is_some());
    }
    let options = game.options_text();
    let (tags, annotations) = extras::read(lines, &mut annotated, &actions);
    let start = start_text;
    let record = Record { variant, options, start, names, actions, outcome, tags, annotations };
    Some(ReplayedRecord::of(record, game))
}

fn read_variant(lines: &mut Lines<'_>) -> Option<Variant> {
    let value = lines.require_field("variant", "format")?;
    match value.text.parse() {
        Ok(variant) => Some(variant),
        Err(error) => {
            lines.report(value.problem(0, "format", format!("{error}")));
            None
        }
    }
}

/// Reads the options of `rules`. `default` and a missing line mean the default.
fn read_options(lines: &mut Lines<'_>, variant: Variant) -> Option<String> {
    let Some(value) = lines.get("rules") else { return Some(String::new()) };
    let text = if value.text == "default" { "" } else { value.text };
    match variant.canonical_options(text) {
        Ok(options) => Some(options),
        Err(error) => {
            lines.report(value.problem(error.at, "rules", error.message));
            None
        }
    }
}

/// Reads `red=… black=…`. A name ends before the next side's.
fn read_names(lines: &mut Lines<'_>, variant: Variant) -> Vec<String> {
    let known = variant.sides();
    let mut names = vec![String::new(); known.len()];
    let Some(value) = lines.get("seats") else { return names };
    let begins: Vec<Option<(usize, usize)>> = known
        .iter()
        .map(|side| {
            let key = format!("{}=", side.name);
            let is_begin = |at: &usize| *at == 0 || value.text[..*at].ends_with(' ');
            let at = value.text.match_indices(&key).map(|(at, _)| at).find(is_begin)?;
            Some((at, at + key.len()))
        })
        .collect();
    if begins.iter().all(Option::is_none) {
        lines.report(value.problem(0, "seats", "expected the players as `red=… black=…`"));
    }
    for (name, begin) in names.iter_mut().zip(&begins) {
        let Some((_, from)) = *begin else { continue };
        let to = begins.iter().flatten().map(|(at, _)| *at).filter(|at| *at > from).min();
        *name = plain(&value.text[from..to.unwrap_or(value.text.len())]);
    }
    names
}

/// Reads `*`, or winner and reason. An unreadable result is always reported.
fn read_result<'a>(lines: &mut Lines<'a>, variant: Variant) -> Option<Value<'a>> {
    let value = lines.get("result")?;
    let is_side = |name: &str| letter_of(variant, name).is_some();
    let is_result = value.text == "*"
        || value.text.split_once(' ').is_some_and(|(winners, reason)| {
            reason.parse::<Reason>().is_ok()
                && (winners == "draw" || winners.split('+').all(is_side))
        });
    if is_result {
        return Some(value);
    }
    let first = variant.sides()[0].name;
    let message = format!(
        "expected `*`, or a result such as `{first} resignation` or `draw agreement`, found `{}`",
        value.text.escape_debug()
    );
    lines.report(value.problem(0, "result", message));
    None
}

fn check_count(lines: &mut Lines<'_>) {
    let Some(value) = lines.require_field("actions", "format") else { return };
    let found = lines.actions.len();
    if value.text.parse() != Ok(found) {
        let message =
            format!("`{}` actions are announced, {found} are there", value.text.escape_debug());
        lines.report(value.problem(0, "format", message));
    }
}

fn check_numbers(lines: &mut Lines<'_>) {
    let wrong = lines
        .actions
        .iter()
        .zip(1usize..)
        .find(|((number, _), expected)| number.text.parse() != Ok(*expected));
    if let Some(((number, _), expected)) = wrong {
        let problem = number.problem(
            0,
            "format",
            format!("expected the action's number {expected}, found {}", number.text),
        );
        lines.report(problem);
    }
}

fn set_up(
    lines: &mut Lines<'_>,
    variant: Variant,
    options: &str,
    start: Value<'_>,
) -> Option<AnyGame> {
    match AnyGame::from_text(variant, options, start.text) {
        Ok(game) => Some(game),
        Err(error) => {
            let code = match error.code {
                "board-size" | "pieces" | "turn" => error.code,
                // Both mean that the text is a view.
                "hidden" | "view" => "hidden",
                _ => "format",
            };
            lines.report(start.problem(error.at, code, error.message));
            None
        }
    }
}

/// Returns the game of a sealed start, if the file's `start` is a spectator's view of it.
fn set_up_sealed(
    lines: &mut Lines<'_>,
    variant: Variant,
    options: &str,
    start: Value<'_>,
    sealed: &str,
) -> Option<AnyGame> {
    let Ok(game) = AnyGame::from_text(variant, options, sealed) else {
        lines.report(start.problem(0, "sealed", "the sealed start is no position of this game"));
        return None;
    };
    check_position(lines, &game, Secrets::Sealed, start, "the sealed start is seen as");
    Some(game)
}

/// Checks that a sealed game is not over and has no variations, which could reveal secrets.
fn check_sealed(lines: &mut Lines<'_>, is_over: bool) {
    let variations = lines.extras.iter().filter(|(word, _)| *word == "variation");
    let variations: Vec<Value<'_>> = variations.map(|(_, value)| *value).collect();
    for value in variations {
        lines.report(value.problem(0, "sealed", "a sealed game has no variations"));
    }
    if let Some(seal) = lines.get("seal").filter(|_| is_over) {
        lines.report(seal.problem(0, "sealed", "a game that is over is not sealed"));
    }
}

/// Plays the actions up to the first illegal one.
fn replay(lines: &mut Lines<'_>, game: &mut AnyGame, secrets: Secrets) -> Option<Vec<String>> {
    replays::note();
    let mut actions = Vec::with_capacity(lines.actions.len());
    for (number, (_, value)) in lines.actions.clone().into_iter().enumerate() {
        let number = number + 1;
        let Some(seat) = game.turn().seats().iter().next() else {
            lines.report(value.problem(
                0,
                "after-end",
                format!("action {number} comes after the game was over"),
            ));
            return None;
        };
        let (action, noted) = match value.text.split_once('=') {
            Some((action, noted)) => (action, Some(noted)),
            None => (value.text, None),
        };
        let done = match game.play_text(seat, action) {
            Ok(done) => done,
            Err(refusal) => {
                let message = format!("action {number} `{}`: {refusal}", value.text.escape_debug());
                lines.report(value.problem(0, "action", message));
                return None;
            }
        };
        let revealed = done.revealed.map(String::from);
        if noted != revealed.as_deref() {
            let truth = match revealed {
                _ if secrets == Secrets::Sealed => "something else".to_owned(),
                Some(letter) => format!("`{letter}`"),
                None => "nothing".to_owned(),
            };
            let message = format!(
                "action {number} `{}`: what comes up there is {truth}",
                value.text.escape_debug()
            );
            lines.report(value.problem(action.len(), "action", message));
            return None;
        }
        actions.push(done.to_string());
    }
    Some(actions)
}

/// Reports a position that differs from the game's, at the first different byte.
fn check_position(
    lines: &mut Lines<'_>,
    game: &AnyGame,
    secrets: Secrets,
    position: Value<'_>,
    expected: &str,
) {
    let truth = position_text(game, secrets);
    if position.text == truth {
        return;
    }
    let same = position.text.bytes().zip(truth.bytes()).take_while(|(a, b)| a == b).count();
    let at =
        (0..=same.min(position.text.len())).rev().find(|&at| position.text.is_char_boundary(at));
    let message = format!("{expected} `{truth}`");
    lines.report(position.problem(at.unwrap_or(0), "mismatch", message));
}

fn check_end(
    lines: &mut Lines<'_>,
    game: &AnyGame,
    secrets: Secrets,
    position: Option<Value<'_>>,
    turn: Option<Value<'_>>,
) {
    if let Some(position) = position {
        check_position(lines, game, secrets, position, "the actions lead to");
    }
    let Some(turn) = turn else { return };
    if turn.text != "-" && letter_of(game.variant(), turn.text).is_none() {
        return;
    }
    let expected = turn_name(game);
    if turn.text != expected {
        lines.report(turn.problem(
            0,
            "mismatch",
            format!("after the actions it is `{expected}`'s turn"),
        ));
    }
}

fn check_result(
    lines: &mut Lines<'_>,
    game: &AnyGame,
    result: Option<Value<'_>>,
) -> Option<Outcome> {
    let given = game.outcome().cloned();
    let Some(result) = result else { return given };
    if result.text == result_text(game, given.as_ref()) {
        return given;
    }
    // Resignations and the like do not follow from the actions.
    if let (None, Some(outcome)) = (&given, outside_result(game, result.text)) {
        return Some(outcome);
    }
    let expected = result_text(game, given.as_ref());
    lines.report(result.problem(0, "result", format!("the actions give the result `{expected}`")));
    given
}

fn outside_result(game: &AnyGame, text: &str) -> Option<Outcome> {
    let (winners, reason) = text.split_once(' ')?;
    let reason: Reason = reason.parse().ok()?;
    let is_draw = winners == "draw";
    let is_outside = match reason {
        Reason::Resignation | Reason::FlagFall | Reason::Agreement | Reason::Abandoned => true,
        // The file of another program had no reason.
        Reason::Unstated => true,
        // Results of a smart board: too many illegal attempts, or the arbiter's decision.
        Reason::Alarms | Reason::Arbiter => true,
        // The limit of a table was reached.
        Reason::MoveLimit => is_draw,
        _ => false,
    };
    if !is_outside {
        return None;
    }
    if is_draw {
        return Some(Outcome { reason, ..game.agreed_draw() });
    }
    let winners: Option<SeatSet> =
        winners.split('+').map(|name| game.seat_of(letter_of(game.variant(), name)?)).collect();
    let winners = winners?;
    let loser = game::Seat::first(game.seats()).find(|&seat| !winners.contains(seat))?;
    let is_playing = !matches!(game.turn(), Turn::Over);
    is_playing.then(|| Outcome { winners, ..game.lost_by(loser, reason) })
}
