// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Recording } from "#contract/recordings.ts";
import { answers } from "#tests/web/lib/answers.ts";
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

const id = crypto.randomUUID();

function Delete({ status }: Pick<Recording, "status">) {
  const { remove } = useDelete();
  return (
    <button type="button" onClick={() => void remove([{ id, filename: "Talk", status }])}>
      Go
    </button>
  );
}

async function deleting(status: Recording["status"]) {
  const asked = answers({
    [`DELETE /recordings/${id}`]: { success: true },
    "POST /recordings/batch": { done: [id], refused: [] },
  });
  await renderInApp(<Delete status={status} />, { asks: true });
  await userEvent.click(screen.getByText("Go"));
  return () => asked.map(([call]) => call);
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
  expect(calls()).toEqual([`DELETE /recordings/${id}`, "POST /recordings/batch"]);
});

test("a recording that has not arrived whole is kept for ten minutes: this is asked first", async () => {
  const calls = await deleting("recording");
  await screen.findByText(/can be brought back for ten minutes/);
  expect(calls()).toEqual([]);
});
