// @vitest-environment happy-dom
import { onlineManager } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, test } from "vitest";
import { isOff } from "#tests/web/lib/off.ts";
import { LevelCard } from "#web/features/admin/analytics/section.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { MenuItem, MoreMenu } from "#web/ui/layers/menu.tsx";
import { Minutes } from "#web/ui/minutes.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { LoadError } from "#web/ui/page/load-error.tsx";
import { OfflineNotice } from "#web/ui/page/offline-notice.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { WatchingNow } from "#web/ui/watching-now.tsx";

afterEach(cleanup);

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

describe("pages of a list", () => {
  const asked: number[] = [];
  const draw = (page: number, pages: number) => {
    asked.length = 0;
    return render(
      <Pagination page={page} pages={pages} onPage={(next) => void asked.push(next)} />,
    );
  };

  it("are offered where there is more than one", () => {
    for (const pages of [0, 1]) {
      const { container, unmount } = draw(1, pages);
      expect(container.innerHTML).toBe("");
      unmount();
    }
    draw(1, 2);
    expect(screen.getByRole("navigation", { name: "Pages" })).toBeDefined();
  });

  it("lead one back, one on, and to the one that is named", async () => {
    draw(2, 3);
    await userEvent.click(button("Previous page"));
    await userEvent.click(button("Next page"));
    await userEvent.click(button("Page 3"));
    expect(asked).toEqual([1, 3, 3]);
    expect(screen.getByRole("button", { current: "page" }).textContent).toBe("2");
  });

  it.each([
    [1, [true, false]],
    [2, [false, false]],
    [3, [false, true]],
    [4, [false, true]],
  ])("end at both ends: on page %d of 3", (page, ends) => {
    draw(page, 3);
    const arrows = [button("Previous page"), button("Next page")];
    expect(arrows.map(isOff)).toEqual(ends);
    for (const arrow of arrows) {
      arrow.focus();
      expect(document.activeElement, "keeps the focus at the end").toBe(arrow);
    }
  });
});

describe("a bar of progress", () => {
  const bar = () => screen.getByRole("progressbar", { name: "Sent" });
  it.each([
    [-5, "0"],
    [33.4, "33"],
    [99.6, "100"],
    [130, "100"],
    [undefined, null],
  ])("at %s is said to be at %s", (value, said) => {
    render(<Progress label="Sent" value={value} />);
    expect(bar().getAttribute("aria-valuenow")).toBe(said);
  });

  it.each([
    [79.9, false],
    [80, true],
    [undefined, false],
  ])("warns from its limit on: %s", (value, warns) => {
    render(<Progress label="Sent" value={value} warns />);
    expect(bar().firstElementChild?.className.includes("bg-warn")).toBe(warns);
  });

  it("without a limit never warns", () => {
    render(<Progress label="Sent" value={100} />);
    expect(bar().innerHTML).not.toContain("bg-warn");
  });
});

test.each([
  [0, 300, "0 of 300", "0"],
  [0.2, 300, "1 of 300", "0"],
  [150, 300, "150 of 300", "50"],
  [0, 0, "0 of 0", "100"],
])("%d minutes of %d are said as %s", (used, limit, words, percent) => {
  render(<Minutes used={used} limit={limit} resets_at="2026-12-01T12:00:00Z" />);
  expect(document.body.textContent).toContain(`${words} minutes used`);
  expect(document.body.textContent).toContain("New on Dec 1, 2026");
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe(percent);
});

test("a button that is busy or off keeps the focus, cannot be pressed and says so; another says nothing of it", async () => {
  let presses = 0;
  const { rerender } = render(<Button onClick={() => {}}>Save</Button>);
  const said = () =>
    ["aria-busy", "aria-disabled"].map((name) => button("Save").getAttribute(name));
  button("Save").focus();
  for (const disabled of [false, true]) {
    rerender(
      <Button busy {...{ disabled }} onClick={() => presses++}>
        Save
      </Button>,
    );
    await userEvent.click(button("Save"));
    await userEvent.keyboard("{Enter} ");
    expect(said()).toEqual(["true", "true"]);
    expect(document.activeElement).toBe(button("Save"));
  }
  rerender(
    <Button busy={false} disabled onClick={() => presses++}>
      Save
    </Button>,
  );
  await userEvent.click(button("Save"));
  await userEvent.keyboard("{Enter} ");
  expect(said()).toEqual([null, "true"]);
  expect(document.activeElement).toBe(button("Save"));
  expect(presses).toBe(0);
  rerender(<Button onClick={() => presses++}>Save</Button>);
  await userEvent.click(button("Save"));
  expect(presses).toBe(1);
  expect(button("Save").type, "sends no form by itself").toBe("button");
});

