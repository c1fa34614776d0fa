import { expect, vi } from "vitest";
import { Recording } from "#contract/recordings.ts";
import type { SignedIn } from "./app.ts";
import { type VideoName, videoBytes } from "./videos.ts";

/** A form as a browser sends it. */
export function videoForm(bytes: Uint8Array, filename: string, field = "video"): FormData {
  const form = new FormData();
  form.append(field, new File([Buffer.from(bytes)], filename));
  return form;
}

/** A recording in somebody's library; `call` says by which way it came. */
export async function saveVideo(
  person: SignedIn,
  name: VideoName = "recorded.webm",
  { filename = name, call = "/recordings" }: { filename?: string; call?: string } = {},
): Promise<Recording> {
  const response = await person.call("POST", call, videoForm(await videoBytes(name), filename));
  expect(response.status).toBe(201);
  return Recording.parse(await response.json());
}

export async function readRecording(person: SignedIn, id: string): Promise<Recording> {
  return Recording.parse(await (await person.call("GET", `/recordings/${id}`)).json());
}

/** A process of its own for each video: on a busy machine that takes its time. */
export const allowForProcessing = () => vi.setConfig({ testTimeout: 60_000 });

/** Waits until the job has had its say. */
export async function processed(person: SignedIn, id: string): Promise<Recording> {
  await expect
    .poll(async () => (await readRecording(person, id)).status, { timeout: 45_000 })
    .not.toBe("processing");
  return readRecording(person, id);
}
