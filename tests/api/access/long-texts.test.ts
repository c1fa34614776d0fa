import { describe, expect, it } from "vitest";
import { operations } from "#contract/operations.ts";
import { ELSEWHERE, keys, LONG_TEXT, newToken, server } from "./slow-server.ts";

const FILES = ["csv", "markdown", "captions", "caption-file"];
const filesOfText = operations
  .filter(({ answer, also }) => FILES.includes(`${answer}`) || FILES.includes(`${also}`))
  .map(({ call }) => call.replace("GET ", ""));

describe("a long text", () => {
  const path = "/api/recordings/1/transcript";

  it("has its turn until it has left, and leaves as it is read", async () => {
    const { ask, timeouts } = server();
    const token = await newToken();
    const [first, second] = await Promise.all([ask(path, { token }), ask(path, { token })]);
    let third: Response | undefined;
    const waiting = Promise.resolve(ask(path, { token })).then((answer) => {
      third = answer;
    });
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(third).toBeUndefined();
    expect(await first.text()).toBe(LONG_TEXT);
    await waiting;
    expect(third?.status).toBe(200);
    await second.body?.cancel();
    const fourth = await ask(path, { token });
    const chunk = await fourth.body?.getReader().read();
    expect(chunk?.value?.length).toBeLessThanOrEqual(65_536);
    expect(timeouts).toEqual([30, 30, 30, 30]); // seconds in which a slice must move
  });

  it("comes to accounts beside all that guests of any network leave unread", async () => {
    const { ask } = server();
    for (let n = 0; n < 40; n++) void ask(path, { network: `192.0.2.${100 + (n % 20)}` });
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    let answer: Response | undefined;
    void Promise.resolve(ask(path, { token: await newToken() })).then((given) => {
      answer = given;
    });
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(answer?.status).toBe(200);
  });

  it("is one of four that a network, and of two that an account leaves unread", async () => {
    const { times, answered } = server();
    const accounts = await Promise.all([newToken(), newToken(), newToken()]);
    const [first] = accounts;
    expect(await answered(times(3, path, { token: first }))).toBe(2);
    expect(await answered(accounts.slice(1).flatMap((token) => times(2, path, { token })))).toBe(2);
    expect(await answered(times(1, path, { token: accounts[2], network: ELSEWHERE }))).toBe(1);
  });

  it.each(filesOfText)(
    "is one of two that an account leaves unread as a file of %s",
    async (of) => {
      const { times, answered } = server([`/api${of.replaceAll(/\{(\w+)\}/g, ":$1")}`]);
      expect(await answered(times(4, `/api${of}`, { token: await newToken() }))).toBe(2);
    },
  );

  it("is one of eight that all who came through its link leave unread", async () => {
    const { ask, answered } = server();
    const header = { headers: { "X-Share-Token": "a-link" } };
    const calls = Array.from({ length: 10 }, (_, n) => {
      const from = { network: `192.0.2.${100 + n}` };
      return n % 2 ? ask(path, from, header) : ask(`${path}?share=a-link`, from);
    });
    expect(await answered(calls)).toBe(8);
    expect(await answered([ask(`${path}?share=another`, {})])).toBe(1);
  });

  it("is one of twelve that all accounts leave unread", async () => {
    const { ask, answered } = server();
    const tokens = await Promise.all(Array.from({ length: 14 }, newToken));
    const calls = tokens.map((token, n) => ask(path, { token, network: `192.0.2.${100 + n}` }));
    expect(await answered(calls)).toBe(12);
  });

  it("is of the account whose token for media came with it", async () => {
    const { ask, answered } = server();
    const claims = { recording: crypto.randomUUID(), sub: crypto.randomUUID() };
    const token = await keys.sign("media", { ...claims, sid: crypto.randomUUID() });
    await keys.verify("media", token);
    const of = (n: number) => ask(`${path}?token=${token}`, { network: `192.0.2.${100 + n}` });
    expect(await answered([of(1), of(2), of(3)])).toBe(2);
  });

  it("holds a turn also where its handler alone knows that it is long", async () => {
    const { times, answered } = server();
    expect(await answered(times(6, "/api/list", { token: await newToken() }))).toBe(4);
  });

  it("is none for who asks for its headers alone", async () => {
    const { ask } = server();
    const token = await newToken();
    for (let n = 0; n < 5; n++)
      expect((await ask(path, { token }, { method: "HEAD" })).status).toBe(200);
  });
});
