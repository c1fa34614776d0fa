// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test } from "vitest";
import { BYTES_PER_GB } from "#contract/subscriptions.ts";
import { answers } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { CurrentPlanCard } from "#web/features/subscriptions/current-plan-card.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";
import { plans, subscribed, using } from "./world.ts";

beforeAll(loadToasts);
afterEach(cleanup);

/** The card of a plan with 25 GB, of which so many are used, and so many of those lie in the trash. */
function show(used: number, trash: number) {
  const usage = { ...using(used, plans.starter), trash_bytes: trash * BYTES_PER_GB };
  const rest = { disabled: false, cancelling: false, onCancel() {}, manage: null };
  return renderInApp(
    <CurrentPlanCard {...rest} subscription={subscribed(plans.starter)} usage={usage} />,
  );
}
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

test.each([
  [19.9, 3, false],
  [20, 0, false],
  [20, 3, true],
  [25, 3, true],
])("of %d of 25 GB, %d GB of trash can be emptied beside: %s", async (used, trash, isOffered) => {
  await show(used, trash);
  const held = screen.queryByText(/^3 GB of it lies in the trash/);
  expect(held !== null).toBe(isOffered);
  if (held) expect(within(held).getByRole("button", { name: "Empty trash" })).toBeDefined();
  else expect(screen.queryByRole("button", { name: "Empty trash" })).toBeNull();
});

test("the trash is emptied after asking, and not where somebody would rather keep it", async () => {
  const asked = answers({ "DELETE /trash": { success: true } });
  await show(24, 3);
  for (const answer of ["Cancel", "Confirm"]) {
    expect(asked).toEqual([]);
    await press("Empty trash");
    const question = await screen.findByRole("alertdialog", { name: "Empty the trash?" });
    expect(question.textContent).toContain("cannot be brought back");
    await press(answer);
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  }
  await screen.findByText("The trash is empty");
  expect(asked).toEqual([["DELETE /trash"]]);
});
