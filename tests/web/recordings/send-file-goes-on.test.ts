// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from "vitest";
import { answeringServer } from "#tests/web/lib/answering-server.ts";
import { ada } from "#tests/web/lib/people.ts";
import { fingerprint, recall, remember } from "#web/features/recordings/import/unfinished.ts";
import { sendFile } from "#web/features/recordings/import/use-imports.ts";
import { session, signIn, signOut } from "#web/lib/session.ts";

const film = new File(["0123456789"], "Ünï film.mp4", { type: "video/mp4", lastModified: 1 });
const key = fingerprint(ada.id, film);
const left = { url: "/api/uploads/9", name: film.name, size: 10, sent: 4 };

let server: Awaited<ReturnType<typeof answeringServer>>;
let asked: string[];
let metadata: string[];
let said: string[];
let sending: ReturnType<typeof sendFile> | undefined;
/** How the server answers, by method; it takes what it is sent where this says nothing. */
let answers: Record<string, { status: number; body?: unknown; headers?: Record<string, string> }>;

beforeEach(async () => {
  localStorage.clear();
  server = await answeringServer();
  signIn({ token: "t", user: ada });
  [asked, metadata, said, answers] = [[], [], [], {}];
  server.state.answer = ({ method = "", url, headers }) => {
    const [offset, length] = [headers["upload-offset"], headers["content-length"] ?? 0];
    asked.push(`${method} ${url}${offset ? ` from ${offset}` : ""}`);
    metadata.push(
      ...String(headers["upload-metadata"] ?? "")
        .split(",")
        .filter(Boolean),
    );
    const told = answers[method];
    if (told) return { body: "", ...told };
    const place = { location: "/api/uploads/1", "x-recording-id": "r1" };
    if (method === "POST") return { status: 201, body: "", headers: place };
    const taken = String(Number(offset ?? 0) + Number(length));
    return { body: "", headers: { "upload-offset": taken, "upload-length": "10" } };
  };
});
afterEach(() => {
  sending?.stop();
  signOut();
  return server.stop();
});

function send(file = film) {
  sending = sendFile(file, {
    onProgress: (bytes, message) => void said.push(`${bytes} ${message ?? ""}`.trim()),
    onDone: () => void said.push("done"),
    onFailed: (message) => void said.push(`failed: ${message}`),
  });
  return sending;
}
const last = () => said.at(-1);
const plain = (pair: string) => {
  const [name, value = ""] = pair.split(" ");
  return `${name} ${Buffer.from(value, "base64").toString()}`;
};

test("a file is sent whole with its name and kind, and is remembered until it is there", async () => {
  answers.PATCH = { status: 503 };
  send();
  await expect.poll(last).toBe("0 Waiting for the server");
  expect(recall(key)).toMatchObject({ url: "/api/uploads/1", name: film.name, size: 10 });
  expect(metadata.map(plain)).toEqual([
    "filename Ünï film.mp4",
    "filetype video/mp4",
    "kind import",
    expect.stringMatching(/^key \S+$/),
  ]);
  answers = {};
  window.dispatchEvent(new Event("online"));
  await expect.poll(last).toBe("done");
  expect(recall(key)).toBeUndefined();
});

test("an import whose beginning was not heard of is asked for again as the same, and another is another", async () => {
  answers.POST = { status: 503 };
  send();
  await expect.poll(last).toBe("0 Waiting for the server");
  answers = {};
  window.dispatchEvent(new Event("online"));
  await expect.poll(last).toBe("done");
  send();
  await expect.poll(() => said.filter((one) => one === "done")).toHaveLength(2);
  const [first, again, other] = metadata.map(plain).filter((pair) => pair.startsWith("key "));
  expect(again).toBe(first);
  expect([other, other === first]).toEqual([expect.any(String), false]);
});

test("a file whose kind the browser does not know is said to be a video", async () => {
  send(new File(["film"], "a.mkv"));
  await expect.poll(last).toBe("done");
  expect(metadata.map(plain)).toContain("filetype video/webm");
});

