// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Comment } from "#contract/discussion.ts";
import { commentWith } from "#tests/web/lib/comments.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { commentsQuery } from "#web/data/discussion.ts";
import { Comments } from "#web/features/discussion/comments.tsx";
import type { Writer } from "#web/features/discussion/composer.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

const thread = commentWith({ content: "First", username: "Ben" });
const scope = { recordingId: thread.recording_id };
const guest: Writer = { id: null, username: "Gerda", profile_picture: null };

/** The calls that wait for the server's answer. */
let answering: ((answer: Response) => void)[];
beforeAll(loadToasts);
beforeEach(() => {
  answering = [];
  vi.spyOn(console, "warn").mockImplementation(() => {}); // no realtime here
  vi.stubGlobal("fetch", (_: string, { method }: RequestInit) =>
    method === "POST"
      ? new Promise<Response>((resolve) => answering.push(resolve))
      : Promise.resolve(Response.json({ error: "Away" }, { status: 503 })),
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The comments of a page on which a guest may be known no more, and say a name again. */
function Page() {
  const [isKnown, setKnown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setKnown(!isKnown)}>
        Turn
      </button>
      <Comments
        {...{ scope, user: isKnown ? guest : undefined, isOwner: false, canMark: false }}
        moment={() => 12}
        onJump={() => {}}
        signIn={<p>Say a name</p>}
      />
    </>
  );
}

async function show(...comments: Comment[]) {
  const cache = new QueryClient();
  const page = { comments, total: comments.length, has_more: false };
  cache.setQueryData(commentsQuery(scope, "newest").queryKey, { pages: [page], pageParams: [0] });
  await renderInApp(<Page />, { cache });
  return cache;
}

const field = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label);
const press = (name: string, at = 0) => {
  const button = screen.getAllByRole("button", { name })[at];
  if (button) fireEvent.click(button);
};
const isAnswered = (count: number) => expect.poll(() => answering).toHaveLength(count);

test("a reply that is begun stays while the one before it arrives", async () => {
  const cache = await show(thread);
  press("Reply");
  await userEvent.type(field("Reply to Ben"), "One");
  press("Reply", 1);
  await isAnswered(1);
  await userEvent.type(field("Reply to Ben"), "And two");
  answering[0]?.(Response.json(commentWith({ content: "One", parent_comment_id: thread.id })));
  await expect.poll(() => cache.isMutating()).toBe(0);
  expect(field("Reply to Ben").value).toBe("And two");
});

test.each([
  ["comment", "Add a comment", "Comment"],
  ["reply", "Reply to Ben", "Reply"],
])(
  "the %s of a guest who has to say a name again is still there afterwards",
  async (_, label, act) => {
    await show(thread);
    press("Reply");
    await userEvent.type(field(label), "Words");
    press(act, act === "Reply" ? 1 : 0);
    await isAnswered(1);
    press("Turn");
    expect(screen.getByText("Say a name")).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: label })).toBeNull();
    answering[0]?.(Response.json({ error: "Who", code: "guest_unknown" }, { status: 401 }));
    await screen.findByText(/Failed to add comment/);
    press("Turn");
    expect(field(label).value).toBe("Words");
  },
);
