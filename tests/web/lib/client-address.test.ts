// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { readAddress } from "#web/lib/client-address.ts";

describe("the answer of an address service", () => {
  it.each([
    ["203.0.113.7\n", "203.0.113.7"],
    ['{"ip":"203.0.113.7"}', "203.0.113.7"],
    ["2001:db8::8a2e:370:7334", "2001:db8::8a2e:370:7334"],
    ['{"ip":"2001:db8:0:0:0:0:0:1"}', "2001:db8:0:0:0:0:0:1"],
  ])("%j holds %s", (answer, address) => {
    expect(readAddress(answer)).toBe(address);
  });

  it("may hold none", () => {
    expect(readAddress("<h1>Service unavailable</h1>")).toBeUndefined();
  });
});