test("a file goes on where an earlier visit left it", async () => {
  remember(key, left);
  answers.HEAD = { status: 200, headers: { "upload-offset": "4", "upload-length": "10" } };
  send();
  await expect.poll(last).toBe("done");
  expect(asked).toEqual(["HEAD /api/uploads/9", "PATCH /api/uploads/9 from 4"]);
  expect(said).toContain("4");
});

test("a file of which the server has forgotten the beginning is sent anew, once", async () => {
  remember(key, left);
  answers.HEAD = { status: 404 };
  send();
  await expect.poll(last).toBe("done");
  expect(asked).toEqual([
    "HEAD /api/uploads/9",
    "POST /api/uploads",
    "PATCH /api/uploads/1 from 0",
  ]);
  expect(recall(key)).toBeUndefined();
});

test.each([
  [402, { message: "Your storage is full." }, "failed: Your storage is full."],
  [404, {}, "failed: This server takes no uploads."],
])("a server that answers %i fails it in words, once", async (status, body, words) => {
  answers.POST = { status, body: { error: "no", message: "no", code: "no", ...body } };
  send();
  await expect.poll(last).toBe(words);
  window.dispatchEvent(new Event("online"));
  expect(said.filter((one) => one.startsWith("failed"))).toHaveLength(1);
  expect(session().status).toBe("signed-in");
});

test("a session that has ended is said to have, here and to the page", async () => {
  answers.POST = { status: 401 };
  send();
  await expect.poll(last).toBe("failed: Session expired. Please log in again.");
  expect(session()).toMatchObject({ status: "signed-out", expired: true });
});

test("a file never goes to another account that signs in while it is sent, nor ends that one's session", async () => {
  remember(key, left);
  const tokens: unknown[] = [];
  const { answer } = server.state;
  server.state.answer = (request) => {
    tokens.push(request.headers.authorization);
    signIn({ token: "of-ben", user: { ...ada, id: "ben" } });
    return request.method === "HEAD"
      ? { body: "", headers: { "upload-offset": "4", "upload-length": "10" } }
      : answer(request);
  };
  send();
  await expect.poll(last).toBe("failed: Session expired. Please log in again.");
  expect(tokens).toEqual(["Bearer t"]);
  expect(session()).toMatchObject({ status: "signed-in", token: "of-ben" });
  expect(recall(key), "it goes on when its owner is back").toMatchObject({ sent: 4 });
});

test("a file that was moved, changed or unplugged meanwhile is said to be, and the server keeps what it has", async () => {
  const moved = new File(["0123456789"], "a.mp4");
  const gone = new DOMException("The file could not be read.", "NotReadableError");
  moved.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(gone) });
  send(moved);
  await expect.poll(last).toBe("failed: This file cannot be read any more. Choose it again.");
  expect(asked).toEqual(["POST /api/uploads"]);
  expect(recall(fingerprint(ada.id, moved))).toBeDefined();
});

test("what has arrived is shown also while the server does not answer", async () => {
  remember(key, left);
  answers.HEAD = { status: 200, headers: { "upload-offset": "4", "upload-length": "10" } };
  answers.PATCH = { status: 503 };
  send();
  await expect.poll(last).toBe("4 Waiting for the server");
  expect(said).not.toContain("0 Waiting for the server");
});

test("a full disk of the server is waited for, and so is the network", async () => {
  answers.PATCH = { status: 507 };
  send();
  await expect.poll(last).toBe("0 This server's disk is full. It goes on when there is room.");
  window.dispatchEvent(new Event("offline"));
  await expect.poll(last).toBe("0 Waiting for the connection");
});

test("a file that is stopped stays known here and on the server; one that is discarded does not", async () => {
  answers.PATCH = { status: 503 };
  const half = send();
  await expect.poll(last).toBe("0 Waiting for the server");
  half.stop();
  expect(recall(key)).toBeDefined();
  expect(asked.some((one) => one.startsWith("DELETE"))).toBe(false);
  const before = said.length;
  window.dispatchEvent(new Event("online"));
  expect(said, "nobody listens any more").toHaveLength(before);
  half.discard();
  await expect.poll(() => asked.at(-1)).toBe("DELETE /api/uploads/1");
  expect(recall(key)).toBeUndefined();
});