test("a menu that is off stays closed, and its button keeps the focus", async () => {
  render(
    <MoreMenu label="More" disabled>
      <MenuItem text="Delete" />
    </MoreMenu>,
  );
  button("More").focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(button("More"));
  expect(screen.queryByRole("menu")).toBeNull();
  expect([isOff(button("More")), document.activeElement]).toEqual([true, button("More")]);
});

test("an error's banner is read out at once, others when there is time, and is dismissed where it may be", async () => {
  let dismissed = 0;
  const { rerender } = render(<Banner tone="error">Broken</Banner>);
  expect(screen.getByRole("alert").textContent).toBe("Broken");
  expect(screen.queryByRole("button")).toBeNull();
  for (const tone of ["warn", "info", undefined] as const) {
    rerender(
      <Banner tone={tone} onDismiss={() => dismissed++}>
        Well
      </Banner>,
    );
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByRole("status").textContent).toBe("Well");
  }
  await userEvent.click(button("Dismiss"));
  expect(dismissed).toBe(1);
});

test("an avatar without a picture, or with a broken one, is the first letter, whole", () => {
  const { container, rerender } = render(<Avatar username="ada" />);
  expect(container.textContent).toBe("A");
  rerender(<Avatar username="😀 face" picture={null} />);
  expect(container.textContent).toBe("😀");
  rerender(<Avatar username="🇩🇪 Ada" />);
  expect(container.textContent).toBe("🇩🇪");
  rerender(<Avatar username={"\u200fשלום"} />);
  expect(container.textContent, "the mark of direction is not seen").toBe("ש");
  rerender(<Avatar username="" />);
  expect(container.textContent).toBe("?");
  rerender(<Avatar username="ada" picture="https://example.org/ada.png" />);
  const picture = container.querySelector("img");
  expect(picture?.alt).toBe("");
  expect(picture?.referrerPolicy, "tells nobody what is looked at").toBe("no-referrer");
  if (picture) fireEvent.error(picture);
  expect(container.textContent).toBe("A");
  rerender(<Avatar username="ada" picture="https://example.org/another.png" />);
  expect(container.querySelector("img")?.src, "a new one").toContain("another.png");
});

test("a level is full at its measure and not beyond, and says its count", () => {
  const rows = [
    { name: "0-5 min", count: 0 },
    { name: "5-10 min", count: 250 },
    { name: "10-30 min", count: 1500 },
  ];
  render(<LevelCard title="Durations" help="" rows={rows} full={500} />);
  const items = screen.getAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent)).toEqual([
    "0-5 min0",
    "5-10 min250",
    "10-30 min1,500",
  ]);
  const widths = items.map((item) => item.querySelector<HTMLElement>("[style]")?.style.width);
  expect(widths).toEqual(["0%", "50%", "100%"]);
});

test("who watches is said where somebody does, with names where they are known", () => {
  const { container, rerender } = render(<WatchingNow count={0} words="watching now" who="Ada" />);
  expect(container.textContent).toBe("");
  rerender(<WatchingNow count={1} words="watching now" />);
  expect(container.textContent).toBe("1 watching now");
  rerender(<WatchingNow count={2} words="watching now" who="Ada and a guest" />);
  expect(container.textContent).toBe("2 watching now: Ada and a guest");
});

test("what could not be read is read again where it can be, and the button is busy meanwhile", async () => {
  let tries = 0;
  const { rerender } = render(<LoadError title="Failed to load" />);
  expect(screen.getByRole("alert").textContent).toBe("Failed to load");
  rerender(<LoadError title="Failed to load" onRetry={() => tries++} busy />);
  await userEvent.click(button("Retry"));
  rerender(<LoadError title="Failed to load" onRetry={() => tries++} />);
  await userEvent.click(button("Retry"));
  expect(tries).toBe(1);
});

test("that the network is gone is said for as long as it is", () => {
  render(<OfflineNotice />);
  expect(screen.getByRole("status").textContent).toBe("");
  act(() => onlineManager.setOnline(false));
  expect(screen.getByRole("status").textContent).toMatch(/^You are offline/);
  act(() => onlineManager.setOnline(true));
  expect(screen.getByRole("status").textContent).toBe("");
});
