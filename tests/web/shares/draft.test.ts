import { describe, expect, it } from "vitest";
import { CreateShare, type Share } from "#contract/shares.ts";
import { shareWith } from "#tests/web/lib/shares.ts";
import {
  changeOf,
  type Draft,
  draftOf,
  emptyDraft,
  endsOf,
  requestOf,
} from "#web/features/shares/draft.ts";

const draft = (part: Partial<Draft> = {}): Draft => ({ ...emptyDraft, ...part });

describe("a new link", () => {
  it("is public, for viewing and for ever unless somebody says otherwise", () => {
    expect(requestOf(emptyDraft)).toEqual({
      permission_type: "view",
      is_public: true,
      allowed_email: null,
      expires_in_hours: null,
      label: "",
      allow_download: false,
      guests_may_comment: false,
      watch_live: true,
      password: null,
    });
  });

  it("sends no address with a public link, whatever stands in the field", () => {
    expect(requestOf(draft({ email: "ada@example.com" })).allowed_email).toBeNull();
  });

  it("sends the trimmed address and the hours of a private one", () => {
    const asked = draft({ who: "private", email: " ada@example.com ", expiry: "168" });
    expect(requestOf(asked)).toMatchObject({
      is_public: false,
      allowed_email: "ada@example.com",
      expires_in_hours: 168,
    });
  });

  it("sends a password as it was typed, with its spaces", () => {
    expect(requestOf(draft({ password: " open  sesame " })).password).toBe(" open  sesame ");
  });

  it("is refused by the contract when it is private and names nobody", () => {
    expect(CreateShare.safeParse(requestOf(draft({ who: "private" }))).success).toBe(false);
  });
});

describe("a link that is changed", () => {
  const soon = new Date(2026, 10, 21, 18, 5).toISOString();
  it.each([null, soon])("keeps its end and its password where nobody touched them: %s", (ends) => {
    const share = shareWith({ label: "Team", has_password: true, expires_at: ends });
    expect(changeOf(draftOf(share), share)).toEqual({});
  });

  it("says for whom it is in one: an address alone opens nothing", () => {
    const [open, theirs] = [shareWith(), shareWith({ is_public: false, allowed_email: "a@b.org" })];
    const change = (share: Share, part: Partial<Draft>) =>
      changeOf({ ...draftOf(share), ...part }, share);
    const isFor = (allowed_email: string | null) => ({
      is_public: allowed_email === null,
      allowed_email,
    });
    expect(change(open, { who: "private", email: "a@b.org" })).toEqual(isFor("a@b.org"));
    expect(change(theirs, { email: "c@d.org" })).toEqual(isFor("c@d.org"));
    expect(change(theirs, { who: "public" })).toEqual(isFor(null));
  });

  it("gets another end, also none, and another password", () => {
    const [endless, ending] = [shareWith(), shareWith({ expires_at: soon })];
    const change = (share: Share, part: Partial<Draft>) =>
      changeOf({ ...draftOf(share), ...part }, share);
    expect(change(endless, { expiry: "24" })).toMatchObject({ expires_in_hours: 24 });
    expect(change(ending, { expiry: "never" })).toMatchObject({ expires_in_hours: null });
    expect(change(ending, { password: " open " })).toMatchObject({ password: " open " });
  });

  it("can keep its end only where it has one", () => {
    const labels = (share?: Share) => endsOf(share).map(({ label }) => label);
    const five = [
      "never ends",
      "ends in 1 hour",
      "ends in 24 hours",
      "ends in 7 days",
      "ends in 30 days",
    ];
    expect([labels(), labels(shareWith())]).toEqual([five, five]);
    expect(labels(shareWith({ expires_at: soon }))).toEqual(["ends Nov 21, 2026, 18:05", ...five]);
  });
});
