// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Recording } from "#contract/recordings.ts";
import { Batch } from "#contract/trash.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { useDelete } from "#web/features/recordings/delete.ts";
import { signIn, signOut } from "#web/lib/session.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);
beforeEach(() => signIn({ token: "of-ada", user: ada }));
afterEach(() => {
  cleanup();
  signOut();
  vi.unstubAllGlobals();
});

let restored: (ids: string[]) => object;
beforeEach(() => {
  restored = (done) => ({ done, refused: [] });
});

const [id, other] = [crypto.randomUUID(), crypto.randomUUID()];
type Status = Recording["status"];

function Delete({ statuses }: { statuses: readonly Status[] }) {
  const { remove } = useDelete();
  const talks = statuses.map((status, n) => ({ id: n ? other : id, filename: "Talk", status }));
  return (
    <button type="button" onClick={() => void remove(talks)}>
      Go
    </button>
  );
}

async function deleting(...statuses: readonly Status[]) {
  const asked = answers({
    "POST /recordings/batch": (body) => {
      const { ids, act } = Batch.parse(body);
      return act === "restore" ? restored(ids) : { done: ids, refused: [] };
    },
  });
  await renderInApp(<Delete statuses={statuses} />, { asks: true });
  await userEvent.click(screen.getByText("Go"));
  return () => asked.map(([, body]) => body);
}

test("an import that has not arrived whole is not kept: this is asked first", async () => {
  const calls = await deleting("uploading");
  await screen.findByText("Delete “Talk”?");
  expect(calls()).toEqual([]);
  await userEvent.click(screen.getByText("Confirm"));
  await screen.findByText("Recording deleted");
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("a recording that is whole goes to the trash at once, and comes back by one press", async () => {
  const calls = await deleting("ready");
  await screen.findByText("Recording moved to the trash");
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("Recording restored");
  expect(calls()).toEqual([
    { ids: [id], act: "trash" },
    { ids: [id], act: "restore" },
  ]);
});

test("a recording that cannot be brought back is said to be so, and no error goes unheard", async () => {
  const unheard = vi.fn();
  process.on("unhandledRejection", unheard);
  onTestFinished(() => void process.off("unhandledRejection", unheard));
  restored = () => refusal(403, "It lies in the trash of somebody else.");
  await deleting("ready");
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText("It lies in the trash of somebody else.");
  await new Promise((resolve) => setImmediate(resolve));
  expect(unheard).not.toHaveBeenCalled();
});

test("a recording that is deleted together with an import comes back by one press, too", async () => {
  const calls = await deleting("ready", "uploading");
  await userEvent.click(await screen.findByText("Confirm"));
  const said = await screen.findByText("2 recordings moved to the trash");
  const toast = within(said.closest("li") ?? document.body);
  await userEvent.click(toast.getByRole("button", { name: "Undo" }));
  await expect.poll(() => calls().at(-1)).toEqual({ ids: [id, other], act: "restore" });
});

test("a recording that has not arrived whole is kept for ten minutes: this is asked first", async () => {
  const calls = await deleting("recording");
  await screen.findByText(/can be brought back for ten minutes/);
  expect(calls()).toEqual([]);
});
