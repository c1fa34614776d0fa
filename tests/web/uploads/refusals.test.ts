import { describe, expect, it } from "vitest";
import { failureOf } from "#web/lib/uploads/tus.ts";

describe("a refusal", () => {
  it.each([
    [401, { kind: "signed-out" }],
    [404, { kind: "gone" }],
    [410, { kind: "gone" }],
    [409, { kind: "disagreement" }],
    [423, { kind: "disagreement" }],
    [460, { kind: "disagreement" }],
    [408, { kind: "unreachable" }],
    [429, { kind: "unreachable" }],
    [503, { kind: "unreachable" }],
    [507, { kind: "full" }],
    [402, { kind: "refused", message: "No room." }],
  ])("%i means %o", async (status, failure) => {
    const headers = { "tus-resumable": "1.0.0" };
    const body = { error: "No room.", message: "No room.", code: "full" };
    const response = Response.json(body, { status, headers });
    expect(await failureOf(response)).toEqual(failure);
  });

  it.each([
    [401, "unreachable"],
    [403, "unreachable"],
    [404, "unreachable"],
    [410, "unreachable"],
    [413, "too-large"],
    [507, "unreachable"],
  ])("%i by a proxy on the way is no word of the server: %s", async (status, kind) => {
    expect(await failureOf(new Response("<html>", { status }))).toEqual({ kind });
  });
});
