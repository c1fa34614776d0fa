// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
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

describe("the address that goes with calls", () => {
  const service = vi.fn<() => Promise<Response>>();

  afterEach(() => {
    localStorage.clear();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });

  it("is looked up once at a time, and anew where that failed", async () => {
    vi.stubEnv("CLIENT_IP_URL", "https://where.example/");
    vi.stubGlobal("fetch", service);
    vi.resetModules(); // a page reads once which service there is
    const { addressHeader } = await import("#web/lib/client-address.ts");
    service.mockRejectedValueOnce(new TypeError("No network"));
    service.mockImplementation(async () => new Response("203.0.113.7"));
    expect([addressHeader(), addressHeader()]).toEqual([{}, {}]);
    expect(service).toHaveBeenCalledTimes(1);
    await expect.poll(addressHeader).toEqual({ "X-Client-IP": "203.0.113.7" });
    expect(service).toHaveBeenCalledTimes(2);
  });
});
