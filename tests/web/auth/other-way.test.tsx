// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { LoginPage } from "#web/features/auth/login-page.tsx";

afterEach(cleanup);

describe("the link from one way in to another", () => {
  const at = () => `${location.pathname}${location.search}`;
  /** Whether the browser is left to follow it; the page of this test stays. */
  function follow(name: string, held = {}) {
    let isLeft = false;
    const hear = (event: Event) => {
      isLeft = !event.defaultPrevented;
      event.preventDefault();
    };
    window.addEventListener("click", hear, { once: true });
    fireEvent.click(screen.getByRole("link", { name }), held);
    return isLeft;
  }
  beforeEach(() => {
    const before = location.href;
    history.replaceState(null, "", "/login?redirect=/shared/t");
    onTestFinished(() => history.replaceState(null, "", before));
  });

  it("is followed without loading the page anew, and keeps where one was going", async () => {
    await renderInApp(<LoginPage redirect="/shared/t" />);
    const steps = history.length;
    expect(follow("Create an account")).toBe(false);
    expect(at()).toBe("/register?redirect=%2Fshared%2Ft");
    expect(history.length, "there is a way back").toBe(steps + 1);
    expect(follow("Forgot password?")).toBe(false);
    expect(at()).toBe("/forgot-password");
  });

  it.each(["ctrlKey", "metaKey", "shiftKey", "altKey"])(
    "is the browser's to open elsewhere with %s",
    async (key) => {
      await renderInApp(<LoginPage redirect="/shared/t" />);
      expect(follow("Create an account", { [key]: true })).toBe(true);
      expect(at()).toBe("/login?redirect=/shared/t");
    },
  );
});
