import { writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { playerSize } from "#api/features/shares/public-share.ts";
import { tooMany } from "#api/http/errors.ts";
import { testApp } from "#tests/support/app.ts";
import { linkTo } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const ORIGIN = "https://kinora.example";
const { database, person, visitor, request, env, anotherProcess } = await testApp({
  PUBLIC_URL: ORIGIN,
});
const built = "<html><head><title>Kinora</title></head></html>";
writeFileSync(join(env.DATA_DIR, "link.html"), built);
const owner = await person({ username: `Olga "O" <o>` });
const title = `</head><script>alert("$&")</script>`;
const recording = await recordingOf(database, owner, title);

const page = async (path: string) => (await request(path)).text();
const oembed = (query: Record<string, string>) =>
  visitor.call("GET", `/oembed?${new URLSearchParams(query)}`);

describe("the page of a public link", () => {
  it("tells messengers its title, author and player, as text whatever they contain", async () => {
    const { share_token } = await linkTo(owner, recording);
    for (const path of [`/shared/${share_token}`, `/embed/${share_token}`]) {
      const text = await page(path);
      expect(text).not.toContain("<script>");
      expect(text).toContain(
        `<meta property="og:title" content="&lt;/head&gt;&lt;script&gt;alert(&quot;$&amp;&quot;)`,
      );
      expect(text).toContain(
        `content="Olga &quot;O&quot; &lt;o&gt; shared a recording with Kinora"`,
      );
      expect(text).toContain(
        `<meta property="og:video" content="${ORIGIN}/embed/${share_token}" />`,
      );
      expect(text).toContain(`<meta property="og:video:width" content="1280" />`);
      expect(text).toContain(`<meta property="og:video:height" content="720" />`);
      expect(text.indexOf("og:title")).toBeLessThan(text.indexOf("</head>"));
    }
  });

  it("tells them the name of a folder, for which there is no player elsewhere", async () => {
    const { id } = await (await owner.call("POST", "/folders", { name: "Talks" })).json();
    const made = await owner.call("POST", `/folders/${id}/shares`, {});
    const { share_token } = await made.json();
    const text = await page(`/shared/${share_token}`);
    expect(text).toContain(`<meta property="og:title" content="Talks" />`);
    expect(text).toContain("shared a folder with Kinora");
    expect(text).not.toMatch(/og:video|oembed|twitter:player/);
    const url = `${ORIGIN}/shared/${share_token}`;
    expect((await oembed({ url, format: "json" })).status).toBe(404);
  });

  it("says nothing of a link that does not open for everybody", async () => {
    const quiet = await Promise.all([
      linkTo(owner, recording, { is_public: false, allowed_email: "x@y.example" }),
      linkTo(owner, recording, { password: "open sesame" }),
      { share_token: "A".repeat(32) },
    ]);
    for (const { share_token } of quiet) {
      const text = await page(`/shared/${share_token}`);
      expect(text).toBe(built);
    }
  });

  const starting = { code: "57P03" } as never; // no more of an error is read
  it.each([
    ["the database is away", new postgres.PostgresError(starting), 503],
    ["the network asks too much", tooMany("Please wait.", 7), 429],
  ])("is a page also while %s", async (_, trouble, status) => {
    const troubled = anotherProcess({ takeToken: () => Promise.reject(trouble) });
    const answer = await troubled(`/shared/${"A".repeat(32)}`);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([
      status,
      "text/html; charset=UTF-8",
    ]);
    expect(answer.headers.get("Retry-After")).not.toBeNull();
    expect(answer.headers.get("X-Robots-Tag")).toBe("noindex");
    expect(await answer.text()).toBe(built);
  });

  it("has one address, with and without a slash at its end", async () => {
    for (const path of ["/embed/a-link", "/shared/a-link"]) {
      const answer = await request(`${path}/?t=7`);
      expect([answer.status, answer.headers.get("Location")]).toEqual([308, `${path}?t=7`]);
      expect(answer.headers.get("X-Frame-Options")).toBe("DENY");
    }
  });

  it("may stand in other people's pages only as the player, and is never indexed", async () => {
    const { share_token } = await linkTo(owner, recording);
    const shared = await request(`/shared/${share_token}`);
    const embed = await request(`/embed/${share_token}`);
    const unknown = await request(`/shared/${"A".repeat(32)}`);
    expect(shared.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    expect(embed.headers.get("Content-Security-Policy")).toContain("frame-ancestors *");
    expect(embed.headers.get("X-Frame-Options")).toBeNull();
    for (const beside of ["/embed/", "/embed/a/b", `/embed/${share_token}/..%2f..%2flogin`]) {
      const answer = await request(beside);
      expect(answer.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
      expect(answer.headers.get("X-Frame-Options")).toBe("DENY");
    }
    for (const answer of [shared, embed, unknown])
      expect(answer.headers.get("X-Robots-Tag")).toBe("noindex");
  });
});

describe("the picture of a link", () => {
  it("may be shown by other sites, and nothing else of this server may", async () => {
    const { share_token } = await linkTo(owner, recording);
    const policy = async (path: string) =>
      (await request(path)).headers.get("Cross-Origin-Resource-Policy");
    const first = await request(`/api/shared/${share_token}/thumbnail`);
    expect(await policy(first.headers.get("Location") ?? "")).toBe("cross-origin");
    expect(await policy(`/api/shared/${share_token}/thumbnail`)).toBe("cross-origin");
    expect(await policy(`/api/shared/${share_token}`)).toBe("same-origin");
  });
});

describe("oEmbed works", () => {
  it("with a player in the shape of the video that fits", async () => {
    const { share_token } = await linkTo(owner, recording);
    const url = `${ORIGIN}/shared/${share_token}`;
    const answer = await oembed({ url, format: "json", maxwidth: "640" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const rich = await answer.json();
    expect(rich).toMatchObject({ version: "1.0", type: "video", title, width: 640, height: 360 });
    expect(rich.html).toContain(`src="${ORIGIN}/embed/${share_token}" width="640" height="360"`);
    expect(rich).toMatchObject({ provider_name: "Kinora", provider_url: ORIGIN });
    expect(rich.author_name).toBe(owner.username);
    expect(rich.html).not.toContain("<script>");
    const size = async (wishes: Record<string, string>) => {
      const { width, height } = await (await oembed({ url, ...wishes })).json();
      return [width, height];
    };
    expect(await size({})).toEqual([960, 540]);
    expect(await size({ maxheight: "90" })).toEqual([160, 90]);
    expect(await size({ maxwidth: "320", maxheight: "900" })).toEqual([320, 180]);
  });

  it.each([
    ["upright", { width: 1080, height: 1920 }, [960, 1707]],
    ["of no known width", { width: null, height: 720 }, [960, 540]],
    ["of no height", { width: 1280, height: 0 }, [960, 540]],
  ])("whatever a video is: %s", (_, shape, [width, height]) => {
    const known = { title, author_name: "", duration: null, has_thumbnail: false };
    const share = { ...known, is_folder: false, ...shape };
    expect(playerSize(share)).toEqual({ width, height });
  });

  it("with the picture of a recording that has one", async () => {
    const { share_token } = await linkTo(owner, recording);
    const url = `${ORIGIN}/embed/${share_token}`;
    const picture = async () => (await (await oembed({ url })).json()).thumbnail_url;
    const tags = async () => (await page(`/shared/${share_token}`)).includes("og:image");
    expect([await picture(), await tags()]).toEqual([undefined, false]);
    const shown = (path: string | null) => database.pool`
      update public.recordings set thumbnail_path = ${path} where id = ${recording}`;
    await shown("/api/recordings/a-picture");
    const address = `${ORIGIN}/api/shared/${share_token}/thumbnail`;
    expect([await picture(), await tags()]).toEqual([address, true]);
    const sides = { thumbnail_width: 800, thumbnail_height: 800 };
    expect(await (await oembed({ url })).json()).toMatchObject(sides);
    await shown(null);
  });
});

describe("oEmbed refuses", () => {
  it("links that do not open for everybody, and other sites'", async () => {
    const secret = await linkTo(owner, recording, { password: "open sesame" });
    const { share_token } = await linkTo(owner, recording);
    const urls = [
      `${ORIGIN}/shared/${secret.share_token}`,
      `${ORIGIN}/shared/${"A".repeat(32)}`,
      `${ORIGIN}/video/${recording}`,
      `https://elsewhere.example/shared/${share_token}`,
    ];
    for (const url of urls) expect((await oembed({ url })).status).toBe(404);
  });

  it("what is no address, and formats it does not speak", async () => {
    expect((await oembed({ url: "nonsense" })).status).toBe(400);
    expect((await oembed({ url: ORIGIN, format: "xml" })).status).toBe(400);
  });
});
