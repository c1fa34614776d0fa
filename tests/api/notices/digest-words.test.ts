import { describe, expect, it } from "vitest";
import { type DigestNotice, writeDigest } from "#api/features/notices/write-digest.ts";

const notice: DigestNotice = {
  id: "1",
  kind: "comment",
  recording_id: "r",
  recording_title: "The demo",
  excerpt: null,
  actor_username: "Gus",
  share_token: null,
  share_label: null,
};
const ORIGIN = "https://kinora.example";
const VIDEO = `${ORIGIN}/video/r`;

describe("a letter", () => {
  it.each<[Partial<DigestNotice>, string, string]>([
    [{}, "Gus commented on “The demo”", VIDEO],
    [{ actor_username: null }, "Somebody commented on “The demo”", VIDEO],
    [{ recording_title: null }, "Gus commented on a recording", VIDEO],
    [{ kind: "reply" }, "Gus replied to you on “The demo”", VIDEO],
    [{ share_token: "token" }, "Gus commented on “The demo”", `${ORIGIN}/shared/token?v=r`],
    [{ kind: "first_view" }, "Gus opened your link to “The demo” for the first time", VIDEO],
    [
      { kind: "first_view", share_label: "Team" },
      "Gus opened your link “Team” to “The demo” for the first time",
      VIDEO,
    ],
    [{ kind: "link_asked" }, "Gus cannot open your link and asks for another to “The demo”", VIDEO],
    [
      { kind: "video_deleted", recording_id: null },
      "An admin of this server has deleted “The demo”",
      `${ORIGIN}/my-recordings`,
    ],
  ])("of %j says %s", (about, headline, address) => {
    const { subject, text } = writeDigest([{ ...notice, ...about }], ORIGIN);
    expect(subject).toBe(headline);
    expect(text.split("\n").slice(0, 2)).toEqual([headline, address]);
  });

  it("of two says how many there are, and each of them", () => {
    const { subject, text } = writeDigest([notice, { ...notice, kind: "reply" }], ORIGIN);
    expect(subject).toBe("2 new notices in Kinora");
    expect(text).toContain("Gus commented on");
    expect(text).toContain("Gus replied to you on");
  });
});
