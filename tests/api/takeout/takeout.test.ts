import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { expectNoneHeld, reading } from "#tests/support/held-connections.ts";
import { recordingOf } from "#tests/support/recordings.ts";
import { saveVideo } from "#tests/support/saving.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { videoPath } from "#tests/support/videos.ts";

const { request, visitor, person, database, objects, startJobs } = await testApp();

afterEach(() => vi.restoreAllMocks());

const ticketOf = async (who: SignedIn): Promise<string> =>
  (await (await who.call("POST", "/user/takeout")).json()).path;

/** Reads the archive as somebody else's program does, checksums included. */
function unpack(archive: Uint8Array): Record<string, { size: number; text: string }> {
  const file = join(temporaryDirectory(), "kinora.zip");
  writeFileSync(file, archive);
  const script = `import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps({i.filename: {"size": i.file_size, "text": z.read(i)[:4000].decode("utf-8", "replace")} for i in z.infolist()}))`;
  const { stdout, stderr } = Bun.spawnSync(["python3", "-c", script, file]);
  if (stdout.length === 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString());
}

describe("a takeout", () => {
  it.runIf(existsSync("/usr/bin/python3"))(
    "holds recordings, captions, comments and settings, under names that people know",
    async () => {
      const ada = await person({ username: "Ada" });
      const { id } = await saveVideo(ada);
      await ada.call("PUT", `/recordings/${id}`, { filename: "Überblick/1" });
      await ada.call("POST", `/recordings/${id}/comments`, { content: "To be cut" });
      await database.pool`
        insert into public.subtitles (recording_id, language, cues)
        values (${id}, 'en', ${database.pool.json([{ start: 0, end: 1, text: "Hello" }])})`;
      const folder = await (await ada.call("POST", "/folders", { name: "Reports" })).json();
      await ada.call("POST", "/recordings/batch", { ids: [id], act: "move", folder_id: folder.id });
      await ada.call("POST", `/folders/${folder.id}/shares`, { label: "For the board" });
      const lost = await recordingOf(database, ada, "Lost");
      const bob = await person();
      await recordingOf(database, bob, "Bob's own");

      const answer = await request(await ticketOf(ada));
      expect(answer.headers.get("Content-Type")).toBe("application/zip");
      expect(answer.headers.get("Content-Disposition")).toContain('filename="kinora.zip"');
      const files = unpack(new Uint8Array(await answer.arrayBuffer()));
      const short = id.slice(0, 8);
      expect(Object.keys(files)).toEqual([
        "account.json",
        "recordings.json",
        "comments.json",
        expect.stringMatching(new RegExp(`^captions/Überblick-1 \\(${short}\\).en-\\w{4}.vtt$`)),
        `recordings/Überblick-1 (${short}).webm`,
        `recordings/Lost (${lost.slice(0, 8)}).missing.txt`,
      ]);
      const video = files[`recordings/Überblick-1 (${short}).webm`];
      expect(video?.size).toBe(Bun.file(videoPath("recorded.webm")).size);
      expect(files["comments.json"]?.text).toContain("To be cut");
      expect(files["account.json"]?.text).toContain(ada.email);
      expect(files["recordings.json"]?.text).toContain('"folder": "Reports"');
      expect(files["recordings.json"]?.text).toContain('"label": "For the board"');
      expect(files["recordings.json"]?.text).not.toContain("Bob's own");
      expect(Object.entries(files).find(([name]) => name.endsWith(".vtt"))?.[1].text).toMatch(
        /^WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHello/,
      );
    },
  );

  it.runIf(existsSync("/usr/bin/python3"))(
    "of chosen recordings holds the videos of one's own",
    async () => {
      const [ada, bob] = await Promise.all([person(), person()]);
      const [{ id }, theirs] = await Promise.all([saveVideo(ada), saveVideo(bob), saveVideo(ada)]);
      const answer = await request(`${await ticketOf(ada)}&ids=${id},${theirs.id}`);
      const files = Object.keys(unpack(new Uint8Array(await answer.arrayBuffer())));
      expect(files).toEqual([
        expect.stringMatching(`^recordings/.* \\(${id.slice(0, 8)}\\)\\.webm$`),
      ]);
      expect((await request(`${await ticketOf(ada)}&ids=all`)).status).toBe(400);
    },
  );

  it("holds no connection of the database while nobody reads on", async () => {
    const ada = await person();
    await saveVideo(ada);
    const archive = reading(await request(await ticketOf(ada)));
    await archive.next(8); // three files of text, each between what stands before and behind it
    await expectNoneHeld(database);
    expect(Buffer.concat(await archive.rest()).length).toBeGreaterThan(10_000);
  });

  it("is on its way once at a time, and is begun again when it broke off or is through", async () => {
    const [ada, bob] = [await person(), await person()];
    await saveVideo(ada);
    const path = await ticketOf(ada);
    expect((await request(path, { method: "HEAD" })).status).toBe(200);
    const first = (await request(path)).body?.getReader();
    expect((await first?.read())?.done).toBe(false);
    for (const second of [await request(path), await ada.call("POST", "/user/takeout")]) {
      expect(second.status).toBe(409);
      expect(await second.json()).toMatchObject({
        code: "takeout_under_way",
        message: expect.stringContaining("try again in a minute"),
      });
    }
    expect((await request(await ticketOf(bob))).status).toBe(200);
    await first?.cancel();
    const asked = async () => (await ada.call("POST", "/user/takeout")).status;
    await expect.poll(asked).toBe(200);
    const archive = await (await request(await ticketOf(ada))).arrayBuffer();
    expect(archive.byteLength).toBeGreaterThan(10_000);
    expect(await asked()).toBe(200);
  });

  it("is made once for one ticket, and for the last one alone", async () => {
    const ada = await person();
    await saveVideo(ada);
    const [former, path] = [await ticketOf(ada), await ticketOf(ada)];
    expect((await request(former)).status).toBe(404);
    const both = [await request(path), await request(path)].map((answer) => answer.arrayBuffer());
    const ends = (await Promise.allSettled(both)).map(({ status }) => status);
    expect(ends.sort()).toEqual(["fulfilled", "rejected"]);
    const again = await request(path);
    expect([again.status, (await again.json()).error]).toEqual([
      404,
      "This download has expired. Ask for it again in Settings.",
    ]);
  });

  it("of which nothing is heard for a minute gives way, and does not go on beside the next", async () => {
    const ada = await person();
    await saveVideo(ada);
    const path = await ticketOf(ada);
    const lost = (await request(path)).body?.getReader();
    await lost?.read();
    await database.pool`
      update private.takeouts set held_until = held_until - interval '1 minute'
       where user_id = ${ada.id}`;
    expect((await request(path)).status, "its ticket was used").toBe(404);
    const again = await ticketOf(ada);
    const next = (await request(again)).body?.getReader();
    expect((await next?.read())?.done).toBe(false);
    const later = performance.now() + 30_000;
    vi.spyOn(performance, "now").mockImplementation(() => later);
    await expect(lost?.read()).rejects.toThrow();
    expect((await next?.read())?.done).toBe(false);
    expect((await request(path)).status).toBe(409);
  });

  it("ends on its way when the session that asked for it has ended", async () => {
    const ada = await person();
    await saveVideo(ada);
    const archive = (await request(await ticketOf(ada))).body?.getReader();
    await archive?.read();
    await ada.call("POST", "/auth/logout");
    const later = performance.now() + 30_000;
    vi.spyOn(performance, "now").mockImplementation(() => later);
    await expect(archive?.read()).rejects.toThrow();
  });

  it("opens with its ticket alone, for as long as the session that asked stands", async () => {
    const ada = await person();
    const path = await ticketOf(ada);
    expect((await request(`${path}x`)).status).toBe(404);
    expect((await request(path.replace(/ticket=.*/, `ticket=${ada.token}`))).status).toBe(404);
    expect((await visitor.call("POST", "/user/takeout")).status).toBe(401);
    await ada.call("POST", "/auth/logout");
    expect((await request(path)).status).toBe(401);
  });
});

