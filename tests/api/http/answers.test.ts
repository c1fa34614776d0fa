import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { Hono } from "hono";
import { describe, expect, it, test } from "vitest";
import type { AppEnv } from "#api/http/context.ts";
import { handleError } from "#api/http/handle-error.ts";
import { QueueFull } from "#api/platform/turns.ts";
import { testApp } from "#tests/support/app.ts";
import { linkTo } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor, serve } = await testApp();
const owner = await person();
const recording = await recordingOf(database, owner);
const link = await linkTo(owner, recording);

describe("what belongs to somebody", () => {
  it.each([
    ["their account", owner, "/user"],
    ["their library", owner, "/recordings"],
    ["their recording", owner, `/recordings/${recording}`],
    ["its discussion", owner, `/recordings/${recording}/comments`],
    ["their notices", owner, "/notices"],
    ["what a link opens, with its token for the bytes", visitor, `/shared/${link.share_token}`],
    ["what it does not open", visitor, "/shared/nobody-made-this-link-ever"],
    ["what is asked without a session", visitor, "/user"],
  ])("is kept by no cache: %s", async (_, who, path) => {
    const answer = await who.call("GET", path);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });
});

test("a load balancer that names no host, as in HTTP/1.0, reaches the address it asks for", async () => {
  const socket = connect({ port: serve().port ?? 0, host: "127.0.0.1" });
  socket.write("GET /healthz HTTP/1.0\r\n\r\n");
  const answer = await text(socket);
  expect([answer.split("\r\n", 1)[0], answer.split("\r\n\r\n").at(-1)]).toEqual([
    "HTTP/1.1 200 OK",
    '{"ok":true}',
  ]);
});

test("what a request without a host sends as a form or as a plain text is read", async () => {
  const ask = async (path: string, type: string, body: string, who = "") => {
    const socket = connect({ port: serve().port ?? 0, host: "127.0.0.1" });
    socket.write(
      `POST /api${path} HTTP/1.0\r\n${who}Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    return (await text(socket)).split("\r\n", 1)[0];
  };
  const field = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const form = `${field("language", "en")}${field("content", "1\n00:00:00,000 --> 00:00:01,000\nHi")}--x--\r\n`;
  const who = `Authorization: Bearer ${owner.token}\r\n`;
  expect(
    await ask(
      `/recordings/${recording}/subtitles/upload`,
      "multipart/form-data; boundary=x",
      form,
      who,
    ),
  ).toBe("HTTP/1.1 201 Created");
  const { media } = await (await visitor.call("GET", `/shared/${link.share_token}`)).json();
  const watched = JSON.stringify({ view_id: crypto.randomUUID(), n: 1, ranges: [[1, 4]] });
  expect(
    await ask(`/recordings/${recording}/watched?token=${media.token}`, "text/plain", watched),
  ).toBe("HTTP/1.1 204 No Content");
});

describe("a server that has too much to do", () => {
  it("says so, and not that something went wrong", async () => {
    const app = new Hono<AppEnv>().onError(handleError).get("/", () => {
      throw new QueueFull();
    });
    const answer = await app.request("/");
    expect([answer.status, (await answer.json()).error]).toEqual([
      429,
      "Too much is waiting already. Please wait a moment and try again.",
    ]);
  });
});

describe("a server that fails", () => {
  it("shows the id under which its log tells why, and nothing else", async () => {
    await database.pool`alter table public.preferences rename to lost`;
    const answer = await owner.call("GET", "/user/preferences");
    await database.pool`alter table public.lost rename to preferences`;
    const id = answer.headers.get("X-Request-Id");
    const message = `Something went wrong on our side. Please try again. (Request ${id})`;
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      error: message,
      message,
      code: "internal",
      request_id: id,
    });
  });
});
