import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { Edit, type EditRange } from "#contract/edits.ts";
import type { Recording } from "#contract/recordings.ts";
import { numberedFilm, wrongIn } from "#tests/support/edits.ts";
import { usedDataDir } from "#tests/support/shared-data-dir.ts";
import { newPerson, type Person, until } from "./people.ts";
import { newWorld, type World } from "./world.ts";

/** Each kills five times, at the moments below. */
const ROUNDS = 4;
const ALL = [{ start: 0, end: 8 }];
const PATIENCE = { timeout: 60_000 };

vi.setConfig({ testTimeout: 600_000 });
const world = await newWorld(usedDataDir());
afterAll(world.close);

test("twenty kills around a cut leave the film before or the new one, and the last edit wins", async () => {
  const person = await newPerson(world.origin);
  for (let round = 0; round < ROUNDS; round++) {
    const film = await filmOf(person);
    const { killed, becomes } = story(film);
    const [first, last] = [arbitrary(), arbitrary()];
    await film.keep(first);
    await Bun.sleep(Math.random() * 200);
    await film.keep(last); // two renders that were asked for are one
    expect(await waitingJobs(world, film.id)).toBe(1);
    await Bun.sleep(Math.random() * 1500);
    await killed("at any moment", [first, last]);
    await becomes(last, "at any moment");

    const second = arbitrary();
    await film.keep(second);
    await until(() => existsSync(join(world.dataDir, "work", `cut-of-${film.id}`, "encoded.mkv")));
    await killed("while ffmpeg encodes", [second]);
    const third = arbitrary();
    await film.keep(third);
    await becomes(third, "while ffmpeg encodes");

    const fourth = arbitrary();
    await film.keep(fourth);
    const letGo = await holdSwap(world, film.id);
    await killed("between the put and the swap", [fourth], letGo);
    await becomes(fourth, "between the put and the swap");

    const restored = film.act("DELETE", "edit");
    await Bun.sleep(Math.random() * 30);
    await killed("at a restoration", [ALL]);
    await restored;
    await film.keep(first);
    await becomes(first, "after a restoration");

    const removed = film.act("DELETE", "original");
    await Bun.sleep(Math.random() * 30);
    await killed("at a removal for good", []);
    await removed;
    if ((await film.edit()).original_available) await film.act("DELETE", "original");
    expect((await film.edit()).original_available).toBe(false);
    await film.oneOf([first], "removed for good");
  }
  expect(begunAgain, "some renders went on after a start").toBeGreaterThanOrEqual(ROUNDS);
  expect(await counted(world, person)).toBe(true);
  await sweep(world);
  expect(await unnamed(world), "bytes that nobody names, after the sweep").toEqual([]);
  const work = join(world.dataDir, "work");
  const left = existsSync(work) ? readdirSync(work) : [];
  expect(left, "what was left of killed work").toEqual([]);
});

let begunAgain = 0;

/** What people see of a film over time. */
function story(film: Film) {
  let shown = ALL;
  return {
    /** People see the film before or one of these, whole; no bytes lack a row, and no row its bytes. */
    async killed(moment: string, films: EditRange[][], letGo = async () => {}) {
      await world.server.kill("SIGKILL");
      await letGo();
      await world.start();
      shown = await film.oneOf([shown, ...films], moment);
      await expect
        .poll(() => misplaced(world), { message: moment })
        .toEqual({ withoutBytes: [], withoutRow: [] });
      if ((await film.edit()).status === "rendering") begunAgain++;
    },
    async becomes(kept: EditRange[], moment: string) {
      await expect.poll(async () => (await film.edit()).status, PATIENCE).not.toBe("rendering");
      expect(await film.edit(), moment).toMatchObject({ status: "ready", kept, error: null });
      shown = await film.oneOf([kept], moment);
    },
  };
}

/** Three parts of the numbered film. */
function arbitrary(): EditRange[] {
  const edges = Array.from({ length: 3 }, (_, part) => [2.5 * part, 2.5 * part + 1.5]);
  return edges.map(([start = 0, end = 0]) => ({
    start: start + Math.round(Math.random() * 600) / 1000,
    end: end + Math.round(Math.random() * 600) / 1000,
  }));
}

type Film = Awaited<ReturnType<typeof filmOf>>;

