// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ada } from "#tests/web/lib/people.ts";
import { unlockOf } from "#web/lib/share-scope.ts";
import { storedSession } from "#web/lib/stored-session.ts";

interface Asked {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

let given: AbortSignal | undefined;
let asked: [string, Record<string, string>][];
let answer: () => Promise<Response>;

beforeEach(() => {
  asked = [];
  answer = async () => Response.json({});
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal("fetch", (url: string, { headers = {}, signal }: Asked) => {
    asked.push([url, headers]);
    given = signal;
    return answer();
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** The first file of a page at this address. */
async function open(pathname: string) {
  vi.stubGlobal("location", { pathname });
  vi.resetModules();
  return import("#web/lib/early-link.ts");
}

describe("what a link opens", () => {
  it.each([
    ["/shared/aB-3_x", "aB-3_x"],
    ["/embed/aB-3_x", "aB-3_x"],
    ["/shared/aB-3_x/more", null],
    ["/shared/", null],
    ["/app/shared/aB-3_x", null],
    ["/login", null],
  ])("is asked for before anything else is there at %s: %s", async (path, token) => {
    await open(path);
    expect(asked).toEqual(token ? [[`/api/shared/${token}`, { "X-Share-Token": token }]] : []);
  });

  it("is asked for as whoever is signed in here and has given the password", async () => {
    storedSession.write({ token: "of-ada", user: ada });
    unlockOf("t1").write({ token: "opened" });
    await open("/shared/t1");
    const rights = { "X-Share-Token": "t1", "X-Share-Unlock": "opened" };
    expect(asked[0]?.[1]).toEqual({ ...rights, Authorization: "Bearer of-ada" });
  });

  it("is taken once, by the link that it was asked for", async () => {
    const { takeEarlyAnswer } = await open("/shared/t1");
    expect(await takeEarlyAnswer("t1")).toBeInstanceOf(Response);
    expect(takeEarlyAnswer("t1"), "it would be old").toBeUndefined();
    const second = await open("/shared/t1");
    expect(second.takeEarlyAnswer("t2")).toBeUndefined();
    expect(second.takeEarlyAnswer("t1"), "another link was opened since").toBeUndefined();
  });

  it("is given up after half a minute, for a network that swallows the question", async () => {
    const patience = vi.spyOn(AbortSignal, "timeout");
    await open("/shared/t1");
    expect(patience.mock.calls).toEqual([[30_000]]);
    expect(given).toBe(patience.mock.results[0]?.value);
    patience.mockRestore();
  });

  it("is told to whoever takes it that there was no answer, and to nobody else", async () => {
    const unheard = vi.fn();
    process.on("unhandledRejection", unheard);
    answer = () => Promise.reject(new TypeError("no network"));
    const { takeEarlyAnswer } = await open("/shared/t1");
    await new Promise((resolve) => setImmediate(resolve));
    await expect(takeEarlyAnswer("t1")).rejects.toThrow("no network");
    process.off("unhandledRejection", unheard);
    expect(unheard).not.toHaveBeenCalled();
  });
});

describe("the picture of what a link opens", () => {
  /** The pictures that were asked for, and whether they can be drawn. */
  let pictures: string[];
  let canDraw: boolean;

  beforeEach(() => {
    pictures = [];
    canDraw = true;
    class Picture {
      set src(address: string) {
        pictures.push(address);
      }
      get src() {
        return pictures.at(-1) ?? "";
      }
      decode = () => (canDraw ? Promise.resolve() : Promise.reject(new Error("no picture")));
    }
    vi.stubGlobal("Image", Picture);
    answer = async () => Response.json(view());
  });
  afterEach(() => void vi.useRealTimers());

  const view = (recording = {}) => ({
    recording: { id: "r1", playable: true, thumbnail_path: "r1.jpg", ...recording },
    media: { token: "a token" },
  });
  const address = "/api/recordings/r1/thumbnail?token=a%20token";

  it("is asked for as soon as the answer names it, and the answer stays to be read", async () => {
    const { earlyPicture, takeEarlyAnswer } = await open("/shared/t1");
    expect(await earlyPicture("t1")).toBe(address);
    expect(pictures).toEqual([address]);
    expect(await earlyPicture("t2"), "of another link").toBeUndefined();
    expect(await (await takeEarlyAnswer("t1"))?.json()).toEqual(view());
  });

  it.each([
    ["the link asks for a password", () => Response.json(view(), { status: 403 })],
    ["the video cannot be played yet", () => Response.json(view({ playable: false }))],
    ["the video has none", () => Response.json(view({ thumbnail_path: null }))],
    ["the answer is of another kind", () => Response.json({})],
  ])("is left out where %s", async (_, said) => {
    answer = async () => said();
    const { earlyPicture, pictureFirst } = await open("/shared/t1");
    expect(await earlyPicture("t1")).toBeUndefined();
    expect(pictures).toEqual([]);
    await pictureFirst("t1");
  });

  it("is left out where it cannot be drawn", async () => {
    canDraw = false;
    const { earlyPicture, pictureFirst } = await open("/shared/t1");
    expect(await earlyPicture("t1")).toBeUndefined();
    await pictureFirst("t1");
  });

  it("has the line to itself until it is in sight", async () => {
    vi.useFakeTimers();
    const { pictureFirst, pictureIsInSight } = await open("/shared/t1");
    const goesOn = vi.fn();
    const waiting = pictureFirst("t1").then(goesOn);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(goesOn).not.toHaveBeenCalled();
    pictureIsInSight();
    await waiting;
    await pictureFirst("t1");
  });

  it("keeps nothing waiting for longer than two seconds once there is an answer", async () => {
    vi.useFakeTimers();
    const { promise, resolve } = Promise.withResolvers<Response>();
    answer = () => promise;
    const { pictureFirst } = await open("/shared/t1");
    const goesOn = vi.fn();
    pictureFirst("t1").then(goesOn);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(goesOn, "nothing can be drawn before").not.toHaveBeenCalled();
    resolve(Response.json(view()));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(goesOn).toHaveBeenCalled();
  });

  it("keeps nothing waiting where there was no answer, or none was asked for", async () => {
    answer = () => Promise.reject(new TypeError("no network"));
    const { pictureFirst } = await open("/shared/t1");
    await pictureFirst("t1");
    await pictureFirst("t2");
  });
});
