// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { useDownload } from "#web/features/recordings/download.ts";
import { errorsLeftBehind } from "#web/ui/layers/toast.ts";

let followed: string[];
beforeEach(() => {
  followed = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    followed.push(`${this.hasAttribute("download")} ${this.getAttribute("href")}`);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const HEAD = "HEAD /recordings/r/download";
const GET = "GET /recordings/r/download";

async function download(table: Parameters<typeof answers>[0], isOwners = true) {
  const asked = answers({
    "POST /recordings/r/media-token": { token: "t", expires_at: "2999-11-22T19:31:00.000Z" },
    ...table,
  });
  const client = new QueryClient();
  const problems: true[] = [];
  const onProblem = isOwners ? () => problems.push(true) : undefined;
  const { result } = renderHook(() => useDownload(onProblem), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  await act(() => result.current("r"));
  return { asked: asked.map(([call]) => call), problems };
}

describe("a download", () => {
  it("is the browser's own, by an address that carries the token, once the server would serve it", async () => {
    const { asked, problems } = await download({ [HEAD]: new Response(null) });
    expect(asked).toEqual(["POST /recordings/r/media-token", HEAD]);
    expect(followed).toEqual(["true /api/recordings/r/download?token=t"]);
    expect(problems).toEqual([]);
  });

  it("may be served by the storage", async () => {
    const away = Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" });
    Object.defineProperty(away, "clone", { value: () => away });
    const { asked } = await download({ [HEAD]: away });
    expect(asked).not.toContain(GET);
    expect(followed).toHaveLength(1);
  });

  it.each([
    ["It is being moved.", "It is being moved.", 0],
    ["", "Failed to download recording", 0],
    [
      "Google Drive refused the refresh token.",
      "Google Drive not connected. Connect it in Settings, then try again.",
      1,
    ],
  ])("that is refused because of '%s' says so, and saves nothing", async (why, said, leads) => {
    const no = refusal(409, why);
    const { asked, problems } = await download({
      [HEAD]: new Response(null, { status: 409 }),
      [GET]: no,
    });
    expect(asked.slice(1)).toEqual([HEAD, GET]);
    expect(followed).toEqual([]);
    await screen.findByText(said);
    expect(problems).toHaveLength(leads);
    errorsLeftBehind();
    const stays = () => screen.queryByText(said) !== null;
    if (leads) expect(stays(), "it is read on the next page").toBe(true);
    else await expect.poll(stays).toBe(false);
  });

  it("of somebody else's drive that is not connected says so in the server's words", async () => {
    const why = "Google Drive is not connected. Its owner can connect it again.";
    await download(
      { [HEAD]: new Response(null, { status: 503 }), [GET]: refusal(503, why) },
      false,
    );
    await screen.findByText(why);
  });
});
