import { describe, expect, it } from "vitest";
import { patientFetch } from "#api/platform/objects/patient-fetch.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";

const PATIENCE = 1500;

/** A server that begins to answer after `before`, and says each word `between` after the one before it. */
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const { searchParams } = new URL(request.url);
    await request.arrayBuffer();
    await Bun.sleep(Number(searchParams.get("before")));
    const words = ["one", "two", "three"];
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const word = words.shift();
        if (word === undefined) return controller.close();
        controller.enqueue(Buffer.from(word));
        await Bun.sleep(Number(searchParams.get("between")));
      },
    });
    return new Response(body);
  },
});
atEndOfFile(() => server.stop(true));
const ask = (wishes: string) => patientFetch({ patience: PATIENCE })(`${server.url}?${wishes}`);

describe("a Storage that is slow", () => {
  it("must begin to answer in a third of the time in which more must come", async () => {
    await expect(ask(`before=${PATIENCE * 0.7}`)).rejects.toThrow("it has said nothing");
  });

  it("must answer soon once all of what is sent has left us, however slowly that came", async () => {
    const slowly = () =>
      new ReadableStream<Uint8Array>({
        async start(controller) {
          for (const word of ["one", "two", "three"]) {
            await Bun.sleep(PATIENCE * 0.4);
            controller.enqueue(Buffer.from(word));
          }
          controller.close();
        },
      });
    const send = (before: number) =>
      patientFetch({ patience: PATIENCE })(`${server.url}?before=${before}`, {
        method: "POST",
        body: slowly(),
      });
    expect(await (await send(0)).text()).toBe("onetwothree");
    await expect(send(PATIENCE * 2.5)).rejects.toThrow("it has said nothing");
  });

  it.each([
    ["bytes", (size: number) => new Uint8Array(size)],
    ["a file", (size: number) => new Blob([new Uint8Array(size)])],
  ])("has more time for %s that are many", async (_, made) => {
    const send = (size: number) =>
      patientFetch({ patience: PATIENCE })(`${server.url}?before=${PATIENCE * 0.7}`, {
        method: "POST",
        body: made(size),
      });
    expect(await (await send(4 * 2 ** 20)).text()).toBe("onetwothree");
    await expect(send(1000)).rejects.toThrow("it has said nothing");
  });

  it("is heard to the end of an answer that comes in pieces", async () => {
    const answer = await ask(`between=${PATIENCE / 5}`);
    expect(await answer.text()).toBe("onetwothree");
  });
});
