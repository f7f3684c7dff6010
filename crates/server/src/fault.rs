//! What is answered when something cannot be done.

use crate::error::HubError;
use axum::{
    Json,
    extract::rejection::JsonRejection,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use game::Refusal;
use protocol::ErrorBody;
use store::StoreError;

/// The one mapping from what can go wrong to what is answered.
pub(crate) struct Fault {
    status: StatusCode,
    body: ErrorBody,
}

impl Fault {
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Fault {
        Fault { status, body: ErrorBody { code: code.into(), message: message.into() } }
    }

    pub(crate) fn too_often() -> Fault {
        let message = "this address asks too often; wait a second";
        Fault::new(StatusCode::TOO_MANY_REQUESTS, "too-often", message)
    }

    pub(crate) fn store(error: &StoreError) -> Fault {
        tracing::error!(%error, "the store failed");
        let message = "the server could not store this";
        Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "store", message)
    }
}

pub(crate) fn bad(code: &str, message: impl Into<String>) -> Fault {
    Fault::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
}

impl From<JsonRejection> for Fault {
    fn from(rejection: JsonRejection) -> Fault {
        Fault::new(rejection.status(), "json", rejection.body_text())
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        match error {
            StoreError::NameTaken => {
                Fault::new(StatusCode::CONFLICT, "name-taken", error.to_string())
            }
            error => Fault::store(&error),
        }
    }
}

impl From<HubError> for Fault {
    fn from(error: HubError) -> Fault {
        match error {
            HubError::Refused(Refusal { code, message }) => bad(code, message),
            HubError::NoTable(_) => {
                Fault::new(StatusCode::NOT_FOUND, "no-table", error.to_string())
            }
            HubError::Busy => {
                Fault::new(StatusCode::SERVICE_UNAVAILABLE, "busy", error.to_string())
            }
            HubError::Store(inner) => Fault::store(&inner),
        }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}