async function filmOf(person: Person) {
  const id = await person.save(await numberedFilm(), "numbered.webm");
  const path = `/recordings/${id}`;
  const edit = async () => Edit.parse(await (await person.call("GET", `${path}/edit`)).json());
  /** The bytes that the row describes, read while no other film took their place. */
  const whole = async (): Promise<[Uint8Array, Recording]> => {
    const before = await person.read(id);
    const answer = await person.call("GET", `${path}/stream`);
    expect(answer.status).toBe(200);
    const bytes = await answer.bytes();
    const after = await person.read(id);
    if (before.size !== after.size) return whole();
    expect(bytes.length).toBe(after.size);
    return [bytes, after];
  };
  return {
    id,
    edit,
    async keep(kept: EditRange[]) {
      const { version } = await edit();
      const { status } = await person.call("PUT", `${path}/edit`, { version, kept });
      expect(status).toBe(202);
    },
    /** A call that may find nobody, because the server was killed. */
    act: (method: string, what: string) =>
      person.call(method, `${path}/${what}`).catch(() => undefined),
    /** The one of these cuts that is shown. */
    async oneOf(cuts: EditRange[][], moment: string): Promise<EditRange[]> {
      const [bytes, { edited }] = await whole();
      for (const cut of cuts)
        if ((await wrongIn(bytes, cut)).length === 0) {
          const isRemoved = !(await edit()).original_available;
          expect(edited, moment).toBe(cut !== ALL && !isRemoved);
          return cut;
        }
      const wrong = await Promise.all(cuts.map((cut) => wrongIn(bytes, cut)));
      throw new Error(`${moment}: none of ${JSON.stringify({ cuts, wrong })}`);
    },
  };
}

async function ask<T>(of: World, question: (sql: ReturnType<World["superuser"]>) => Promise<T>) {
  const sql = of.superuser();
  try {
    return await question(sql);
  } finally {
    await sql.end();
  }
}

const waitingJobs = (of: World, id: string) =>
  ask(
    of,
    async (sql) =>
      (
        await sql`select from private.jobs
           where kind = 'render-cut' and data ->> 'recording_id' = ${id} and due_at is not null`
      ).length,
  );

/** Until the swap of this film waits for its row. */
async function holdSwap(of: World, id: string) {
  const [isHeld, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = ask(of, (sql) =>
    sql.begin(async (held) => {
      await held`select from public.recordings where id = ${id} for no key update`;
      isHeld.resolve();
      await isOver.promise;
    }),
  );
  await isHeld.promise;
  await ask(of, (sql) =>
    until(async () => {
      const waiting = await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and query like '%lock_edit%'`;
      return waiting.length > 0;
    }),
  );
  return async () => {
    isOver.resolve();
    await holding;
  };
}

async function misplaced(of: World) {
  return {
    withoutBytes: await ask(of, async (sql) => {
      const named = await sql<{ key: string }[]>`
        select key from private.objects_named('', '', 100000) where store = 'disk'`;
      const files = filesIn(of);
      return named.map(({ key }) => key).filter((key) => !files.includes(key));
    }),
    withoutRow: await unnamed(of),
  };
}

const unnamed = (of: World) =>
  ask(of, async (sql) => {
    const files = filesIn(of);
    const found = await sql<{ key: string }[]>`
      select private.objects_nobody_names(
        'disk', array(select jsonb_array_elements_text(${sql.json(files)}))) as key`;
    return found.map(({ key }) => key);
  });

const counted = (of: World, { id }: Person) =>
  ask(of, async (sql) => {
    const [row] = await sql<{ isRight: boolean }[]>`
      select used_bytes = (select sum(r.size) from public.recordings r where r.owner_id = ${id}) as "isRight"
        from public.storage_usage where user_id = ${id}`;
    return row?.isRight;
  });

/** As if the day were over for which bytes without a row may wait for one. */
async function sweep(of: World) {
  await ask(of, (sql) => sql`update private.loose_objects set due_at = now()`);
  await of.server.kill("SIGKILL");
  // A kill between the swap and the end of the work leaves a copy of the original that no job knows of.
  mkdirSync(join(of.dataDir, "work", "cut-of-nothing"), { recursive: true });
  await of.start();
  await ask(of, (sql) =>
    until(async () => (await sql`select from private.loose_objects`).length === 0),
  );
}

function filesIn({ dataDir }: World): string[] {
  const directory = join(dataDir, "objects");
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(".incoming"))
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
}
