# Debian, because the embedded Postgres is built for glibc.
FROM oven/bun:1.4-debian AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
COPY patches patches
RUN bun install --frozen-lockfile
COPY . .
ARG CLIENT_IP_URL
# An install takes nothing away, so what only builds and tests goes first.
RUN bun run build && rm -r node_modules && bun install --frozen-lockfile --production

FROM oven/bun:1.4-debian
WORKDIR /app
COPY --from=build --chown=bun:bun /app /app
RUN mkdir /data && chown bun:bun /data
USER bun
ARG CLIENT_IP_URL
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data CLIENT_IP_URL=$CLIENT_IP_URL
VOLUME /data
EXPOSE 3000
# Straight to the server, so that SIGTERM reaches it and it can stop Postgres cleanly.
CMD ["bun", "api/main.ts"]
