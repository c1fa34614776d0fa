// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, test } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { NotFound } from "#web/ui/page/not-found.tsx";
import { PageError } from "#web/ui/page/page-error.tsx";
import { SettingsCard } from "#web/ui/settings-card.tsx";

afterEach(cleanup);

describe("a page that could not be read", () => {
  it.each([
    [new ApiError(0, "offline", "Failed to fetch"), /Kinora cannot be reached/],
    [new ApiError(404, "not_found", "No such account"), /^No such account$/],
    [new Error("undefined is not a function"), /^Your recordings are safe\. Try again/],
  ])("says of %s what helps", async (error, words) => {
    await renderInApp(<PageError error={error} reset={() => {}} />);
    const alert = screen.getByRole("alert");
    expect(screen.getByRole("heading").textContent).toBe("This page could not be shown");
    expect(alert.querySelector("p")?.textContent).toMatch(words);
  });

  it("says what it is in its own words, where it has some", async () => {
    await renderInApp(<PageError error={new Error("x")} reset={() => {}} title="Failed to load" />);
    expect(screen.getByRole("heading").textContent).toBe("Failed to load");
  });
});

test("an address at which there is nothing is no alarm, and leads home", async () => {
  await renderInApp(<NotFound />);
  expect(screen.getByRole("heading").textContent).toBe("Page not found");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByRole("link").getAttribute("href")).toBe("/");
});

test("a row that opens is closed, unless it is to begin open", async () => {
  await renderInApp(
    <>
      <Disclosure title="One">x</Disclosure>
      <Disclosure title="Other" isOpen>
        x
      </Disclosure>
    </>,
  );
  const isOpen = Array.from(document.querySelectorAll("details"), ({ open }) => open);
  expect(isOpen).toEqual([false, true]);
});

test("a card of the settings is scrolled to where the address names it, and else not", async () => {
  const scrolled: string[] = [];
  Element.prototype.scrollIntoView = function () {
    scrolled.push(this.id);
  };
  location.hash = "#cloud-storage";
  await renderInApp(
    <>
      <SettingsCard title="Account">x</SettingsCard>
      <SettingsCard title="Look" anchor="look">
        x
      </SettingsCard>
      <SettingsCard title="Cloud Storage" anchor="cloud-storage">
        x
      </SettingsCard>
    </>,
  );
  expect(scrolled).toEqual(["cloud-storage"]);
  expect(screen.getByRole("region", { name: "Cloud Storage" }).id).toBe("cloud-storage");
});
