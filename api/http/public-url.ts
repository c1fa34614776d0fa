import type { Env } from "#api/env.ts";

/** The address people reach us at: for letters, which must not believe what a request says. */
export const publicUrl = ({ PUBLIC_URL, HOST, PORT }: Env) =>
  PUBLIC_URL ?? `http://${HOST === "127.0.0.1" ? "localhost" : HOST}:${PORT}`;
