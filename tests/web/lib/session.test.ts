// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, test, vi } from "vitest";
import {
  expireSession,
  holdPageWhile,
  isAdmin,
  onSessionChange,
  restoreSession,
  session,
  signIn,
  signOut,
  untilPageIsFree,
  useUser,
  wayBack,
} from "#web/lib/session.ts";
import { ada } from "./people.ts";

const key = "kinora.session";

beforeEach(() => {
  localStorage.clear();
});

describe("the session", () => {
  it("is loading until it has been restored", () => {
    expect(session()).toEqual({ status: "loading" });
  });

  it("of nobody opens no page that is behind a guard", () => {
    expect(() => renderHook(useUser)).toThrow("useUser() outside of a signed-in page");
  });

  it("survives a reload", () => {
    localStorage.setItem(key, JSON.stringify({ token: "t1", user: ada }));
    restoreSession();
    expect(session()).toEqual({ status: "signed-in", token: "t1", user: ada });
  });

  it.each(["", "null", "{", '{"token":"t1"}', '{"token":1,"user":{}}', '"t1"'])(
    "is nobody's when %j was stored",
    (stored) => {
      localStorage.setItem(key, stored);
      restoreSession();
      expect(session().status).toBe("signed-out");
    },
  );

  it("is stored when someone signs in and removed when they leave", () => {
    signIn({ token: "t2", user: ada });
    expect(JSON.parse(localStorage.getItem(key) ?? "")).toEqual({ token: "t2", user: ada });
    signOut();
    expect(localStorage.getItem(key)).toBeNull();
    expect(session()).toEqual({ status: "signed-out", expired: false, last: ada });
  });

  it("leads back to where it ended, but not after logging out, and not to where it begins anyway", () => {
    const page = { pathname: "/settings", href: "/settings?tab=a" };
    signIn({ token: "t4", user: ada });
    expireSession("t4");
    expect(wayBack(page)).toEqual({ redirect: page.href });
    expect(wayBack({ pathname: "/dashboard", href: "/dashboard" })).toEqual({});
    signIn({ token: "t5", user: ada });
    signOut();
    expect(wayBack(page)).toEqual({});
  });

  it("follows what other tabs do", () => {
    restoreSession();
    const newValue = JSON.stringify({ token: "t3", user: ada });
    window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
    expect(session()).toMatchObject({ status: "signed-in", token: "t3" });
    window.dispatchEvent(new StorageEvent("storage", { key, newValue: null }));
    const left = { status: "signed-out", expired: false, last: ada };
    expect(session()).toEqual(left);
    restoreSession();
    expect(session(), "a page being left still has its name to show").toEqual(left);
  });

  it("of another tab is not ended by an older one that this tab has slept with", () => {
    signIn({ token: "old", user: ada });
    const newer = JSON.stringify({ token: "new", user: ada });
    localStorage.setItem(key, newer); // a page that comes back from the browser's cache has not heard of it
    expireSession("old");
    expect(localStorage.getItem(key)).toBe(newer);
    expect(session()).toMatchObject({ status: "signed-in", token: "new" });
    expireSession("new");
    expect(localStorage.getItem(key)).toBeNull();
    expect(session()).toMatchObject({ status: "signed-out", expired: true });
  });

  it("begins whatever those who hear of it do", () => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => {});
    const fault = new Error("cannot follow");
    const stop = onSessionChange(() => {
      throw fault;
    });
    signIn({ token: "t4", user: ada });
    stop();
    expect(session()).toMatchObject({ status: "signed-in", token: "t4" });
    expect(reported).toHaveBeenCalledWith(fault);
    reported.mockRestore();
  });
});

describe("administration", () => {
  it("is for admins and super admins", () => {
    const roles = (["user", "admin", "super_admin"] as const).map((role) => ({ ...ada, role }));
    expect(roles.map(isAdmin)).toEqual([false, true, true]);
  });
});

test("a page that must not be left is waited for, and no other", async () => {
  vi.useFakeTimers();
  await untilPageIsFree();
  let isHeld = true;
  holdPageWhile(() => isHeld);
  let isFree = false;
  const waiting = untilPageIsFree().then(() => {
    isFree = true;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isFree).toBe(false);
  isHeld = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isFree).toBe(true);
  await waiting;
  vi.useRealTimers();
});
