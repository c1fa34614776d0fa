// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { CheckedStore, JobQueues, ServerState, SpeechModel } from "#contract/server.ts";
import { answering } from "#tests/web/lib/answering.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { withToasts } from "#tests/web/lib/toasts.ts";
import { jobsQuery, serverQuery } from "#web/data/server.ts";
import { OperationsPage } from "#web/features/admin/operations/operations-page.tsx";

withToasts();

const healthy: ServerState = {
  ...{ version: "1.2.3", mode: "embedded", uptime_seconds: 59, open_sockets: 0 },
  ...{ database_bytes: 2048, database_version: "17.2" },
  ...{ disk_free_bytes: 1024 ** 3, disk_total_bytes: 4 * 1024 ** 3 },
  stores: [
    { name: "This server", storage_type: "local", recordings: 1, bytes: 1536 },
    { name: "Old bucket", storage_type: null, recordings: 2, bytes: 0 },
  ],
  ...{ speech_models: null, storage_check: null },
};
const idle: JobQueues = { kinds: [], failed: [] };

function open(server: Partial<ServerState> = {}, jobs: Partial<JobQueues> = {}) {
  const cache = new QueryClient();
  cache.setQueryData(serverQuery.queryKey, { ...healthy, ...server });
  cache.setQueryData(jobsQuery.queryKey, { ...idle, ...jobs });
  return renderInApp(<OperationsPage />, { cache });
}
const facts = () =>
  screen
    .getByText(/^Version/)
    .parentElement?.textContent?.split("·")
    .slice(1);
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const reads = {
  "GET /admin/server": () => healthy,
  "GET /admin/jobs": () => idle,
};
const writes = (asked: string[]) => asked.filter((one) => !one.startsWith("GET"));

describe("the state of the server", () => {
  it.each([
    [59, "0 min"],
    [60, "1 min"],
    [3599, "59 min"],
    [3600, "1 h 0 min"],
    [86_399, "23 h 59 min"],
    [86_400, "1 d 0 h"],
    [180_000, "2 d 2 h"],
  ])("after %d seconds is up for %s", async (uptime_seconds, words) => {
    await open({ uptime_seconds });
    expect(facts()?.[1]).toBe(`Up ${words}`);
  });

  it("is one quiet line, and tells no sockets from sockets that others serve", async () => {
    await open();
    expect(facts()).toEqual([
      "Version 1.2.3",
      "Up 0 min",
      "0 open sockets",
      "Postgres 17.2 (embedded)",
      "Database 2 KB",
      "1 GB of 4 GB left on this server",
    ]);
    expect(screen.queryByText("Speech models")).toBeNull();
    cleanup();
    await open({ open_sockets: 1 });
    expect(facts()?.[2]).toBe("1 open socket");
    cleanup();
    await open({ open_sockets: null, mode: "supabase" });
    expect(facts()?.slice(2, 4)).toEqual(["Sockets at Supabase", "Postgres 17.2 (supabase)"]);
  });
});

describe("what is wrong", () => {
  const heads = () => screen.getAllByRole("heading").map(({ textContent }) => textContent);
  const stores = healthy.stores.slice(0, 1);
  const failed = [
    {
      ...{ id: crypto.randomUUID(), kind: "sweep", reason: "", data: {} },
      failed_at: "2026-11-20T12:00:00Z",
    },
  ];
  const model: SpeechModel = {
    ...{ name: "small", bytes: 1, licence: "MIT", credit: "Them", languages: null },
    ...{ state: "ready", bytes_here: 1, error: null },
  };
  const check = { asked_at: "2026-11-20T11:00:00Z", finished_at: "2026-11-20T12:00:00Z" };
  const unknown: CheckedStore = {
    ...{ store: "disk", objects: 1, missing: 0, missing_examples: [] },
    ...{ unknown: 1, unknown_examples: ["c/d"] },
  };

  it("is nothing, on a server that does well", async () => {
    await open({ stores, speech_models: [model] });
    expect(screen.getByText("Nothing is known to be wrong.")).toBeDefined();
    expect(heads()).toEqual(["Operations", "Job queue", "Storage", "Speech models"]);
  });

  it.each<[string, Partial<ServerState>, Partial<JobQueues>]>([
    ["failed jobs", {}, { failed }],
    ["storage", { stores: healthy.stores }, {}],
    ["storage", { storage_check: { ...check, failure: "It broke off", stores: [] } }, {}],
    ["storage", { storage_check: { ...check, failure: null, stores: [unknown] } }, {}],
    ["speech models", { speech_models: [{ ...model, error: "It broke off" }] }, {}],
    ["speech models", { speech_models: [{ ...model, state: "broken" }] }, {}],
  ])("stands first, and is named: %s", async (name, server, jobs) => {
    await open({ stores, ...server }, jobs);
    expect(screen.getByText(`Look after: ${name}.`)).toBeDefined();
    expect(heads()[1]?.toLowerCase()).toBe(name);
  });
});

