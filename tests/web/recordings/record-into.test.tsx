// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Folder } from "#contract/folders.ts";
import { choose } from "#tests/web/lib/choose.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { foldersQuery } from "#web/data/folders.ts";
import { RecordInto } from "#web/features/recordings/folders/record-into.tsx";
import { recordInto } from "#web/lib/record-into.ts";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const talks = { id: "talks", name: "Talks", parent_id: null } as Folder; // no more of it is read

async function show(folders: Folder[]) {
  const cache = new QueryClient();
  cache.setQueryData(foldersQuery.queryKey, folders);
  await renderInApp(<RecordInto />, { cache });
}
const place = () => screen.queryByLabelText("Save into folder")?.textContent;

test("nothing is asked of people who have no folders", async () => {
  await show([]);
  expect(place()).toBeUndefined();
});

test("a choice in another tab changes nothing here", () => {
  recordInto.write("talks");
  localStorage.setItem("kinora.folder", JSON.stringify("of another tab"));
  expect(recordInto.read()).toBe("talks");
  recordInto.write("");
});

test("the folder that was chosen last is remembered, until it is gone or another is chosen", async () => {
  await show([talks]);
  expect(place()).toBe("No folder");
  await choose("Save into folder", "Talks");
  expect([place(), recordInto.read()]).toEqual(["Talks", "talks"]);
  cleanup();
  await show([talks]);
  expect(place()).toBe("Talks");
  cleanup();
  await show([{ ...talks, id: "others", name: "Others" }]);
  expect(place()).toBe("No folder");
  await choose("Save into folder", "Others");
  await choose("Save into folder", "No folder");
  expect([place(), recordInto.read()]).toEqual(["No folder", ""]);
});
