// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Comment } from "#contract/discussion.ts";
import { answers } from "#tests/web/lib/answers.ts";
import { commentWith } from "#tests/web/lib/comments.ts";
import { commentDownload, discussionAsText } from "#web/data/comment-work.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";

const recordingId = "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a02";
const path = `/recordings/${recordingId}/comments`;

beforeAll(loadToasts);
afterEach(() => void vi.restoreAllMocks());

describe("a discussion as text", () => {
  it("has a line for each comment: its moment, whose it is, its words, and whether it is done", async () => {
    const first = crypto.randomUUID();
    const said = [
      commentWith({ id: first, at_seconds: 75.4, content: "Shorter,\nplease", done: true }),
      commentWith({ parent_comment_id: first, username: "Ada", content: "Yes.\nNow?" }),
      commentWith({ content: "Well done" }),
    ];
    answers({ [`GET ${path}`]: { comments: said, total: 3, has_more: false } });
    expect(await discussionAsText({ recordingId })).toBe(
      ["1:15 Eve: Shorter,", "  please (done)", "  Ada: Yes.", "    Now?", "Eve: Well done"].join(
        "\n",
      ),
    );
  });

  it("is all of it, however many pages it has", async () => {
    const said = Array.from({ length: 501 }, (_, n) => commentWith({ content: `${n}` }));
    answers({
      [`GET ${path}`]: (_body, query) => {
        const from = Number(query.get("offset"));
        const comments: Comment[] = said.slice(from, from + Number(query.get("limit")));
        return { comments, total: 501, has_more: from + comments.length < said.length };
      },
    });
    const lines = (await discussionAsText({ recordingId })).split("\n");
    expect(lines).toEqual(said.map(({ content }) => `Eve: ${content}`));
  });
});

describe("a discussion as a file", () => {
  it.each(["csv", "md"] as const)("comes as %s, with the rights of the link", async (format) => {
    let given: HTMLAnchorElement | undefined;
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      given = this;
    });
    const asked: unknown[] = [];
    vi.stubGlobal("fetch", async (url: string, { headers }: RequestInit) => {
      asked.push([url, new Headers(headers).get("X-Share-Token")]);
      return new Response("words");
    });
    const cache = new QueryClient();
    const scope = { recordingId, shareToken: "link" };
    await cache.getMutationCache().build(cache, commentDownload(scope)).execute(format);
    vi.unstubAllGlobals();
    expect(asked).toEqual([[`/api${path}.${format}`, "link"]]);
    expect(given?.download).toBe(`comments.${format}`);
  });
});
