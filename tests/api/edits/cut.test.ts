import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import {
  allowForCutting,
  bytesAt,
  editOf,
  keep,
  numberedFilm,
  recordNumbered,
  rendered,
  tokenOf,
  wrongIn,
} from "#tests/support/edits.ts";
import { readRecording } from "#tests/support/saving.ts";

allowForCutting();
const app = await testApp({ LOG_LEVEL: "error" });
await app.startJobs();

const KEPT = [
  { start: 0.413, end: 1.207 },
  { start: 3.3, end: 5.05 },
];

describe("an edit", () => {
  it("gives everybody the cut, then another, and then the original again", async () => {
    const owner = await app.person();
    const before = await recordNumbered(owner);
    const { id } = before;
    expect(await editOf(owner, id)).toMatchObject({
      ...{ version: 1, status: "none", original_available: true, error: null, progress: null },
      kept: [{ start: 0, end: before.duration }],
    });
    const token = await tokenOf(owner, id);
    const stream = `/recordings/${id}/stream?token=${token}`;
    const original = await bytesAt(app, stream);

    expect(await keep(owner, id, KEPT)).toMatchObject({
      version: 2,
      status: "rendering",
      kept: KEPT,
    });
    const edit = await rendered(owner, id);
    expect(edit).toMatchObject({ version: 2, status: "ready", error: null, progress: null });
    expect(edit.original_duration).toBe(before.duration);
    const cut = await bytesAt(app, stream);
    expect(await wrongIn(cut, KEPT)).toEqual([]);
    const after = await readRecording(owner, id);
    expect(after).toMatchObject({ edited: true, size: cut.length, duration: edit.duration });
    expect(after.duration).toBeCloseTo(2.544, 1);
    expect(after.thumbnail_path).not.toBe(null);
    expect(Buffer.from(await bytesAt(app, `${stream}&original=true`)).equals(original)).toBe(true);
    expect(await bytesAt(app, stream), "the same token, right after the original").toEqual(cut);

    const [first] = KEPT;
    await keep(owner, id, first ? [first] : []);
    expect(await rendered(owner, id)).toMatchObject({ version: 3, status: "ready" });
    expect(await wrongIn(await bytesAt(app, stream), KEPT.slice(0, 1))).toEqual([]);

    const restored = await owner.call("DELETE", `/recordings/${id}/edit`);
    expect([restored.status, await restored.json()]).toMatchObject([
      200,
      { version: 4, status: "none", kept: [{ start: 0, end: before.duration }] },
    ]);
    expect(Buffer.from(await bytesAt(app, stream)).equals(original)).toBe(true);
    const { updated_at: _, ...same } = await readRecording(owner, id);
    expect(same).toMatchObject({ ...same, size: before.size, edited: false });
    expect((await numberedFilm()).length).toBeGreaterThan(0);
  });
});
