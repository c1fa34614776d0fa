import { describe, expect, it } from "vitest";
import { giveUpRun } from "#api/features/subtitles/transcription-run.ts";
import type { SignedIn } from "#tests/support/app.ts";
import { cue, subtitleWorld } from "./world.ts";

const { subscriber, recordingOf, finish, service } = await subtitleWorld();

const generate = (who: SignedIn, recording: string) =>
  who.call("POST", `/recordings/${recording}/subtitles`, {});

async function minutes(who: SignedIn) {
  const { subtitle_minutes } = await (await who.call("GET", "/subscriptions/current")).json();
  return subtitle_minutes;
}

describe("minutes", () => {
  it("of a recording whose length nobody knew are promised once it has been measured, and count by what was heard", async () => {
    const owner = await subscriber();
    const recording = await recordingOf(owner);
    await service(
      (sql) => sql`update public.recordings set duration = null where id = ${recording}`,
    );
    const { id } = await (await generate(owner, recording)).json();
    expect(await minutes(owner)).toMatchObject({ used: 1 });
    const [early, late] = [
      { start_seconds: 0, end_seconds: 90 },
      { start_seconds: 200, end_seconds: 290 },
    ];
    const promise = async (mostSeconds: number | null, ofLate = "waiting") => {
      await service(async (sql) => {
        await sql`delete from private.subtitle_parts where subtitle_id = ${id}`;
        for (const [position, part] of [early, { ...late, status: ofLate }].entries())
          await sql`insert into private.subtitle_parts ${sql({ ...part, subtitle_id: id, position })}`;
        await sql`select private.reserve_parts(${id}, ${mostSeconds})`;
      });
      const parts = await service(
        (sql) => sql<{ status: string; error: string | null }[]>`
          select status, error from private.subtitle_parts where subtitle_id = ${id} order by position`,
      );
      return parts.map(({ status, error }) => error?.split(".")[0] ?? status);
    };
    // The second stretch does not fit into the two minutes any more.
    const gap = "Your 2 minutes of this month are used up";
    expect(await promise(120)).toEqual(["waiting", gap]);
    expect(await minutes(owner)).toMatchObject({ used: 1.5 });
    expect(await promise(120, "done"), "what was heard is paid for first").toEqual([gap, "done"]);
    expect(await promise(178)).toEqual(["waiting", gap]);
    expect(await promise(179), "a second more is heard than was said").toEqual([
      "waiting",
      "waiting",
    ]);
    expect(await minutes(owner)).toMatchObject({ used: 3 });
    expect(await promise(null)).toEqual(["waiting", "waiting"]);
    await finish(id, [cue(0, 1, "x")], [{ ...early, status: "done" }]);
    expect(await minutes(owner)).toMatchObject({ used: 1.5 });
  });

  it("that are used up are said, also to who needs a single one", async () => {
    const owner = await subscriber();
    await generate(owner, await recordingOf(owner, 300));
    for (const length of [0.5, 1]) {
      const refused = await (await generate(owner, await recordingOf(owner, length))).json();
      expect(refused.error).toMatch(
        /^This needs 1 minute, and 0 of your 300 are left this month\./,
      );
    }
    await service(
      (sql) => sql`update private.subtitle_minutes set reserved_seconds = 400 * 60
                    where user_id = ${owner.id}`,
    );
    const over = await (await generate(owner, await recordingOf(owner, 2))).json();
    expect(over.error, "more was heard than there is").toMatch(
      /^This needs 2 minutes, and 0 of your 300 are left this month\./,
    );
  });

  it("of a run that goes on into the next month count where they were promised", async () => {
    const owner = await subscriber();
    const { id } = await (await generate(owner, await recordingOf(owner, 5))).json();
    await service(
      (sql) => sql`update private.subtitle_minutes set month = (month - interval '1 month')::date
                    where subtitle_id = ${id}`,
    );
    await service((sql) => sql`select private.reserve_minutes(${owner.id}, ${id}, 480, null)`);
    const part = { start_seconds: 0, end_seconds: 420, status: "done" } as const;
    await finish(id, [cue(0, 1, "x")], [part]);
    const counted = await service(
      (sql) => sql<{ settled: number }[]>`
        select settled_seconds as settled from private.subtitle_minutes
         where subtitle_id = ${id} order by month`,
    );
    expect(counted.map(({ settled }) => settled)).toEqual([300, 120]);
  });
});

describe("a run that is given up", () => {
  const WORDS = "No try is left.";
  const spoken = { start: 1, end: 2, text: "Hello." };

  async function begun(results: (object | null)[]) {
    const owner = await subscriber();
    const recording = await recordingOf(owner);
    const { id } = await (await generate(owner, recording)).json();
    await service(async (sql) => {
      for (const [position, result] of results.entries())
        await sql`
          insert into private.subtitle_parts
            (subtitle_id, position, start_seconds, end_seconds, status, result)
          values (${id}, ${position}, ${position * 60}, ${position * 60 + 60},
                  ${result ? "done" : "waiting"}, ${result && sql.json({ ...result })})`;
    });
    return {
      owner,
      id,
      read: async () =>
        (await owner.call("GET", `/recordings/${recording}/subtitles/${id}`)).json(),
    };
  }

  it("has the words of its finished parts, and a gap for each other that says why", async () => {
    const { owner, id, read } = await begun([{ segments: [spoken], words: [] }, null]);
    await giveUpRun(service, id, WORDS);
    expect(await read()).toMatchObject({
      ...{ status: "ready", progress: 1, error: null, cues: [spoken] },
      gaps: [{ start: 60, end: 120, error: WORDS }],
    });
    expect(await minutes(owner)).toMatchObject({ used: 1 });
    await giveUpRun(service, id, "Once more.");
    expect(await read()).toMatchObject({ status: "ready", error: null });
  });

  it.each([
    ["nothing", []],
    ["one part", [null]],
  ] as const)("has failed where none of %s was done, and costs nothing", async (_, results) => {
    const { owner, id, read } = await begun([...results]);
    await giveUpRun(service, id, WORDS);
    expect(await read()).toMatchObject({ status: "failed", error: WORDS, cues: [] });
    expect(await minutes(owner)).toMatchObject({ used: 0 });
  });
});
