// @vitest-environment happy-dom
import { MutationObserver } from "@tanstack/react-query";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { CreateShare, type Share } from "#contract/shares.ts";
import { answeringServer } from "#tests/web/lib/answering-server.ts";
import { shareWith } from "#tests/web/lib/shares.ts";
import { createShare, findPublicShare, isUsualLink, sharesQuery } from "#web/data/shares.ts";
import { createQueryClient } from "#web/lib/query.ts";

const server = await answeringServer();
afterAll(() => server.stop());

const recordingId = crypto.randomUUID();
const share = (part: Partial<Share> = {}) => shareWith({ recording_id: recordingId, ...part });
const soon = new Date(Date.now() + 3_600_000).toISOString();

/** Links that somebody who copies 'the link' does not mean. */
const notForAnyone: [what: string, Partial<Share>][] = [
  ["ends", { expires_at: soon }],
  ["has a password", { has_password: true }],
  ["lets others download", { allow_download: true }],
  ["was made for a purpose", { label: "For the client" }],
  ["lets others edit", { permission_type: "edit" }],
  ["lets guests comment", { guests_may_comment: true }],
  ["is for one person", { is_public: false, allowed_email: "ada@example.com" }],
];

let made: Share;
let calls: string[];
let there: Share[];
beforeEach(() => {
  [made, calls, there] = [share(), [], []];
  server.state.answer = ({ method = "" }) => {
    calls.push(method);
    return method === "POST" ? { status: 201, body: made } : { body: { shares: there } };
  };
});

/** The link that a press on the quick link gives. */
const quickLink = (known?: Share, cache = createQueryClient()) =>
  new MutationObserver(cache, findPublicShare).mutate({ recordingId, known });

describe("the quick public link", () => {
  it.each(notForAnyone)("is never one that %s: another is made", async (_, part) => {
    there = [share(part)];
    expect(await quickLink()).toEqual(made);
    expect(calls).toEqual(["GET", "POST"]);
  });

  it("is the one there is that opens for anyone, for ever, whatever stands before it", async () => {
    const plain = share();
    there = [...notForAnyone.map(([, part]) => share(part)), plain, share()];
    expect(await quickLink()).toEqual(plain);
    expect(calls).toEqual(["GET"]);
  });

  it("is made where there is none, and is then of that kind without anybody choosing", async () => {
    expect(await quickLink()).toEqual(made);
    const { expires_in_hours, password, ...chosen } = CreateShare.parse({});
    expect([expires_in_hours, password]).toEqual([null, undefined]);
    expect(isUsualLink({ ...share(), ...chosen, allowed_email: null })).toBe(true);
  });

  it("is had again without the server, but not for another recording", async () => {
    const cache = createQueryClient();
    const known = await quickLink(undefined, cache);
    calls = [];
    expect(await quickLink(known, cache)).toEqual(known);
    expect(calls).toEqual([]);
    expect(await quickLink(shareWith())).toEqual(made);
  });

  it("is one, however quickly it is asked for twice", async () => {
    const cache = createQueryClient();
    const links = await Promise.all([quickLink(undefined, cache), quickLink(undefined, cache)]);
    expect(links).toEqual([made, made]);
    expect(calls).toEqual(["GET", "POST"]);
  });

  it("is another once the first was changed on this page", async () => {
    const cache = createQueryClient();
    const known = await quickLink(undefined, cache);
    cache.setQueryData(sharesQuery(recordingId).queryKey, [{ ...known, allow_download: true }]);
    made = share();
    expect(await quickLink(known, cache)).toEqual(made);
  });
});

describe("a link that somebody asks for", () => {
  const ask = (part: Partial<CreateShare>) =>
    new MutationObserver(createQueryClient(), createShare(recordingId)).mutate({
      ...CreateShare.parse({}),
      ...part,
    });

  it("is the quick one, where that is what they ask for", async () => {
    const plain = share();
    there = [plain];
    expect(await ask({})).toEqual(plain);
    expect(calls).toEqual(["GET"]);
  });

  it.each<Partial<CreateShare>>([
    { permission_type: "edit" },
    { is_public: false, allowed_email: "ada@example.com" },
    { expires_in_hours: 24 },
    { password: "open sesame" },
    { label: "For the client" },
    { allow_download: true },
    { guests_may_comment: true },
    { watch_live: false },
  ])("is made where they ask for %o", async (part) => {
    there = [share()];
    expect(await ask(part)).toEqual(made);
    expect(calls).toEqual(["POST"]);
  });
});
