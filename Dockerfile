# The server with the web app inside. It runs as a user without rights, and writes to /data alone.
#   docker build -t promptcase .
#   docker run -p 8080:8080 -v promptcase:/data --read-only --cap-drop ALL promptcase

# The stage that has the program in /out. Another image that has it there takes its place with --build-arg PROGRAM=IMAGE.
ARG PROGRAM=build

FROM node:22-bookworm-slim AS node

FROM rust:1.95-bookworm AS build
COPY --from=node /usr/local /usr/local
WORKDIR /src
COPY . .
# What --version says, as 0.1.0 (abc123).
ARG PROMPTCASE_VERSION
RUN scripts/web-build \
    && cargo build --release --locked -p promptcase-server \
    && install -D -m 755 target/release/promptcase-server /out/promptcase-server

FROM ${PROGRAM} AS program

FROM debian:bookworm-slim
RUN groupadd --gid 10001 promptcase \
    && useradd --uid 10001 --gid promptcase --no-create-home --home-dir /data --shell /usr/sbin/nologin promptcase \
    && install -d -m 700 -o promptcase -g promptcase /data
COPY --from=program /out/promptcase-server /usr/local/bin/promptcase-server
ENV LISTEN=0.0.0.0:8080 DATA_DIR=/data
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["promptcase-server", "health"]
ENTRYPOINT ["promptcase-server"]
CMD ["serve"]
