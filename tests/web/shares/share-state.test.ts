// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { shareWith } from "#tests/web/lib/shares.ts";
import { factsOf, isExpired } from "#web/features/shares/share-row.tsx";

const now = Date.parse("2026-11-20T18:00:00Z");

describe("a link", () => {
  it("expires while the dialog stands open", () => {
    const soon = shareWith({ expires_at: "2026-11-20T18:00:10Z" });
    expect(isExpired(soon, now)).toBe(false);
    expect(isExpired(soon, now + 10_000)).toBe(true);
  });

  it("says what it is in a few words each", () => {
    expect(factsOf(shareWith(), now)).toEqual([
      "Anyone with the link",
      "Can watch",
      "0 views",
      "No expiry",
    ]);
    const locked = shareWith({
      is_public: false,
      allowed_email: "ada@example.com",
      permission_type: "edit",
      has_password: true,
      allow_download: true,
      view_count: 1,
      expires_at: "2026-11-21T18:00:00Z",
    });
    expect(factsOf(locked, now)).toEqual([
      "ada@example.com",
      "Can edit",
      "Password",
      "1 view",
      "Expires in 1 day",
    ]);
    const open = shareWith({ guests_may_comment: true, watch_live: false, allow_download: true });
    expect(factsOf(open, now).slice(2, 5)).toEqual([
      "Downloads",
      "Guests comment",
      "Not while recording",
    ]);
    expect(factsOf(shareWith({ expires_at: "2026-11-20T16:00:00Z" }), now).at(-1)).toBe(
      "Expired 2 hours ago",
    );
  });
});
