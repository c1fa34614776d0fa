import { describe, expect, it } from "vitest";
import { CreateShare } from "#contract/shares.ts";
import { type Draft, emptyDraft, requestOf, whoCanOpen } from "#web/features/shares/draft.ts";

const now = new Date(2026, 10, 20, 18, 5).getTime();
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

describe("who can open it, in words", () => {
  it.each<[Partial<Draft>, string]>([
    [{}, "Anyone who has the link can watch, until you revoke the link."],
    [
      { password: "open" },
      "Anyone who has the link and the password can watch, until you revoke the link.",
    ],
    [{ expiry: "24" }, "Anyone who has the link can watch, until Nov 21, 2026, 18:05."],
    [
      { who: "private", email: "ada@example.com" },
      "Only ada@example.com can watch, signed in with that address, until you revoke the link.",
    ],
    [
      { who: "private", password: "open" },
      "Only that person can watch, signed in with that address and with the password, until you revoke the link.",
    ],
  ])("%o", (part, sentence) => {
    expect(whoCanOpen(draft(part), now, true)[0]).toBe(sentence);
  });

  it.each<[Partial<Draft>, RegExp]>([
    [{}, /cannot download or change it/],
    [{ allowDownload: true }, /can download it/],
    [{ permission: "edit" }, /rename the video, edit its subtitles and download it\.$/],
    [{ permission: "edit", allowDownload: true }, /Everybody can download it\.$/],
  ])("what they may do: %o", (part, sentence) => {
    expect(whoCanOpen(draft(part), now, true)[1]).toMatch(sentence);
  });

  it.each<[Partial<Draft>, boolean, RegExp | undefined]>([
    [{}, false, undefined],
    [{ who: "private" }, true, /^A letter asks them/],
    [{ who: "private" }, false, /^A password keeps out/],
    [{ who: "private", password: "open" }, false, undefined],
  ])("how an address is shown to be theirs: %o, letters: %s", (part, canSendMail, sentences) => {
    const [, ...said] = whoCanOpen(draft(part), now, canSendMail);
    const proof = said.slice(0, -1).join(" ");
    expect(proof).toMatch(sentences ?? /^$/);
  });
});
