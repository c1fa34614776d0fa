import { readRefusal } from "#web/lib/api-error.ts";
import type { Diagnosis, Failure } from "./playback.ts";

/** A proxy on the way refuses as well, and knows nothing about the recording. */
export function failureOf(status: number | undefined, isServers: boolean): Failure {
  if (status === undefined) return "offline";
  if (status >= 500 || status === 429) return "server";
  if (status >= 400) return isServers ? "gone" : "server";
  return "unplayable";
}

/** Asks for a byte where the video broke, as a share of its length: earlier bytes may be in the browser's cache. */
export async function diagnose(src: string, share: number): Promise<Diagnosis> {
  const first = await askForByte(src, 0);
  const size = Number(/\/(\d+)$/.exec(first?.headers.get("Content-Range") ?? "")?.[1]);
  const there = Math.floor(size * share);
  const answer = there > 0 ? await askForByte(src, Math.min(there, size - 1)) : first;
  const refusal = answer && answer.status >= 400 ? await readRefusal(answer) : undefined;
  const why = failureOf(answer?.status, refusal !== undefined);
  // A lost file and somebody else's store have reasons that only the server knows.
  return why === "server" || refusal?.code === "file_gone" ? { why, said: refusal?.said } : { why };
}

const askForByte = (src: string, at: number) =>
  fetch(src, {
    headers: { Range: `bytes=${at}-${at}` },
    // A network that swallows the question gives no error.
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);

export const failureWords: Record<Failure, { title: string; help: string }> = {
  gone: {
    title: "This recording is no longer available",
    help: "It was deleted, or its link has expired or been revoked.",
  },
  offline: {
    title: "The connection was lost",
    help: "The recording is safe. It goes on where it stopped once you are online again.",
  },
  server: {
    title: "Failed to load video",
    help: "The server has trouble answering. The recording is safe; try again in a moment.",
  },
  unplayable: {
    title: "This browser cannot play this recording",
    help: "The file is complete and safe. Another browser, or a player on your computer, may show it.",
  },
};
