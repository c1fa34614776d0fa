import { expect, test } from "vitest";
import { auditActs } from "#contract/audit.ts";
import { actText, changeText, knownActs } from "#web/features/admin/audit/audit-words.ts";

test("every act of the log has words, and one from a newer server is still said", () => {
  expect(knownActs.map(({ value }) => value).sort()).toEqual(Object.keys(auditActs).sort());
  expect(actText("moon_landed")).toBe("Moon landed");
});

test("a change is said from what to what, and what was not there before as it is", () => {
  expect(changeText({ before: { role: "user" }, after: { role: "admin" } })).toBe(
    "role: user → admin",
  );
  expect(changeText({ before: { suspended: false }, after: { suspended: true } })).toBe(
    "suspended: no → yes",
  );
  expect(changeText({ before: null, after: { allowed_email: null, reason: "suspended" } })).toBe(
    "reason: suspended",
  );
  expect(changeText({ before: null, after: { reason: "wrong_credentials" } })).toBe(
    "reason: wrong credentials",
  );
  expect(changeText({ before: null, after: { filename: "my_talk" } })).toBe("filename: my_talk");
  expect(
    changeText({
      before: { allowed_domains: [] },
      after: { allowed_domains: ["firm.example", "firm.test"] },
    }),
  ).toBe("allowed domains: none → firm.example, firm.test");
  expect(changeText({ before: null, after: { limits: { days: 30 } } })).toBe('limits: {"days":30}');
  expect(changeText({ before: null, after: null })).toBe("");
});
