// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { Chart } from "#web/ui/charts/chart.tsx";
import { LevelBars } from "#web/ui/charts/level-bars.tsx";

afterEach(cleanup);

const draw = (p95: (number | null)[], p50: (number | null)[] = []) =>
  render(
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
    />,
  );

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
      <LevelBars
        label="Hours"
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
