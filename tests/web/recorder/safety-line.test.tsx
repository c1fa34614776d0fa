// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { SafetyLine } from "#web/features/recorder/screens/signs.tsx";
import { emptyView } from "#web/features/recorder/view.ts";
import { beginUpload } from "#web/lib/uploads/machine.ts";

afterEach(cleanup);

const safety = {
  keeps: "disk",
  kept: 5_000_000,
  atRisk: 0,
  roomHere: 9_000_000_000,
  bytesPerSecond: 100_000,
} as const;

test("the sign of the safety line never stands alone at the end of a line", () => {
  const { container } = render(<SafetyLine view={{ ...emptyView, safety }} />);
  expect(container.textContent).toMatch(/^Saved on this computer .* room for/);
  const kept = container.querySelector("svg")?.closest(".whitespace-nowrap");
  expect(kept?.textContent).toMatch(/^\w+$/);
});

test("the line says that it is offline, so that the page need not, and no other trouble as that", () => {
  const upload = beginUpload({ url: "/u/1", available: 8 });
  const shown = (fields: Partial<typeof upload>) => {
    const view = { ...emptyView, safety, upload: { ...upload, ...fields } };
    const { container } = render(<SafetyLine view={view} />);
    const line = container.querySelector("p");
    return [line?.matches("[data-says-offline]"), line?.classList.contains("text-warn")];
  };
  expect(shown({})).toEqual([false, false]);
  expect(shown({ online: false }), "nothing is lost by that").toEqual([true, false]);
  expect(shown({ full: true })).toEqual([false, true]);
});
