// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  forget,
  recall,
  remember,
  unfinishedOf,
} from "#web/features/recordings/import/unfinished.ts";

const half = { url: "/api/uploads/1", name: "a.webm", size: 10, sent: 5 };

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("is known by its person and its file until it is forgotten", () => {
  remember("ada a.webm", half);
  remember("bob b.webm", { ...half, name: "b.webm" });
  expect(recall("ada a.webm")).toMatchObject(half);
  expect(unfinishedOf("ada").map(({ name }) => name)).toEqual(["a.webm"]);
  forget("ada a.webm");
  expect(recall("ada a.webm")).toBeUndefined();
  expect(unfinishedOf("bob")).toHaveLength(1);
});

test("is passed over once the server no longer keeps it", () => {
  vi.useFakeTimers({ now: 0 });
  remember("ada a.webm", half);
  vi.setSystemTime(86_400_000);
  expect(recall("ada a.webm")).toBeDefined();
  vi.setSystemTime(86_400_001);
  expect(recall("ada a.webm")).toBeUndefined();
});

test("is told apart from what makes no sense beside it", () => {
  const kept = { good: { ...half, at: Date.now() }, junk: { url: 7 }, nothing: null };
  localStorage.setItem("kinora.imports", JSON.stringify(kept));
  expect(recall("good")).toMatchObject(half);
  expect(recall("junk")).toBeUndefined();
});

test("is known until the page is left where the browser has no room for it", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem() {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    },
  });
  remember("ada a.webm", half);
  expect(recall("ada a.webm")).toMatchObject(half);
});
