import { describe, expect, it } from "vitest";
import { together } from "#api/platform/together.ts";

/** A question whose answers the test gives by hand. */
function question() {
  const asked: { items: string[]; answer: (said: string) => void; fail: (why: Error) => void }[] =
    [];
  const ask = together<string, string>();
  const put = (item: string, key = "key") =>
    ask(key, item, (items) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      asked.push({ items, answer: resolve, fail: reject });
      return promise;
    });
  const next = async (number: number) => {
    await expect.poll(() => asked.length).toBe(number);
    return asked[number - 1];
  };
  return { put, next };
}

describe("the same question of several", () => {
  it("is asked again, once, for all who come while it is being asked: nobody hears of a time before", async () => {
    const { put, next } = question();
    const first = put("a");
    const later = [put("b"), put("c")];
    (await next(1))?.answer("before");
    expect(await first).toBe("before");
    const second = await next(2);
    expect(second?.items).toEqual(["b", "c"]);
    const last = put("d");
    second?.answer("now");
    expect(await Promise.all(later)).toEqual(["now", "now"]);
    const third = await next(3);
    expect(third?.items).toEqual(["d"]);
    third?.answer("after");
    expect(await last).toBe("after");
  });

  it("fails for those who asked together, and for nobody after them", async () => {
    const { put, next } = question();
    const first = put("a");
    const later = [put("b"), put("c")];
    (await next(1))?.fail(new Error("away"));
    await expect(first).rejects.toThrow("away");
    (await next(2))?.fail(new Error("still away"));
    for (const one of later) await expect(one).rejects.toThrow("still away");
    const last = put("d");
    (await next(3))?.answer("there");
    expect(await last).toBe("there");
  });

  it("waits for no other question", async () => {
    const { put, next } = question();
    void put("a");
    await next(1);
    const other = put("b", "another");
    (await next(2))?.answer("other");
    expect(await other).toBe("other");
  });
});
