// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { only, stored } from "#web/lib/browser/browser-storage.ts";

const Speeds = z.record(z.string(), z.number());
const none: z.infer<typeof Speeds> = {};
const key = "kinora.test";
const speeds = () => stored({ key, schema: Speeds, fallback: none });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  speeds().remove();
  vi.unstubAllGlobals();
});

/** A storage of which each of these acts throws, as in browsers that forbid it or have no room. */
function failing(...acts: ("getItem" | "setItem" | "removeItem")[]) {
  const fail = () => {
    throw new DOMException("There is no room, or no permission.", "QuotaExceededError");
  };
  const { localStorage: real } = window;
  const working = {
    getItem: (name: string) => real.getItem(name),
    setItem: (name: string, value: string) => real.setItem(name, value),
    removeItem: (name: string) => real.removeItem(name),
  };
  vi.stubGlobal("localStorage", {
    ...working,
    ...Object.fromEntries(acts.map((act) => [act, fail])),
  });
}

function forbidAccess() {
  vi.stubGlobal("localStorage", undefined); // so that it is put back afterwards
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get() {
      throw new DOMException("The operation is insecure.", "SecurityError");
    },
  });
}

describe("what a browser keeps", () => {
  it("is read as it was written, until it is removed", () => {
    speeds().write({ up: 7 });
    expect(speeds().read()).toEqual({ up: 7 });
    expect(localStorage.getItem(key)).toBe('{"up":7}');
    speeds().remove();
    expect(speeds().read()).toBe(none);
    expect(localStorage.getItem(key)).toBeNull();
  });

  it.each(["", "{", "null", "7", '"up"', '{"up":"7"}'])("is nothing when %j lies there", (junk) => {
    localStorage.setItem(key, junk);
    expect(speeds().read()).toBe(none);
  });

  it("is one word as it stands, where it is text", () => {
    const isSide = (text: unknown): text is "left" | "right" => text === "left" || text === "right";
    const side = stored({ key, schema: only(isSide), fallback: null, form: "text" });
    side.write("left");
    expect(localStorage.getItem(key)).toBe("left");
    expect(side.read()).toBe("left");
    localStorage.setItem(key, "above");
    expect(side.read()).toBeNull();
  });

  it("is this tab's alone where it says so", () => {
    const unlock = stored({ key, schema: z.string(), fallback: null, inTab: true });
    unlock.write("token");
    expect(sessionStorage.getItem(key)).toBe('"token"');
    expect(localStorage.getItem(key)).toBeNull();
    expect(unlock.read()).toBe("token");
  });

  it("follows the other tabs, also one that removes everything", () => {
    const heard: unknown[] = [];
    speeds().follow((value) => heard.push(value));
    const tell = (init: StorageEventInit) =>
      window.dispatchEvent(new StorageEvent("storage", init));
    tell({ key, newValue: '{"up":1}' });
    tell({ key: "kinora.other", newValue: '{"up":2}' });
    tell({ key, newValue: "junk" });
    tell({ key: null, newValue: null });
    expect(heard).toEqual([{ up: 1 }, none, none]);
  });
});

describe("a browser whose storage does not work", () => {
  it("that cannot be read has nothing", () => {
    localStorage.setItem(key, '{"up":7}');
    failing("getItem");
    expect(speeds().read()).toBe(none);
  });

  it("that is full throws at nobody, and keeps it until the page is left", () => {
    speeds().write({ up: 1 });
    failing("setItem");
    speeds().write({ up: 2 });
    expect(speeds().read()).toEqual({ up: 2 });
    expect(localStorage.getItem(key)).toBe('{"up":1}');
  });

  it("that has room again keeps what is written then", () => {
    failing("setItem");
    speeds().write({ up: 1 });
    vi.unstubAllGlobals();
    speeds().write({ up: 2 });
    localStorage.setItem(key, '{"up":3}');
    expect(speeds().read()).toEqual({ up: 3 });
  });

  it("that lets nothing be removed throws at nobody", () => {
    failing("setItem", "removeItem");
    speeds().write({ up: 1 });
    speeds().remove();
    expect(speeds().read()).toBe(none);
  });

  it("that forbids even to name it keeps it until the page is left", () => {
    forbidAccess();
    expect(speeds().read()).toBe(none);
    speeds().write({ up: 5 });
    expect(speeds().read()).toEqual({ up: 5 });
    speeds().remove();
    expect(speeds().read()).toBe(none);
  });
});
