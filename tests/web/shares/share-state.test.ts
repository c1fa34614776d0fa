import { describe, expect, it } from "vitest";
import type { Share } from "#contract/shares.ts";
import { factsOf, isExpired } from "#web/features/shares/share-state.ts";

const now = Date.parse("2026-11-20T18:00:00Z");
const share = (part: Partial<Share> = {}): Share => ({
  id: "s",
  recording_id: "r",
  share_token: "t",
  label: "",
  permission_type: "view",
  is_public: true,
  allowed_email: null,
  allow_download: false,
  has_password: false,
  expires_at: null,
  is_expired: false,
  view_count: 0,
  last_viewed_at: null,
  created_at: "2026-11-20T17:00:00Z",
  ...part,
});

describe("a link", () => {
  it("expires while the dialog stands open", () => {
    const soon = share({ expires_at: "2026-11-20T18:00:10Z" });
    expect(isExpired(soon, now)).toBe(false);
    expect(isExpired(soon, now + 10_000)).toBe(true);
  });

  it("says what it is in a few words each", () => {
    expect(factsOf(share(), now)).toEqual([
      "Anyone with the link",
      "Can view",
      "0 views",
      "No expiry",
    ]);
    const locked = share({
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
    expect(factsOf(share({ expires_at: "2026-11-20T16:00:00Z" }), now).at(-1)).toBe(
      "Expired 2 hours ago",
    );
  });
});
