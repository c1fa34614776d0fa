// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answeringServer } from "#tests/web/lib/answering-server.ts";
import { diagnose } from "#web/features/player/failure.ts";
import { initialPlayback } from "#web/features/player/playback.ts";
import { Buffering, Failed } from "#web/features/player/player.tsx";

const server = await answeringServer();
afterAll(server.stop);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The bytes that were asked for. */
let asked: (string | undefined)[];
beforeEach(() => {
  asked = [];
});

/** A video of a thousand bytes, refused from this byte on. */
function refusedFrom(refusedAt: number, status: number, body: unknown) {
  server.state.answer = ({ headers }) => {
    asked.push(headers.range);
    const at = Number(/^bytes=(\d+)/.exec(headers.range ?? "")?.[1]);
    if (at >= refusedAt) return { status, body };
    return { status: 206, body: "x", headers: { "Content-Range": `bytes ${at}-${at}/1000` } };
  };
}

const QUOTA =
  "Google has let this recording be fetched very often today, and does so again in some hours.";
const quota = { error: QUOTA, message: QUOTA, code: "drive_download_limit" };

describe("a video that does not play on", () => {
  it("is tried again by whoever wants to, unless it is gone", () => {
    for (const why of ["offline", "server", "unplayable"] as const) {
      let tries = 0;
      render(<Failed failure={{ why }} onRetry={() => tries++} />);
      screen.getByRole("button", { name: "Retry" }).click();
      expect(tries, why).toBe(1);
      cleanup();
    }
    render(<Failed failure={{ why: "gone" }} onRetry={() => {}} />);
    expect(screen.getByText("This recording is no longer available")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is offline where nobody answers", async () => {
    expect(await diagnose("http://127.0.0.1:9/stream", 0.5)).toEqual({ why: "offline" });
  });

  it.each([
    [{ waiting: true }, "Loading…"],
    [{ phase: "recovering" }, "Loading again…"],
    [{ phase: "diagnosing", waiting: true }, "Loading again…"],
    [{ phase: "playing" }, undefined],
    [{ phase: "failed" }, undefined],
  ] as const)("says of %o: %s", (part, words) => {
    render(<Buffering playback={{ ...initialPlayback(60), ...part }} />);
    expect(screen.queryByRole("status")?.textContent).toBe(words);
  });

  it("says what the server says about it", async () => {
    refusedFrom(0, 503, quota);
    const failure = await diagnose(`${server.origin}stream`, 0);
    expect(failure).toEqual({ why: "server", said: QUOTA });
    render(<Failed failure={failure} onRetry={() => {}} />);
    expect(screen.getByRole("alert").textContent).toContain(QUOTA);
    expect(screen.queryByText("Failed to load video")).toBeNull();
    expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
  });

  it("has the server's words where its file is lost, and is not tried again", async () => {
    const said = "The file of this recording is lost.";
    refusedFrom(500, 404, { error: said, message: said, code: "file_gone" });
    const failure = await diagnose(`${server.origin}stream`, 0.5);
    expect(failure).toEqual({ why: "gone", said });
    render(<Failed failure={failure} onRetry={() => {}} />);
    expect(screen.getByRole("alert").textContent).toBe(
      `This recording is no longer available${said}`,
    );
    refusedFrom(0, 404, { error: "Not found", message: "Not found", code: "not_found" });
    expect(await diagnose(`${server.origin}stream`, 0.5)).toEqual({ why: "gone" });
  });

  it.each([404, 403, 502])("is tried again where a proxy on the way answers %i", async (status) => {
    for (const body of ["<h1>No</h1>", { message: "forbidden" }]) {
      refusedFrom(0, status, body);
      expect(await diagnose(`${server.origin}stream`, 0)).toEqual({ why: "server" });
    }
  });

  it("is told without the server's words where the network ends in the middle of them", async () => {
    const cut = new ReadableStream({ start: (words) => words.error(new TypeError("cut off")) });
    vi.stubGlobal("fetch", async () => new Response(cut, { status: 503 }));
    expect(await diagnose("/stream", 0)).toEqual({ why: "server" });
  });

  it("is offline where the network swallows the question", async () => {
    const deadline = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(deadline.signal);
    // As of a request, which ends with its own failure when it is given up.
    vi.stubGlobal(
      "fetch",
      (_: unknown, { signal }: RequestInit) =>
        new Promise((_, fail) => signal?.addEventListener("abort", fail)),
    );
    const failure = diagnose("/stream", 0);
    deadline.abort();
    expect(await failure).toEqual({ why: "offline" });
  });

  it("is asked for where it broke: its beginning may still be had", async () => {
    refusedFrom(500, 503, quota);
    expect(await diagnose(`${server.origin}stream`, 0.6)).toEqual({ why: "server", said: QUOTA });
    expect(asked).toEqual(["bytes=0-0", "bytes=600-600"]);
    expect(await diagnose(`${server.origin}stream`, 0.4)).toEqual({ why: "unplayable" });
    asked = [];
    expect(await diagnose(`${server.origin}stream`, 1), "its last byte").toMatchObject({
      why: "server",
    });
    expect(asked).toEqual(["bytes=0-0", "bytes=999-999"]);
    asked = [];
    await diagnose(`${server.origin}stream`, 0);
    expect(asked).toEqual(["bytes=0-0"]);
  });

  it("says ours where the server had no words, and where we know better", async () => {
    refusedFrom(0, 502, "<h1>Bad gateway</h1>");
    const failure = await diagnose(`${server.origin}stream`, 0.5);
    expect(failure).toEqual({ why: "server", said: undefined });
    render(<Failed failure={failure} onRetry={() => {}} />);
    expect(screen.getByText("Failed to load video")).toBeTruthy();
    refusedFrom(0, 404, { error: "Not found", message: "Not found", code: "not_found" });
    expect(await diagnose(`${server.origin}stream`, 0)).toEqual({ why: "gone" });
  });
});
