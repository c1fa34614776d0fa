import type { Limit } from "#api/http/limits/rate-limit.ts";
import type { Parts } from "#api/parts.ts";
import { listChaptersCall, setChaptersCall, suggestCall } from "#contract/chapters.ts";
import { readChapters, setChapters } from "./chapters.ts";
import { suggest } from "./suggest.ts";

/** Each is paid for by whoever runs the server. */
const suggestions: Limit = {
  name: "suggest:account",
  capacity: 30,
  period: 3600,
  message: "You have asked for many suggestions. Please wait a while and try again.",
};

export function serveChapters({ serve, chat }: Parts): void {
  serve(listChaptersCall, ({ db, params, query }) => readChapters(db, params.id, query.original));
  serve(setChaptersCall, ({ db, params, body }) => setChapters(db, params.id, body.chapters));
  serve(suggestCall, ({ db, params }) => suggest(db, chat, params.id), { limit: suggestions });
}
