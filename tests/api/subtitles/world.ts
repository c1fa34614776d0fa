import { expect } from "vitest";
import type { Sql } from "#api/platform/database.ts";
import type { SubtitleOffer } from "#api/services/subtitle-offer.ts";
import type { Cue } from "#contract/subtitles.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { insertRecording } from "#tests/support/recordings.ts";

const offered: SubtitleOffer = { transcription: "service", translation: false, needsAddon: true };

/** A server that transcribes, as far as asking for it goes: the work itself is another test's. */
export async function subtitleWorld(offer: Partial<SubtitleOffer> = {}) {
  const app = await testApp({}, { subtitles: { ...offered, ...offer } });
  const service = app.database.asService("a test looks behind the scenes");
  return {
    ...app,
    service,
    /** A person with the add-on, which costs nothing where nothing is sold. */
    async subscriber(): Promise<SignedIn> {
      const person = await app.person();
      const enabled = await person.call("POST", "/subscriptions/subtitle-addon/enable");
      expect(enabled.status).toBe(200);
      return person;
    },
    recordingOf: (person: SignedIn, minutes = 10) =>
      service((sql) => insertRecording(sql, person.id, { duration: minutes * 60 })),
    /** Ends a run as the pipeline does. */
    finish: (id: string, cues: readonly Cue[], parts: Part[]) =>
      service(async (sql) => {
        await keepParts(sql, id, parts);
        await sql`
          update public.subtitles set status = 'ready', progress = 1, cues = ${sql.json([...cues])}
           where id = ${id}
        `;
        await sql`select private.settle_minutes(${id})`;
      }),
    /** Ends a run of which nothing came, as the pipeline does. */
    fail: (id: string, parts: Part[] = []) =>
      service(async (sql) => {
        await keepParts(sql, id, parts);
        await sql`update public.subtitles set status = 'failed', error = 'No.' where id = ${id}`;
        await sql`select private.settle_minutes(${id})`;
      }),
  };
}

interface Part {
  start_seconds: number;
  end_seconds: number;
  status: "done" | "failed";
}

async function keepParts(sql: Sql, id: string, parts: Part[]) {
  for (const [position, part] of parts.entries())
    await sql`
      insert into private.subtitle_parts ${sql({ ...part, subtitle_id: id, position })}
      on conflict (subtitle_id, position) do update set status = excluded.status
    `;
}

export const cue = (start: number, end: number, text: string): Cue => ({ start, end, text });
