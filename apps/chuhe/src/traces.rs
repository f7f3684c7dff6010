//! `chuhe serve --otlp URL`: exports the server's spans to an OpenTelemetry collector (OTLP over
//! HTTP, protobuf).
//!
//! The standard variables apply: `OTEL_EXPORTER_OTLP_HEADERS` for an API key,
//! `OTEL_RESOURCE_ATTRIBUTES` to distinguish servers, `OTEL_TRACES_SAMPLER` for sampling.

use anyhow::{Context, Result};
use async_trait::async_trait;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::{
    Resource,
    trace::{SdkTracer, SdkTracerProvider},
};
use std::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};
use tracing_opentelemetry::OpenTelemetryLayer;
use tracing_subscriber::{Layer, filter::filter_fn, registry::LookupSpan};

/// Only spans of this crate are exported: spans of dependencies may contain secrets.
const OURS: &str = "server";
/// Path below the collector's address.
const PATH: &str = "/v1/traces";
/// Timeout for one export request.
const POST: Duration = Duration::from_secs(5);
/// Timeout for exporting the remaining spans at the end.
const FAREWELL: Duration = Duration::from_secs(3);
/// Maximum size of a collector's reply.
const REPLY_BYTES: u64 = 64 << 10;

/// Address of a collector, without the path.
#[derive(Clone, Debug)]
pub struct Collector(String);

impl std::str::FromStr for Collector {
    type Err = String;

    fn from_str(text: &str) -> Result<Collector, String> {
        let rest = ["http://", "https://"].iter().find_map(|scheme| text.strip_prefix(scheme));
        let host = rest.map(|rest| rest.split('/').next().unwrap_or_default());
        match host {
            Some(host) if host.contains('@') => {
                Err("an API key does not belong into the address; set \
                 OTEL_EXPORTER_OTLP_HEADERS"
                    .to_owned())
            }
            Some(host) if !host.is_empty() && !text.contains(['?', '#']) => {
                Ok(Collector(text.trim_end_matches('/').to_owned()))
            }
            _ => Err("expected http://HOST:PORT or https://HOST:PORT".to_owned()),
        }
    }
}

/// Exports spans to a collector. Dropping it exports the remaining spans, within a time limit.
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Creates the exporter. It connects when there are spans to send.
    pub fn to(collector: &Collector) -> Result<Traces> {
        let exporter = SpanExporter::builder()
            .with_http()
            .with_endpoint(format!("{}{PATH}", collector.0))
            .with_http_client(Poster::new())
            .build()
            .context("cannot create the trace exporter")?;
        let about = Resource::builder()
            .with_service_name("chuhe")
            .with_attribute(opentelemetry::KeyValue::new("service.version", VERSION))
            .build();
        let provider = SdkTracerProvider::builder().with_resource(about);
        Ok(Traces(provider.with_batch_exporter(exporter).build()))
    }

    /// Layer that collects the server's spans.
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: tracing::Subscriber + for<'a> LookupSpan<'a>,
    {
        let layer: OpenTelemetryLayer<S, SdkTracer> =
            tracing_opentelemetry::layer().with_tracer(self.0.tracer(OURS));
        let layer = layer.with_location(false).with_threads(false).with_tracked_inactivity(false);
        layer.with_filter(filter_fn(|about| {
            about.is_span()
                && *about.level() <= tracing::Level::INFO
                && about.target().split("::").next() == Some(OURS)
        }))
    }
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Drop for Traces {
    fn drop(&mut self) {
        // Spans that cannot be exported are lost; this affects no game.
        let _ = self.0.shutdown_with_timeout(FAREWELL);
    }
}

/// HTTP client of the exporter. Requests run on the exporter's own thread.
#[derive(Debug)]
struct Poster {
    agent: ureq::Agent,
    /// Whether the current outage of the collector has been logged.
    is_away: AtomicBool,
}

impl Poster {
    fn new() -> Poster {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(POST))
            .http_status_as_error(false)
            .proxy(None)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .build();
        Poster { agent: config.into(), is_away: AtomicBool::new(false) }
    }

    fn post(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (head, body) = request.into_parts();
        let request = Request::from_parts(head, body.to_vec());
        let mut response = self.agent.run(request)?;
        let body = response.body_mut().with_config().limit(REPLY_BYTES).read_to_vec()?;
        let (head, _) = response.into_parts();
        Ok(Response::from_parts(head, body.into()))
    }

    /// Logs the first failure and the first success after it.
    fn note(&self, fault: Option<String>) {
        let was_away = self.is_away.swap(fault.is_some(), Relaxed);
        match fault {
            Some(fault) if !was_away => tracing::warn!(fault, "failed to export traces"),
            None if was_away => tracing::warn!("exporting traces again"),
            _ => {}
        }
    }
}

#[async_trait]
impl HttpClient for Poster {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let sent = self.post(request);
        self.note(match &sent {
            Ok(reply) if reply.status().is_success() => None,
            Ok(reply) => Some(reply.status().to_string()),
            Err(error) => Some(error.to_string()),
        });
        sent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_collectors() {
        for (text, expected) in [
            ("http://127.0.0.1:4318", Ok("http://127.0.0.1:4318")),
            ("https://collector.example/otlp/", Ok("https://collector.example/otlp")),
            ("collector:4318", Err("expected http://")),
            ("http://", Err("expected http://")),
            ("http://a/?key=s3cret", Err("expected http://")),
            ("https://key:s3cret@collector.example", Err("OTEL_EXPORTER_OTLP_HEADERS")),
        ] {
            match (text.parse::<Collector>(), expected) {
                (Ok(found), Ok(expected)) => assert_eq!(found.0, expected),
                (Err(said), Err(part)) => {
                    assert!(said.contains(part) && !said.contains("s3cret"), "{text}: {said}");
                }
                (found, expected) => panic!("{text}: {found:?}, expected {expected:?}"),
            }
        }
    }
}
