// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { setPageAddress } from "#tests/web/lib/answering-server.ts";
import { ada } from "#tests/web/lib/people.ts";
import { signIn, signOut } from "#web/lib/session.ts";
import { keepUnlock } from "#web/lib/share-scope.ts";

let asked: [address: string, headers: unknown][];
beforeEach(() => {
  signOut();
  sessionStorage.clear();
  asked = [];
  vi.stubGlobal("fetch", async (address: string, { headers }: RequestInit) => {
    asked.push([address, headers]);
    return new Response("early");
  });
});

/** Opens the site at a path. */
async function open(path: string) {
  vi.resetModules();
  setPageAddress(`http://kinora.test${path}`);
  return (await import("#web/lib/early-link.ts")).takeEarlyAnswer;
}

describe("what a link opens", () => {
  it.each(["/shared/a-b_C1", "/embed/a-b_C1"])(
    "is asked for before the page is there: %s",
    async (path) => {
      const take = await open(path);
      expect(asked).toEqual([["/api/shared/a-b_C1", { "X-Share-Token": "a-b_C1" }]]);
      expect(await (await take("a-b_C1"))?.text()).toBe("early");
      expect(take("a-b_C1"), "once: the next answer must be a new one").toBeUndefined();
    },
  );

  it("is asked for as whoever is signed in, with what a password has opened", async () => {
    signIn({ token: "t", user: ada });
    keepUnlock("link", { token: "opened" } as never); // no more of it is read
    await open("/shared/link");
    expect(asked[0]?.[1]).toEqual({
      Authorization: "Bearer t",
      "X-Share-Token": "link",
      "X-Share-Unlock": "opened",
    });
  });

  it("is no other link's, and then nobody's", async () => {
    const take = await open("/shared/link");
    expect([take("other"), take("link")]).toEqual([undefined, undefined]);
  });

  it.each(["/", "/shared", "/shared/", "/shared/a/b", "/video/a", "/x/shared/a"])(
    "is not asked for at %s",
    async (path) => {
      const take = await open(path);
      expect([asked, take("a")]).toEqual([[], undefined]);
    },
  );
});
