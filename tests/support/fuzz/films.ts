import type { SignedIn, TestApp } from "#tests/support/app.ts";
import { created, tusClient } from "#tests/support/tus.ts";

interface Outside {
  app: TestApp;
}

interface World {
  things: Record<string, string>;
}

/** A recording whose recorder still runs. */
const withRunning = async ({ app }: Outside, { owner }: { owner: SignedIn }) => {
  const { recording } = created(await tusClient(app, owner.token).create());
  return { recording };
};

export const ofWhatRuns = { getLive: withRunning, setLive: withRunning };

/** A recording that has been read, so that it can be cut. */
export async function withFilm({ app }: Outside, { things }: World) {
  await app.database.pool`
    update public.recordings set status = 'ready', duration = 10 where id = ${things.recording ?? ""}
  `;
  return {};
}

/** A recording whose cut waits for its owner's browser. */
export async function withWaiting(outside: Outside, world: World) {
  await withFilm(outside, world);
  await outside.app.database.pool`
    insert into private.edits (recording_id, kept, status, browser)
    values (${world.things.recording ?? ""}, '[{"start": 1, "end": 2}]', 'rendering', '{"passages": [[1]]}')
  `;
  return {};
}

/** A recording that shows a cut of its original. */
export async function withCut(outside: Outside, world: World) {
  await withFilm(outside, world);
  await outside.app.database.pool`
    insert into private.edits (recording_id, kept, status, shown, original)
    select r.id, '[]', 'ready', '[{"start": 0, "end": 5}]', private.film_of(r) - 'storage_key'
      from public.recordings r where r.id = ${world.things.recording ?? ""}
  `;
  return {};
}

/** The recording is ready, and its sound was measured. */
export async function withLevels(outside: Outside, world: World) {
  await withFilm(outside, world);
  await outside.app.database.pool`
    insert into private.loudness (recording_id, seconds_each, levels)
    values (${world.things.recording ?? ""}, 0.05, '\\x96')
  `;
  return {};
}
