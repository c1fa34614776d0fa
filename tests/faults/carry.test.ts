import postgres from "postgres";
import { expect, test } from "vitest";
import { hostedLikePostgres } from "#tests/support/database.ts";
import { freePort } from "#tests/support/free-port.ts";
import { removeDataDir, startServer } from "#tests/support/server-process.ts";
import { usedDataDir } from "#tests/support/shared-data-dir.ts";
import { videoBytes } from "#tests/support/videos.ts";
import { command } from "./command.ts";
import { newPerson } from "./people.ts";

/** The answer of `bun run carry`. */
const carry = (DATA_DIR: string, DATABASE_URL: string) =>
  command(["scripts/carry.ts"], { DATA_DIR, DATABASE_URL });

test("an operator carries all there is into a Postgres of their own, once, and people notice nothing", async () => {
  const DATA_DIR = usedDataDir();
  const PORT = String(freePort());
  const { url: DATABASE_URL } = await hostedLikePostgres({ feed: true });
  const before = await startServer({ DATA_DIR, PORT });
  const person = await newPerson(before.origin);
  const recording = await person.save(await videoBytes("recorded.webm"), "film.webm");
  const comments = `/recordings/${recording}/comments`;
  const says = async (content: string) =>
    (await person.call("POST", comments, { content, timestamp_seconds: 1 })).status;
  const bytes = async () => (await person.call("GET", `/recordings/${recording}/stream`)).bytes();
  const film = await bytes();
  expect(await says("before")).toBe(201);
  const locked = { is_public: true, password: "a password of the link" };
  const share = await person.call("POST", `/recordings/${recording}/shares`, locked);
  expect(share.status).toBe(201);
  const early = await carry(DATA_DIR, DATABASE_URL);
  await before.kill("SIGTERM");
  const carried = await carry(DATA_DIR, DATABASE_URL);

  const after = await startServer({ DATA_DIR, PORT, DATABASE_URL });
  const film2 = await bytes();
  const said = [await says("after"), await (await person.call("GET", comments)).text()];
  const database = postgres(DATABASE_URL, { max: 1 });
  const sleeping = await database`select tgname from pg_trigger where tgenabled = 'D'`;
  const [versions] =
    await database`select last_value::int, is_called from private.share_password_version`;
  await database.end();
  await after.kill("SIGTERM");
  const late = await carry(DATA_DIR, DATABASE_URL);
  removeDataDir(DATA_DIR);

  expect(early).toEqual({ said: expect.stringContaining("already running"), code: 1 });
  expect(carried).toEqual({ said: expect.stringMatching(/^[1-9]\d* rows are there now/), code: 0 });
  expect(film2).toEqual(film);
  expect(said).toEqual([201, expect.stringMatching(/"before".*"after"|"after".*"before"/s)]);
  expect([...sleeping], "triggers that were not put on again").toEqual([]);
  expect(versions, "passwords of links are numbered on").toEqual({
    last_value: 1,
    is_called: true,
  });
  expect(late).toEqual({ said: expect.stringContaining("has accounts. Nothing was"), code: 1 });
});
