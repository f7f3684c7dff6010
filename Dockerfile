# The program with its pages, built from this checkout: `docker build --tag chuhe .`
FROM rust:1.95-bookworm AS build
RUN rustup target add wasm32-unknown-unknown
WORKDIR /chuhe
COPY . .
RUN cargo xtask ui \
    && cargo build --release --locked --package chuhe \
    && strip target/release/chuhe

FROM debian:bookworm-slim
# Certificate authorities for TLS to a database or a broker.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 8686 --home-dir /var/lib/chuhe --shell /usr/sbin/nologin chuhe \
    # Mounted volumes belong to this user.
    && install --directory --owner=chuhe --group=chuhe --mode=0700 /var/lib/chuhe /var/lib/chuhe-keys
COPY --from=build /chuhe/target/release/chuhe /usr/bin/chuhe
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/chuhe/
USER chuhe
ENV CHUHE_DATA=/var/lib/chuhe CHUHE_LISTEN=0.0.0.0:8686
VOLUME /var/lib/chuhe
EXPOSE 8686
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s CMD ["bash", "-c", \
    "exec 3<>/dev/tcp/127.0.0.1/8686 && printf 'GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep --quiet ' 200 '"]
ENTRYPOINT ["/usr/bin/chuhe"]
CMD ["serve"]
