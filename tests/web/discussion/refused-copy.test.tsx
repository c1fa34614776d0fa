// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { commentWith } from "#tests/web/lib/comments.ts";
import { CommentItem } from "#web/features/discussion/thread.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test.each(["Copy text", "Copy link to comment"])(
  "a browser that refuses to do so for “%s” does not do so without a word",
  async (name) => {
    userEvent.setup();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("No"));
    const comment = commentWith({});
    render(
      <QueryClientProvider client={new QueryClient()}>
        <CommentItem
          scope={{ recordingId: comment.recording_id }}
          {...{ comment, canTakePart: true, onJump: vi.fn(), onReply: vi.fn() }}
        />
      </QueryClientProvider>,
    );
    await userEvent.click(screen.getByRole("button", { name: "More about the comment by Eve" }));
    fireEvent.click(await screen.findByRole("menuitem", { name }));
    expect(await screen.findByText("The browser refused to copy.")).toBeDefined();
  },
);
