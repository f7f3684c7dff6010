use crate::judging::{self, StateMark};
use game::{Seat, TextError};
use games::{AnyAction, Variant};
use std::{convert::Infallible, fmt, str::FromStr};

/// The action of an event: parsed if it was decided here, else its text from the log.
#[derive(Clone)]
pub struct EventAction(Form);

#[derive(Clone)]
enum Form {
    /// Not parsed and not judged.
    Text(String),
    /// Parsed, and judged for the seat in the state if there is one.
    Parsed(AnyAction, Option<(Seat, StateMark)>),
}

impl EventAction {
    /// An action that [`games::AnyGame::judge`] has accepted in this state.
    pub(crate) fn judged(action: AnyAction, seat: Seat, state: StateMark) -> EventAction {
        EventAction(Form::Parsed(action, Some((seat, state))))
    }

    /// An action that nothing has judged.
    pub(crate) const fn unjudged(action: AnyAction) -> EventAction {
        EventAction(Form::Parsed(action, None))
    }

    /// The parsed action.
    ///
    /// # Errors
    /// If it is the text of no action.
    pub(crate) fn parsed(&self, variant: Variant) -> Result<AnyAction, TextError> {
        match &self.0 {
            Form::Text(text) => judging::parse(variant, text),
            Form::Parsed(action, _) => Ok(*action),
        }
    }

    /// Whether the action was judged for this seat in exactly this state.
    pub(crate) fn is_judged(&self, seat: Seat, state: &StateMark) -> bool {
        match &self.0 {
            Form::Parsed(_, Some((by, at))) => (*by, at) == (seat, state),
            Form::Parsed(_, None) | Form::Text(_) => false,
        }
    }
}

impl fmt::Display for EventAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Text(text) => f.write_str(text),
            Form::Parsed(action, _) => write!(f, "{action}"),
        }
    }
}

impl fmt::Debug for EventAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EventAction({self})")
    }
}

impl From<&str> for EventAction {
    fn from(text: &str) -> EventAction {
        EventAction(Form::Text(text.to_owned()))
    }
}

impl FromStr for EventAction {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<EventAction, Infallible> {
        Ok(EventAction::from(text))
    }
}
