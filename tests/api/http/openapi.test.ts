import { beforeAll, describe, expect, it } from "vitest";
import { tooMany } from "#api/http/errors.ts";
import { mimeTypes } from "#api/media/sniff.ts";
import type { Share } from "#contract/shares.ts";
import { type SignedIn, testApp, type Visitor } from "#tests/support/app.ts";
import {
  answerOf,
  callNamed,
  differences,
  document,
  documentedCalls,
  parametersOf,
} from "#tests/support/documented.ts";
import { jpeg, sheetQuery } from "#tests/support/jpeg.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { saveVideo, videoForm } from "#tests/support/saving.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

const app = await testApp();
const { routes, request, person, visitor } = app;

describe("the document", () => {
  it("is what the server answers with", async () => {
    const answer = await request("/api/openapi.json");
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it("has every served call, with each parameter of its address", () => {
    const served = routes.filter(
      ({ method, path }) =>
        method !== "ALL" && /^\/api\/(?!docs$|openapi)/.test(path) && !path.endsWith("*"),
    );
    const documented = documentedCalls.map((one) => {
      const inPath = parametersOf(one).filter((parameter) => parameter.in === "path");
      return shape(`${one.method} /api${one.path}`, inPath.length);
    });
    const missing = served
      .map(({ method, path }) => shape(`${method} ${path}`, path.split("/:").length - 1))
      .filter((call) => !documented.includes(call));
    expect(served.length).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });

  it("names every schema of a body and of an answer", () => {
    const schemas = documentedCalls.flatMap(({ call }) => [
      ...Object.entries(call.requestBody?.content ?? {}),
      ...Object.keys(call.responses).flatMap((status) =>
        Object.entries(answerOf(call, Number(status))?.content ?? {}),
      ),
    ]);
    const ofJson = schemas.filter(([type]) => type === "application/json");
    expect(ofJson.length).toBeGreaterThan(100);
    expect(ofJson.filter(([, { schema }]) => !("$ref" in schema))).toEqual([]);
  });

  it("says of every call that anybody may make that it can be made too often", async () => {
    const takeToken = async () => {
      throw tooMany("Too often", 1);
    };
    const full = await testApp({}, { takeToken });
    const refused = await Promise.all(
      documentedCalls.map(async (one) => {
        const path = one.path.replaceAll(/\{\w+\}/g, crypto.randomUUID());
        const { status } = await full.visitor.call(one.method, path);
        return status === 429 ? one : undefined;
      }),
    );
    const limited = refused.filter((one) => one !== undefined);
    expect(limited.length).toBeGreaterThan(5);
    expect(limited.filter(({ call }) => !answerOf(call, 429)).map(({ path }) => path)).toEqual([]);
    expect(answerOf(callNamed("downloadTakeout").call, 401), "the session has ended").toBeDefined();
  });

  it("has what one enters with wherever that is read", () => {
    const parametersNamed = (id: string) => parametersOf(callNamed(id)).map(({ name }) => name);
    const ofLinks = ["X-Share-Token", "X-Share-Unlock", "share", "unlock"];
    expect(parametersNamed("getRecording")).toEqual(expect.arrayContaining(ofLinks));
    expect(parametersNamed("streamRecording")).toEqual(
      expect.arrayContaining([...ofLinks, "token", "Range", "If-Range"]),
    );
    expect(parametersNamed("openShare")).toEqual(
      expect.arrayContaining(["share_token", "X-Share-Unlock"]),
    );
    expect(callNamed("getAccount").call.security).toEqual([{ session: [] }]);
    expect(callNamed("openShare").call.security).toEqual([{}, { session: [] }]);
  });

  it("has each type a video is served as", () => {
    const types = Object.keys(answerOf(callNamed("streamRecording").call, 206)?.content ?? {});
    expect(types.sort()).toEqual([...Object.values(mimeTypes), "application/octet-stream"].sort());
  });

  it("is a page for people, too, where every link leads somewhere", async () => {
    const page = await (await request("/api/docs")).text();
    const targets = [...page.matchAll(/href="#(\w+)"/g)].map(([, name]) => name);
    expect(targets.length).toBeGreaterThan(50);
    expect(targets.filter((name) => !page.includes(`id="${name}"`))).toEqual([]);
    for (const { call } of documentedCalls)
      expect(page).toContain(`<code>${call.operationId}</code>`);
  });
});

describe("an answer is as the document says", () => {
  let owner: SignedIn;
  let admin: SignedIn;
  let recording: string;
  let link: Share;
  let upload: string;
  let clip: Uint8Array;
  beforeAll(async () => {
    [owner, admin] = [await person(), await person({ role: "admin" })];
    clip = await videoBytes("recorded.webm");
    recording = (await saveVideo(owner)).id;
    link = await linkTo(owner, recording, { allow_download: true });
    await owner.call("POST", `/recordings/${recording}/comments`, {
      content: "Look",
      at_seconds: 1,
    });
    await owner.call("POST", `/recordings/${recording}/reactions`, { emoji: "🔥" });
    await owner.call("POST", `/recordings/${recording}/thumbnail`, Buffer.from(jpeg()));
    upload = created(await tusClient(app, owner.token).create({ length: clip.length })).url;
  });

  interface Try {
    id: string;
    status: number;
    as?: () => Visitor;
    to?: () => Record<string, string>;
    query?: string;
    body?: () => unknown;
    headers?: () => Record<string, string>;
  }

  const asOwner = () => owner;
  const ofUpload = () => ({ id: upload.split("/").at(-1) ?? "" });
  const tus = () => ({ "Tus-Resumable": "1.0.0" });
  const part = (bytes: Uint8Array, offset: number) => ({
    body: () => Buffer.from(bytes),
    headers: () => ({
      ...tus(),
      "Content-Type": "application/offset+octet-stream",
      "Content-Length": String(bytes.length),
      "Upload-Offset": String(offset),
    }),
  });
  const metadata = `filename ${btoa("a.webm")},filetype ${btoa("video/webm")},kind ${btoa("recording")}`;
  const nobodys = () => ({ id: crypto.randomUUID() });

  const tries: Try[] = [
    { id: "getConfig", status: 200 },
    {
      id: "register",
      status: 201,
      body: () => ({ username: "Ida", email: "ida@example.org", password: "sesame" }),
    },
    { id: "register", status: 422, body: () => ({ username: "", email: "no", password: "" }) },
    { id: "register", status: 415, body: () => "username=Ida" },
    {
      id: "register",
      status: 400,
      body: () => "{",
      headers: () => ({ "Content-Type": "application/json" }),
    },
    { id: "register", status: 413, body: () => ({ username: "x".repeat(300_000) }) },
    { id: "signIn", status: 200, body: () => ({ email: "ida@example.org", password: "sesame" }) },
    { id: "signIn", status: 401, body: () => ({ email: "ida@example.org", password: "wrong" }) },
    { id: "getAccount", status: 200, as: asOwner },
    { id: "getAccount", status: 401 },
    { id: "getPreferences", status: 200, as: asOwner },
    { id: "listRecordings", status: 200, as: asOwner, query: "?limit=2&sort=title" },
    { id: "listRecordings", status: 400, as: asOwner, query: "?limit=0" },
    { id: "getRecording", status: 200, as: asOwner },
    { id: "getRecording", status: 404, as: asOwner, to: nobodys },
    { id: "getRecording", status: 200, headers: () => through(link) },
    { id: "getReceipt", status: 200, as: asOwner },
    { id: "createMediaToken", status: 200, as: asOwner },
    { id: "renameRecording", status: 200, as: asOwner, body: () => ({ filename: "Named" }) },
    { id: "streamRecording", status: 200, as: asOwner },
    { id: "streamRecording", status: 206, as: asOwner, headers: () => ({ Range: "bytes=0-99" }) },
    { id: "streamRecording", status: 304, as: asOwner, headers: () => ({ "If-None-Match": "*" }) },
    {
      id: "streamRecording",
      status: 416,
      as: asOwner,
      headers: () => ({ Range: "bytes=99999999-" }),
    },
    { id: "headStream", status: 200, as: asOwner },
    { id: "headStream", status: 401 },
    { id: "downloadRecording", status: 200, as: asOwner },
    {
      id: "setThumbnail",
      status: 200,
      as: asOwner,
      body: () => Buffer.from(jpeg()),
      headers: () => ({ "Content-Type": "image/jpeg" }),
    },
    { id: "getThumbnail", status: 200, as: asOwner },
    { id: "headThumbnail", status: 200, as: asOwner },
    {
      id: "setContactSheet",
      status: 200,
      as: asOwner,
      query: `?${sheetQuery}`,
      body: () => Buffer.from(jpeg()),
      headers: () => ({ "Content-Type": "image/jpeg" }),
    },
    { id: "getContactSheet", status: 200, as: asOwner },
    { id: "headContactSheet", status: 200, as: asOwner },
    { id: "saveRecording", status: 201, as: asOwner, body: () => videoForm(clip, "a.webm") },
    { id: "importVideo", status: 415, as: asOwner, body: () => videoForm(clip, "a.txt") },
    { id: "getUploadCapabilities", status: 204, as: asOwner },
    {
      id: "createUpload",
      status: 201,
      as: asOwner,
      headers: () => ({ ...tus(), "Upload-Length": "9", "Upload-Metadata": metadata }),
    },
    { id: "createUpload", status: 400, as: asOwner, headers: tus },
    { id: "getUpload", status: 200, as: asOwner, to: ofUpload, headers: tus },
    { id: "getUpload", status: 412, as: asOwner, to: ofUpload },
    { id: "headUpload", status: 200, as: asOwner, to: ofUpload, headers: tus },
    {
      id: "appendToUpload",
      status: 415,
      as: asOwner,
      to: ofUpload,
      headers: () => ({ ...tus(), "Upload-Offset": "0" }),
    },
    { id: "appendToUpload", status: 409, as: asOwner, to: ofUpload, ...part(new Uint8Array(9), 5) },
    { id: "appendToUpload", status: 204, as: asOwner, to: ofUpload, ...part(new Uint8Array(9), 0) },
    { id: "abandonUpload", status: 204, as: asOwner, to: ofUpload, headers: tus },
    { id: "measureUploadSpeed", status: 200, as: asOwner, body: () => new Uint8Array(9) },
    { id: "listShares", status: 200, as: asOwner },
    { id: "createShare", status: 201, as: asOwner, body: () => ({ label: "For you" }) },
    { id: "createShare", status: 422, as: asOwner, body: () => ({ is_public: false }) },
    { id: "openShare", status: 200, to: () => link },
    { id: "openShare", status: 404, to: () => ({ share_token: "nothing" }) },
    { id: "streamShare", status: 302, to: () => link },
    { id: "getShareThumbnail", status: 302, to: () => link },
    { id: "getOEmbed", status: 400 },
    { id: "getOEmbed", status: 404, query: "?url=https://elsewhere.example/shared/x" },
    { id: "listComments", status: 200, headers: () => through(link) },
    { id: "addComment", status: 201, as: asOwner, body: () => ({ content: "Again" }) },
    {
      id: "addComment",
      status: 401,
      body: () => ({ content: "Nobody" }),
      headers: () => through(link),
    },
    { id: "getMarks", status: 200, as: asOwner },
    { id: "getReactions", status: 200, as: asOwner },
    { id: "addReaction", status: 201, as: asOwner, body: () => ({ emoji: "👍" }) },
    { id: "listNotices", status: 200, as: asOwner },
    { id: "readNotices", status: 200, as: asOwner, body: () => ({}) },
    { id: "listPlans", status: 200, as: asOwner },
    { id: "getSubscription", status: 200, as: asOwner },
    { id: "getStorageUsage", status: 200, as: asOwner },
    { id: "createRealtimeToken", status: 200, as: asOwner },
    { id: "getAdminStats", status: 200, as: () => admin },
    { id: "getAdminStats", status: 403, as: asOwner },
    { id: "listUsers", status: 200, as: () => admin },
    { id: "listVideos", status: 200, as: () => admin },
    { id: "listRecentActivity", status: 200, as: () => admin },
    { id: "listActiveUsers", status: 200, as: () => admin },
  ];

  it.each(tries)("$id with $status", async (one) => {
    const documented = callNamed(one.id);
    const { as = () => visitor, to = () => ({ id: recording }), query = "", body, headers } = one;
    const place: Record<string, unknown> = to();
    const address = documented.path.replaceAll(/\{(\w+)\}/g, (_, name) => String(place[name]));
    const answer = await as().call(documented.method, address + query, body?.(), headers?.());
    expect(answer.status).toBe(one.status);
    expect(await differences(documented, answer)).toEqual([]);
  });
});

/** The same address, whatever its parameters are called, and as many of them. */
const shape = (call: string, parameters: number) =>
  `${call.replaceAll(/:\w+(\{[^}]*\})?|\{\w+\}/g, ":").replace(/\/$/, "")} ${parameters}`;