describe("the jobs", () => {
  const job = {
    ...{ id: crypto.randomUUID(), kind: "process-recording", reason: "" },
    ...{ data: { recording: "r1", tries: 2 }, failed_at: "2026-11-20T12:00:00Z" },
  };
  it("are counted by their kind, and one that failed says why and of what", async () => {
    const idle = { waiting: 0, running: 0, failed: 0 };
    const kinds = [
      { kind: "password-letter", waiting: 1, running: 2, failed: 3 },
      { kind: "draw-contact-sheet", ...idle, waiting: 4 },
      { kind: "sweep", ...idle },
      { kind: "move-recording", ...idle },
    ];
    await open({}, { kinds, failed: [job] });
    const line = (name: string) => screen.getByText(name).parentElement?.textContent;
    expect(line("Password email")).toBe("Password email1 waiting · 2 running · 3 failed");
    expect(line("Draw contact sheet")).toBe("Draw contact sheet4 waiting");
    expect(screen.getByText("Nothing to do: Sweep, Move recording")).toBeDefined();
    const failed = screen.getByText("Process recording").closest("li")?.textContent;
    expect(failed).toContain("No reason was given");
    expect(failed).toContain("recording r1, tries 2");
    cleanup();
    await open();
    expect(screen.queryByText("Failed jobs")).toBeNull();
  });

  it("are tried again at once, and discarded after asking", async () => {
    const asked = answering({
      ...reads,
      [`POST /admin/jobs/${job.id}/retry`]: () => ({ success: true }),
      [`DELETE /admin/jobs/${job.id}`]: () => ({ success: true }),
      "GET /admin/jobs": () => ({ ...idle, failed: [job] }),
    });
    await open({}, { failed: [job] });
    await userEvent.click(button("Retry"));
    await screen.findByText("The job is tried again");
    await waitFor(() => expect(asked).toContain("GET /admin/jobs"));
    await userEvent.click(button("Discard"));
    const question = within(await screen.findByRole("alertdialog", { name: "Discard this job?" }));
    await userEvent.click(question.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(writes(asked)).toEqual([`POST /admin/jobs/${job.id}/retry`]);
    await userEvent.click(button("Discard"));
    await screen.findByRole("alertdialog");
    await userEvent.click(button("Confirm"));
    await screen.findByText("The job is discarded");
    expect(writes(asked)[1]).toBe(`DELETE /admin/jobs/${job.id}`);
  });
});

describe("the speech models", () => {
  const model = (differs: Partial<SpeechModel>): SpeechModel => ({
    ...{ name: "small", bytes: 2000, licence: "MIT", credit: "Them", languages: ["English"] },
    ...{ state: "absent", bytes_here: 0, error: null, ...differs },
  });
  it("are downloaded where they are not here, and say how far that is", async () => {
    const asked = answering({
      ...reads,
      "POST /admin/server/speech-models/small/download": () => ({ success: true }),
    });
    await open({
      speech_models: [
        model({}),
        model({ name: "half", state: "downloading", bytes_here: 1999, languages: null }),
        model({ name: "mine", bytes: null }),
        model({ name: "ours", state: "ready", bytes_here: 2000 }),
        model({ name: "odd", state: "broken", error: "It broke off" }),
      ],
    });
    expect(screen.getAllByRole("button", { name: /^Download/ })).toHaveLength(1);
    expect(screen.getByText("Downloading 99%")).toBeDefined();
    expect(screen.getByRole("progressbar", { name: "Downloading half" })).toBeDefined();
    expect(screen.getAllByRole("progressbar")).toHaveLength(1);
    expect(screen.getByText("1.95 KB · MIT, by Them · about 100 languages")).toBeDefined();
    expect(screen.getByText("A file of your own")).toBeDefined();
    expect(screen.getByText("It broke off")).toBeDefined();
    expect(screen.getAllByText(/Remove it, and download it again/)).toHaveLength(1);
    await userEvent.click(button("Download small"));
    await expect
      .poll(() => writes(asked))
      .toEqual(["POST /admin/server/speech-models/small/download"]);
  });
});

describe("the storage", () => {
  const store = (differs: Partial<CheckedStore>): CheckedStore => ({
    ...{ store: "This server", objects: 2, missing: 0, missing_examples: [] },
    ...{ unknown: 0, unknown_examples: [], ...differs },
  });
  const check = (stores: CheckedStore[], finished_at: string | null = "2026-11-20T12:00:00Z") => ({
    ...{ asked_at: "2026-11-20T11:00:00Z", finished_at, failure: null, stores },
  });
  const found = (one: CheckedStore) => open({ storage_check: check([one]) });
  const result = () => screen.getByRole("region", { name: "Last check" }).textContent;

  it("says what each store holds, and which is not connected", async () => {
    const empty = { name: "disk", storage_type: "local", recordings: 0, bytes: 0 } as const;
    await open({ stores: [...healthy.stores, empty] });
    const stores = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(stores).toEqual([
      "This server1 recording · 1.5 KB",
      "Old bucketNot connected2 recordings · 0 Bytes",
      "This serverEmpty",
    ]);
    expect(screen.queryByRole("region", { name: "Last check" })).toBeNull();
  });

  it("is in order where nothing is missing and nothing unknown, and else differs", async () => {
    await found(store({}));
    expect(result()).toMatch(/In order2 objects$/);
    cleanup();
    await found(store({ unknown: null }));
    expect(result()).toMatch(/In order.*it does not tell all it holds$/);
    cleanup();
    await found(store({ objects: 1, missing: 1, missing_examples: ["a/b"] }));
    expect(result()).toMatch(/Differs1 object · 1 row without bytes.*Rows without bytesa\/b$/);
    cleanup();
    await found(store({ refused: 1 }));
    expect(result()).toMatch(/Differs2 objects · 1 object could not be looked at$/);
    cleanup();
    await found(store({ unknown: 1, unknown_examples: ["c/d"] }));
    expect(result()).toMatch(/Differs.*1 object without rowsBytes without rowsc\/d$/);
  });

  it.each([
    [1, /One person's drive could not be looked into just now\. Nothing is known of it\./],
    [2, /2 people's drives could not be looked into just now\. Nothing is known of them\./],
  ])("says that %d drives could not be looked into", async (unread, words) => {
    await found(store({ unread }));
    expect(result()).toMatch(words);
    cleanup();
    await found(store({ unread: 0 }));
    expect(result()).not.toMatch(/looked into|0$/);
  });

  it("is checked when asked for, and not again while it is being checked", async () => {
    const asked = answering({
      ...reads,
      "POST /admin/server/storage-check": () => ({ success: true }),
    });
    await open({ storage_check: check([], null) });
    await userEvent.click(button("Checking…"));
    expect(button("Checking…").getAttribute("aria-busy")).toBe("true");
    expect(screen.getByText(/under way$/)).toBeDefined();
    cleanup();
    await open({ storage_check: { ...check([]), failure: "The disk is away" } });
    expect(screen.getByText("The disk is away")).toBeDefined();
    await userEvent.click(button("Check storage"));
    await screen.findByText("The storage is being checked");
    expect(writes(asked)).toEqual(["POST /admin/server/storage-check"]);
  });
});
