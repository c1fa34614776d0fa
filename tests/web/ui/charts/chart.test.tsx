// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { LevelCard } from "#web/features/admin/analytics/section.tsx";
import { Chart } from "#web/ui/charts/chart.tsx";

afterEach(cleanup);

const chart = (p95: (number | null)[], p50: (number | null)[] = []) => (
  <Chart
    title="Response times"
    axis="Day"
    kind="line"
    places={["Monday", "Tuesday", "Wednesday"].slice(0, p95.length)}
    series={[
      { name: "p95", values: p95 },
      { name: "p50", values: p50 },
    ]}
    format={(value) => `${value} ms`}
  />
);
const draw = (...values: Parameters<typeof chart>) => render(chart(...values));

describe("a chart", () => {
  it("is walked through by keyboard and tells each place in words", () => {
    draw([40, null, 30], [5, null, 6]);
    const places = screen.getByRole("slider", { name: "Response times" });
    expect(places.getAttribute("aria-valuetext")).toBe("Wednesday: p95 30 ms, p50 6 ms");
    fireEvent.change(places, { target: { value: "0" } });
    expect(places.getAttribute("aria-valuetext")).toBe("Monday: p95 40 ms, p50 5 ms");
    fireEvent.change(places, { target: { value: "1" } });
    expect(places.getAttribute("aria-valuetext")).toBe("Tuesday: p95 –, p50 –");
    fireEvent.blur(places);
    expect(places.getAttribute("aria-valuetext")).toMatch(/^Wednesday/);
  });

  it("tells the last place again once a mouse has left, or the one that is looked at is no more", () => {
    const { rerender } = draw([40, null, 30], [5, null, 6]);
    const places = screen.getByRole("slider");
    const told = () => places.getAttribute("aria-valuetext");
    const width = { left: 0, width: 300 } as DOMRect; // no more of it is read
    places.getBoundingClientRect = () => width;
    fireEvent.pointerMove(places, { clientX: 10 });
    expect(told()).toMatch(/^Monday/);
    fireEvent.pointerLeave(places, { pointerType: "touch" });
    expect(told(), "a finger was lifted").toMatch(/^Monday/);
    fireEvent.pointerLeave(places, { pointerType: "mouse" });
    expect(told()).toMatch(/^Wednesday/);
    fireEvent.change(places, { target: { value: "0" } });
    fireEvent.change(places, { target: { value: "2" } });
    rerender(chart([40, 30], [5, 6]));
    expect(told()).toBe("Tuesday: p95 30 ms, p50 6 ms");
  });

  it.each([
    [[null, 30, null], "Only on Tuesday so far: p95 30 ms, p50 30 ms"],
    [[null, 0, null], "None in this period"],
  ])("of one day alone is a sentence: %j", (values, words) => {
    draw(values, values);
    expect(screen.getByText(words)).toBeDefined();
    expect(screen.queryByRole("slider")).toBeNull();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("has the table behind it, every figure of it", async () => {
    draw([40, null, 30], [5, null, 6]);
    expect(screen.queryByRole("table")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Response times as a table" }));
    const rows = within(screen.getByRole("table", { name: "Response times" })).getAllByRole("row");
    expect(rows.map(({ children }) => [...children].map((cell) => cell.textContent))).toEqual([
      ["Day", "p95", "p50"],
      ["Monday", "40 ms", "5 ms"],
      ["Tuesday", "–", "–"],
      ["Wednesday", "30 ms", "6 ms"],
    ]);
  });

  it.each([[[]], [[null, null]]])("of %j says that nothing was measured", (values) => {
    draw(values, values);
    expect(screen.getByText("Nothing was measured yet")).toBeDefined();
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("bars against a fixed measure", () => {
  it("are full at that measure, and no fuller above it", () => {
    render(
      <LevelCard
        title="Hours"
        help=""
        full={200}
        rows={[
          { name: "09:00", count: 50 },
          { name: "10:00", count: 200 },
          { name: "11:00", count: 1400 },
        ]}
      />,
    );
    const bars = screen.getAllByRole("listitem").map((row) => row.querySelector("[style]"));
    expect(bars.map((bar) => bar?.getAttribute("style"))).toEqual([
      "width: 25%;",
      "width: 100%;",
      "width: 100%;",
    ]);
    expect(screen.getByText("1,400")).toBeDefined();
  });
});
