import type { z } from "zod";
import { AddedReaction, Comment, type Emoji } from "#contract/discussion.ts";
import { Recording } from "#contract/recordings.ts";
import { type CreateShare, Share } from "#contract/shares.ts";
import { Subtitle } from "#contract/subtitles.ts";
import { videoPath } from "#tests/support/videos.ts";
import type { Person } from "./people.ts";

/** A limit for what hangs, in milliseconds. */
const PATIENCE = 90_000;

/** A short real recording in somebody's library, processed to the end. */
export async function newRecording(
  owner: Person,
  title: string,
  video: Blob = Bun.file(videoPath("recorded.webm")),
): Promise<Recording> {
  const { id } = await sendRecording(owner, title, video);
  return untilReady(owner, id);
}

/** A recording of the same kind, still to be processed. */
export function sendRecording(owner: Person, title: string, video: Blob): Promise<Recording> {
  const body = new FormData();
  body.set("video", new File([video], `${title}.webm`, { type: "video/webm" }));
  return call(owner, "POST", "/recordings", Recording, body);
}

export const newShare = (
  owner: Person,
  recording: Recording,
  wish: Partial<z.input<typeof CreateShare>> = {},
): Promise<Share> => call(owner, "POST", `/recordings/${recording.id}/shares`, Share, wish);

export const newComment = (
  author: Person,
  recording: Recording,
  content: string,
  more: { at_seconds?: number; parent_comment_id?: string } = {},
  shareToken?: string,
): Promise<Comment> =>
  call(
    author,
    "POST",
    `/recordings/${recording.id}/comments`,
    Comment,
    { content, ...more },
    shareToken,
  );

export const newReaction = (person: Person, recording: Recording, emoji: Emoji) =>
  call(person, "POST", `/recordings/${recording.id}/reactions`, AddedReaction, { emoji });

/** Lines of speech that were written down elsewhere. */
export const newSubtitle = (
  owner: Person,
  recording: Recording,
  language: string,
  content: string,
): Promise<Subtitle> =>
  call(owner, "POST", `/recordings/${recording.id}/subtitles/upload`, Subtitle, {
    language,
    content,
  });

export async function newThumbnail(owner: Person, recording: Recording, jpeg: Blob) {
  await call(owner, "POST", `/recordings/${recording.id}/thumbnail`, Recording, jpeg);
}

export async function untilReady(owner: Person, id: string): Promise<Recording> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
    const recording = await call(owner, "GET", `/recordings/${id}`, Recording);
    if (recording.status === "ready" || recording.status === "failed") return recording;
    await Bun.sleep(200); // between two questions; how long it takes is the server's affair
  }
  throw new Error(`The recording ${id} is still not processed after ${PATIENCE / 1000} s`);
}

/** One call of the API as this person, through a link when there is one. */
export async function call<Schema extends z.ZodType>(
  { origin, token }: Person,
  method: string,
  path: string,
  schema: Schema,
  body?: object,
  shareToken?: string,
): Promise<z.output<Schema>> {
  const isRaw = body instanceof FormData || body instanceof Blob;
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(shareToken && { "X-Share-Token": shareToken }),
      ...(body && !isRaw && { "Content-Type": "application/json" }),
    },
    body: isRaw ? body : body ? JSON.stringify(body) : null,
  });
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return schema.parse(await response.json());
}
