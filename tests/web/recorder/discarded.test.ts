// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test } from "vitest";
import { answeringServer, setPageAddress } from "#tests/web/lib/answering-server.ts";
import { ada } from "#tests/web/lib/people.ts";
import { restoreRecordings } from "#web/data/trash.ts";
import {
  discardOnServer,
  discardUnheard,
  restoreOnServer,
} from "#web/features/recorder/send/discarded.ts";
import { signIn } from "#web/lib/session.ts";

const recording = "0d6f6f0e-6a8b-4d2b-9a51-2f0a3f9f3c11";
const nobodyListens = "http://127.0.0.1:9/";

let server: Awaited<ReturnType<typeof answeringServer>>;
let deleted: string[];

beforeEach(async () => {
  localStorage.clear();
  signIn({ token: "t1", user: ada });
  server = await answeringServer();
  deleted = [];
  answer(200);
});
afterEach(() => server.stop());

function answer(status: number) {
  server.state.answer = ({ method, url }) => {
    deleted.push(`${method} ${url}`);
    return { status, body: { success: true, error: "No", message: "No", code: "no" } };
  };
}

test("is deleted on the server once", async () => {
  await discardOnServer(ada.id, recording);
  await discardUnheard(ada.id);
  expect(deleted).toEqual([`DELETE /api/recordings/${recording}`]);
});

test("is deleted at the next look when the server could not be reached", async () => {
  setPageAddress(nobodyListens);
  await discardOnServer(ada.id, recording);
  setPageAddress(server.origin);
  await discardUnheard(ada.id);
  await discardUnheard(ada.id);
  expect(deleted).toEqual([`DELETE /api/recordings/${recording}`]);
});

test("is asked for again while the server fails, and no longer when it knows of none", async () => {
  answer(500);
  await discardOnServer(ada.id, recording);
  answer(404);
  await discardUnheard(ada.id);
  await discardUnheard(ada.id);
  expect(deleted).toHaveLength(2);
});

test("is remembered also when the server hears of another one meanwhile", async () => {
  answer(503);
  const failing = server.state.answer;
  server.state.answer = (request) =>
    request.url?.endsWith(recording) ? { body: { success: true } } : failing(request);
  await Promise.all([discardOnServer(ada.id, recording), discardOnServer(ada.id, "another")]);
  answer(200);
  deleted = [];
  await discardUnheard(ada.id);
  expect(deleted).toEqual(["DELETE /api/recordings/another"]);
});

test("is remembered for each account, whatever another one throws away", async () => {
  answer(503);
  await discardOnServer(ada.id, recording);
  await discardOnServer("somebody else", "theirs");
  answer(200);
  deleted = [];
  await discardUnheard(ada.id);
  expect(deleted).toEqual([`DELETE /api/recordings/${recording}`]);
});

test("is remembered beside those that wait already", async () => {
  answer(503);
  for (const one of ["first", "second"]) await discardOnServer(ada.id, one);
  answer(200);
  deleted = [];
  await discardUnheard(ada.id);
  expect(deleted.toSorted()).toEqual([
    "DELETE /api/recordings/first",
    "DELETE /api/recordings/second",
  ]);
});

test("is forgotten where it was brought back, and not where that failed", async () => {
  answer(503);
  await discardOnServer(ada.id, recording);
  await expect(restoreOnServer(ada.id, recording)).rejects.toThrow();
  deleted = [];
  await discardUnheard(ada.id);
  expect(deleted, "it is still thrown away").toEqual([`DELETE /api/recordings/${recording}`]);
  server.state.answer = () => ({ body: { done: [recording], refused: [] } });
  await restoreOnServer(ada.id, recording);
  answer(200);
  deleted = [];
  await discardUnheard(ada.id);
  expect(deleted).toEqual([]);
});

test("stays where its owner restored it from the trash before the server's answer had come", async () => {
  answer(503);
  await discardOnServer(ada.id, recording);
  server.state.answer = () => ({ body: { done: [recording], refused: [] } });
  const cache = new QueryClient();
  await cache.getMutationCache().build(cache, restoreRecordings).execute([recording]);
  answer(200);
  deleted = [];
  await discardUnheard(ada.id);
  expect(deleted).toEqual([]);
});

test("is the business of the account that recorded it, and of no other", async () => {
  answer(503);
  await discardOnServer(ada.id, recording);
  await discardUnheard("somebody else");
  expect(deleted).toHaveLength(1);
});
