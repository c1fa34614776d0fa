import { expect, test } from "vitest";
import { questionBefore } from "#web/features/subscriptions/subscription-page.tsx";

test("who cancels a plan is told that the add-on stays, where there is one", () => {
  expect(questionBefore("cancel", true)).toBe(
    "Are you sure you want to cancel your subscription? You will be downgraded to the Free plan. The subtitle add-on stays until you disable it.",
  );
  expect(questionBefore("cancel", false)).not.toContain("add-on");
  expect(questionBefore("disable", true)).toContain("Your existing subtitles will remain");
  expect(questionBefore("enable", false), "takes nothing away").toBeUndefined();
});
