import { describe, expect, it } from "vitest";
import { newKey } from "#api/platform/objects/store.ts";
import type { SignedIn } from "#tests/support/app.ts";
import { driveApp, inDrive } from "#tests/support/drive.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { allowForProcessing, processed, saveVideo } from "#tests/support/saving.ts";
import { collect, left, move, moved, placeOf, play, read } from "./world.ts";

allowForProcessing();
const app = await driveApp();
const { google } = app;
const { pool } = app.database;

/** A person on a plan with a cloud, whose recordings go there; with a drive beside it. */
async function withBoth(email: string): Promise<SignedIn> {
  const person = await app.connected(email);
  await pool`
    update public.subscriptions set storage_type = 's3',
           plan_id = (select id from public.plans where name = 'Pro')
     where user_id = ${person.id}
  `;
  return person;
}

const GIB = 1024 ** 3;
const ORIGINAL_BYTES = 1000;

/** A recording and the original it was cut of, both in the drive. */
async function cutInDrive(person: SignedIn): Promise<string> {
  const { id } = await saveVideo(person);
  await processed(person, id);
  const original = { store: "disk", key: newKey() };
  await app.objects.put(original, new Uint8Array(ORIGINAL_BYTES));
  await pool`
    insert into private.edits (recording_id, kept, status, shown, original)
    select r.id, '[]', 'ready', '[]', private.film_of(r) || ${pool.json({
      ...{ storage_key: original.key, size: ORIGINAL_BYTES, storage_type: "local" },
    })} from public.recordings r where r.id = ${id}
  `;
  await move(person, id, "google_drive");
  await moved(app, person, id);
  return id;
}

const preferDrive = ({ id }: SignedIn) => pool`
  insert into public.preferences (user_id, preferred_storage) values (${id}, 'google_drive')
  on conflict (user_id) do update set preferred_storage = 'google_drive'
`;

describe("between the cloud and a drive", () => {
  it("a recording is moved there and back, and is the same", async () => {
    const ada = await withBoth("there-and-back@gmail.test");
    const { id } = await saveVideo(ada);
    expect(await processed(ada, id)).toMatchObject({ storage_type: "local" });
    const before = await play(ada, id);

    expect((await move(ada, id, "google_drive")).status).toBe(202);
    expect(await moved(app, ada, id)).toMatchObject({ storage_type: "google_drive", moving: null });
    const [file] = google.videos("there-and-back@gmail.test");
    expect(file).toMatchObject({ name: "recorded.webm", trashed: false });
    expect((await play(ada, id)).bytes.equals(before.bytes)).toBe(true);

    await ada.call("PUT", `/recordings/${id}`, { filename: "A better title" });
    expect((await move(ada, id)).status).toBe(202);
    expect(await moved(app, ada, id)).toMatchObject({
      storage_type: "local",
      moving: null,
      filename: "A better title",
    });
    expect((await play(ada, id)).bytes.equals(before.bytes)).toBe(true);
    expect((await placeOf(app, id)).store).toBe("disk");
    await expect.poll(() => file?.trashed, { message: "nobody sees it twice" }).toBe(true);
    await collect(app, app.objects);
    expect(google.videos("there-and-back@gmail.test").every(({ trashed }) => trashed)).toBe(true);
    expect(await left(app)).toEqual([]);
  });

  it("the original of a cut lies in the drive beside it, under a name that says so", async () => {
    await cutInDrive(await withBoth("cut@gmail.test"));
    expect(google.videos("cut@gmail.test").map(({ name }) => name)).toEqual([
      "recorded (original).webm",
      "recorded.webm",
    ]);
  });

  it("the original of a cut comes back, however much is on the way to the drive", async () => {
    const ada = await withBoth("back@gmail.test");
    const id = await cutInDrive(ada);
    await preferDrive(ada);
    await insertRecording(pool, ada.id, { status: "processing", size: 9 * GIB });
    await move(ada, id);
    expect(await moved(app, ada, id)).toMatchObject({ storage_type: "local", moving: null });
  });

  it("the original of a cut stays where it is when the plan has no room for it", async () => {
    const ada = await withBoth("no-room@gmail.test");
    const id = await cutInDrive(ada);
    await preferDrive(ada);
    const { size } = await read(ada, id);
    await insertRecording(pool, ada.id, { size: 100 * GIB - size - ORIGINAL_BYTES / 2 });
    await move(ada, id);
    const { moving, storage_type } = await moved(app, ada, id);
    expect([storage_type, moving?.failed]).toEqual([
      "google_drive",
      "Uploads and moves that are not finished need the rest of your storage. Wait for them, or give one up.",
    ]);
  });

  it("a recording that was moved to a drive comes back from the trash to its place there, and counts the same", async () => {
    const ada = await withBoth("thrown-away@gmail.test");
    const { id } = await saveVideo(ada);
    await processed(ada, id);
    const before = await play(ada, id);
    await move(ada, id, "google_drive");
    await moved(app, ada, id);
    const [file] = google.videos("thrown-away@gmail.test");
    const used = async () => {
      const usage = await (await ada.call("GET", "/subscriptions/storage-usage")).json();
      return [usage.storage_used_bytes, usage.trash_bytes];
    };
    const there = await used();
    await ada.call("DELETE", `/recordings/${id}`);
    await collect(app, app.objects);
    expect([file?.trashed, (await used())[0]]).toEqual([false, there[0]]);
    const restored = await (await ada.call("POST", `/trash/${id}/restore`)).json();
    expect([restored.storage_type, await used()]).toEqual(["google_drive", there]);
    expect((await play(ada, id)).bytes.equals(before.bytes)).toBe(true);
    await ada.call("DELETE", `/recordings/${id}`);
    await ada.call("DELETE", `/trash/${id}`);
    await collect(app, app.objects);
    await expect.poll(() => file?.trashed).toBe(true);
  });

  it("nothing comes back that the plan has no room for, also where new recordings go to a drive", async () => {
    const ada = await app.connected("free@gmail.test");
    const { id } = await inDrive(ada);
    const answer = await move(ada, id);
    expect([answer.status, (await answer.json()).message]).toEqual([
      402,
      "Your plan has no room in the cloud. Choose a plan that has some.",
    ]);
  });

  it("a recording that is on its way to a drive already is left to the move", async () => {
    const ada = await withBoth("twice@gmail.test");
    const { id } = await saveVideo(ada);
    await processed(ada, id);
    await pool`
      insert into private.deliveries (recording_id, owner_id, due_at)
      values (${id}, ${ada.id}, now() + interval '1 hour')
    `;
    await move(ada, id, "google_drive");
    expect(await pool`select 1 from private.deliveries where recording_id = ${id}`).toEqual([]);
    expect(await moved(app, ada, id)).toMatchObject({ storage_type: "google_drive", moving: null });
    const there = google.videos("twice@gmail.test").filter(({ trashed }) => !trashed);
    expect(there).toHaveLength(1);
  });
});
