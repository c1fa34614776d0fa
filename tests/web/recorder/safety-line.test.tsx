// @vitest-environment happy-dom
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { SafetyLine } from "#web/features/recorder/screens/safety-line.tsx";
import { emptyView } from "#web/features/recorder/view.ts";

test("the sign of the safety line never stands alone at the end of a line", () => {
  const safety = {
    keeps: "disk",
    kept: 5_000_000,
    atRisk: 0,
    roomHere: 9_000_000_000,
    bytesPerSecond: 100_000,
  } as const;
  const { container } = render(<SafetyLine view={{ ...emptyView, safety }} />);
  expect(container.textContent).toMatch(/^Saved on this computer .* room for/);
  const kept = container.querySelector("svg")?.closest(".whitespace-nowrap");
  expect(kept?.textContent).toMatch(/^\w+$/);
});
