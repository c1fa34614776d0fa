import { beforeAll, describe, expect, it, test } from "vitest";
import { clearStores, keepObject, removeLooseObjects } from "#api/platform/objects/loose.ts";
import { StoreUnreachable } from "#api/platform/objects/store.ts";
import { testApp } from "#tests/support/app.ts";
import { allowForProcessing, processed, saveVideo } from "#tests/support/saving.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

allowForProcessing();
const app = await testApp();
const { database } = app;
const service = database.asService("test");
beforeAll(() => app.startJobs());

/** Acts as if a day had gone by: every object that is still noted is removed now. */
async function removeAllThatIsNoted() {
  await service((sql) => sql`update private.loose_objects set due_at = now()`);
  await removeLooseObjects(service, app.objects);
}

const downloadOf = async (person: Awaited<ReturnType<typeof app.person>>, id: string) => {
  const answer = await person.call("GET", `/recordings/${id}/download`);
  return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
};

describe("what is collected", () => {
  it("is what is due today, never what is due tomorrow", async () => {
    const [today, tomorrow] = await Promise.all(
      ["today", "tomorrow"].map((word) =>
        keepObject(service, app.objects, new Blob([word]).stream()),
      ),
    );
    if (!today || !tomorrow) throw new Error("two were kept");
    await service(
      (sql) =>
        sql`update private.loose_objects set due_at = now() where storage_key = ${today.key}`,
    );
    await removeLooseObjects(service, app.objects);
    expect(await app.objects.get(today)).toBeNull();
    expect(await app.objects.get(tomorrow)).not.toBeNull();
    const noted = await service(
      (sql) => sql`
        select due_at > now() + interval '23 hours' as is_late from private.loose_objects
         where storage_key in ${sql([today.key, tomorrow.key])}
      `,
    );
    expect([...noted]).toEqual([{ is_late: true }]);
  });

  it("is what a store may hold that went away: nobody who waits asks it to remove that", async () => {
    let removed = 0;
    const away = {
      home: "away",
      put: () => Promise.reject(new StoreUnreachable("it is away")),
      remove: async () => void removed++,
    };
    await expect(keepObject(service, away, new Blob(["half"]))).rejects.toThrow("it is away");
    const due = await service`
      select from private.loose_objects where store = 'away' and due_at <= now()
    `;
    expect([removed, due.length]).toEqual([0, 1]);
  });
});

test("objects that their store does not remove keep no other waiting, and are tried again", async () => {
  const store = "refuses-some";
  await database.pool`
    insert into private.loose_objects (store, storage_key, due_at)
    select ${store}, n::text, now() - interval '1 hour' + n * interval '1 second'
      from generate_series(1, 250) n`;
  const stay = ["1", "2", "3", "4", "150"];
  const asked: string[] = [];
  const remove = async (refs: readonly { key: string }[]) => {
    asked.push(...refs.map(({ key }) => key));
    if (refs.some(({ key }) => stay.includes(key))) throw new Error("it stays");
  };
  const collect = () => removeLooseObjects(service, { stores: [store], remove });
  await expect(collect(), "the first ones look like a store that is away").rejects.toThrow();
  await expect(collect()).rejects.toThrow("it stays");
  const left = await database.pool`
    select storage_key as key from private.loose_objects where store = ${store} order by key`;
  expect(left.map(({ key }) => key)).toEqual(["1", "150", "2", "3", "4"]);
  asked.splice(0);
  await expect(collect()).rejects.toThrow("it stays");
  expect(new Set(asked)).toEqual(new Set(stay));
});

test("what a store does not remove keeps no unfinished upload there", async () => {
  const store = "refuses-once";
  await database.pool`
    insert into private.loose_objects (store, storage_key, due_at) values (${store}, 'one', now())`;
  const ended: string[] = [];
  const remove = () => Promise.reject(new Error("it stays"));
  const endForsaken = async (name: string) => void ended.push(name);
  const objects = { stores: [store], remove, endForsaken };
  await expect(clearStores(service, objects)).rejects.toThrow("it stays");
  expect(ended).toEqual([store]);
});

test("a store that removes nothing is not asked for each object of thousands", async () => {
  const store = "refuses-all";
  await database.pool`
    insert into private.loose_objects (store, storage_key, due_at)
    select ${store}, n::text, now() from generate_series(1, 2000) n`;
  let asked = 0;
  const remove = () => Promise.reject(new Error(`it is away, ${++asked}`));
  await expect(removeLooseObjects(service, { stores: [store], remove })).rejects.toThrow("away");
  expect(asked).toBeLessThan(10);
});

describe("what a row refers to is struck off, and keeps its bytes:", () => {
  it("a part of an upload under way", async () => {
    const ada = await app.person();
    const bytes = await videoBytes("recorded.webm");
    const tus = tusClient(app, ada.token);
    const { url, recording } = created(await tus.create());
    await tus.patch(url, { offset: 0, bytes: bytes.slice(0, 200_000) });
    await removeAllThatIsNoted();
    await tus.patch(url, {
      offset: 200_000,
      bytes: bytes.slice(200_000),
      length: bytes.length,
    });
    await processed(ada, recording);
    const receipt = await (await ada.call("GET", `/recordings/${recording}/receipt`)).json();
    expect(receipt).toMatchObject({
      received_sha256: new Bun.CryptoHasher("sha256").update(bytes).digest("hex"),
    });
  });

  it("a file that came whole", async () => {
    const ada = await app.person();
    const { id } = await saveVideo(ada, "xvid.avi");
    await removeAllThatIsNoted();
    const size = (await videoBytes("xvid.avi")).length;
    expect(await downloadOf(ada, id)).toEqual({ status: 200, bytes: size });
  });

  it("the file that was prepared", async () => {
    const ada = await app.person();
    const { id } = await saveVideo(ada);
    const { status, size } = await processed(ada, id);
    expect(status).toBe("ready");
    await removeAllThatIsNoted();
    expect(await downloadOf(ada, id)).toEqual({ status: 200, bytes: size });
  });
});
