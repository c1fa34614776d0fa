import { join } from "node:path";
import { expect, vi } from "vitest";
import { Edit, type EditRange } from "#contract/edits.ts";
import { MediaToken, Recording } from "#contract/recordings.ts";
import type { KeptRange } from "#contract/timeline.ts";
import type { SignedIn, TestApp } from "./app.ts";
import { makeNumberedFilm, picturesOf, wrongMoments } from "./numbered-film.ts";
import { processed, videoForm } from "./saving.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

export const allowForCutting = () => vi.setConfig({ testTimeout: 400_000 });

const VP8 = "-c:v libvpx -deadline realtime -cpu-used 8 -b:v 1M -auto-alt-ref 0 -g 60 -c:a libopus";
const SECONDS = 8;

let made: Promise<Uint8Array> | undefined;

/** Eight seconds of numbered pictures. */
export function numberedFilm(): Promise<Uint8Array> {
  const make = async () => {
    const path = join(temporaryDirectory(), "numbered.webm");
    await makeNumberedFilm(path, SECONDS, VP8);
    return Bun.file(path).bytes();
  };
  made ??= make();
  return made;
}

/** The numbered film as a ready recording. */
export async function recordNumbered(person: SignedIn): Promise<Recording> {
  const form = videoForm(await numberedFilm(), "numbered.webm");
  const response = await person.call("POST", "/recordings", form);
  const { id } = Recording.parse(await response.json());
  return processed(person, id);
}

export async function editOf(person: SignedIn, id: string, headers?: HeadersInit): Promise<Edit> {
  const response = await person.call("GET", `/recordings/${id}/edit`, undefined, headers);
  return Edit.parse(await response.json());
}

/** Saves an edit of the version that is there. */
export async function keep(
  person: SignedIn,
  id: string,
  kept: EditRange[],
  more: { hide_until_ready?: boolean } = {},
): Promise<Edit> {
  const { version } = await editOf(person, id);
  const response = await person.call("PUT", `/recordings/${id}/edit`, { version, kept, ...more });
  expect([response.status, await response.clone().text()]).toEqual([202, expect.anything()]);
  return Edit.parse(await response.json());
}

/** Waits for the end of the job. */
export async function rendered(person: SignedIn, id: string): Promise<Edit> {
  await expect
    .poll(async () => (await editOf(person, id)).status, { timeout: 200_000 })
    .not.toBe("rendering");
  return editOf(person, id);
}

/** The bytes that this address gives, whole. */
export async function bytesAt(
  { request }: Pick<TestApp, "request">,
  path: string,
  headers: HeadersInit = {},
): Promise<Uint8Array> {
  const response = await request(`/api${path}`, { headers });
  expect([path, response.status]).toEqual([path, 200]);
  return new Uint8Array(await response.arrayBuffer());
}

export async function tokenOf(person: SignedIn, id: string, headers?: HeadersInit) {
  const answer = await person.call("POST", `/recordings/${id}/media-token`, undefined, headers);
  return MediaToken.parse(await answer.json()).token;
}

/** The numbers of the pictures in a film. */
export async function numbersIn(film: Uint8Array): Promise<number[]> {
  return (await seen(film)).map(({ number }) => number);
}

/** Moments at which these bytes do not show what this cut of the numbered film should. */
export const wrongIn = async (film: Uint8Array, kept: readonly KeptRange[]) =>
  wrongMoments(kept, await seen(await numberedFilm()), await seen(film));

async function seen(film: Uint8Array) {
  const path = join(temporaryDirectory(), "film");
  await Bun.write(path, film);
  return picturesOf(path);
}
