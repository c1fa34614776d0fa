// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { startFlow } from "#web/features/recorder/flow.ts";
import { LiveRecording, look } from "#web/features/recorder/live-recording.ts";

test("a recording that falls behind is made lighter, and then has time to recover before it is again", async () => {
  const recording = new LiveRecording(
    {
      ...{ userId: "ada", prefix: "Demo", mime: "video/webm", instant: false, captions: null },
      ...{ quality: "low", picture: "screen", surface: "monitor", microphone: "off" },
      ...{ systemAudio: false, camera: null },
    },
    { tell() {}, show() {} },
  );
  const lighten = vi.fn(async () => null);
  recording.capturing = { ...recording.capturing, lighten };
  await look(recording, 9_000);
  expect(lighten).not.toHaveBeenCalled();
  recording.flow = { ...startFlow(false), lag: 60_000 };
  for (const elapsed of [10_000, 10_500, 14_999]) await look(recording, elapsed);
  expect(lighten).toHaveBeenCalledOnce();
  await look(recording, 15_000);
  expect(lighten).toHaveBeenCalledTimes(2);
});
