//! Error responses of the HTTP API.

use crate::{
    base::{
        config::RngError,
        error::HubError,
        json_error::{explain, explain_shape},
    },
    ops::LogThrottle,
};
use axum::{
    Json,
    extract::rejection::JsonRejection,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use game::Refusal;
use protocol::ErrorBody;
use store::StoreError;

/// Error response. All errors are converted here.
pub(crate) struct ApiError {
    status: StatusCode,
    body: ErrorBody,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> ApiError {
        ApiError {
            status,
            body: ErrorBody { code: code.into(), values: Vec::new(), message: message.into() },
        }
    }

    /// The error of a status that has no more specific code; `said` is a known reason or empty.
    pub(crate) fn of_status(status: StatusCode, said: &str) -> ApiError {
        let (code, message) = match status {
            StatusCode::NOT_FOUND => ("no-route", "there is nothing at this address"),
            StatusCode::METHOD_NOT_ALLOWED => {
                ("method", "this address takes no request of this method")
            }
            StatusCode::PAYLOAD_TOO_LARGE => ("too-large", "the body of this request is too large"),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                ("content-type", "the body must be JSON, with `content-type: application/json`")
            }
            StatusCode::UPGRADE_REQUIRED => ("upgrade", "this address takes only WebSockets"),
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => {
                ("too-large", "the head of this request is too large")
            }
            StatusCode::REQUEST_TIMEOUT | StatusCode::SERVICE_UNAVAILABLE => {
                ("busy", "the server could not answer in time; try again")
            }
            status if status.is_server_error() => ("server", "the server has failed"),
            _ => ("request", "this request cannot be understood"),
        };
        let is_specific = !said.is_empty() && status != StatusCode::METHOD_NOT_ALLOWED;
        ApiError::new(status, code, if is_specific { explain(said) } else { message.into() })
    }

    /// The error of a body that is JSON, but not what the address takes.
    pub(crate) fn of_shape(rejection: &JsonRejection) -> ApiError {
        bad("json", explain_shape(&rejection.body_text()))
    }

    /// Whether the requested thing does not exist, or no longer.
    pub(crate) fn is_not_found(&self) -> bool {
        matches!(self.status, StatusCode::NOT_FOUND | StatusCode::GONE)
    }

    /// The error of a request that needs an account.
    pub(crate) fn sign_in() -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, "sign-in", "sign in first")
    }

    pub(crate) fn too_often() -> ApiError {
        let message = "this address asks too often; wait a second";
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-often", message)
    }

    pub(crate) fn too_many_connections() -> ApiError {
        let message = "this address has too many connections; close some";
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many", message)
    }

    pub(crate) fn store(error: &StoreError) -> ApiError {
        static THROTTLE: LogThrottle = LogThrottle::new();
        THROTTLE.error("store request failed", error);
        let status = if error.may_pass() {
            StatusCode::SERVICE_UNAVAILABLE
        } else {
            StatusCode::INTERNAL_SERVER_ERROR
        };
        let message = match error {
            StoreError::Full(_) => "the server has no room for more",
            StoreError::ReadOnly(_) => "the server can store nothing for now",
            _ => "the server cannot reach what it stores",
        };
        ApiError::new(status, "store", message)
    }

    /// A retry does not help: the operator has to check the disk.
    fn damaged(error: &StoreError) -> ApiError {
        tracing::error!(%error, "log is damaged");
        let message = "the stored data is damaged";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "damaged-log", message)
    }
}

pub(crate) fn bad(code: &str, message: impl Into<String>) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        let status = rejection.status();
        match status {
            StatusCode::PAYLOAD_TOO_LARGE | StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                ApiError::of_status(status, "")
            }
            _ => ApiError::new(status, "json", explain(&rejection.body_text())),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            error @ (StoreError::Damaged { .. } | StoreError::DamagedTokens(_)) => {
                ApiError::damaged(&error)
            }
            StoreError::NameTaken => {
                ApiError::new(StatusCode::CONFLICT, "name-taken", error.to_string())
            }
            error => ApiError::store(&error),
        }
    }
}

impl From<RngError> for ApiError {
    fn from(error: RngError) -> ApiError {
        tracing::error!(%error, "random source failed");
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "chance", error.to_string())
    }
}

impl From<HubError> for ApiError {
    fn from(error: HubError) -> ApiError {
        match error {
            HubError::Refused(Refusal { code, values, message }) => {
                let mut refused = bad(code, message);
                refused.body.values = values;
                refused
            }
            HubError::NoTable(_) => {
                ApiError::new(StatusCode::NOT_FOUND, "no-table", error.to_string())
            }
            HubError::Busy => {
                ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", error.to_string())
            }
            HubError::CutOff => {
                ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "cut-off", error.to_string())
            }
            HubError::TooOften => {
                ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-often", error.to_string())
            }
            HubError::Store(inner) => inner.into(),
            HubError::Log(inner) => {
                tracing::error!(error = %inner, "log is unusable");
                let message = "this table's log is damaged or of another version";
                ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "log", message)
            }
            // This error ends the start.
            HubError::ArbiterKey(_) => {
                ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "start", error.to_string())
            }
            HubError::RngError(inner) => inner.into(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}
