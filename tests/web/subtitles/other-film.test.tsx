// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { placeOfVideo, subtitleWith, withCues } from "#tests/web/lib/subtitles.ts";
import { SubtitleEditor } from "#web/features/subtitles/editor/subtitle-editor.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);
afterEach(cleanup);

const subtitle = withCues(subtitleWith({ version: 4 }), { start: 1, end: 3, text: "Hello" });
const path = `/recordings/${subtitle.recording_id}/subtitles/${subtitle.id}`;
const CUT = "This recording was cut meanwhile. Take its subtitles as they are now.";

const line = () => screen.getByLabelText<HTMLTextAreaElement>("Line 1");
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const mayLeave = { current: async () => true };

/** The editor beside a film, of which another one may be shown. */
function Page() {
  const [place, setPlace] = useState(placeOfVideo);
  const cut = () => setPlace({ ...place, recording: { ...place.recording, duration: 12 } });
  return (
    <>
      <button type="button" onClick={cut}>
        Cut
      </button>
      <SubtitleEditor {...{ place, mayLeave, subtitle }} />
    </>
  );
}

async function save() {
  answers({ [`PATCH ${path}`]: refusal(409, CUT), [`PUT ${path}`]: refusal(409, CUT) });
  await renderInApp(<Page />);
  fireEvent.change(line(), { target: { value: "Hi" } });
}

test("lines of a film that was cut meanwhile are not offered to be saved over those of the new one", async () => {
  await save();
  press("Cut");
  press("Save");
  await screen.findByRole("dialog", { name: "Another film is shown now" });
  expect(screen.queryByRole("button", { name: "Save over theirs" })).toBeNull();
  const theirs = withCues({ ...subtitle, version: 9 }, { start: 0, end: 2, text: "Theirs" });
  answers({ [`GET ${path}`]: theirs });
  press("Load its lines, drop mine");
  await expect.poll(() => line().value).toBe("Theirs");
  answers({ [`PUT ${path}`]: refusal(409, "Changed"), [`PATCH ${path}`]: refusal(409, "Changed") });
  fireEvent.change(line(), { target: { value: "Ours" } });
  press("Save");
  await screen.findByRole("dialog", { name: "Somebody else saved these subtitles" });
});

test("why lines cannot be saved over others is said", async () => {
  await save();
  press("Save");
  await screen.findByRole("dialog", { name: "Somebody else saved these subtitles" });
  expect(screen.queryByText(CUT)).toBeNull();
  press("Save over theirs");
  await screen.findByText(CUT);
});
