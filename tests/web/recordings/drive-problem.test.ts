import { describe, expect, it } from "vitest";
import { isDriveProblem } from "#web/lib/drive-problem.ts";

describe("a refusal by the server", () => {
  it.each([
    ["Google Drive refused the file", true],
    ["Please connect your drive", true],
    ["The authentication has ended", true],
    ["You are not connected", true],
    ["The refresh token is invalid", true],
    ["Your storage is full. Delete recordings or choose a larger plan.", false],
    ["Not found", false],
  ])("'%s' is about the drive: %s", (text, isDrive) => {
    expect(isDriveProblem(text)).toBe(isDrive);
  });
});
