// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from "vitest";
import { answeringServer } from "#tests/web/lib/answering-server.ts";
import { ada } from "#tests/web/lib/people.ts";
import { unfinishedOf } from "#web/features/recordings/import/unfinished.ts";
import { sendFile } from "#web/features/recordings/import/use-imports.ts";
import { signIn, signOut } from "#web/lib/session.ts";

let server: Awaited<ReturnType<typeof answeringServer>>;
beforeEach(async () => {
  localStorage.clear();
  server = await answeringServer();
  signIn({ token: "t", user: ada });
});
afterEach(() => {
  signOut();
  server.stop();
});

test("an import that is given up while it is being created is taken back on the server, and forgotten here", async () => {
  const asked: string[] = [];
  let giveUp = () => {};
  server.state.answer = ({ method, url }) => {
    asked.push(`${method} ${url}`);
    giveUp();
    const headers = { location: "/api/uploads/1", "x-recording-id": "r1" };
    return method === "POST" ? { status: 201, body: "", headers } : { body: {} };
  };
  const silent = { onProgress() {}, onDone() {}, onFailed() {} };
  giveUp = sendFile(new File(["film"], "a.webm"), silent).discard;
  await expect.poll(() => asked).toEqual(["POST /api/uploads", "DELETE /api/uploads/1"]);
  expect(unfinishedOf(ada.id)).toEqual([]);
});
