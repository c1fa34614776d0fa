import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "#contract/operations.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { jpeg, sheetQuery } from "#tests/support/jpeg.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { saveVideo } from "#tests/support/saving.ts";

const { person, visitor } = await testApp();

const SRT = "1\n00:00:01,000 --> 00:00:02,000\nHello\n";

let owner: SignedIn;
let at: string;
let subtitle: string;
let link: Record<string, string>;
beforeAll(async () => {
  owner = await person();
  at = `/recordings/${(await saveVideo(owner)).id}`;
  const picture = Buffer.from(jpeg());
  const asJpeg = { "Content-Type": "image/jpeg" };
  await owner.call("POST", `${at}/thumbnail`, picture, asJpeg);
  await owner.call("POST", `${at}/contact-sheet?${sheetQuery}`, picture, asJpeg);
  subtitle = (await (await owner.call("POST", `${at}/subtitles/upload`, { content: SRT })).json())
    .id;
  link = through(await linkTo(owner, at.split("/")[2] ?? "", { allow_download: true }));
});

const calls = operations
  .filter(({ access, call }) => access === "media" && call.startsWith("GET "))
  .filter(({ call }) => !call.endsWith("/live")) // no cache keeps what grows
  .map(({ call }) => call);

describe("what a player or a picture loads", () => {
  it("is of six kinds", () => {
    expect(calls).toHaveLength(6);
  });

  it.each(calls)("is kept by a cache for whoever asked so: %s", async (call) => {
    const path = call.replace("GET /recordings/{id}", at).replace("{subtitleId}", subtitle);
    const token = (await (await owner.call("POST", `${at}/media-token`)).json()).token;
    const addresses = [path, `${path}?token=${token}`, `${path}?token=${token}`];
    for (const address of addresses) {
      const who = address === path ? owner : visitor;
      await expectToVary(await who.call("GET", address));
      await expectToVary(await who.call("GET", address, undefined, { Range: "bytes=0-9" }));
      await expectToVary(await who.call("HEAD", address));
    }
    const answer = await visitor.call("GET", path, undefined, link);
    await expectToVary(answer);
    const etag = answer.headers.get("ETag");
    if (etag) {
      const again = await owner.call("GET", path, undefined, { "If-None-Match": etag });
      expect([200, 304]).toContain(again.status);
      await expectToVary(again);
    }
  });
});

async function expectToVary(answer: Response) {
  expect(answer.status, await answer.text()).toBeLessThan(400);
  const vary = answer.headers.get("Vary") ?? "";
  expect(vary.split(", ")).toEqual(
    expect.arrayContaining(["Authorization", "X-Share-Token", "X-Share-Unlock"]),
  );
}
