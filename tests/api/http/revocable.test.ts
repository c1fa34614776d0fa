import type { Server } from "bun";
import { describe, expect, it, test, vi } from "vitest";
import { tellChanged } from "#api/http/changed.ts";
import { cutWhenRevoked, revocable } from "#api/http/revocable.ts";
import { connect } from "#api/platform/database.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";

/** Chunks 1, 2, 3 … for as long as somebody reads. */
function endless() {
  let count = 0;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => controller.enqueue(Uint8Array.of(++count)),
      cancel: () => {
        cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, wasCancelled: () => cancelled };
}

const away = connect({ url: "postgres://kinora@127.0.0.1:1/kinora" });
atEndOfFile(away.close);
/** The first look meets a database that is away, and the second one is told no. */
const awayAtFirst = () => {
  const look = vi.fn<() => Promise<boolean>>(async () => false);
  return look.mockImplementationOnce(() => away.pool`select 1`.then(() => true));
};

describe("a body that may be taken back", () => {
  it("passes every byte of a file on and ends where it ends", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    const passed = revocable(new Blob([bytes]), async () => true, 0);
    expect(new Uint8Array(await new Response(passed).arrayBuffer())).toEqual(bytes);
  });

  it("is cut at the first look that says no, and lets go of what it read", async () => {
    const { body, wasCancelled } = endless();
    let looks = 0;
    const reader = revocable(body, async () => ++looks < 3, 0).getReader();
    await reader.read();
    await reader.read();
    await expect(reader.read()).rejects.toThrow("does not open this any more");
    expect(wasCancelled()).toBe(true);
  });

  it("is cut when the look itself fails", async () => {
    const { body } = endless();
    const failing = revocable(body, () => Promise.reject(new Error("ended session")), 0);
    await expect(failing.getReader().read()).rejects.toThrow("does not open this any more");
  });

  it("flows on past a look at a database that is away, to the next one", async () => {
    const { body } = endless();
    const reader = revocable(body, awayAtFirst(), 0).getReader();
    expect((await reader.read()).value).toEqual(Uint8Array.of(1));
    await expect(reader.read()).rejects.toThrow("does not open this any more");
  });

  it("is looked at only every so often", async () => {
    const { body } = endless();
    let looks = 0;
    const look = async () => {
      looks++;
      return true;
    };
    const reader = revocable(body, look, 60_000).getReader();
    for (let n = 0; n < 50; n++) await reader.read();
    expect(looks).toBe(0);
    const later = performance.now() + 60_000;
    vi.spyOn(performance, "now").mockImplementation(() => later);
    for (let n = 0; n < 50; n++) await reader.read();
    expect(looks, "once, and then not before the same time has passed").toBe(1);
    vi.restoreAllMocks();
  });

  it("is looked at at once when the recording that it is about becomes another film", async () => {
    const { body, wasCancelled } = endless();
    const reader = revocable(body, async () => false, 60_000, "one").getReader();
    await reader.read();
    tellChanged("another");
    await reader.read();
    tellChanged("one");
    await expect(reader.read()).rejects.toThrow("does not open this any more");
    expect(wasCancelled()).toBe(true);
  });

  it("lets go of the source when nobody reads on", async () => {
    const { body, wasCancelled } = endless();
    await revocable(body, async () => true, 0).cancel();
    expect(wasCancelled()).toBe(true);
  });
});

test("a file that the kernel sends is not cut because the database is away, and is at the next look that says no", async () => {
  const timeout = vi.fn();
  const server = { requestIP: () => ({}), timeout } as unknown as Server<unknown>; // all that is asked of it here
  const request = new Request("http://kinora/");
  const look = awayAtFirst();
  cutWhenRevoked(server, request, look, "one");
  tellChanged("one");
  await Promise.allSettled(look.mock.results.map(({ value }) => value));
  tellChanged("one");
  await expect.poll(() => timeout.mock.calls).toEqual([[request, 1]]);
  expect(look).toHaveBeenCalledTimes(2);
});
