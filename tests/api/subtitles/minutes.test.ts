import { describe, expect, it } from "vitest";
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
