import type { Failure } from "./playback.ts";

/** What the server's answer to one more request says about why the video does not play. */
export function failureOf(status: number | undefined): Failure {
  if (status === undefined) return "offline";
  if (status >= 500 || status === 429) return "server";
  if (status >= 400) return "gone";
  return "unplayable";
}

export async function diagnose(src: string): Promise<Failure> {
  const answer = await fetch(src, { method: "HEAD" }).catch(() => undefined);
  return failureOf(answer?.status);
}

interface Words {
  title: string;
  help: string;
  canRetry: boolean;
}

export const failureWords: Record<Failure, Words> = {
  gone: {
    title: "This video is no longer available",
    help: "It was deleted, or its link has expired or been revoked.",
    canRetry: false,
  },
  offline: {
    title: "The connection was lost",
    help: "The video is safe. It goes on where it stopped once you are online again.",
    canRetry: true,
  },
  server: {
    title: "Failed to load video",
    help: "The server has trouble answering. The video is safe; try again in a moment.",
    canRetry: true,
  },
  unplayable: {
    title: "This browser cannot play this video",
    help: "The file is complete and safe. Another browser, or a player on your computer, may show it.",
    canRetry: true,
  },
};