describe("leaving", () => {
  it("deletes the account and its bytes, once its own address was typed", async () => {
    const ada = await person();
    const { id } = await saveVideo(ada);
    const [part] = await database.pool`
      select p.store, p.storage_key as key from private.upload_parts p
        join public.uploads u on u.id = p.upload_id where u.recording_id = ${id}`;
    const ref = { store: part?.store, key: part?.key };
    expect((await ada.call("POST", "/user/delete", { email: "x@example.org" })).status).toBe(422);
    expect((await ada.call("GET", "/user")).status).toBe(200);
    expect((await ada.call("POST", "/user/delete", { email: ada.email })).status).toBe(200);
    expect((await ada.call("GET", "/user")).status).toBe(401);
    await startJobs();
    await expect.poll(() => objects.size(ref), { timeout: 20_000 }).toBeNull();
    const [line] = await database.pool`
      select actor, actor_id from public.audit_log where act = 'account_deleted'`;
    expect(line).toEqual({ actor: ada.email, actor_id: ada.id });
  });

  it("asks for the password of an account that has one, and counts who guesses as at sign-in", async () => {
    const ada = await person();
    const headers = (token: string) => ({ Authorization: `Bearer ${token}` });
    const set = await ada.call("POST", "/user/set-password", { password: "her own one" });
    const { token } = await set.json();
    const leave = (body: object) =>
      visitor.call("POST", "/user/delete", { email: ada.email, ...body }, headers(token));
    for (const wrong of [{}, { password: "" }, { password: "another one" }]) {
      const answer = await leave(wrong);
      expect([answer.status, (await answer.json()).fields]).toEqual([
        422,
        { password: "This is not the password of the account." },
      ]);
    }
    const guess = { email: ada.email, password: "guessed" };
    const guesses = Array.from({ length: 7 }, () => visitor.call("POST", "/auth/login", guess));
    for (const answer of await Promise.all(guesses)) expect(answer.status).toBe(401);
    expect((await leave({ password: "guessed" })).status).toBe(429);
    await database.pool`delete from private.buckets`;
    await database.pool`
      update public.sessions set created_at = now() - interval '1 day' where user_id = ${ada.id}
    `; // who knows the password need not have signed in lately
    expect((await leave({ password: "her own one" })).status).toBe(200);
  });

  it("of an account without a password is for who has just signed in", async () => {
    const ada = await person();
    const age = (minutes: number) =>
      database.pool`update public.sessions set created_at = now() - make_interval(mins => ${minutes})
                     where user_id = ${ada.id}`;
    await age(11);
    const answer = await ada.call("POST", "/user/delete", { email: ada.email });
    expect([answer.status, (await answer.json()).code]).toEqual([403, "sign_in_again"]);
    expect((await ada.call("GET", "/user")).status).toBe(200);
    await age(9);
    expect((await ada.call("POST", "/user/delete", { email: ada.email })).status).toBe(200);
  });

  it("is not for the only super admin who can sign in", async () => {
    await database.pool`update public.users set role = 'user' where role = 'super_admin'`;
    const boss = await person({ role: "super_admin" });
    await person({ role: "super_admin", suspended: true });
    const answer = await boss.call("POST", "/user/delete", { email: boss.email });
    expect(await answer.json()).toMatchObject({ code: "last_super_admin" });
  });

  it("waits for another super admin who leaves, and is refused to who is the last then", async () => {
    await database.pool`update public.users set role = 'user' where role = 'super_admin'`;
    const [left, right] = [
      await person({ role: "super_admin" }),
      await person({ role: "super_admin" }),
    ];
    const service = database.asService("a test demotes as an operator does");
    const waiting = async () =>
      (await database.pool`select from pg_locks where locktype = 'advisory' and not granted`)
        .length;
    const others = await database.as(left.caller)(async (sql) => {
      await sql`select from app.delete_my_account(${left.email})`;
      const leaving = right.call("POST", "/user/delete", { email: right.email });
      const demoting = service((sql) => sql`select private.set_role(${right.id}, 'user')`);
      await expect.poll(waiting).toBe(2);
      return { leaving, demoting: demoting.catch((error) => error) };
    });
    expect(await (await others.leaving).json()).toMatchObject({ code: "last_super_admin" });
    expect(await others.demoting).toMatchObject({ detail: "last_super_admin" });
    expect((await right.call("GET", "/admin/server")).status).toBe(200);
  });
});
